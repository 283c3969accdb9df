"""A sheet leads its umpire: what to do next, the buttons for it, clocks, and what else may be entered."""

import json

import pytest

from carrom.match.rules import shipped
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.web.umpire import ScorerClient, begin_request

pytestmark = pytest.mark.django_db
TWO_SIDES = tuple(slug for slug, ruleset in shipped().items() if ruleset.side_count == 2)


@pytest.fixture(autouse=True)
def no_limit():
    NEW_SHEETS.forget_all()


def led(**changed: str) -> ScorerClient:
    return ScorerClient(ceremony="whole", **{"breaks": "toss", "length": "match", **changed})


def now(scorer: ScorerClient) -> dict:
    return json.loads(scorer.client.get(f"{scorer.url}entries/").content)["situation"]


def press(scorer: ScorerClient, stands: dict, at: int = 0) -> dict:
    """Press a button as the page does: what it sends is what the server named."""
    request = dict(stands["steps"][at]["request"])
    return scorer.tell(request.pop("kind"), **request)


TAPS = {"icf": (4, 9), "kagw": (4, 7), "classic": (4, 7), "polish": (4, 7), "common": (2, 4)}  # now, and one by one


@pytest.mark.clause("ICF-L39", "ICF-L40", "ICF-L115", "ICF-L143", "L-105", "L-150")
@pytest.mark.parametrize("sides", ["singles", "doubles"])
@pytest.mark.parametrize("ruleset", TWO_SIDES)
def test_all_before_the_first_stroke_is_one_form_and_one_entry_and_asks_what_these_laws_ask(ruleset: str, sides: str):
    scorer = led(ruleset=ruleset, sides=sides, name_a2="Chitra", name_b2="Dev")
    laws, opening = shipped()[ruleset], now(scorer)["opening"]
    names = [item["name"] for item in opening["items"]]

    assert ("report" in names) is (laws.reporting_minutes is not None)
    assert ("trials" in names) is bool(laws.trial_boards) and ("checks" in names) is bool(laws.checks)
    assert ("choice" in names) is ("seat" in names) is (laws.toss_choice == "side_or_break")
    assert ("colour" in names) is (laws.colour_assignment == "chosen") and ("ready" in names) is laws.ready_check
    assert opening["main"] == "Play!" and now(scorer)["steps"] == []
    request, taps = begin_request(opening, toss=1)
    assert taps == TAPS[ruleset][0]
    stands = scorer.tell(**request)
    assert [line["kind"] for line in stands["log"]] == ["begin"] and stands["opening"] is None
    assert stands["log"][0]["text"].endswith("“Play”") and "wins the toss" in stands["log"][0]["text"]
    assert stands["breaks"] == {"side": "b", "name": "Tomasz"} and stands["attempt"].startswith("Break")
    assert bool(stands["clocks"]) is (laws.stroke_seconds is not None)

    assert scorer.tell("take_back")["opening"] == opening  # nothing but the one entry is undone


@pytest.mark.parametrize("ruleset", TWO_SIDES)
def test_step_by_step_the_same_took_more_entries(ruleset: str):
    answers = {"toss": {"kind": "toss", "winner": "b"}, "choice": {"kind": "choose", "choice": "break"}}
    scorer, entries = led(ruleset=ruleset), 0
    stands = now(scorer)
    while (awaiting := stands["view"]["awaiting"])["kind"] != "stroke":
        request = dict(answers.get(awaiting["kind"], {"kind": "ready"}))
        if awaiting["kind"] == "choice" and entries and "break" not in str(awaiting):
            request["choice"] = "south"
        stands = scorer.tell(**request)
        entries += 1
    assert entries + (ruleset == "icf") == TAPS[ruleset][1]  # ICF: the call of the match, too


@pytest.mark.parametrize(("ruleset", "names"), [("icf", ["toss", "choice", "seat"]), ("common", ["toss", "ready"])])
def test_without_the_whole_ceremony_the_form_asks_for_the_toss_and_its_choices(ruleset: str, names: list[str]):
    scorer = ScorerClient(ruleset=ruleset, breaks="toss")
    opening = now(scorer)["opening"]
    assert [item["name"] for item in opening["items"]] == names and opening["main"] == "Begin the board"

    stands = scorer.tell(**begin_request(opening)[0])
    assert stands["breaks"]["name"] == "Asha" and stands["view"]["awaiting"]["kind"] == "stroke"


def test_a_set_played_alone_has_nothing_to_be_asked():
    assert now(ScorerClient(ruleset="baca19", breaks="toss", ceremony="whole"))["opening"] is None


@pytest.mark.clause("ICF-L39")
def test_who_takes_a_side_of_the_board_leaves_the_break_and_the_sides_change():
    scorer = led()
    opening = now(scorer)["opening"]
    stands = scorer.tell(**begin_request(opening, toss=0, choice=2, trials=2)[0])

    assert stands["breaks"]["name"] == "Tomasz" and "Sides change now." in stands["log"][0]["follows"]
    assert "Asha chooses a side · No trial board is played" in stands["log"][0]["text"]


@pytest.mark.clause("K-018")
def test_the_colour_is_chosen_on_the_same_form():
    scorer = led(ruleset="kagw")
    stands = scorer.tell(**begin_request(now(scorer)["opening"], toss=0, colour=2)[0])
    assert {side["name"]: side["colour"] for side in stands["view"]["sides"]} == {"Asha": "black", "Tomasz": "white"}


def test_an_answer_that_is_missing_or_that_nobody_asked_for_is_refused_and_nothing_is_stored():
    scorer = led()
    whole, _taps = begin_request(now(scorer)["opening"])
    for changed in ({"toss": None}, {"choices": []}, {"choices": ["break"]}, {"trials": None}, {"trials": 3}):
        assert scorer.refused(**{**whole, **changed}) == (409, "not-an-option"), changed
    assert scorer.refused(**{**whole, "choices": ["break", "above"]}) == (409, "not-an-option")
    assert scorer.refused(**{**whole, "colour": "white"}) == (409, "not-awaited")
    common = led(ruleset="common")
    assert common.refused("begin", toss="a", choices=["break"], trials=None) == (409, "not-an-option")
    assert now(scorer)["view"]["version"] == now(common)["view"]["version"] == 0
    scorer.tell(**whole)
    assert scorer.refused(**whole) == (409, "not-awaited")


@pytest.mark.clause("ICF-L143")
def test_who_is_late_can_be_reported_when_the_time_is_over_and_not_before():
    scorer = led()
    stands = now(scorer)
    acts = stands["opening"]["acts"]
    assert [step["text"] for step in acts] == ["Call the match: 15 minutes", "Struck before “Play”"]
    stands = scorer.tell(**acts[0]["request"])

    assert stands["interval"]["text"] == "Time to report"
    wait = stands["view"]["wait"]  # on the large view
    assert wait["text"] == "Time to report" and 890 < wait["left"] <= 900
    late = [step for step in stands["opening"]["acts"] if step["request"] and step["request"]["kind"] == "late"]
    assert [step["text"] for step in late] == [
        "Asha is not here: they lose the match",
        "Tomasz is not here: they lose the match",
        "Nobody is here",
    ]
    assert {step["from"] for step in late} == {stands["interval"]["until"]}
    assert scorer.refused("late", side="b") == (409, "too-early")


@pytest.mark.clause("L-097", "L-130")
def test_warnings_are_listed_with_what_the_next_one_costs():
    scorer = ScorerClient(ruleset="common", breaks="me")
    scorer.tell("ready")
    scorer.tell("declare", facts=["leaning"], about="a", made=False)
    stands = scorer.tell("penalise", what="warning", side="b", reason="coaching", points=0, disqualified=False)

    assert stands["warned"] == [
        "Asha, leaned too far: 1 warning; the next time: a foul: one coin, and usually the turn",
        "Tomasz is warned: coaching",
    ]


@pytest.mark.clause("ICF-L26")
def test_a_slam_is_reported_and_a_link_takes_the_situation_to_what_if():
    scorer = ScorerClient(breaks="me")
    stands = scorer.stroke("white", "white")
    assert "own=7" in stands["what_if"]
    page = scorer.client.get(stands["what_if"])
    assert page.status_code == 200 and "coins up" in page.content.decode()
    stands = scorer.stroke("queen", *["white"] * 7)

    assert "A white slam." in stands["log"][0]["follows"]
    assert scorer.tell("take_back")["log"][1]["struck"]


def test_time_outs_and_substitutes_are_offered_where_these_laws_have_them():
    plain = ScorerClient(breaks="me")
    assert now(plain)["beside"] == [] and now(plain)["substitutes"] == []
    assert plain.refused("time_out", side="a") == (409, "no-time-outs")
    assert plain.refused("substitute", side="a", player=0, name="Carla") == (409, "no-substitution")

    named = plain.tell("rename", side="b", player=0, name="Tomasz Wolski")  # the person stays, so every law lets it
    assert [side["name"] for side in named["view"]["sides"]] == ["Asha", "Tomasz Wolski"]
    assert named["log"][0]["text"] == "Tomasz is now called Tomasz Wolski"
    assert plain.refused("rename", side="b", player=0, name=" ") == (409, "not-an-option")
    assert plain.tell("take_back")["view"]["sides"][1]["name"] == "Tomasz"

    scorer = ScorerClient(breaks="me", option_time_outs="1", option_substitution="yes")
    stands = scorer.tell("substitute", side="b", player=0, name="Carla")
    assert [side["name"] for side in stands["view"]["sides"]] == ["Asha", "Carla"]
    assert stands["log"][0]["text"] == "Carla plays for Tomasz"
    scorer.stroke("white")
    request = dict(now(scorer)["beside"][1]["request"])
    stands = scorer.tell(request.pop("kind"), **request)
    assert stands["view"]["awaiting"]["text"] == "Time-out of Carla"
    assert stands["steps"][0]["text"] == "The time-out is over"
    stands = press(scorer, stands)
    assert [step["text"] for step in stands["beside"]] == ["Time-out of Asha (1 left)"]
    assert scorer.refused("time_out", side="b") == (409, "time-outs-used")


@pytest.mark.clause("ICF-PROTEST", "L-138")
def test_protests_and_appeals_are_listed_with_what_they_may_be_about():
    scorer = ScorerClient(breaks="me", ruleset="common")
    scorer.tell("ready")
    scorer.stroke("white")
    first = scorer.version
    stands = scorer.stroke("white")
    assert [stroke["text"] for stroke in stands["strokes"]] == ["the last stroke"]
    assert scorer.refused("appeal", about="the striker", side="b", stroke=first) == (409, "too-late")
    scorer.tell("appeal", about="the striker", side="b", stroke=first + 1)
    scorer.tell("decide", granted=False)
    assert stands["protest"] == {"now": True, "last": False, "until": None}

    icf = ScorerClient(breaks="me")
    stands = icf.tell("board", winner="a", coins_left=3, queen="a")
    assert stands["protest"]["last"] and stands["protest"]["until"] > stands["log"][0]["time"]
    stands = icf.tell("protest", side="b", text="coins were moved", last_board=True)
    assert stands["log"][0]["text"] == "Tomasz protests: coins were moved"


@pytest.mark.clause("L-145", "ICF-L67")
def test_what_is_done_with_a_standing_coin_is_reported_as_these_laws_have_it():
    assert "A standing coin was laid flat at its place" in now(ScorerClient(ruleset="common"))["notes"]
    assert "A standing coin was left as it is" in now(ScorerClient())["notes"]

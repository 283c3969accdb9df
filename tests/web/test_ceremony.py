"""A sheet leads its umpire: what to do next, the buttons for it, clocks, and what else may be entered."""

import json

import pytest

from carrom.match.rules import shipped
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.web.umpire import ScorerClient

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


def until_play(scorer: ScorerClient) -> tuple[dict, list[str]]:
    stands, said = now(scorer), []
    while stands["view"]["awaiting"]["kind"] != "stroke":
        said.append(stands["view"]["awaiting"]["text"])
        assert stands["steps"] and all(step["text"] for step in stands["steps"])
        stands = press(scorer, stands)
    return stands, said


@pytest.mark.clause("ICF-L40", "L-150")
@pytest.mark.parametrize("ruleset", TWO_SIDES)
def test_every_moment_has_one_sentence_and_its_buttons_up_to_the_first_stroke(ruleset: str):
    scorer = led(ruleset=ruleset)

    stages = {one["text"]: one["state"] for one in now(scorer)["plan"]}
    laws = shipped()[ruleset]
    assert list(stages.values()) == ["now", *["next"] * (len(stages) - 1)]
    assert ("Report" in stages) is (laws.reporting_minutes is not None)
    assert ("Trial boards" in stages) is bool(laws.trial_boards) and ("Equipment" in stages) is bool(laws.checks)
    stands, said = until_play(scorer)
    assert stands["plan"] == []

    assert len(said) == len(set(said)) and said[-1].endswith("breaks when the umpire calls “Play”")
    assert "The umpire checks the equipment" in said
    assert stands["steps"] == [] and stands["attempt"].startswith("Break")
    assert bool(stands["clocks"]) is (shipped()[ruleset].stroke_seconds is not None)
    log = [line["text"] for line in stands["log"]]
    assert log[0] == "“Play”" and "The equipment is checked" in log


@pytest.mark.clause("ICF-L143")
def test_who_is_late_can_be_reported_when_the_time_is_over_and_not_before():
    scorer = led()
    stands = now(scorer)
    assert [step["text"] for step in stands["steps"]] == ["Both sides are here", "Call the match: 15 minutes"]
    stands = press(scorer, stands, 1)

    assert stands["interval"]["text"] == "Time to report"
    wait = stands["view"]["wait"]  # on the large view
    assert wait["text"] == "Time to report" and 890 < wait["left"] <= 900
    late = [step for step in stands["steps"] if step["request"]["kind"] == "late"]
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

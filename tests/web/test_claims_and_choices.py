"""Over the socket: what one side says about the other, and what may be chosen before the break."""

import pytest
from channels.db import database_sync_to_async

from carrom.notation.question import read_question
from carrom.terms import Side
from carrom_web.matches import selectors, wire
from tests.support.web.matches import STROKE, MatchSocket, make_guest, start_match, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_claim_is_shown_as_an_offer_and_is_ruled_when_the_other_side_agrees():
    match_id, first, second = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        claim = await asha.ask("declare", 0, fact="distraction", about="b", made=False)
        said = await tomasz.get("event")
        (offer,) = said["view"]["offers"]
        agreed = await tomasz.ask("reply", claim["number"], offer=offer["number"], accept=True)
        ruled = await asha.get("event")
        while ruled["number"] < agreed["number"]:
            ruled = await asha.get("event")

    assert said["entry"]["ruling"] is None and said["view"]["sides"][1]["owed"] == 0
    assert offer["text"] == said["entry"]["text"] == "Asha says about Tomasz: distracted the other side"
    assert ruled["entry"]["ruling"]["reasons"] and ruled["view"]["sides"][1]["owed"] == 1
    assert ruled["view"]["offers"] == []


async def test_the_winner_of_the_toss_takes_black_and_the_page_says_so():
    match_id, first, second = await start_match_for_two(ruleset="kagw", breaks=Side.A)

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        assert asha.hello["view"]["before_break"] == {"colour": {"side": "a", "now": "white"}, "rack": None}
        refused = await tomasz.ask("colour", 0, colour="white")
        assert (await asha.ask("colour", 0, colour="black"))["kind"] == "done"
        event = await tomasz.get("event")

    assert (refused["kind"], refused["code"]) == ("refused", "out-of-turn")
    assert [side["colour"] for side in event["view"]["sides"]] == ["black", "white"]
    assert event["entry"]["text"] == "Asha plays black"


async def test_the_breaker_turns_the_rack_where_the_laws_let_him():
    match_id, first, _ = await start_match_for_two(ruleset="polish", breaks=Side.A)

    async with MatchSocket(match_id, first) as asha:
        may = asha.hello["view"]["before_break"]["rack"]
        lay = asha.hello["view"]["position"]
        assert (await asha.ask("rack", 0, pocket="near_left"))["kind"] == "done"
        event = await asha.get("event")
        bad = await asha.ask("rack", 1, pocket="middle")

    assert may["seat"] == "south" and [pocket["text"] for pocket in may["pockets"]][:2] == ["far left", "far right"]
    assert event["view"]["position"] != lay and event["entry"]["text"] == "Asha turns the rack"
    assert bad["kind"] == "refused"


async def test_nothing_is_chosen_before_the_break_under_the_international_laws():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha:
        assert asha.hello["view"]["before_break"] is None


async def test_who_keeps_the_board_for_both_sides_decides_as_its_official_and_takes_it_back():
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest, length="game")
    decided = {"what": "board", "about": "b", "reason": "left the hall", "points": 0, "disqualified": False}

    async with MatchSocket(match_id, guest) as page:
        assert (await page.ask("penalise", 0, **decided))["kind"] == "done"
        event = await page.get("event")
        assert (await page.ask("withdraw", 1))["kind"] == "done"
        back = await page.get("event")
        missing = await page.ask("penalise", 2, **{**decided, "reason": ""})

    assert event["entry"]["text"] == "Tomasz loses the board: left the hall"
    assert event["entry"]["seat"] is None and event["view"]["boards"][0]["winner"] == "a"
    assert back["view"]["boards"] == [] and back["view"]["awaiting"]["kind"] == "stroke"
    assert (missing["kind"], missing["code"]) == ("refused", "not-an-option")


async def test_a_player_of_one_side_is_no_official():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha:
        decided = {"what": "match", "about": "b", "reason": "mine", "points": 0, "disqualified": False}
        refused = await asha.ask("penalise", 0, **decided)
        restored = await asha.ask("restore", 0)

    assert refused["code"] == restored["code"] == "out-of-turn"


async def test_the_stroke_before_is_restored_and_played_again():
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest)

    async with MatchSocket(match_id, guest) as page:
        before = page.hello["view"]["position"]
        await page.ask("stroke", 0, **STROKE)
        assert (await page.ask("restore", 1))["kind"] == "done"
        await page.say("sync", have=2)
        view = (await page.get("snapshot"))["view"]

    assert view["position"] == before and view["awaiting"]["seats"] == ["south"] and view["stroke_number"] == 0


async def test_a_page_that_comes_later_gets_what_was_ruled_before():
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest, length="game")
    async with MatchSocket(match_id, guest) as page:
        await page.ask("stroke", 0, **STROKE)
        version = (await page.get("event"))["number"]
        decided = {"what": "board", "about": "b", "reason": "left", "points": 0, "disqualified": False}
        await page.ask("penalise", version, **decided)
        await page.ask("offer", version + 1, what="replay")

    loaded = await database_sync_to_async(selectors.load)(match_id)
    reported = wire.entries_json(await database_sync_to_async(selectors.last_entries)(match_id, loaded.state))
    newest = wire.entries_json(await database_sync_to_async(selectors.last_entries)(match_id, loaded.state, most=1))

    assert [event["number"] for event in reported] == [1, 2, 3]
    assert reported[0]["entry"]["ruling"]["sentence"] and reported[0]["entry"]["side"] == "a"
    assert reported[1]["entry"]["text"] == "Tomasz loses the board: left"
    assert newest == reported[-1:]


async def test_a_fact_declared_when_the_turn_has_passed_is_reported_of_the_board_on_which_the_stroke_was_made():
    match_id, first, second = await start_match_for_two(breaks=Side.A)

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        await asha.ask("stroke", 0, **{**STROKE, "speed": 1.2})
        assert (await tomasz.get("event"))["view"]["to_play"] == "north"
        await asha.ask("declare", 1, fact="push", about="a", made=True)
        ruling = (await tomasz.get("event"))["entry"]["ruling"]
    loaded = await database_sync_to_async(selectors.load)(match_id)
    reported = wire.entries_json(await database_sync_to_async(selectors.last_entries)(match_id, loaded.state))

    assert (ruling["side"], ruling["headline"]) == ("a", "Tomasz plays")
    assert "Tomasz plays on" not in ruling["sentence"]
    question = read_question(ruling["what_if"])
    assert not question.board.broken and question.facts.declared == ("push",)
    assert reported[-1]["entry"]["ruling"] == ruling

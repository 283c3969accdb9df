"""Over the socket: what one side says about the other, and what may be chosen before the break."""

import pytest

from carrom.terms import Side
from web.playing import Page, begin_for_two

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("kernel")]


async def test_a_claim_is_shown_as_an_offer_and_is_ruled_when_the_other_side_agrees():
    match_id, first, second = await begin_for_two()

    async with Page(match_id, first) as asha, Page(match_id, second) as tomasz:
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
    match_id, first, second = await begin_for_two(ruleset="kagw", breaks=Side.A)

    async with Page(match_id, first) as asha, Page(match_id, second) as tomasz:
        assert asha.hello["view"]["before_break"] == {"colour": {"side": "a", "now": "white"}, "rack": None}
        refused = await tomasz.ask("colour", 0, colour="white")
        assert (await asha.ask("colour", 0, colour="black"))["kind"] == "done"
        event = await tomasz.get("event")

    assert (refused["kind"], refused["code"]) == ("refused", "out-of-turn")
    assert [side["colour"] for side in event["view"]["sides"]] == ["black", "white"]
    assert event["entry"]["text"] == "Asha plays black"


async def test_the_breaker_turns_the_rack_where_the_laws_let_him():
    match_id, first, _ = await begin_for_two(ruleset="polish", breaks=Side.A)

    async with Page(match_id, first) as asha:
        may = asha.hello["view"]["before_break"]["rack"]
        lay = asha.hello["view"]["position"]
        assert (await asha.ask("rack", 0, pocket="near_left"))["kind"] == "done"
        event = await asha.get("event")
        bad = await asha.ask("rack", 1, pocket="middle")

    assert may["seat"] == "south" and [pocket["text"] for pocket in may["pockets"]][:2] == ["far left", "far right"]
    assert event["view"]["position"] != lay and event["entry"]["text"] == "Asha turns the rack"
    assert bad["kind"] == "refused"


async def test_nothing_is_chosen_before_the_break_under_the_international_laws():
    match_id, first, _ = await begin_for_two()

    async with Page(match_id, first) as asha:
        assert asha.hello["view"]["before_break"] is None

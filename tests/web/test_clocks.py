"""Clocks in a match: one that runs out is reported once, stops when nobody plays, and restarts after a restart."""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from carrom.laws.rulesets.every import RULESETS
from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.play.clocks import lapsed, seconds
from carrom.play.game import Match
from carrom.terms import Side
from carrom_web.matches import models, repository, selectors, wire
from carrom_web.matches.clock_service import ClockService
from tests.support.web.matches import MatchSocket, make_guest, start_match, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)


@database_sync_to_async
def started(**options):
    return start_match(make_guest(), **{"clocks": True, **options})


@database_sync_to_async
def run_out(match_id):
    models.Match.objects.filter(pk=match_id).update(deadline=timezone.now() - 2 * selectors.GRACE)


@database_sync_to_async
def row_of(match_id):
    return models.Match.objects.get(pk=match_id)


load = database_sync_to_async(selectors.load)


async def test_a_clock_runs_from_the_start_and_the_page_gets_the_seconds():
    match_id = await started()

    loaded = await load(match_id)
    left = (await database_sync_to_async(wire.view)(loaded))["clock"]

    assert 13 < left <= 15
    assert await ClockService().answer_all() == 0


async def test_without_clocks_none_runs():
    match_id = await started(clocks=False)

    assert (await row_of(match_id)).deadline is None


async def test_a_lapsed_stroke_is_the_fact_time_exceeded_reported_once_by_the_clock():
    match_id = await started()
    await run_out(match_id)

    reported = await ClockService().answer_all(), await ClockService().answer_all()

    loaded = await load(match_id)
    record = await database_sync_to_async(selectors.record)(match_id)
    assert reported == (1, 0)
    assert (record[-1].author, record[-1].kind) == ("clock", "declare")
    assert record[-1].asked.facts == ("time_exceeded",)
    assert loaded.state.match.board.owed[0] == 1  # ICF: a technical foul, nothing is down yet
    assert loaded.state.match.awaiting.kind is Decision.STROKE


async def test_after_three_lapses_the_clock_stands_still_until_somebody_plays():
    match_id = await started()
    for _ in range(3):
        await run_out(match_id)
        assert await ClockService().answer_all() == 1

    row = await row_of(match_id)
    assert (row.lapses, row.deadline) == (3, None)
    loaded = await database_sync_to_async(selectors.load)(match_id)
    view = await database_sync_to_async(wire.view)(loaded)
    assert view["clock"] is None and view["clock_stopped"]  # the page says so
    assert view["may"]["withdraw"]  # what the clock declared can be taken back
    assert await ClockService().answer_all() == 0


async def test_a_clock_that_ran_out_while_the_server_was_down_starts_again():
    match_id = await started()
    await run_out(match_id)

    await database_sync_to_async(repository.start_clocks_again)()

    assert (await row_of(match_id)).deadline > timezone.now() + timedelta(seconds=13)
    assert await ClockService().answer_all() == 0


def test_a_lapsed_placing_gives_the_claim_up_or_sets_the_coin_where_the_laws_suggest():
    match = Match.new(players="AB", breaks=Side.A, clocks=True, seed=3)
    assert seconds(match.state) == 15
    match.play_stroke(0.0, 0.05, 5.0)
    while match.awaiting.kind is not Decision.PLACING:
        board = match.state.match.board
        match.answer(requests.Declare(("push",), board.to_play, made=False))
        if match.awaiting.kind is Decision.STROKE:
            match.play_stroke(0.05, 0.3, 4.0)
        assert len(match.record.entries) < 60

    request = lapsed(match.state)

    assert isinstance(request, requests.Forgo | requests.Place)
    match.answer(request, author="clock")
    assert match.record.entries[-1].author == "clock"


@pytest.mark.parametrize("slug", RULESETS)
def test_clocks_of_laws_without_any_do_not_run(slug: str):
    players = "A" if RULESETS[slug].side_count == 1 else "AB"
    match = Match.new(players=players, ruleset=slug, clocks=True, breaks=Side.A)

    if match.awaiting.kind is Decision.READY:
        match.answer(requests.Ready())
    assert seconds(match.state) == RULESETS[slug].stroke_seconds


async def test_talk_beside_the_decision_wins_no_time():
    match_id, first, _ = await start_match_for_two(clocks=True)
    deadline = (await row_of(match_id)).deadline

    async with MatchSocket(match_id, first) as asha:
        assert (await asha.ask("offer", 0, what="replay"))["kind"] == "done"

    assert (await row_of(match_id)).deadline == deadline

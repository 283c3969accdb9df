"""The log of a season of sets played alone: what follows from acts, what is undone, and in which order."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom import serialization
from carrom.errors import CarromError
from carrom.league import solo_acts as acts
from carrom.league.solo_log import SeasonFold, SeasonLogError, differences
from carrom.league.solo_standings import standings
from carrom.league.solo_state import (
    PlayerStatus,
    RequestStatus,
    SeasonState,
    SeasonStatus,
    SetStatus,
    season_of,
)
from carrom.league.solo_terms import Division, SeasonTerms, weekly
from carrom.log import Log, LogError, Revert
from tests.support.thorough import examples

TERMS = SeasonTerms(
    title="Bay Area 19",
    first_day="2026-02-02",
    last_day="2026-03-01",
    weeks=weekly("2026-02-02", "2026-03-01"),
    divisions=(Division(key="all", title="", size=2),),
)
BOARDS = (21, 24, 19, 27, 23)
SeasonLog = Log[SeasonState, acts.Act]


def log(*more: acts.Act, terms: SeasonTerms = TERMS) -> SeasonLog:
    """An open season of two players."""
    found: SeasonLog = Log(SeasonFold())
    for act in (acts.Announce(terms=terms), acts.Open(), join("anu"), join("ben"), *more):
        found = found.append(act)
    return found


def join(player: str, **more: Any) -> acts.Join:
    return acts.Join(player=player, division="all", day="2026-02-02", **more)


def report(key: str, player: str = "anu", **more: Any) -> acts.ReportSet:
    given = {"day": "2026-02-04", "strokes": BOARDS, "at": "2026-02-04T20:00:00+00:00", "film": "f", **more}
    return acts.ReportSet(set=key, player=player, **given)


def correct(key: str, last: int, **more: Any) -> acts.CorrectSet:
    return acts.CorrectSet(set=key, strokes=(*BOARDS[:-1], last), day="2026-02-04", **more)


def averages(state: SeasonState) -> dict[str, str]:
    return {
        row.key: row.average
        for table in standings(season_of(state, names={}), today="2026-02-05")
        for row in table.rows
    }


def test_a_set_is_pending_or_counts_by_the_evidence_that_there_is():
    before = log(report("s", film=""))
    assert before.state.status_of(before.state.sets["s"]) is SetStatus.PENDING
    seen = before.append(acts.Testify(set="s", witness="w", at="2026-02-05T10:00:00+00:00", saw=True))
    assert seen.state.status_of(seen.state.sets["s"]) is SetStatus.COUNTS
    assert averages(seen.state) == {"anu": "22.80", "ben": ""}

    corrected = seen.append(correct("s", 28, is_seen_anew=True))
    assert corrected.state.status_of(corrected.state.sets["s"]) is SetStatus.PENDING
    assert corrected.revert(7).state == seen.state


def test_what_a_later_act_decides_anew_is_not_reverted_first():
    before = log(report("s"), correct("s", 33), correct("s", 43))

    with pytest.raises(SeasonLogError, match="newer entry"):
        before.revert(6)

    after = before.revert(7).revert(6)
    assert after.state.sets["s"].strokes == BOARDS


def test_a_player_whose_joining_is_reverted_takes_their_sets_along_and_brings_them_back():
    before = log(report("s"), correct("s", 33), report("t", "ben"))
    gone = before.revert(3)
    assert set(gone.state.players) == {"ben"} and set(gone.state.sets) == {"t"}

    assert gone.restore().state == before.state


def test_a_place_that_somebody_else_has_taken_is_not_given_back():
    before = log(join("cem", waits=True), acts.Withdraw(player="anu", day="2026-02-05"))
    assert before.state.taken == 1
    moved = before.append(acts.MoveUp(player="cem"))

    with pytest.raises(LogError, match="All 2 places"):
        moved.revert(6)

    assert before.revert(6).state.players["anu"].status is PlayerStatus.PLAYING


def test_closing_takes_out_what_is_being_played_and_after_its_undo_it_goes_on():
    started = acts.StartSet(
        set="s", player="anu", day="2026-02-04", origin="recorded", source="m", at="2026-02-04T20:00"
    )
    closed = log(started, acts.Close())
    assert (closed.state.status, closed.state.sets["s"].stage) == (SeasonStatus.CLOSED, SetStatus.STRUCK)

    again = closed.revert(6).state

    assert (again.status, again.sets["s"].stage) == (SeasonStatus.OPEN, SetStatus.STARTED)


def test_sets_and_excuses_follow_their_weeks_and_come_back_with_the_old_ones():
    before = log(report("s", day="2026-02-18"), acts.Excuse(player="ben", week=4, reason="r"))
    fewer = tuple(replace(week, number=number) for number, week in enumerate(TERMS.weeks[1:], 1))
    after = before.append(acts.ChangeWeeks(terms=replace(TERMS, weeks=fewer)))

    assert after.state.week_of(after.state.sets["s"]) == 2 and after.state.excuses == {("ben", 3): "r"}
    assert {(one.what, one.was, one.now) for one in differences(before.state, after.state)} == {
        ("week", 3, 2), ("excused in week", 4, None), ("excused in week", None, 3),
    }  # fmt: skip
    assert after.revert(7).state == before.state


def test_terms_are_not_put_back_under_a_set_that_would_lie_in_no_week():
    longer = replace(TERMS, last_day="2026-03-08", weeks=weekly("2026-02-02", "2026-03-08"))
    before = log(acts.ChangeWeeks(terms=longer), report("s", day="2026-03-04"))

    with pytest.raises(LogError, match="would not be in any week"):
        before.revert(5)


def test_a_newer_request_takes_the_place_of_the_older_and_what_is_accepted_can_be_reverted():
    def request(key: str, last: int) -> acts.RequestCorrection:
        return acts.RequestCorrection(request=key, set="s", strokes=(*BOARDS[:-1], last), day="2026-02-04")

    before = log(report("s"), request("a", 20), request("b", 22))
    assert {one.status for one in before.state.requests.values()} == {RequestStatus.WITHDRAWN, RequestStatus.OPEN}
    accepted = before.append(acts.DecideRequest(set="s", accepts=True))
    assert accepted.state.sets["s"].strokes[-1] == 22 and accepted.state.open_request("s") is None

    assert accepted.revert(8).state == before.state
    with pytest.raises(SeasonLogError, match="Nobody requested a correction"):
        log(report("s")).append(acts.DecideRequest(set="s", accepts=True))


def test_what_a_season_begins_with_stays():
    with pytest.raises(SeasonLogError, match="begins"):
        log().revert(1)


WIDE = replace(TERMS, divisions=(Division(key="all", title=""),))
ACTS: list[acts.Act] = [
    report("s"),
    report("t", "ben", film=""),
    acts.StartSet(
        set="u", player="anu", day="2026-02-11", origin="recorded", source="m", at="2026-02-11T20:00:00+00:00"
    ),
    acts.TakeRecord(set="u", strokes=BOARDS, at="2026-02-11T21:00:00+00:00"),
    acts.TakeRecord(set="u", strokes=(20, *BOARDS[1:]), at="2026-02-11T22:00:00+00:00", film="g"),
    acts.ResumeSet(set="u"),
    acts.GiveUpSet(set="u"),
    correct("s", 30),
    correct("t", 31, is_seen_anew=True),
    acts.RequestCorrection(request="r", set="s", strokes=(20, 20, 20, 20, 20), day="2026-02-05"),
    acts.DecideRequest(set="s", accepts=True),
    acts.DecideRequest(set="s", accepts=False),
    acts.WithdrawRequest(set="s"),
    acts.AskWitness(set="t", witness="w"),
    acts.Testify(set="t", witness="w", at="2026-02-05T10:00:00+00:00", saw=True),
    acts.Testify(set="t", witness="w", at="2026-02-05T10:00:00+00:00", saw=False),
    acts.AddFilm(set="t", film="h"),
    acts.GiveWord(set="t"),
    acts.RefuseSet(set="s"),
    acts.StrikeSet(set="t"),
    acts.JudgeLate(set="s", accepted=True),
    acts.Excuse(player="ben", week=2),
    acts.WithdrawExcuse(player="ben", week=2),
    acts.Withdraw(player="ben", day="2026-02-20"),
    join("cem", waits=True),
    acts.MoveUp(player="cem"),
    acts.Declare(player="anu", equipment=(("striker_mass_g", 15.5), ("equipment_declared", True))),
    acts.Place(players=(("anu", "all"), ("ben", "all"))),
    acts.PlaceNext(players=(("anu", "all"),)),
    acts.Invite(players=(acts.Invited(player="dee", division="all", day="2026-02-02"),)),
    acts.AcceptPlace(player="dee", day="2026-02-03"),
    acts.ChangeWeeks(terms=replace(WIDE, grace_days=2)),
    acts.Change(terms=replace(WIDE, late="counts")),
    acts.Close(),
    acts.Open(),
    acts.Import(),
]


@settings(max_examples=examples(150))
@given(st.lists(st.one_of(st.sampled_from(ACTS), st.integers(1, 20)), max_size=20))
def test_after_any_acts_and_reverts_the_season_is_what_its_entries_give_and_a_preview_is_what_then_happens(steps):
    now = log(terms=WIDE)
    for step in steps:
        try:
            preview = now.preview_revert(step) if isinstance(step, int) else now.preview(step)
        except CarromError:
            continue  # refused: nothing has changed
        before, now = now, now.revert(step) if isinstance(step, int) else now.append(step)
        assert (preview.before, preview.after) == (before.state, now.state)
        assert Log(SeasonFold(), now.entries).state == now.state
        if isinstance(step, int):
            assert not differences(before.state, now.revert(len(now.entries)).state)
    for entry in now.entries:
        assert serialization.from_plain(acts.Act | Revert, serialization.to_plain(entry.act)) == entry.act
    season_of(now.state, names={})  # the library takes it

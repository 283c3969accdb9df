"""The record of a contest: acts, undo, redraws, edits by hand with their consequences."""

import json
import random
from dataclasses import replace

import pytest

from carrom.errors import CarromError
from carrom.log import LogError, Revert
from carrom.serialization import BadJsonError
from carrom.terms import Side
from carrom.tournament import record
from carrom.tournament.bracket_resolution import State, set_aside
from carrom.tournament.commands import (
    Assign,
    Clear,
    ClearTieMatch,
    CommandError,
    Draw,
    DrawLots,
    Enter,
    Fill,
    Leave,
    Remove,
    Settle,
    Swap,
    Tell,
)
from carrom.tournament.contest import Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import BYE, Known
from carrom.tournament.format import find
from carrom.tournament.record import Record, contest_of
from carrom.tournament.regulation import Regulation
from tests.support.tournament.contests import by_key, entrants, result


def started(slug: str = "knockout", count: int = 8, seeds: int = 8, **options: bool | int | str) -> Record:
    saved = Record(format=slug, options=options)
    for one in entrants(count, seeds=min(seeds, count)):
        saved = record.apply(saved, Enter(one))
    return saved


def drawn(slug: str = "knockout", count: int = 8, **more) -> Record:
    return record.draw(started(slug, count, **more), random.Random(1), at="2026-03-01T10:00+00:00", by="Noor")


def meeting(saved: Record, fixture: str):
    return next(one for one in find(saved.format).meetings(contest_of(saved)) if one.fixture.id == fixture)


def reported(saved: Record, *fixtures: str, winner: Side | None = None) -> Record:
    for fixture in fixtures:
        met = meeting(saved, fixture)
        saved = record.apply(saved, Tell(result(met, winner or by_key(met))))
    return saved


def test_a_record_as_json_and_back_is_itself():
    saved = reported(drawn(), "1.1", "1.2", "2.1")
    saved = record.apply(saved, Settle((), Regulation(order=("points", "lots"))))
    saved = record.draw_lots(saved, frozenset(("p003", "p004")), random.Random(3))
    saved = record.revert(saved, saved.entries[-2].number)

    assert record.read(json.loads(json.dumps(record.write(saved)))) == saved
    assert contest_of(record.read(record.write(saved))) == contest_of(saved)


def test_the_random_numbers_of_every_draw_give_it_again_and_a_forged_draw_is_found():
    saved = drawn(seeds=0)
    assert record.check_draws(saved) == ()

    draw = saved.entries[-1].act
    assert isinstance(draw, Draw)
    forged = (draw.drawn.fixtures[0].with_slot(Side.A, draw.drawn.fixtures[1].a),)
    forged = (*forged, draw.drawn.fixtures[1].with_slot(Side.A, draw.drawn.fixtures[0].a), *draw.drawn.fixtures[2:])
    line = replace(saved.entries[-1], act=Draw(Drawn(forged, draw.drawn.numbers)))
    assert record.check_draws(replace(saved, entries=(*saved.entries[:-1], line))) == (line.number,)


def test_undoing_a_draw_keeps_the_results_and_bringing_it_back_counts_them_again():
    saved = reported(drawn(), "1.1", "1.2")
    line = next(line.number for line in saved.entries if isinstance(line.act, Draw))
    without = record.revert(saved, line)

    assert contest_of(without).draws == () and len(contest_of(without).results) == 2
    back = record.restore(without)
    assert contest_of(back) == contest_of(saved)
    assert meeting(back, "2.1").state is State.READY


def test_a_new_draw_leaves_results_of_other_pairs_aside_and_counts_those_of_the_same_two():
    saved = reported(drawn(), "1.1", "1.2")
    line = next(line.number for line in saved.entries if isinstance(line.act, Draw))
    again = record.draw(record.revert(saved, line), random.Random(5))
    assert set_aside(contest_of(again), find("knockout").meetings(contest_of(again))) == ()

    moved = record.apply(again, Swap("1.2", Side.A, "1.3", Side.A))
    aside = set_aside(contest_of(moved), find("knockout").meetings(contest_of(moved)))
    assert [one.fixture for one in aside] == ["1.2"]
    back = record.revert(moved, moved.entries[-1].number)
    assert set_aside(contest_of(back), find("knockout").meetings(contest_of(back))) == ()


def test_undo_is_for_the_last_draw_and_takes_what_was_edited_in_it_along():
    saved = record.apply(drawn(), Swap("1.1", Side.B, "1.2", Side.B))
    line = next(line.number for line in saved.entries if isinstance(line.act, Draw))
    without = record.revert(saved, line)

    assert [one.act for one in record.effective(without)] == [one.act for one in record.effective(started())]
    with pytest.raises(LogError, match="already undone"):
        record.revert(without, line)


def test_of_two_draws_the_last_was_reverted_first():
    saved = drawn("ladder", 4)
    first = saved.entries[-1].number
    saved = record.draw(reported(saved, "1.1", "1.2"), random.Random(1))

    with pytest.raises(CommandError, match="later draw"):
        record.revert(saved, first)
    assert record.revert(record.revert(saved, saved.entries[-1].number), first).entries[-1].act == Revert((first,))


def test_a_result_is_cleared_and_a_board_assigned():
    saved = reported(drawn(), "1.1")
    cleared = record.apply(saved, Clear("1.1", "p007", "p000"))
    assigned = record.apply(saved, Assign("1.2", 4))

    assert meeting(cleared, "1.1").state is State.READY
    assert meeting(assigned, "1.2").fixture.board == 4
    assert meeting(record.apply(assigned, Assign("1.2", None)), "1.2").fixture.board is None


def test_an_entry_that_is_drawn_cannot_be_reverted_before_the_draw_is():
    saved = drawn()

    with pytest.raises(LogError, match="depends on it"):
        record.revert(saved, 1)
    with pytest.raises(CommandError, match="in a draw"):
        record.apply(saved, Remove("p000"))
    assert len(contest_of(record.revert(started(), 1)).entrants) == 7


def test_a_draw_is_made_anew_only_before_play():
    saved = drawn(seeds=0)
    again = record.redrawn(saved, random.Random(2))

    assert contest_of(again).draws != contest_of(saved).draws
    assert len(contest_of(again).draws) == 1
    with pytest.raises(CommandError, match=r"1\.1 has been played"):
        record.redrawn(reported(again, "1.1"), random.Random(2))
    with pytest.raises(CommandError):
        record.redrawn(started(), random.Random(2))


def test_what_an_edit_changes_is_shown_before_it_is_made():
    saved = reported(drawn(), "1.1", "1.2", "2.1")
    shown = record.preview(saved, Swap("1.1", Side.A, "1.3", Side.A))

    assert [one.fixture for one in shown.count_no_more] == ["1.1", "2.1"]
    assert [one.fixture for one in shown.fixtures] == ["1.1", "1.3", "2.1", "3.1"]
    assert shown.fixtures[2].before == ("p000", "p003") and shown.fixtures[2].after == (None, "p003")
    assert {key for key, _, _ in shown.places} >= {"p007"}
    assert not record.preview(saved, Swap("1.1", Side.A, "1.1", Side.A))


def test_a_corrected_result_changes_everything_below_it():
    saved = reported(drawn(), "1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "3.1")
    first = meeting(saved, "1.1")
    other = result(first, by_key(first).other)
    shown = record.preview(saved, Tell(other))
    after = contest_of(record.apply(saved, Tell(other)))

    assert [one.fixture for one in shown.count_no_more] == ["1.1", "2.1", "3.1"]
    assert [one.fixture for one in shown.count_again] == ["1.1"]
    states = {one.fixture.id: one.state for one in find("knockout").meetings(after)}
    assert (states["2.1"], states["3.1"], states["2.2"]) == (State.READY, State.WAITING, State.DECIDED)


def test_who_leaves_loses_what_is_left_and_comes_back_when_that_was_reverted():
    saved = reported(drawn(), "1.1", "1.2")
    gone = record.apply(saved, Leave("p000", 2, "ill"))

    assert meeting(gone, "2.1").winner == "p003" and meeting(gone, "2.1").result.how == "withdrawn"
    with pytest.raises(CommandError, match="has played"):
        record.apply(saved, Leave("p000", 1))
    assert meeting(record.revert(gone, gone.entries[-1].number), "2.1").state is State.READY


def test_a_reserve_fills_a_side_by_hand_and_why_these_two_says_so():
    saved = record.apply(
        record.apply(drawn(count=7), Enter(Entrant(key="reserve"))), Fill("1.1", Side.B, Known("reserve"))
    )
    assert meeting(saved, "1.1").state is State.READY
    with pytest.raises(CommandError, match="twice"):
        record.apply(drawn(count=7), Fill("1.2", Side.A, Known("p006")))

    saved = record.apply(drawn(count=7), Swap("1.1", Side.B, "1.2", Side.B), by="Noor")
    inspection = record.inspected(saved, "1.2")
    assert [line.by for line in inspection.by_hand] == ["Noor"]
    assert inspection.why and inspection.drawn_in == 8
    assert contest_of(saved).fixture("1.2").b == BYE


REFUSED = (
    Tell(result(meeting(drawn(), "1.1"), None)),
    Tell(replace(result(meeting(drawn(), "1.1"), Side.A), b="p006")),
    Tell(replace(result(meeting(drawn(), "1.1"), Side.A), fixture="3.1")),
    Tell(replace(result(meeting(drawn(), "1.1"), Side.A), fixture="9.9")),
    Clear("1.1", "p000", "p007"),
    Swap("1.1", Side.A, "2.1", Side.A),
    Fill("1.1", Side.A, Known("nobody")),
    Leave("nobody", 2),
    Settle((("beauty", 1),)),
    Settle((), Regulation(order=("beauty",))),
    DrawLots(("p000", "p000")),
    Clear("9.9", "p000", "p007"),
    Fill("1.1", Side.A, Known("p003")),
    Enter(Entrant(key="p000", rating=1800.0, joined=2)),
    Remove("p000"),
    DrawLots(("p000", "nobody")),
    Assign("9.9", 1),
    ClearTieMatch(1, "1.1", "p000", "p007"),
)


@pytest.mark.parametrize("act", REFUSED)
def test_what_cannot_be_done_now_is_refused_and_changes_nothing(act):
    with pytest.raises(CarromError):
        record.apply(drawn(), act)


def test_every_refusal_names_what_is_wrong_as_it_was_reviewed(golden):
    played = reported(drawn(), "1.1", "1.2", "1.3", "1.4", "2.1")
    acts = [*((drawn(), act) for act in REFUSED), (played, Leave("p000", 1)), (played, Leave("p000", 2))]
    reported_as = []
    for saved, act in acts:
        with pytest.raises(CarromError) as refused:
            record.apply(saved, act)
        reported_as.append(f"{type(act).__name__}: {refused.value.code}: {refused.value}")

    golden("tournament/refusals.txt", "\n".join(reported_as) + "\n")


def test_fixtures_that_a_change_takes_away_or_brings_are_shown():
    before = contest_of(drawn())
    without = replace(before, draws=())

    for one, other, side in ((before, without, "after"), (without, before, "before")):
        shown = record.consequences(one, other)
        assert [change.fixture for change in shown.fixtures] == [fixture.id for fixture in before.fixtures]
        assert {getattr(change, side) for change in shown.fixtures} == {None}


def test_who_is_ranked_in_one_of_two_states_alone_is_shown_with_their_place():
    before = contest_of(drawn())
    fewer = replace(before, draws=(), entrants=before.entrants[:-1])
    last = before.entrants[-1].key

    went, came = (record.consequences(*states).places for states in ((before, fewer), (fewer, before)))
    assert [(one[1] is None, one[2] is None) for one in went if one[0] == last] == [(False, True)]
    assert [(one[1] is None, one[2] is None) for one in came if one[0] == last] == [(True, False)]


def test_who_comes_late_joins_in_a_later_round():
    saved = drawn("ladder", 6)

    with pytest.raises(CommandError, match="round 2 or later"):
        record.apply(saved, Enter(Entrant(key="late")))
    late = record.apply(saved, Enter(Entrant(key="late", joined=2)))
    with pytest.raises(CommandError, match="from round 2 on"):
        record.apply(late, Enter(Entrant(key="late", joined=3)))
    assert [row.key for row in find("ladder").standings(contest_of(late))][-1] == "late"


def test_a_tie_is_taken_where_the_format_has_ties():
    saved = drawn("round-robin", 4)
    fixture = contest_of(saved).draws[0].fixtures[0].id

    assert meeting(record.apply(saved, Tell(result(meeting(saved, fixture), None))), fixture).result.winner is None
    with pytest.raises(CommandError):
        record.apply(drawn("round-robin", 4, ties=False), Tell(result(meeting(saved, fixture), None)))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "chess"}, "format"),
        ({"version": 9}, "version"),
        ({"entries": [{"number": 2, "act": {"kind": "remove", "key": "a"}}]}, "numbered"),
        ({"entries": [{"number": 1, "act": {"kind": "dance"}}]}, "act"),
        ({"entries": [{"number": 1, "act": {"kind": "remove"}}]}, "key"),
        ({"entries": [{"number": "1", "act": {"kind": "remove", "key": "a"}}]}, "number"),
        ({"beauty": 1}, "beauty"),
        ({"regulation": {"bye_score": [25]}}, "bye_score"),
    ],
)
def test_a_record_that_is_wrong_says_where(change, where: str):
    with pytest.raises(CarromError, match=where):
        record.read(record.write(started()) | change)
    assert issubclass(BadJsonError, CarromError)

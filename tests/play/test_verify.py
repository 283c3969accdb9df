"""A record that was tampered with does not verify; the fault names its entry and kind."""

import random
from dataclasses import replace

import pytest

from carrom.equipment.position import Position
from carrom.match.requests import MakeStroke
from carrom.match.state import BrokenRecordError
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Piece, Side
from tests.support.play.whole_matches import play_on


@pytest.fixture(scope="module")
def record():
    return play_on(Match.new(length="board", breaks=Side.A, seed=8), random.Random(8), most=12).record


def tampered(record, number, **changes):
    """The record with another `followed` at one entry."""
    entry = record.entries[number]
    changed = replace(entry, followed=replace(entry.followed, **changes))
    return Record((*record.entries[:number], changed, *record.entries[number + 1 :]))


def kinds(checked, number):
    """Kinds of the faults at an entry."""
    return {fault.kind for fault in checked.faults if fault.entry == number}


def test_an_untouched_record_holds(record):
    checked = verify(record)

    assert checked.holds
    assert (checked.entries, checked.faults) == (len(record.entries), ())


def test_a_coin_moved_by_a_hair_is_found_by_the_simulation(record):
    number = next(e.number for e in record.entries if isinstance(e.asked, MakeStroke) and not e.followed.returned)
    pieces = record.entries[number].followed.position.pieces
    moved = Position((pieces[0]._replace(x=pieces[0].x + 1e-12), *pieces[1:]))
    checked = verify(tampered(record, number, position=moved))

    assert "motion" in kinds(checked, number)


def test_other_facts_are_found_by_engine_and_laws(record):
    strokes = [e for e in record.entries if isinstance(e.asked, MakeStroke)]
    stroke = next(e for e in strokes if e.followed.facts.touched and not e.followed.facts.pocketed)
    facts = replace(stroke.followed.facts, pocketed=(Piece.WHITE,), spread=True)
    checked = verify(tampered(record, stroke.number, facts=facts))

    assert {"facts", "ruling", "invariant"} <= kinds(checked, stroke.number)


def test_another_ruling_is_a_fault_under_the_same_laws_and_listed_under_newer_ones(record):
    stroke = next(e for e in record.entries if isinstance(e.asked, MakeStroke))
    ruling = replace(stroke.followed.ruling, keeps_turn=not stroke.followed.ruling.keeps_turn)
    same_laws = tampered(record, stroke.number, ruling=ruling)
    older = replace(same_laws.entries[stroke.number], laws=0)
    older_laws = Record((*record.entries[: stroke.number], older, *record.entries[stroke.number + 1 :]))

    assert kinds(verify(same_laws), stroke.number) == {"ruling"}
    assert verify(older_laws).holds
    assert verify(older_laws).ruled_otherwise == (stroke.number,)


def test_strokes_of_another_engine_are_listed_and_not_simulated(record):
    stroke = next(e for e in record.entries if isinstance(e.asked, MakeStroke))
    elsewhere = replace(stroke, engine="elsewhere")
    checked = verify(Record((*record.entries[: stroke.number], elsewhere, *record.entries[stroke.number + 1 :])))

    assert checked.holds
    assert checked.other_engine == (stroke.number,)


def test_a_missing_entry_breaks_the_record(record):
    gap = Record((*record.entries[:3], *record.entries[4:]))

    assert kinds(verify(gap), 4) == {"fold"}
    with pytest.raises(BrokenRecordError):
        _ = gap.state
    with pytest.raises(BrokenRecordError):
        Record(record.entries[1:])

"""A motion tells where everything is, packs, and goes over the wire; goldens show when the engine changes."""

import base64
import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment.arrangement import opening
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import Happening, Motion
from carrom.physics.motion_data import UnreadableMotionError
from carrom.physics.simulate import simulate
from carrom.physics.surface import SURFACES
from carrom.terms import Stroke
from tests.support.thorough import examples

BREAK = opening(random.Random(1))


@cache
def short_bytes() -> bytes:
    return simulate(Position((PlacedPiece(2, 0.0, 0.0),)), Stroke(0.0, 0.0, 1.0)).to_bytes()


def test_it_starts_and_ends_where_it_says():
    motion = simulate(BREAK, Stroke(0.02, 0.07, 4.0))

    assert tuple(disc[:3] for disc in motion.at(0)[1:]) == tuple(tuple(p) for p in BREAK.pieces)
    rest = {disc.number: disc for disc in motion.at(motion.duration + 1)}
    assert {n for n in rest if n} == set(motion.final.numbers)
    for number, x, y in motion.final.pieces:
        assert (rest[number].x, rest[number].y, rest[number].vx, rest[number].vy) == (x, y, 0, 0)


def test_bytes_and_wire_hold_the_same_rows():
    motion = simulate(BREAK, Stroke(0.0, 0.0, 5.0))
    drawing = Motion.from_bytes(motion.to_bytes())
    wire = motion.to_wire()
    rows = np.frombuffer(base64.b64decode(wire["segments"]), "<f4").reshape(-1, 7)

    assert drawing.to_wire() == wire
    assert wire["discs"] == list(range(20))
    np.testing.assert_allclose(rows[:, :6], motion.segments[:, :6], rtol=1e-6, atol=1e-7)
    assert [event[1] for event in wire["events"]] == [event.what for event in motion.events]


@pytest.mark.parametrize(
    "spoil", [lambda b: b"", lambda b: b[:-1], lambda b: b + b"x", lambda b: b"CARM\x09\x00" + b[6:]]
)
def test_spoilt_bytes_are_refused(spoil: Callable[[bytes], bytes]):
    with pytest.raises(UnreadableMotionError):
        Motion.from_bytes(spoil(simulate(Position(), Stroke(0.0, 0.0, 1.0)).to_bytes()))


def test_bytes_tell_of_every_kind_of_event():
    rattle = simulate(Position((PlacedPiece(2, 0.293, 0.271),)), Stroke(0.138, -0.256, 2.14))
    jump = simulate(Position((PlacedPiece(2, 0.0, 0.3),)), Stroke(0.0, 0.0, 8.0), surface=SURFACES["low-frames"])
    seen = set()
    for motion in (rattle, jump):
        assert Motion.from_bytes(motion.to_bytes()).to_wire() == motion.to_wire()
        seen |= {event.what for event in motion.events}

    assert seen == set(Happening)


@settings(max_examples=examples(300))
@given(st.data())
def test_any_bytes_are_read_or_refused(data: st.DataObject):
    good = short_bytes()
    at = data.draw(st.integers(0, len(good)))
    spoilt = good[:at] + data.draw(st.binary(max_size=12)) + good[at + data.draw(st.integers(0, 12)) :]
    try:
        Motion.from_bytes(spoilt).to_wire()
    except UnreadableMotionError as error:
        assert error.code == "unreadable-motion"


def test_what_is_gone_is_gone_at_its_time():
    motion = simulate(Position((PlacedPiece(2, 0.293, 0.271),)), Stroke(0.138, -0.256, 2.14))
    (number,) = motion.gone
    fell = motion.gone[number]

    assert number == 2
    assert 2 in {disc.number for disc in motion.at(fell - 1e-9)}
    assert 2 not in {disc.number for disc in motion.at(fell)}


def test_segments_of_a_disc_are_its_own_in_order():
    motion = simulate(BREAK, Stroke(0.0, 0.0, 5.0))
    parts = [motion.segments_of(number) for number in motion.numbers]

    assert sum(map(len, parts)) == len(motion.segments)
    for number, rows in zip(motion.numbers, parts, strict=True):
        assert (rows[:, 0] == number).all() and (np.diff(rows[:, 1]) >= 0).all()


def test_before_its_first_contact_the_striker():
    behind = Position((PlacedPiece(2, 0.0, -0.33),))
    back = simulate(behind, Stroke(0.0, 0.0, 5.0))
    own = simulate(Position(), Stroke(0.0, 3.0, 2.0))

    assert back.crossed_front_line and back.came_back_into_own_half and not back.touched_own_frame
    assert back.first_contact == 2 and back.struck == {2}
    assert own.touched_own_frame and own.first_contact is None


def test_final_positions_are_those_of_this_engine(golden: Callable[[str, str], None]):
    lines = []
    for stroke in (Stroke(0.0, 0.0, 5.0), Stroke(0.1, 0.35, 3.0), Stroke(-0.2, -0.6, 7.5)):
        motion = simulate(BREAK, stroke)
        lines.append(f"{stroke} engine {motion.engine} pocketed {motion.pocketed}")
        lines += [f"  {number} {x.hex()} {y.hex()}" for number, x, y in motion.final.pieces]
    golden("physics/strokes.txt", "\n".join(lines) + "\n")

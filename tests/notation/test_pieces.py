"""Positions and strokes as text, and a board drawn with characters."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.equipment.arrangement import opening, touching
from carrom.equipment.measurements import BASE_MIDDLE, HALF_SURFACE
from carrom.equipment.position import PlacedPiece, Position
from carrom.notation.characters import LEGEND, ascii_board, cell
from carrom.notation.cursor import NotationError, UnwritableError
from carrom.notation.pieces import read_position, read_stroke, write_position, write_stroke
from carrom.play.rng import SeededRng
from carrom.terms import Seat, Stroke

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def refusal(read: Callable[[str], object], text: str) -> tuple[str, int, int]:
    with pytest.raises(NotationError) as caught:
        read(text)
    return caught.value.code, caught.value.line, caught.value.column


@given(st.integers(0, 2**32), st.sampled_from(list(Seat)), st.sets(st.integers(1, 19)), st.booleans())
def test_reading_undoes_writing_for_positions(seed: int, seat: Seat, gone: set[int], lines: bool):
    position = opening(SeededRng(seed), seat).without(*gone)

    assert repr(read_position(write_position(position, lines=lines))) == repr(position)


def test_pieces_stand_on_any_line_in_any_order_and_may_leave_out_their_numbers():
    text = "# a remark\n\nb(0.1,0.1)  w3(-0.1,0)\n  q(0,0) w(0.2,0) b11(0,0.2)\n"

    assert read_position(text) == Position(
        (
            PlacedPiece(1, 0.0, 0.0),
            PlacedPiece(2, 0.2, 0.0),
            PlacedPiece(3, -0.1, 0.0),
            PlacedPiece(11, 0.0, 0.2),
            PlacedPiece(12, 0.1, 0.1),
        )
    )


def test_a_board_without_pieces_says_so():
    assert read_position("empty") == Position()
    assert write_position(Position()) == "empty"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", ("bad-syntax", 1, 1)),
        ("empty w2(0,0)", ("unexpected-text", 1, 7)),
        ("w2(0,0", ("bad-syntax", 1, 7)),
        ("w2(0)", ("bad-syntax", 1, 5)),
        ("w2(0,0)w3(0.1,0)", ("bad-syntax", 1, 8)),
        ("w2(nan,0)", ("bad-number", 1, 4)),
        ("w2(0,1e999)", ("bad-number", 1, 6)),
        ("w1(0,0)", ("unknown-piece", 1, 1)),
        ("w11(0,0)", ("unknown-piece", 1, 1)),
        ("s0(0,0)", ("bad-syntax", 1, 1)),
        ("q1(0,0)\nq1(0.1,0)", ("piece-twice", 2, 1)),
        ("q(0,0) q(0.1,0)", ("piece-twice", 1, 8)),
        ("q(0,0)\n w(0.01,0)", ("pieces-overlap", 2, 2)),
        ("q(0.4,0)", ("off-surface", 1, 1)),
        ("q(0.347,0.347)", ("in-pocket", 1, 1)),
        ("w2(0,0)\t", ("bad-character", 1, 8)),
        ("w(0,0) " * 20, ("piece-twice", 1, 134)),
    ],
)
def test_a_position_that_cannot_be_is_refused_where_it_goes_wrong(text: str, where: tuple[str, int, int]):
    assert refusal(read_position, text) == where


@given(FINITE, FINITE, FINITE)
def test_reading_undoes_writing_for_strokes(offset: float, angle: float, speed: float):
    stroke = Stroke(offset, angle, speed)

    assert repr(read_stroke(write_stroke(stroke))) == repr(stroke)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("offset 1 angle 2", "missing-key"),
        ("angle 2 offset 1 speed 3", "missing-key"),
        ("offset 1 angle 2 speed 3 spin 4", "unexpected-text"),
        ("offset 1 angle 2 speed fast", "bad-number"),
        ("offset 1 angle 2 speed 3\noffset 1 angle 2 speed 3", "bad-syntax"),
        ("", "bad-syntax"),
    ],
)
def test_a_stroke_that_is_none_is_refused(text: str, code: str):
    assert refusal(read_stroke, text)[0] == code


@given(st.text(alphabet="qwb0123456789(),.e-+ \nempty#"))
def test_any_text_is_read_or_refused_with_a_code(text: str):
    for read in (read_position, read_stroke):
        try:
            read(text)
        except NotationError as error:
            assert error.code and error.line >= 1 and error.column >= 1


def test_what_is_no_piece_is_not_written():
    for piece in (PlacedPiece(0, 0.0, 0.0), PlacedPiece(20, 0.0, 0.0), PlacedPiece(2, float("nan"), 0.0)):
        with pytest.raises(UnwritableError):
            write_position(Position((piece,)))


@pytest.mark.parametrize("seat", list(Seat))
def test_every_piece_has_a_character_of_its_own_even_where_all_touch(seat: Seat):
    picture = ascii_board(touching(seat), seat=seat, striker=seat_place(seat))

    drawn = picture.removesuffix(LEGEND)
    assert [drawn.count(sign) for sign in "QO#X"] == [1, 9, 9, 1]
    assert {len(line) for line in drawn.splitlines()} == {57}
    assert picture.splitlines()[23].count("X") == 1  # on the own base line, below


def seat_place(seat: Seat) -> tuple[float, float]:
    from carrom.equipment.position import turn

    return turn(0.05, -BASE_MIDDLE, seat.quarter_turns)


@given(st.floats(-HALF_SURFACE, HALF_SURFACE), st.floats(-HALF_SURFACE, HALF_SURFACE))
def test_every_point_of_the_surface_is_in_a_cell(x: float, y: float):
    column, row = cell(x, y)

    assert 0 <= column < 55 and 0 <= row < 27

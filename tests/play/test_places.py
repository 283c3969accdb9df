"""Where dues may be placed and where the umpire puts pieces: legal, free, nearest, and always the same."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.rulesets.icf import RULESET
from carrom.laws.rulesets.kagw import RULESET as KAGW
from carrom.laws.ruling import Reason, Region
from carrom.match.awaiting import Due
from carrom.play import places, scenes
from carrom.play.free_places import is_free
from carrom.play.places import put_back
from carrom.play.settlement import settle
from carrom.terms import Piece, Queen, Seat, Side

DUE = Due(
    piece=Piece.BLACK, side=Side.B, placer=Seat.SOUTH, region=Region.OUTER_CIRCLE, why=Reason.STRIKER_ALONE, number=19
)
# eight coins round the middle of the ring leave no room for another
FULL = Position(
    tuple(PlacedPiece(2 + k, 0.0505 * math.cos(math.pi * k / 4), 0.0505 * math.sin(math.pi * k / 4)) for k in range(8))
)


@st.composite
def crowded(draw):
    """A queen and some coins in and round the outer circle, none on another."""
    lying = Position()
    for number in (1, *range(2, 2 + draw(st.integers(0, 8))), *range(11, 11 + draw(st.integers(0, 6)))):
        x, y = draw(st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)))
        if is_free(lying, x, y):
            lying = lying.with_piece(number, x, y)
    return lying


@given(position=crowded(), x=st.floats(-0.2, 0.2), y=st.floats(-0.2, 0.2))
def test_the_nearest_place_is_legal_and_no_spot_of_the_grid_is_nearer(position, x, y):
    found = places.nearest(position, DUE, x, y, RULESET)
    spots = places.spots(position, DUE, RULESET, 0.006)
    assume(found is not None or spots)

    assert places.fault(position, DUE, *found, RULESET) is None
    with_shots_allowed = [spot for spot in spots if math.dist(spot, (x, y)) < math.dist(found, (x, y)) - 1e-6]
    queen_is_near = bool(position.of(Piece.QUEEN))
    assert queen_is_near or not with_shots_allowed


@given(position=crowded())
def test_every_spot_and_the_suggestion_are_legal(position):
    suggested = places.suggested(position, DUE, RULESET)

    assert all(
        places.fault(position, DUE, *spot, RULESET) is None for spot in places.spots(position, DUE, RULESET, 0.01)
    )
    assert suggested is None or places.fault(position, DUE, *suggested, RULESET) is None


@pytest.mark.clause("ICF-L86")
@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (0.0, 0.0, Reason.PLACE_ON_CENTRE),
        (0.0, 0.0317, Reason.PLACE_ON_CENTRE),
        (0.0, 0.0318, None),
        (0.0, 0.0691, None),
        (0.0, 0.0692, Reason.PLACE_OUTSIDE_CIRCLE),
        (0.5, 0.5, Reason.PLACE_OUTSIDE_CIRCLE),
    ],
)
def test_icf_l86_a_due_lies_wholly_in_the_outer_circle_and_off_the_centre_circle(x, y, reason):
    found = places.fault(Position(), DUE, x, y, RULESET)

    assert (None if found is None else found.reason) is reason


def test_there_is_no_place_in_a_full_circle():
    assert places.suggested(FULL, DUE, RULESET) is None
    assert places.spots(FULL, DUE, RULESET, 0.002) == ()


@pytest.mark.clause("ICF-L79")
def test_icf_l79_a_due_without_room_goes_back_down_and_is_owed_again():
    lying = Position((*FULL.pieces, PlacedPiece(11, 0.3, 0.1)))
    board = replace(scenes.scene("midgame").match.board, white_up=8, black_up=1, to_play=Side.B, seat=Seat.NORTH)
    board = replace(board, queen=Queen.COVERED, queen_side=Side.A)
    ruling = judge(board, StrokeFacts(striker_pocketed=True), RULESET)
    settled = settle(ruling, lying, RULESET, seat=Seat.NORTH)

    assert ruling.after.black_up == 2
    assert (settled.board.black_up, settled.board.owed_by(Side.B)) == (1, 1)
    assert settled.no_room == (12,)
    assert (settled.dues, settled.hand, settled.position) == ((), (), lying)


@pytest.mark.clause("K-045")
def test_k045_where_coins_may_lie_on_each_other_a_due_is_never_refused_for_lack_of_room():
    lying = Position((*FULL.pieces, PlacedPiece(10, 0.0, 0.0), PlacedPiece(11, 0.3, 0.1)))
    board = replace(scenes.scene("midgame").match.board, white_up=9, black_up=1, to_play=Side.B, seat=Seat.NORTH)
    board = replace(board, queen=Queen.COVERED, queen_side=Side.A)
    ruling = judge(board, StrokeFacts(striker_pocketed=True), KAGW)
    settled = settle(ruling, lying, KAGW, seat=Seat.NORTH)

    assert (settled.board.black_up, settled.board.owed_by(Side.B)) == (2, 0)
    ((number, x, y),) = settled.returned
    assert (number, settled.no_room, settled.dues) == (12, (), ())
    assert math.hypot(x, y) > max(math.hypot(p.x, p.y) for p in FULL.pieces)
    assert min(math.dist((x, y), (p.x, p.y)) for p in lying.pieces) >= 2 * COIN_RADIUS


@pytest.mark.clause("ICF-L93")
def test_icf_l93_the_queen_goes_to_the_centre_or_as_near_as_it_is_free_away_from_the_player_in_turn():
    taken = Position((PlacedPiece(2, 0.0, 0.0),))

    assert put_back((1,), Position(), Seat.SOUTH) == ((1, 0.0, 0.0),)
    for seat, (ux, uy) in ((Seat.SOUTH, (0, 1)), (Seat.EAST, (-1, 0)), (Seat.NORTH, (0, -1)), (Seat.WEST, (1, 0))):
        ((_, x, y),) = put_back((1,), taken, seat)
        assert (x, y) == pytest.approx((2 * COIN_RADIUS * ux, 2 * COIN_RADIUS * uy), abs=1e-8)


@given(position=crowded(), seat=st.sampled_from(list(Seat)))
def test_what_the_umpire_puts_back_lies_on_nothing_and_always_at_the_same_place(position, seat):
    position = position.without(1)
    ((_, x, y),) = put_back((1,), position, seat)

    assert is_free(position, x, y)
    assert put_back((1,), position, seat) == ((1, x, y),)


@given(position=crowded(), angle=st.floats(0, 2 * math.pi), part=st.floats(0, 0.999))
def test_no_free_place_is_nearer_to_the_centre_than_that_of_the_queen(position, angle, part):
    position = position.without(1)
    ((_, x, y),) = put_back((1,), position, Seat.SOUTH)
    away = part * math.hypot(x, y) - 1e-6
    assume(away > 0)

    assert not is_free(position, away * math.cos(angle), away * math.sin(angle))

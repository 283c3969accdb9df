"""Toss, seats, who breaks, change of sides (ICF 27 to 29, 39, 49, 58 to 60)."""

from dataclasses import replace

import pytest

from carrom.laws.ruleset import Ruleset
from carrom.laws.values import with_values
from carrom.match import sides
from carrom.match.awaiting import OVER
from carrom.match.snapshot import MatchSnapshot, Tally
from carrom.play.rng import SeededRng
from carrom.terms import Seat, Side

ICF = Ruleset()


@pytest.mark.clause("ICF-L27", "ICF-L28")
def test_icf_l28_partners_and_single_opponents_sit_opposite_each_other():
    singles, doubles = sides.first_seats(2), sides.first_seats(4)

    assert [s.seat for s in singles] == [Seat.SOUTH, Seat.NORTH]
    for side in Side:
        one, other = (s.seat for s in doubles if s.side is side)
        assert one.opposite is other


@pytest.mark.clause("ICF-L39")
def test_icf_l39_chance_gives_each_side_the_toss_about_as_often():
    won = [sides.toss(SeededRng(seed)) for seed in range(400)]

    assert 150 < won.count(Side.A) < 250


@pytest.mark.clause("ICF-L49")
@pytest.mark.parametrize(("men", "order"), [(2, "south north south"), (4, "south east north west south")])
def test_icf_l49_the_break_alternates_and_in_doubles_goes_to_the_right(men, order):
    seats = [Seat.SOUTH]
    while len(seats) < len(order.split()):
        seats.append(sides.next_breaker(seats[-1], ICF, men))

    assert [seat.value for seat in seats] == order.split()


def test_a_ruleset_may_send_turn_and_break_to_the_left():
    clockwise = with_values(ICF, {"doubles_order": "left"})

    assert sides.next_breaker(Seat.SOUTH, clockwise, 4) is Seat.WEST


@pytest.mark.clause("ICF-L49")
def test_icf_l49_the_other_side_opens_game_two_and_the_first_player_game_three():
    singles = [sides.opener_of_game(Seat.NORTH, game, ICF, 2) for game in (1, 2, 3)]
    doubles = [sides.opener_of_game(Seat.EAST, game, ICF, 4) for game in (1, 2, 3)]

    assert singles == [Seat.NORTH, Seat.SOUTH, Seat.NORTH]
    assert doubles == [Seat.EAST, Seat.NORTH, Seat.EAST]


@pytest.mark.clause("ICF-L58", "ICF-L59")
@pytest.mark.parametrize(("men", "new_seat_of_south"), [(2, Seat.NORTH), (4, Seat.EAST)])
def test_icf_l58_singles_swap_and_doubles_move_one_place_to_the_right(men, new_seat_of_south):
    moved = sides.moved(sides.first_seats(men), sides.places_to_change(men))

    assert sides.first_seat_of(moved, Side.A) is new_seat_of_south
    assert len({s.seat for s in moved}) == men


def deciding(**changes):
    """A standing in the third game."""
    return replace(MatchSnapshot(seats=sides.first_seats(2), awaiting=OVER, game=3), **changes)


@pytest.mark.clause("ICF-L60")
@pytest.mark.parametrize(
    ("score", "boards", "changes"),
    [(Tally(12, 0), 3, False), (Tally(13, 0), 2, True), (Tally(0, 14), 2, True), (Tally(4, 4), 4, True)],
)
def test_icf_l60_sides_change_in_the_third_game_at_thirteen_points_or_after_board_four(score, boards, changes):
    assert sides.changes_in_game(deciding(), score, boards, ICF) is changes


@pytest.mark.clause("ICF-L60")
def test_icf_l60_in_late_rounds_points_alone_change_sides():
    late = with_values(ICF, {"side_change_mid": "points"})

    assert not sides.changes_in_game(deciding(), Tally(4, 4), 4, late)
    assert sides.changes_in_game(deciding(), Tally(13, 4), 5, late)


@pytest.mark.clause("ICF-L60")
def test_icf_l60_sides_change_once_and_only_in_the_deciding_game():
    assert not sides.changes_in_game(deciding(changed_in_game=True), Tally(13, 0), 4, ICF)
    assert not sides.changes_in_game(deciding(game=2), Tally(13, 0), 4, ICF)
    assert not sides.changes_in_game(deciding(game=1), Tally(13, 0), 4, with_values(ICF, {"match_wins_needed": 1}))

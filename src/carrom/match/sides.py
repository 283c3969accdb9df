"""Toss, seats, who breaks, and the change of sides.

Standard library only, no coordinates. "To the right" is anticlockwise seen from above.
"""

from carrom.equipment.arrangement import Rng
from carrom.laws.ruleset import Ruleset
from carrom.match.awaiting import BREAK
from carrom.match.snapshot import MatchSnapshot, Seated, Tally
from carrom.terms import Seat, Side

Seating = tuple[Seated, ...]


def first_seats(men: int) -> Seating:
    """Return the seats before the toss: opposite each other; in doubles partners opposite (ICF 27, 28)."""
    if men == 1:
        return (Seated(Seat.SOUTH, Side.A, 0),)
    if men == 2:
        return (Seated(Seat.SOUTH, Side.A, 0), Seated(Seat.NORTH, Side.B, 0))
    return (
        Seated(Seat.SOUTH, Side.A, 0),
        Seated(Seat.EAST, Side.B, 0),
        Seated(Seat.NORTH, Side.A, 1),
        Seated(Seat.WEST, Side.B, 1),
    )


def toss(rng: Rng) -> Side:
    """Draw the winner of the toss, either side with an even chance (ICF 39)."""
    return Side.A if rng.random() < 0.5 else Side.B


def choices_after_toss(ruleset: Ruleset, men: int) -> tuple[str, ...]:
    """Return the choices of the winner of the toss; empty: they break. Choosing a seat gives up the break (ICF 39)."""
    if ruleset.toss_choice != "side_or_break":
        return ()
    return (BREAK, *side_choices(men))


def side_choices(men: int) -> tuple[str, ...]:
    """The sides of the board, as seats that the chooser's first player may take."""
    return (Seat.SOUTH.value, (Seat.EAST if men == 4 else Seat.NORTH).value)


def moved(seating: Seating, steps: int) -> Seating:
    """Everyone moved by so many places to the right."""
    return tuple(sorted((s._replace(seat=seat_after(s.seat, steps)) for s in seating), key=_order))


def seat_after(seat: Seat, steps: int) -> Seat:
    """The seat so many places to the right."""
    for _ in range(steps % 4):
        seat = seat.right
    return seat


def steps_to(seating: Seating, side: Side, seat: Seat) -> int:
    """How many places everyone moves to the right for the first player of `side` to sit at `seat`."""
    now = first_seat_of(seating, side)
    return (seat.quarter_turns - now.quarter_turns) % 4


def first_seat_of(seating: Seating, side: Side) -> Seat:
    """Return the seat of a side's first player."""
    return next(s.seat for s in seating if s.side is side and s.player == 0)


def side_at(seating: Seating, seat: Seat) -> Side:
    """The side that sits at a seat. Raises KeyError: nobody does."""
    for seated in seating:
        if seated.seat is seat:
            return seated.side
    raise KeyError(seat)


def next_in_order(seat: Seat, ruleset: Ruleset, men: int) -> Seat:
    """Return the seat after this one: the one opposite, in doubles the right-hand or left-hand neighbour (ICF 49b)."""
    if men == 1:
        return seat
    if men == 2:
        return seat.opposite
    return seat.right if ruleset.doubles_order == "right" else seat.left


def next_breaker(seat: Seat, ruleset: Ruleset, men: int) -> Seat:
    """Return who opens the board after one of `seat`: the break alternates, in doubles to the right (ICF 49)."""
    return seat if ruleset.break_rotation == "same" else next_in_order(seat, ruleset, men)


def opener_of_game(opener: Seat, game: int, ruleset: Ruleset, men: int) -> Seat:
    """Return the opener of a game, counted from 1, when `opener` opened the first (all seats as they are now).

    Odd games: the same player; even games: the other side, in doubles the neighbour that the value names (AMB-10).
    Law: ICF 49a.
    """
    if game % 2 == 1 or ruleset.break_rotation == "same":
        return opener
    if men == 4:
        return opener.right if ruleset.doubles_second_breaker == "right_of_first" else opener.left
    return next_in_order(opener, ruleset, men)


def places_to_change(men: int) -> int:
    """How far everyone moves when sides change: singles swap, doubles one place to the right (ICF 58, 59)."""
    return {1: 0, 2: 2, 4: 1}[men]


def changes_in_game(standing: MatchSnapshot, score: Tally, boards_played: int, ruleset: Ruleset) -> bool:
    """Whether sides change now, within the deciding game (ICF 60).

    When a side has reached the points of the ruleset (13) or, where boards count as well, after its board (the
    fourth), whichever is earlier; once a game. A match of one game has no deciding game, unless the ruleset counts its
    only one as such (C-067).
    """
    deciding = standing.game == 2 * ruleset.match_wins_needed - 1
    deciding = deciding and (ruleset.match_wins_needed > 1 or ruleset.side_change_only_game)
    if not deciding or standing.changed_in_game or ruleset.side_change_mid == "none":
        return False
    by_boards = ruleset.side_change_mid == "boards_or_points" and boards_played >= ruleset.side_change_boards
    return by_boards or max(score) >= ruleset.side_change_points


def _order(seated: Seated) -> int:
    """South first, then to the right."""
    return seated.seat.quarter_turns

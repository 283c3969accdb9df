"""Laying the coins again by the umpire: counts, queen and turn stay; and when to suggest it.

Pure; chance comes from random numbers that are passed in.
Law: L-071 (reshuffle), L-072 (neutral), L-073 (the rack again).
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from carrom.equipment.arrangement import Rng, opening, places_round_the_centre
from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.match import requests
from carrom.match.entries import Entry
from carrom.terms import QUEEN_NUMBER, Piece, Seat, piece_of

How = Literal["shuffle", "neutral", "rack"]


def laid_anew(position: Position, how: How, rng: Rng, seat: Seat) -> Position:
    """The same pieces round the centre, the queen on it if she is up.

    "rack": each coin on its place of the opening arrangement; "neutral": colours in turn, the inner ring first;
    "shuffle": the same places in an order that the random generator give.
    """
    up = position.numbers
    if how == "rack":
        return Position(tuple(piece for piece in opening(rng, seat).pieces if piece.number in up))
    coins = [number for number in up if number != QUEEN_NUMBER]
    ordered = _shuffled(coins, rng) if how == "shuffle" else _in_turn(coins)
    placed = [
        PlacedPiece(number, *turn(x, y, seat.quarter_turns))
        for number, (x, y) in zip(ordered, places_round_the_centre(), strict=False)
    ]
    if QUEEN_NUMBER in up:
        placed.append(PlacedPiece(QUEEN_NUMBER, 0.0, 0.0))
    return Position(tuple(sorted(placed)))


def turns_without_a_coin(record: Sequence[Entry]) -> int:
    """How many turns of the board in play, up to now, have brought no coin down; `record` holds what counts.

    A turn in which nothing falls is one stroke, or a pass.
    """
    turns = 0
    for entry in reversed(record):
        facts = entry.followed.facts
        if entry.followed.board_results or isinstance(entry.asked, requests.Rearrange | requests.TellBoard):
            break
        if facts is None or not (facts.made or facts.passed):
            continue
        if facts.pocketed:
            break
        turns += 1
    return turns


def _in_turn(coins: Iterable[int]) -> list[int]:
    """White and black in turn as long as there are both, then the rest."""
    white, black = ([n for n in sorted(coins) if piece_of(n) is kind] for kind in (Piece.WHITE, Piece.BLACK))
    both = min(len(white), len(black))
    paired = [number for pair in zip(white, black, strict=False) for number in pair]
    return [*paired, *white[both:], *black[both:]]


def _shuffled(coins: Iterable[int], rng: Rng) -> list[int]:
    left, drawn = sorted(coins), []
    while left:
        drawn.append(left.pop(int(rng.random() * len(left))))
    return drawn

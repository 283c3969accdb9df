"""Whether the strokes of a rated match fit a hand on a screen: a check whose findings an operator sees, nobody else.

Of every stroke the record has place, angle and speed to the last bit, and when it was made. The check asks two things.
How often would the best hand on a screen have pocketed what this stroke pocketed? How soon after the board lay still
was it made? One lucky stroke says nothing, so a player is flagged by many of them in one match
(docs/decisions/0041-rated-matches.md). A flag changes nothing by itself.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from uuid import UUID

from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
from carrom.play.context import engine
from carrom.play.record import Record
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Piece, Seat, Side, piece_of
from carrom_web.matches import models, selectors

HAND = 0.4  # the magnitude of its noise: 0.1 degree, 0.2 mm, 2.4 %: about two steps of the ruler below the board
TRIES = 24  # of each stroke by that hand
RARE = 0.15  # of the tries pocket the same: fewer, and the stroke is unlikely
LEAST_UNLIKELY, UNLIKELY_SHARE = 5, 1 / 3  # of a match that is flagged
QUICK, MOST_QUICK = 0.6, 3  # seconds after the board lay still; the page lets nobody strike sooner than 0.3
AT_ONCE = 20  # matches


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A finding of the check on one side's strokes."""

    strokes: int
    unlikely: int
    too_quick: int
    seconds: float | None

    @property
    def is_flagged(self) -> bool:
        """Whether no hand makes such strokes."""
        many = self.unlikely >= LEAST_UNLIKELY and self.unlikely >= UNLIKELY_SHARE * self.strokes
        return many or self.too_quick >= MOST_QUICK


@dataclass(frozen=True, slots=True)
class Made:
    """A stroke with the board that it was made on, and how long its player took; None: nobody knows."""

    entry: Entry
    before: PlayState
    seconds: float | None

    @property
    def seat(self) -> Seat:
        """The seat of its author."""
        return Seat(self.entry.author)


def finding(strokes: Sequence[Made], *, seed: int = 1) -> Finding:
    """Check the strokes of one player; the same seed gives the same finding."""
    rng = random.Random(seed)  # noqa: S311  # tries of a hand, no secret
    gained = [one for one in strokes if _gained(one)]
    times = [one.seconds for one in strokes if one.seconds is not None]
    return Finding(
        strokes=len(gained),
        unlikely=sum(chance(one, rng) < RARE for one in gained),
        too_quick=sum(seconds < QUICK for seconds in times),
        seconds=median(times) if times else None,
    )


def chance(made: Made, rng: random.Random) -> float:
    """How often the best hand on a screen would have pocketed all that this stroke pocketed of the player's own."""
    from carrom.bots.noise import Noise  # loads numpy

    asked, wanted, position = made.entry.asked, _gained(made), made.before.position
    assert isinstance(asked, MakeStroke) and position is not None  # noqa: S101
    simulate, surface = engine(None), surface_of(made.before.match.head)
    hand, found = Noise(HAND), 0
    for _try in range(TRIES):
        motion = simulate(position, hand.executed(asked.stroke, rng), made.seat, surface)
        found += wanted <= set(motion.pocketed)
    return found / TRIES


def strokes_of(record: Record, durations: dict[int, float]) -> Iterator[Made]:
    """Every stroke of a record; `durations`: seconds for which the pieces moved, by the entry's number."""
    states = record.states
    for before, entry in zip(record.entries, record.entries[1:], strict=False):
        if isinstance(entry.asked, MakeStroke) and states[entry.number - 1].position is not None:
            moved = durations.get(before.number, 0.0)
            yield Made(entry, states[entry.number - 1], _seconds(before.time, entry.time, moved))


def check_new() -> int:
    """Check the rated matches that are over and not checked yet; return how many that were."""
    rows = models.Match.objects.exclude(rated_group="").filter(
        phase="over", hand_checks=None, seats__guest__isnull=False
    )
    found = list(rows.distinct().values_list("pk", flat=True)[:AT_ONCE])
    for match_id in found:
        check(match_id)
    return len(found)


def check(match_id: UUID) -> None:
    """Check a match and write what was found of each player."""
    record = Record(tuple(selectors.record(match_id)))
    strokes = list(strokes_of(record, _durations(match_id)))
    places = {(seated.side.value, seated.player): seated.seat for seated in record.state.match.seats}
    for row in models.Seat.objects.filter(match_id=match_id, guest__isnull=False):
        own = [one for one in strokes if player_of(one.before, one.seat) == (row.side, row.player)]
        seen = finding(own) if (row.side, row.player) in places else finding([])
        assert row.guest_id is not None  # noqa: S101
        models.HandCheck.objects.update_or_create(
            match_id=match_id,
            guest_id=row.guest_id,
            defaults={
                "strokes": seen.strokes,
                "unlikely": seen.unlikely,
                "too_quick": seen.too_quick,
                "median_seconds": seen.seconds,
                "is_flagged": seen.is_flagged,
            },
        )


def player_of(state: PlayState, seat: Seat) -> tuple[str, int] | None:
    """Return the player at a seat as side and number: players change seats during a match."""
    return next(((one.side.value, one.player) for one in state.match.seats if one.seat is seat), None)


def _gained(made: Made) -> set[int]:
    """The numbers of the player's own coins, and the queen, that a stroke pocketed."""
    facts, board = made.entry.followed.facts, made.before.match.board
    if facts is None or board is None or made.before.position is None:
        return set()
    after = made.entry.followed.lying or made.entry.followed.position
    there = {piece.number for piece in after.pieces} if after is not None else set()
    own = _colour(made)
    return {
        piece.number
        for piece in made.before.position.pieces
        if piece.number not in there and piece_of(piece.number) in (own, Piece.QUEEN)
    }


def _colour(made: Made) -> Piece | None:
    board = made.before.match.board
    side: Side = made.before.match.side_at(made.seat)
    return board.colour_of(side) if board is not None else None


def _durations(match_id: UUID) -> dict[int, float]:
    from carrom.physics.motion import Motion

    rows = models.Entry.objects.filter(match_id=match_id, motion__isnull=False).values_list("number", "motion")
    return {number: Motion.from_bytes(bytes(motion)).duration for number, motion in rows if motion is not None}


def _seconds(before: str, after: str, moved: float) -> float | None:
    try:
        return (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds() - moved
    except (ValueError, TypeError):
        return None

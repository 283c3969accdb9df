"""`carrom.Match`: a match to play, inspect and experiment with.

Adds to `carrom.play.game.Match` everything that needs notation and pictures: texts, drawings, situations.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from carrom.equipment.position import Position
from carrom.errors import NotAllowedError
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Ruling
from carrom.match.awaiting import Decision
from carrom.match.entries import Player
from carrom.match.requests import MakeStroke
from carrom.notation.characters import ascii_board
from carrom.notation.situation import read_situation
from carrom.play import game, places
from carrom.play.domain import stroke_domain
from carrom.play.errors import NotAwaitedError
from carrom.play.record import Record
from carrom.play.situation import Situation, first_entry, situation_of
from carrom.svg import board as board_picture
from carrom.terms import Seat, Stroke


class UndoError(NotAllowedError):
    """There is nothing to undo."""

    code = "nothing-to-undo"


class Chance(Protocol):
    """A source of random numbers: a `random.Random`."""

    def random(self) -> float:
        """A number from 0 to 1."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeStroke:
    """One stroke of a match: the position before, its player, what happened, the ruling, and the position after."""

    number: int
    seat: Seat
    stroke: Stroke
    before: Position
    facts: StrokeFacts
    ruling: Ruling
    after: Position


class Match(game.Match):
    """A match in progress: its record, and the state after it."""

    @classmethod
    def from_situation(
        cls,
        situation: Situation | str,
        *,
        players: Sequence[str | Player] | None = None,
        length: str = "board",
        options: Mapping[str, object] | None = None,
        seed: int = 0,
    ) -> "Match":
        """A match that starts from a situation, or the line of one, and ends with its board unless stated otherwise.

        Raises:
            NotationError: no such line. BadHeadError, RulesetValueError, SituationError: it cannot be played so.
        """
        held = read_situation(situation) if isinstance(situation, str) else situation
        return cls(Record((first_entry(held, players=players, length=length, options=options, seed=seed),)))

    @property
    def situation(self) -> Situation:
        """The board as it stands. Raises NotBetweenStrokesError: no stroke is awaited."""
        return situation_of(self.state)

    @property
    def position(self) -> Position:
        """The position of the pieces."""
        return self.state.position or Position()

    def copy(self) -> "Match":
        """An independent copy of the match."""
        return type(self)(self.record, rng=self._rng)

    def fork(self, number: int) -> "Match":
        """The match as it was after the entry of this number, to continue differently. Raises UndoError."""
        if not 0 <= number < len(self._entries):
            raise UndoError()
        return type(self)(Record(self.entries[: number + 1]), rng=self._rng)

    def undo(self) -> None:
        """Take the last entry back without a trace. Raises UndoError: there is none but the head."""
        if len(self._entries) < 2:
            raise UndoError()
        shorter = Record(self.entries[:-1])
        self._entries, self._state = list(shorter.entries), shorter.state

    def legal_placements(self, spacing: float = places.SPACING) -> tuple[tuple[float, float], ...]:
        """Legal places for the piece to be placed now, on a grid, nearest to the centre first; empty: no room.

        Raises:
            NotAwaitedError: no piece is to be placed.
        """
        awaiting = self.awaiting
        if awaiting.kind is not Decision.PLACING or self.state.position is None:
            raise NotAwaitedError("no-placing")
        return places.spots(self.state.position, awaiting.dues[0], self.state.match.ruleset, spacing)

    def sample_stroke(self, chance: Chance) -> Stroke:
        """A random legal stroke, evenly distributed. Raises NotAwaitedError: no stroke is awaited."""
        allowed = stroke_domain(self.state)
        offset = _within(allowed.spans, chance)
        angle = _within(allowed.angles, chance)
        least, most = allowed.speed
        return Stroke(offset, angle, least + (most - least) * chance.random())

    def strokes(self) -> Iterator[MadeStroke]:
        """The strokes that count, in order."""
        record, struck = self.record, set(self.state.match.struck)
        states = record.states
        for entry in record.entries:
            followed = entry.followed
            before = states[entry.number - 1].position if entry.number else None
            if not isinstance(entry.asked, MakeStroke) or entry.number in struck or before is None:
                continue
            if followed.facts is not None and followed.ruling is not None:
                yield MadeStroke(
                    number=entry.number,
                    seat=Seat(entry.author),
                    stroke=entry.asked.stroke,
                    before=before,
                    facts=followed.facts,
                    ruling=followed.ruling,
                    after=followed.position or Position(),
                )

    def __repr__(self) -> str:
        head, score = self.state.match.head, self.state.match.score
        who = "/".join(seat.value for seat in self.awaiting.seats)
        waits = f"{self.awaiting.kind.value} {who}".strip()
        return f"<carrom.Match {head.ruleset} {score.a}:{score.b}, entry {self.state.version}, awaits {waits}>"

    def __str__(self) -> str:
        """The board as text, seen from SOUTH."""
        return ascii_board(self.position)

    def _repr_svg_(self) -> str:
        """The board as a picture, for notebooks."""
        return board_picture(self.position)


def _within(spans: Sequence[tuple[float, float]], chance: Chance) -> float:
    """A number by chance in one of several spans. Raises NotAwaitedError: there is none."""
    if not spans:
        raise NotAwaitedError("no-stroke")
    left = chance.random() * sum(most - least for least, most in spans)
    for least, most in spans:
        if left <= most - least:
            return least + left
        left -= most - least
    return spans[-1][1]

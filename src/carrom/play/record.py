"""A match as its record: the head and the entries that followed, in order.

Standard library only. As text: `carrom.notation`.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from carrom.match.entries import Entry, Head
from carrom.match.requests import MakeStroke
from carrom.match.state import BrokenRecordError
from carrom.play.state import PlayState, follow
from carrom.terms import Stroke


@dataclass(frozen=True, slots=True)
class Record:
    """All entries of a match, entry 0 with its head first."""

    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        if not self.entries or not isinstance(self.entries[0].asked, Head):
            raise BrokenRecordError()

    @property
    def head(self) -> Head:
        """The terms of the match. Raises BrokenRecordError."""
        head = self.entries[0].asked
        if not isinstance(head, Head):
            raise BrokenRecordError()
        return head

    @property
    def state(self) -> PlayState:
        """The state after the last entry. Raises BrokenRecordError: entries that do not follow one another."""
        return self.states[-1]

    @property
    def states(self) -> tuple[PlayState, ...]:
        """The state after each entry. Raises BrokenRecordError: entries that do not follow one another."""
        states: list[PlayState] = []
        for entry in self.entries:
            states.append(follow(states[-1] if states else None, entry))
        return tuple(states)

    @property
    def counting(self) -> tuple[Entry, ...]:
        """The entries that count, as `counting` gives them."""
        return counting(self.entries, self.state.match.struck)

    def strokes(self) -> Iterator[tuple[Entry, PlayState, Stroke]]:
        """The strokes that count and were made on known positions, each with its entry and the state before it.

        Raises:
            BrokenRecordError: entries that do not follow one another.
        """
        states = self.states
        struck = set(states[-1].match.struck)
        for entry, before in zip(self.entries[1:], states, strict=False):
            if isinstance(entry.asked, MakeStroke) and before.position is not None and entry.number not in struck:
                yield entry, before, entry.asked.stroke

    def plus(self, entry: Entry) -> "Record":
        """The record with one more entry."""
        return Record((*self.entries, entry))


def counting(entries: Iterable[Entry], struck: Collection[int]) -> tuple[Entry, ...]:
    """The entries that count, in order: those not struck out, and those that hold in place of struck ones.

    The latter stand where their correction brought them, under their old numbers. No entry given holds others instead.
    """
    gone = set(struck)
    found: list[Entry] = []
    for entry in entries:
        if entry.number not in gone:
            found += entry.followed.instead
            found.append(own_part(entry))
    return tuple(found)


def own_part(entry: Entry) -> Entry:
    """An entry without those that it holds in place of others: what it says itself."""
    followed, instead = entry.followed, entry.followed.instead
    if not instead:
        return entry
    boards = sum(len(each.followed.board_results) for each in instead)
    games = sum(len(each.followed.game_results) for each in instead)
    own = replace(
        followed,
        board_results=followed.board_results[boards:],
        game_results=followed.game_results[games:],
        struck_out=(),
        boards_remaining=None,
        games_remaining=None,
        instead=(),
        lapsed=(),
    )
    return replace(entry, followed=own)

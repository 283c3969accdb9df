"""A match as its record: the head and the entries that followed, in order.

Standard library only. As text: `carrom.notation`.
"""

from dataclasses import dataclass

from carrom.match.entries import Entry, Head
from carrom.match.state import BrokenRecordError
from carrom.play.state import PlayState, follow


@dataclass(frozen=True, slots=True)
class Record:
    """All entries of a match, entry 0 with its head first."""

    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        if not self.entries or not isinstance(self.entries[0].asked, Head):
            raise BrokenRecordError("A record begins with its head.")

    @property
    def head(self) -> Head:
        """What the match is played under."""
        head = self.entries[0].asked
        if not isinstance(head, Head):
            raise BrokenRecordError("A record begins with its head.")
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
        """The entries that were not struck out."""
        struck = set(self.state.match.struck)
        return tuple(entry for entry in self.entries if entry.number not in struck)

    def plus(self, entry: Entry) -> "Record":
        """The record with one more entry."""
        return Record((*self.entries, entry))

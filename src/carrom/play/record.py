"""A match as its record: the head and the entries that followed, in order.

Standard library only; plain data in and out (`to_plain`, `from_plain`), text is `carrom.notation`.
"""

from dataclasses import dataclass
from typing import Any

from carrom.match.entries import Entry, Head
from carrom.match.plain import UnreadableDataError, from_plain, to_plain
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

    def to_plain(self) -> list[Any]:
        """The entries as plain data, one object each."""
        return [to_plain(entry) for entry in self.entries]

    @classmethod
    def from_plain(cls, data: object) -> "Record":
        """Read what `to_plain` gave.

        Raises:
            UnreadableDataError: not such data. BrokenRecordError: entries that do not follow one another.
        """
        if not isinstance(data, list):
            raise UnreadableDataError("a record must be a list of entries")
        record = cls(tuple(from_plain(Entry, item) for item in data))
        _ = record.state
        return record

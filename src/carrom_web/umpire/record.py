"""A sheet's access to its record; and a record in memory, for a page without a database."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from carrom.match.entries import Entry
from carrom.match.requests import Penalise
from carrom.match.state import MatchState
from carrom.play.record import counting
from carrom_web.matches.loaded import held_before, judged_after, with_board_of

Json = dict[str, Any]


class Record(Protocol):
    """The entries of one match, up to the version that is shown."""

    def newest(self, most: int) -> list[Entry]:
        """Return the newest entries, in order."""
        ...

    def penalties(self, struck: Collection[int]) -> list[Entry]:
        """Return what officials decided and what counts: warnings, and what goes beyond them."""
        ...

    def judged(self, match: MatchState, entry: Entry) -> MatchState:
        """Return the match before an entry, with the board that the entry judged: play may have gone on since."""
        ...

    def line(self, number: int, make: Callable[[], Json], *, part: int = 0) -> Json:
        """Return the line of an entry, or of the nth one that it lets hold, made once in each language."""
        ...


class HeldRecord:
    """A record that is held whole, entry by entry from the head on."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self._lines: dict[tuple[str, str, int], Json] = {}

    def newest(self, most: int) -> list[Entry]:
        """Return the newest entries, in order."""
        return list(self.entries[-most:])

    def penalties(self, struck: Collection[int]) -> list[Entry]:
        """Return what officials decided and what counts."""
        return [entry for entry in counting(self.entries, struck) if isinstance(entry.asked, Penalise)]

    def judged(self, match: MatchState, entry: Entry) -> MatchState:
        """Return the match before an entry, with the board that the entry judged."""
        number, held = judged_after(entry), held_before(entry)
        if held is not None:
            return with_board_of(match, held)
        return match if number is None else with_board_of(match, self.entries[number])

    def line(self, number: int, make: Callable[[], Json], *, part: int = 0) -> Json:
        """Return the line of an entry, made once: an entry never changes."""
        entry = self.entries[number]
        key = entry.request_id, entry.time, part
        return self._lines.get(key) or self._lines.setdefault(key, make())

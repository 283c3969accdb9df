"""The state of a match with its position: what an entry is folded into.

`follow` applies what is stored and never judges or simulates.
"""

from dataclasses import dataclass

from carrom.equipment.position import Position
from carrom.match import state as match_state
from carrom.match.entries import Entry
from carrom.match.state import MatchState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayState:
    """A match, where the pieces lie, and the pieces in hand (taken up, not yet placed).

    `position` is None in a match scored without positions. In hand are dues still to be placed, in their order, and an
    early queen that waits for the end of the turn.
    """

    match: MatchState
    position: Position | None = None
    hand: tuple[int, ...] = ()

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.match.version


def follow(state: PlayState | None, entry: Entry) -> PlayState:
    """The state after an entry; None is the state before the head.

    Raises:
        BrokenRecordError: the entry cannot follow this state.
    """
    match = match_state.follow(None if state is None else state.match, entry)
    return PlayState(match=match, position=entry.followed.position, hand=entry.followed.hand)


def applied(state: PlayState, entry: Entry) -> PlayState:
    """The state after an entry that holds in place of a struck one: its number is the old one."""
    match = match_state.applied(state.match, entry)
    return PlayState(match=match, position=entry.followed.position, hand=entry.followed.hand)

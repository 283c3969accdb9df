"""Which sockets of this process watch which match, and which tab of a player plays. Never stored."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(eq=False, slots=True)
class Tab:
    """One open page: whose it is (None: a stranger's), whether he plays in this match, whether this tab is the one."""

    guest: UUID | None
    seated: bool
    tell_playing: Callable[[bool], None] = field(repr=False)
    playing: bool = False


class Presence:
    """The open pages of all matches."""

    def __init__(self) -> None:
        self._tabs: dict[UUID, list[Tab]] = {}

    def enter(self, match_id: UUID, tab: Tab) -> None:
        """A page was opened. The first tab of a player plays, later ones follow along."""
        tabs = self._tabs.setdefault(match_id, [])
        tab.playing = tab.seated and not any(other.playing for other in tabs if other.guest == tab.guest)
        tabs.append(tab)

    def leave(self, match_id: UUID, tab: Tab) -> None:
        """A page was closed. If it played, the player's newest other tab plays on."""
        tabs = self._tabs.get(match_id, [])
        if tab not in tabs:
            return
        tabs.remove(tab)
        if not tabs:
            del self._tabs[match_id]
        if tab.playing:
            heir = next((other for other in reversed(tabs) if other.guest == tab.guest and other.seated), None)
            if heir is not None:
                self.play_here(match_id, heir)

    def play_here(self, match_id: UUID, tab: Tab) -> None:
        """This tab plays from now on; the player's others follow along."""
        for other in self._tabs.get(match_id, []):
            playing = other is tab
            if other.guest == tab.guest and other.seated and other.playing is not playing:
                other.playing = playing
                other.tell_playing(playing)

    def watchers(self, match_id: UUID) -> int:
        """How many pages of people who do not play are open."""
        return sum(not tab.seated for tab in self._tabs.get(match_id, []))

    def clear(self) -> None:
        """Forget all."""
        self._tabs.clear()


PRESENCE = Presence()

"""What a club holds, told by the apps above: its events on its page, and how a new one is begun.

An app whose things belong to clubs gives its functions to `register` when it is ready.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from carrom_web.clubs.models import Club


@dataclass(frozen=True, slots=True)
class ClubSection:
    """One of them: what it is called, when it is, how it stands, where it is found."""

    title: str
    when: str
    state: str
    url: str


@dataclass(frozen=True, slots=True)
class ClubSectionHook:
    """What an app tells: a heading, what somebody may see of a club's, and the address and words of a new one."""

    heading: Callable[[], str]
    rows: Callable[[Club, UUID | None], Sequence[ClubSection]]
    new: Callable[[Club], tuple[str, str]]


_HOOKS: list[ClubSectionHook] = []


def register(hook: ClubSectionHook) -> None:
    """Ask this app from now on as well."""
    if hook not in _HOOKS:
        _HOOKS.append(hook)


def holdings(club: Club, guest_id: UUID | None, *, may_begin: bool) -> list[dict[str, object]]:
    """Give what a club holds, as {heading, rows, begin: {url, title} or none}; empty headings are left out."""
    found: list[dict[str, object]] = []
    for hook in _HOOKS:
        rows = list(hook.rows(club, guest_id))
        if rows or may_begin:
            url, title = hook.new(club)
            begin = {"url": url, "title": title} if may_begin else None
            found.append({"heading": hook.heading(), "rows": rows, "begin": begin})
    return found

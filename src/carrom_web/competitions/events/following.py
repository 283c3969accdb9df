"""Following a player of an event: who can be followed, and what they play next.

Only people who agreed to be named have a page. Its key is made from the person and the site's secret, so that nobody
finds a name or a birthday behind it, and is the same in all categories.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom.tournament.event import EventTerms
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus
from carrom_web.competitions.events import live_schedule
from carrom_web.competitions.events.models import Event, Member
from carrom_web.competitions.following import Followed

SALT = "carrom.follow"
STANDS = (*TAKES_A_PLACE, EntryStatus.WAITING)


class UnknownPlayerError(UnreadableError):
    """Nobody who agreed to be named has this key."""

    code = "unknown-player"


@dataclass(slots=True)
class FollowedPlayer:
    """A person of an event: their public name, and their entries as (category, key of the entry)."""

    key: str
    name: str
    root: UUID  # of their player in the club
    entries: list[tuple[str, str]] = field(default_factory=list)


def key_of(member: Member, event_id: int) -> str:
    """The key of a person in the addresses of an event."""
    return key_of_identity(member.identity, event_id)


@lru_cache(maxsize=4096)  # a page asks for those of all players of an event
def key_of_identity(identity: str, event_id: int) -> str:
    """The same for an identity."""
    return salted_hmac(SALT, f"{event_id} {identity}", algorithm="sha256").hexdigest()[:12]


def people_of(event: Event) -> dict[str, FollowedPlayer]:
    """Everybody in an event who agreed to be named and whose entry stands, by key."""
    rows = Member.objects.filter(category__event=event, plays=True, agreed_at__isnull=False, entry__standing__in=STANDS)
    rows = rows.filter(person__root__shows_name=True).exclude(name="").order_by("category_id", "pk")
    found: dict[str, FollowedPlayer] = {}
    columns = ("identity", "name", "person__root_id", "category__key", "entry__key")
    for identity, name, root, category, entry in rows.values_list(*columns):
        key = key_of_identity(identity, event.pk)
        person = found.setdefault(key, FollowedPlayer(key, name, root))
        person.entries.append((category, entry))
    return found


def person_of(event: Event, key: str) -> FollowedPlayer:
    """One of them. Raises UnknownPlayerError."""
    found = people_of(event).get(key)
    if found is None:
        raise UnknownPlayerError()
    return found


def matches_of(day: live_schedule.TheDay, entries: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return somebody's matches: at a board first, then as planned; rows of `the_day`, with `opponent`."""
    mine = set(entries)

    def own(row: dict[str, Any]) -> bool:
        return any((row["key"], entry) in mine for entry in row["entries"] if entry)

    rows = [board | {"is_called": True} for board in day["boards"] if board["table"] and own(board)]
    rows += [one | {"is_called": False} for one in day["plan"] if own(one)]
    return [row | {"opponent": row["b"] if (row["key"], row["entries"][0]) in mine else row["a"]} for row in rows]


def followed(event: Event, terms: EventTerms, keys: Sequence[str]) -> list[Followed]:
    """Those of these keys who can be followed, each with their next match."""
    people, day = people_of(event), live_schedule.day_of(event, terms)
    found = []
    for key in keys:
        if key in people:
            one = next(iter(matches_of(day, people[key].entries)), None)
            url = reverse("event-player", args=[event.slug, key])
            found.append(Followed(key=key, name=people[key].name, url=url, **_next(one)))
    return found


def _next(match: dict[str, Any] | None) -> dict[str, Any]:
    if match is None:
        return {"says": _("no match waiting")}
    if match["is_called"]:
        says = _("Now at board %(board)s") % {"board": match["number"]}
        return {"says": says, "is_now": True, "watch": match["url"]}
    return {"says": _("about %(time)s, board %(board)s") % {"time": match["start"], "board": match["board"]}}

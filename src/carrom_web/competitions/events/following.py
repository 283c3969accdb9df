"""Following a player of an event: who can be followed, what he plays next, and whom this phone follows.

Only people who agreed to be named have a page. Its key is made from the person and the site's secret, so that nobody
finds a name or a birthday behind it, and is the same in all categories. Whom somebody follows is kept with his account
(`services.follows`), and for whoever has none in a cookie of his phone, which the account takes over.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac

from carrom.errors import UnreadableError
from carrom.tournament.event import EventTerms
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus
from carrom_web.accounts.selectors import account_of
from carrom_web.competitions.events import live_schedule
from carrom_web.competitions.events.models import Event, Follow, Member

COOKIE, MOST = "carrom_follow", 12
MAX_AGE = 365 * 86_400
SALT = "carrom.follow"
STANDS = (*TAKES_A_PLACE, EntryStatus.WAITING)


class UnknownPlayerError(UnreadableError):
    """Nobody who agreed to be named has this key."""

    code = "unknown-player"


@dataclass(slots=True)
class FollowedPlayer:
    """A person of an event: his public name, and his entries as (category, key of the entry)."""

    key: str
    name: str
    root: UUID  # of their player in the club
    entries: list[tuple[str, str]] = field(default_factory=list)


def key_of(member: Member, event_id: int) -> str:
    """The key of a person in the addresses of an event."""
    return salted_hmac(SALT, f"{event_id} {member.identity}", algorithm="sha256").hexdigest()[:12]


def people_of(event: Event) -> dict[str, FollowedPlayer]:
    """Everybody in an event who agreed to be named and whose entry stands, by key."""
    rows = Member.objects.filter(category__event=event, plays=True, agreed_at__isnull=False, entry__standing__in=STANDS)
    rows = rows.filter(person__root__shows_name=True).exclude(name="")
    found: dict[str, FollowedPlayer] = {}
    for member in rows.select_related("entry", "category").order_by("category_id", "pk"):
        key = key_of(member, event.pk)
        person = found.setdefault(key, FollowedPlayer(key, member.name, member.person.root_id))
        person.entries.append((member.category.key, member.entry.key))
    return found


def person_of(event: Event, key: str) -> FollowedPlayer:
    """One of them. Raises UnknownPlayerError."""
    found = people_of(event).get(key)
    if found is None:
        raise UnknownPlayerError()
    return found


def pairs_in(cookies: Mapping[str, str]) -> list[tuple[str, str]]:
    """Whom this phone follows, as its cookie says: (slug of the event, key)."""
    pairs = (one.partition(":") for one in cookies.get(COOKIE, "")[:2000].split("."))
    return [(event, key) for event, _colon, key in pairs if event and key.isalnum() and len(key) == 12]


def keys_of(request: HttpRequest, event: Event) -> list[str]:
    """Whom the reader of a page follows at an event: as his account says, or his phone where he has none."""
    followed = [key for slug, key in pairs_in(request.COOKIES) if slug == event.slug]
    account = account_of(request)
    if account is None:
        return followed
    rows = Follow.objects.filter(guest_id=account.guest_id, event=event).order_by("pk")
    return list(dict.fromkeys([*rows.values_list("key", flat=True), *followed]))


def remember(response: HttpResponse, request: HttpRequest, slug: str, key: str, *, follows: bool) -> HttpResponse:
    """Have the phone follow somebody, or no more; of many the newest are kept."""
    this = (slug, key)
    followed = [one for one in pairs_in(request.COOKIES) if one != this]
    value = ".".join(":".join(one) for one in ([*followed, this][-MOST:] if follows else followed))
    response.set_cookie(
        COOKIE, value, max_age=MAX_AGE, httponly=True, samesite="Lax", secure=request.is_secure(), path="/"
    )
    return response


def forget(response: HttpResponse) -> None:
    """Have the phone forget whom it followed: the account knows it now."""
    response.delete_cookie(COOKIE, path="/", samesite="Lax")


def export_follows(guest_id: UUID) -> list[dict[str, Any]]:
    """Whom an account follows, for its own data: event, name as it is public there, since when."""
    rows = Follow.objects.filter(guest_id=guest_id).select_related("event").order_by("pk")
    people: dict[int, dict[str, FollowedPlayer]] = {}
    return [
        {
            "event": row.event.slug,
            "player": found.name if (found := _people(people, row.event).get(row.key)) else "",
            "since": row.since,
        }
        for row in rows
    ]


def _people(known: dict[int, dict[str, FollowedPlayer]], event: Event) -> dict[str, FollowedPlayer]:
    if event.pk not in known:
        known[event.pk] = people_of(event)
    return known[event.pk]


def matches_of(day: live_schedule.TheDay, entries: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """What somebody plays now and next: at a board first, then as planned; rows of `the_day`, with `opponent`."""
    mine = set(entries)

    def own(row: dict[str, Any]) -> bool:
        return any((row["key"], entry) in mine for entry in row["entries"] if entry)

    rows = [board | {"is_called": True} for board in day["boards"] if board["table"] and own(board)]
    rows += [one | {"is_called": False} for one in day["plan"] if own(one)]
    return [row | {"opponent": row["b"] if (row["key"], row["entries"][0]) in mine else row["a"]} for row in rows]


def bar_of(request: HttpRequest, event: Event, terms: EventTerms) -> list[dict[str, Any]]:
    """Whom the reader follows, each with his next match: {name, url, next}; `next` None: none is known."""
    keys = keys_of(request, event)
    if not keys:
        return []
    people, day = people_of(event), live_schedule.day_of(event, terms)
    return [
        {
            "name": people[key].name,
            "url": reverse("event-player", args=[event.slug, key]),
            "next": next(iter(matches_of(day, people[key].entries)), None),
        }
        for key in dict.fromkeys(keys)
        if key in people
    ]

"""Tonight: names, a way to play, and the first matches are called. No account, address, deadline or announcement.

Template `competitions/events/pages/tonight/page.html` gets:
    typed    what stands in the fields: names, way, boards, minutes, club
    count    how many names were read; twice, list of {name, called} of those that got a number
    ways     list of {way, title, says, matches, hours, chosen, lacks}
    often    names of people that the club knows and who are not in yet
    clubs    the clubs that the reader organises
    errors   list of {field, id, text}
    earlier  list of {title, url}: evenings of the reader that no club keeps
"""

import time
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.evening import EveningError, EveningPlan, Names, Way, plan, read_names
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.competitions.events.day_rows import matches_label
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import evenings
from carrom_web.competitions.events.services.evenings import TooManyEveningsError
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized
from carrom_web.people.models import Player

ROUTE = Route("tonight/", name="tonight", audience=ANYONE)
TITLES = {
    Way.ROUNDS: (
        gettext_lazy("Everybody plays 4 rounds"),
        gettext_lazy("Winners play winners. Nobody goes home early."),
    ),
    Way.KNOCKOUT: (gettext_lazy("Knock-out"), gettext_lazy("Losers are out. Half the players get only one match.")),
    Way.GROUPS: (
        gettext_lazy("Groups, then knock-out"),
        gettext_lazy("Everybody plays everybody in their group; the best two of each group go on."),
    ),
    Way.OPEN: (
        gettext_lazy("As long as we like"),
        gettext_lazy("Free players play next. Stop whenever you want."),
    ),
}
BOARDS, MINUTES = 4, 20
MOST_OFTEN, MOST_EARLIER = 40, 3
NEW_EVENINGS = RateLimit(burst=30, per_second=0.02)  # of one address: anybody may begin one
LONGEST = 40_000  # characters of a list of names that are looked at


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST begin the evening, or count what it would come to."""
    guest_id = guest_id_of(request)
    own = clubs.clubs_to_organise(guest_id)
    if request.method != "POST":
        return _show(request, guest_id, own, _typed({}, own))
    typed = _typed(request.POST, own)
    if request.POST.get("do") == "count":
        return _show(request, guest_id, own, typed)
    try:
        boards, minutes = _whole(typed["boards"]), _whole(typed["minutes"])
        names = read_names(typed["names"]).names
        plan(typed["way"], players=len(names), boards=boards, minutes=minutes)  # before a guest is made of anybody
        if not NEW_EVENINGS.allows(request.META.get("REMOTE_ADDR"), time.monotonic()):
            raise TooManyEveningsError
        guest = guest_for(request)
        event = evenings.begin(
            guest.pk,
            names,
            typed["way"],
            boards=boards,
            minutes=minutes,
            time_zone=_zone(request.POST.get("zone", "")),
            club=next((one for one in own if one.slug == typed["club"]), None),
            now=timezone.now(),
        )
    except CarromError as error:
        return _show(request, guest_id, own, typed, error=error)
    answer = HttpResponse(status=303, headers={"Location": reverse("event-day", args=[event.slug])})
    return remember(answer, guest, request)


def _typed(given: Any, own: list[Club]) -> dict[str, Any]:
    way = given.get("way", "")
    return {
        "names": given.get("names", "")[:LONGEST],
        "way": Way(way) if way in list(Way) else Way.ROUNDS,
        "boards": given.get("boards", str(BOARDS)),
        "minutes": given.get("minutes", str(MINUTES)),
        "club": given.get("club", own[0].slug if own else ""),
    }


def _whole(text: str) -> int:
    """A number as it was typed; 0, which nothing takes, where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _zone(name: str) -> str:
    """The time zone that a browser names; that of the site where it is none."""
    return ZoneInfo(name).key if name in available_timezones() else timezone.get_default_timezone_name()


def _show(
    request: HttpRequest,
    guest_id: UUID | None,
    own: list[Club],
    typed: dict[str, Any],
    *,
    error: CarromError | None = None,
) -> HttpResponse:
    found = read_names(typed["names"])
    context = {
        "nav": "tonight",
        "typed": typed,
        "count": len(found.names),
        "twice": [{"name": name, "called": called} for name, called in found.twice[:3]],
        "ways": [_way(way, found, typed) for way in Way],
        "often": _often(guest_id, own, typed, found),
        "clubs": own,
        "errors": [_error(error)] if error is not None else [],
        "earlier": _earlier(guest_id),
    }
    answer = render(request, "competitions/events/pages/tonight/page.html", context)
    answer.status_code = 422 if error is not None else 200
    return answer


def _error(error: CarromError) -> dict[str, str]:
    field = error.message_id.removeprefix("evening.")
    field = field if field in ("boards", "minutes") else "names"
    return {"field": field, "id": field, "text": localized(error)}


def _way(way: Way, found: Names, typed: dict[str, Any]) -> dict[str, Any]:
    title, says = TITLES[way]
    row: dict[str, Any] = {"way": way.value, "title": title, "says": says, "matches": "", "hours": "", "lacks": ""}
    row["chosen"] = way is typed["way"]
    try:
        costs = plan(way, players=len(found.names), boards=_whole(typed["boards"]), minutes=_whole(typed["minutes"]))
    except EveningError as error:
        row["lacks"] = localized(error) if found.names and error.message_id == "evening.too-few" else ""
        return row
    return row | _costs(costs)


def _costs(costs: EveningPlan) -> dict[str, str]:
    if costs.matches is None or costs.minutes is None:
        return {"matches": _("You decide")}
    row = {"matches": matches_label(costs.matches), "hours": _("about %(hours)s") % {"hours": _hours(costs.minutes)}}
    if costs.way is Way.ROUNDS and costs.rounds < 4:
        row["title"] = _("Round robin")
    return row


def _hours(minutes: int) -> str:
    """A time as people say it, in steps of ten minutes."""
    hours, rest = divmod(max(10, round(minutes / 10) * 10), 60)
    parts = ([_("%(n)s h") % {"n": hours}] if hours else []) + ([_("%(n)s min") % {"n": rest}] if rest else [])
    return " ".join(parts)


def _often(guest_id: UUID | None, own: list[Club], typed: dict[str, Any], found: Names) -> list[str]:
    """Return the people known in the chosen club, or from one's own evenings, the latest first."""
    club = next((one for one in own if one.slug == typed["club"]), None) or clubs.evenings_club_of(guest_id)
    if club is None:
        return []
    rows = Player.objects.filter(club=club, merged_into=None, erased_at=None).exclude(name="").order_by("-made_at")
    here = {name.casefold() for name in found.names}
    names = dict.fromkeys(rows.values_list("name", flat=True)[: 2 * MOST_OFTEN])
    return [name for name in names if name.casefold() not in here][:MOST_OFTEN]


def _earlier(guest_id: UUID | None) -> list[dict[str, str]]:
    club = clubs.evenings_club_of(guest_id)
    if club is None:
        return []
    events = Event.objects.filter(club=club).order_by("-pk")[:MOST_EARLIER]
    return [{"title": one.title, "url": reverse("event-day", args=[one.slug])} for one in events]

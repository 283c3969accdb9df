"""The matches of a player as a calendar, to download or subscribe to; no template."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import following
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import day_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.calendar import CalendarEntry, calendar_file, calendar_response
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/players/<slug:key>/matches.ics", name="event-player-calendar", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Return what they play now and next, and the breaks of the event."""
    event = KIND.at(slug, guest_id_of(request))
    terms, person = terms_of(event), following.person_of(event, key)
    link = request.build_absolute_uri(reverse("event-player", args=[slug, key]))
    found = []
    where = ", ".join(part for part in (terms.venue.name, terms.venue.address) if part)
    day = day_of(event, terms)
    for row in following.matches_of(day, person.entries):
        minutes = timedelta(minutes=terms.category(row["key"]).match.expected_minutes)
        start = row["table"].called_at if row["is_called"] else row["at"]
        board = row["number"] if row["is_called"] else row["board"]
        found.append(
            CalendarEntry(
                uid=f"{slug}-{row['key']}-{row['fixture']}-{key}@{request.get_host()}",
                start=start,
                end=start + minutes if row["is_called"] else row["until"],
                title=_("%(event)s: %(name)s against %(opponent)s")
                % {"event": terms.title, "name": person.name, "opponent": row["opponent"]},
                location=_("%(place)s, board %(board)s") % {"place": where, "board": board},
                description=f"{row['title']}, {row['fixture']}",
                url=link,
            )
        )
    found += [
        CalendarEntry(
            uid=f"{slug}-break-{one['at']:%Y%m%dT%H%M}@{request.get_host()}",
            start=one["at"],
            end=one["until"],
            title=_("%(event)s: %(name)s") % {"event": terms.title, "name": one["title"]},
            location=where,
            url=link,
        )
        for one in day["breaks"]
    ]
    made = calendar_file(
        f"{terms.title}: {person.name}",
        found,
        uid=f"{slug}-{key}@{request.get_host()}",
        revised=timezone.now(),
        zone=terms.zone,
    )
    return calendar_response(made, filename=f"{slug}-{key}")

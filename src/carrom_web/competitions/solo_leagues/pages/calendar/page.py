"""The weeks of a season and their last days as a calendar, to download or subscribe to; no template."""

from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.core.calendar import CalendarEntry, calendar_file, calendar_response
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/weeks.ics", name="solo-calendar", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the calendar: each week with its days, and the last day on which its sets are taken."""
    season = KIND.at(slug, guest_id_of(request))
    terms = repository.terms_of(season)
    link, host = request.build_absolute_uri(reverse("solo-season", args=[slug])), request.get_host()
    found = []
    for week in terms.all_weeks:
        values = {"season": terms.title, "week": labels.week_label(terms, week.number)}
        deadline = date.fromisoformat(terms.deadline(week))
        says = _("Hand in your sets by the end of %(day)s (%(zone)s).") % {
            "day": formats.date_format(deadline, "DATE_FORMAT"),
            "zone": terms.time_zone,
        }
        found += [
            CalendarEntry(
                uid=f"{slug}-week-{week.number}@{host}",
                start=date.fromisoformat(week.first),
                end=date.fromisoformat(week.last) + timedelta(days=1),
                title=_("%(season)s: %(week)s") % values,
                description=says,
                url=link,
            ),
            CalendarEntry(
                uid=f"{slug}-deadline-{week.number}@{host}",
                start=deadline,
                end=deadline + timedelta(days=1),
                title=_("%(season)s: %(week)s ends, hand in your sets") % values,
                description=says,
                url=link,
            ),
        ]
    made = calendar_file(terms.title, found, uid=f"{slug}@{host}", revised=timezone.now())
    return calendar_response(made, filename=slug)

"""The weeks of a season and their last days as a calendar, to be kept or subscribed to; no template."""

from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.solo_leagues import queries, state_store, words
from carrom_web.solo_leagues.showing import told_kindly
from carrom_web.tournaments.calendar_file import Appointment, calendar

ROUTE = Route("leagues/solo/<slug:slug>/weeks.ics", name="solo-calendar")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the calendar: each week with its days, and the last day on which its sets are taken."""
    season = queries.season_at(slug, guest_id_of(request))
    terms = state_store.terms_of(season)
    link, host = request.build_absolute_uri(reverse("solo-season", args=[slug])), request.get_host()
    found = []
    for week in terms.all_weeks:
        told = {"season": terms.title, "week": words.week_words(terms, week.number)}
        deadline = date.fromisoformat(terms.deadline(week))
        says = _("Hand your sets in by the end of %(day)s (%(zone)s).") % {
            "day": formats.date_format(deadline, "DATE_FORMAT"),
            "zone": terms.time_zone,
        }
        found += [
            Appointment(
                uid=f"{slug}-week-{week.number}@{host}",
                start=date.fromisoformat(week.first),
                end=date.fromisoformat(week.last) + timedelta(days=1),
                title=_("%(season)s: %(week)s") % told,
                says=says,
                url=link,
            ),
            Appointment(
                uid=f"{slug}-deadline-{week.number}@{host}",
                start=deadline,
                end=deadline + timedelta(days=1),
                title=_("%(season)s: %(week)s ends, hand in your sets") % told,
                says=says,
                url=link,
            ),
        ]
    answer = HttpResponse(calendar(terms.title, found, now=timezone.now()), content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return answer

"""The exports of a season: a table for a club's own site, files, feed, calendar, prints; and the archive.

Template `competitions/solo_leagues/pages/files/page.html` gets what `CompetitionKind.context` gives, and:
    files     list of {title, says, url, kind}
    archive   the club's other seasons: {title, when, url, report, firsts: list of {division, name, average}}
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/files/", name="solo-files", audience=KIND.viewer)
MOST_SEASONS = 40


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show them."""
    guest_id, now = guest_id_of(request), timezone.now()
    season = KIND.at(slug, guest_id)
    terms = repository.terms_of(season)
    context = KIND.context(request, season, terms, here="solo-files") | {
        "files": _files(slug),
        "archive": _archive(season, now),
    }
    return render(request, "competitions/solo_leagues/pages/files/page.html", context)


def _files(slug: str) -> list[dict[str, str]]:
    found = [
        (
            _("Reports of the weeks"),
            _("a page each, with a picture and a text to share"),
            reverse("solo-weekly-list", args=[slug]),
        ),
        (_("TV view"), _("turns its pages by itself"), reverse("solo-tv", args=[slug])),
        (_("Standings on paper"), _("PDF, A4"), reverse("solo-print", args=[slug, "standings"])),
        (_("Report of the season"), _("PDF, A4"), reverse("solo-print", args=[slug, "report"])),
        (_("Standings for a spreadsheet"), "CSV", reverse("solo-table-file", args=[slug, "csv"])),
        (_("Standings for programs"), "JSON", reverse("solo-table-file", args=[slug, "json"])),
        (_("Sets as they come in"), _("RSS, to subscribe to"), reverse("solo-feed", args=[slug])),
        (_("Weeks and last days"), _("ICS, a calendar to subscribe to"), reverse("solo-calendar", args=[slug])),
    ]
    return [{"title": title, "says": says, "url": url} for title, says, url in found]


def _archive(season: Season, now: Any) -> list[dict[str, Any]]:
    """The club's other seasons that are announced, the newest first, with the winner of each division."""
    others = Season.objects.filter(club=season.club).exclude(pk=season.pk).exclude(state=Season.State.DRAFT)
    return [
        {
            "title": repository.terms_of(one).title,
            "when": labels.days_label(one),
            "state": labels.state_label(one, repository.today_in(one, now)),
            "url": reverse("solo-season", args=[one.slug]),
            "report": reverse("solo-print", args=[one.slug, "report"]),
            "firsts": [
                {"division": table.division.title, "name": row.name, "average": row.average}
                for table in repository.tables(one, now)
                for row in table.rows
                if row.place == 1
            ],
        }
        for one in others.select_related("club").order_by("-first_day", "-pk")[:MOST_SEASONS]
    ]

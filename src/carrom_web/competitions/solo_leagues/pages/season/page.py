"""A season as everybody sees it: the standings of its divisions, live, and how it is played.

Template `competitions/solo_leagues/pages/season/page.html` gets what `CompetitionKind.context` gives, and:
    tables   list of {title, rows, up, down, lots, why}; a row: {place, name, url, average, sets, missing, ...}; `why`
             are sentences about who is above whom with the same average
    rules    list of (label, value): the settings
    week     {title, number, deadline, handed_in, missing}: the week that runs; none before and after
    join     address of the form; "" when nobody can join
    report   {title, url} of the newest report of a week; None
    places   how full it is, in words
"""

from datetime import date, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from carrom.league.solo_standings import DivisionTable, Row
from carrom.league.solo_terms import SeasonTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import labels, repository, selectors, week_report
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.addresses import Addresses
from carrom_web.core.pages import Route
from carrom_web.core.setting_fields import shown_rows

ROUTE = Route("leagues/solo/<slug:slug>/", name="solo-season", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the season."""
    guest_id, now = guest_id_of(request), timezone.now()
    season = KIND.at(slug, guest_id)
    terms = repository.terms_of(season)
    today = repository.today_in(season, now)
    week = None if terms.has_free_dates else terms.week_of(today)
    context = KIND.context(request, season, terms, here="solo-season") | {
        "tables": [_table(season, one) for one in repository.tables(season, now)],
        "rules": shown_rows(terms),
        "week": None
        if week is None
        else {
            "title": labels.week_label(terms, week.number),
            "number": week.number,
            "deadline": formats.date_format(date.fromisoformat(terms.deadline(week)), "DATE_FORMAT"),
        },
        "report": _report(season, terms, now),
        "places": places_label(season),
        "join": _join(season, selectors.player_of(season, guest_id), today),
    }
    return render(request, "competitions/solo_leagues/pages/season/page.html", context)


def _report(season: Season, terms: SeasonTerms, now: datetime) -> dict[str, str] | None:
    numbers = week_report.numbers(season, now)
    if not numbers:
        return None
    url = reverse("solo-weekly", args=[season.slug, numbers[0]])
    return {"title": labels.week_label(terms, numbers[0]), "url": url}


def _join(season: Season, player: Any, today: str) -> str:
    is_in = player is not None and player.status != "withdrawn"
    if season.state != Season.State.OPEN or today > season.last_day.isoformat() or is_in:
        return ""
    return reverse("solo-join", args=[season.slug])


def places_label(season: Season) -> str:
    """How full a season is."""
    if season.most is None:
        return ngettext("%(n)d player.", "%(n)d players.", season.taken) % {"n": season.taken}
    values = {"n": season.taken, "most": season.most}
    return _("%(n)d of %(most)d places are taken.") % values + (
        " " + _("New players go on the waiting list.") if season.taken >= season.most else ""
    )


def _table(season: Season, table: DivisionTable) -> dict[str, Any]:
    division, placed = table.division, [row for row in table.rows if row.place is not None]
    stay = [row for row in table.rows if not row.has_left]
    up = {row.key for row in placed[: division.up]}
    addresses = Addresses(season.slug)
    down = {row.key for row in stay[max(len(up), len(stay) - division.down) :]} if division.down else set()
    return {
        "key": division.key,
        "title": division.title or _("Standings"),
        "up": division.up,
        "down": division.down,
        "why": labels.order_sentences(table.rows),
        "lots": [", ".join(row.name for row in table.rows if row.key in group) for group in table.need_lots],
        "rows": [
            _row(row, addresses, zone="up" if row.key in up else "down" if row.key in down else "")
            for row in table.rows
        ],
    }


def _row(row: Row, addresses: Addresses, *, zone: str) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.name,
        "url": addresses.of("solo-player", row.key),
        "average": row.average,
        "sets": len(row.counts),
        "dropped": len(row.dropped),
        "waiting": len(row.waiting),
        "missing": len(row.missing),
        "best": row.best_set,
        "is_level": row.level > 1,
        "has_left": row.has_left,
        "zone": zone if not row.has_left else "",
    }

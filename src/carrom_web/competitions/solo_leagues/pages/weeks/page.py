"""A week of a season: who has handed in, who is missing, until when.

Template `competitions/solo_leagues/pages/weeks/page.html` gets what `CompetitionKind.context` gives, and:
    weeks     list of {number, title, here}
    week      {number, title, first, last, deadline, is_over, is_now}
    parts     list of {title, rows}: by division {name, url, sets, state, is_missing, excused}
    may_decide  whether the reader excuses players
    report    the report of the week as a text; empty while no set counts
    problem   a sentence about what was tried last
"""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_terms import Week
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.competitions.solo_leagues.presenters import judged_of, player_url, set_row
from carrom_web.competitions.solo_leagues.services import set_reviews
from carrom_web.competitions.solo_leagues.week_report import report_text
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/weeks/", name="solo-weeks", audience=KIND.viewer, post=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a week; with POST excuse somebody, or take that back."""
    guest_id = guest_id_of(request)
    season = KIND.at(slug, guest_id)
    asked = request.GET.get("week", "")
    week = _week(season, int(asked) if asked.isdecimal() and len(asked) < 5 else 0)
    if request.method != "POST":
        return _show(request, season, week)
    try:
        if request.POST.get("do") not in ("excuse", "owes"):
            raise CompetitionChangeError("unknown-request")
        player = selectors.player_with_key(season, request.POST.get("player", ""))
        set_reviews.excuse(
            season,
            guest_id,
            player,
            week.number,
            holds=request.POST.get("do") == "excuse",
            why=tidy_name(request.POST.get("why", ""), 200),
            now=timezone.now(),
        )
    except CarromError as error:
        return _show(request, season, week, problem=localized(error), status=409)
    where = f"{reverse('solo-weeks', args=[slug])}?week={week.number}"
    return HttpResponse(status=303, headers={"Location": where})


def _week(season: Season, number: int) -> Week:
    """The week that is asked for; else the one that runs, or the one nearest to today."""
    terms = repository.terms_of(season)
    weeks = terms.all_weeks
    today = repository.today_in(season, timezone.now())
    found = next((one for one in weeks if one.number == number), None) or terms.week_of(today)
    started = [one for one in weeks if one.first <= today]
    return found or (started[-1] if started else weeks[0])


def _show(request: HttpRequest, season: Season, week: Week, *, problem: str = "", status: int = 200) -> HttpResponse:
    now = timezone.now()
    terms, today = repository.terms_of(season), repository.today_in(season, now)
    first, last = labels.week_days(week)
    deadline = terms.deadline(week)
    context = KIND.context(request, season, terms, here="solo-weeks")
    context |= {
        "weeks": [
            {"number": one.number, "title": labels.week_label(terms, one.number), "here": one == week}
            for one in terms.all_weeks
        ],
        "week": {
            "number": week.number,
            "title": labels.week_label(terms, week.number),
            "first": first,
            "last": last,
            "deadline": formats.date_format(date.fromisoformat(deadline), "DATE_FORMAT"),
            "is_over": today > deadline,
            "is_now": week.first <= today <= deadline,
        },
        "parts": _parts(season, week, now_missing=today > deadline),
        "may_decide": context["organises"],
        "report": report_text(season, week.number, now=now),
        "problem": problem,
    }
    return render(request, "competitions/solo_leagues/pages/weeks/page.html", context, status=status)


def _parts(season: Season, week: Week, *, now_missing: bool) -> list[dict[str, Any]]:
    terms = repository.terms_of(season)
    judged = judged_of(repository.tables(season, timezone.now()))
    sets: dict[int, list[dict[str, Any]]] = {}
    for row in selectors.sets_of(season, week=week.number):
        row.season = season
        sets.setdefault(row.player_id, []).append(set_row(row, terms, judged.get(row.key)))
    excused = dict(season.excuses.filter(week=week.number).values_list("player_id", "why"))
    parts = []
    for division in terms.divisions:
        rows = [
            _row(season, player, sets.get(player.pk, []), week, excused.get(player.pk), now_missing=now_missing)
            for player in season.players.filter(division=division.key, status__in=repository.IN_SEASON).order_by("pk")
        ]
        rows = [row for row in rows if row["sets"] or not row["has_left"]]
        rows.sort(key=lambda row: (not row["sets"], row["name"].casefold()))
        handed_in = sum(bool(row["sets"]) for row in rows)
        parts.append(
            {
                "title": division.title or _("Players"),
                "key": division.key,
                "rows": rows,
                "count": _("%(n)d of %(of)d have handed in") % {"n": handed_in, "of": len(rows)},
            }
        )
    return parts


def _row(
    season: Season, player: Player, sets: list[dict[str, Any]], week: Week, excuse: str | None, *, now_missing: bool
) -> dict[str, Any]:
    is_due = player.joined_on.isoformat() <= week.first
    return {
        "key": player.key,
        "name": repository.shown_name(player),
        "url": player_url(season, player),
        "sets": sets,
        "has_left": player.status == Player.Status.WITHDRAWN,
        "excused": excuse is not None,
        "why": excuse or "",
        "is_missing": not sets and is_due and excuse is None and now_missing,
        "waits": not sets and is_due and excuse is None and not now_missing,
        "is_new": not sets and not is_due,
    }

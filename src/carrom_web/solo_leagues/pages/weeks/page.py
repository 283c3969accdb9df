"""A week of a season: who has handed in, who is missing, until when.

Template `solo_leagues/pages/weeks/page.html` gets what `showing.head` gives, and:
    weeks     list of {number, title, here}
    week      {number, title, first, last, deadline, is_over, is_now}
    parts     list of {title, rows}: by division {name, url, sets, state, is_missing, excused}
    may_decide  whether the reader excuses players
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
from carrom_web.accounts.actions import tidy_name
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.solo_leagues import queries, state_store, words
from carrom_web.solo_leagues.actions import showing_sets
from carrom_web.solo_leagues.models import Player, Season
from carrom_web.solo_leagues.showing import head, judged_of, player_url, set_row, told_kindly

ROUTE = Route("leagues/solo/<slug:slug>/weeks/", name="solo-weeks")


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a week; with POST excuse somebody, or take that back."""
    guest_id = guest_id_of(request)
    season = queries.season_at(slug, guest_id)
    asked = request.GET.get("week", "")
    week = _week(season, int(asked) if asked.isdecimal() and len(asked) < 5 else 0)
    if request.method != "POST":
        return _show(request, season, week)
    try:
        player = queries.player_with_key(season, request.POST.get("player", ""))
        showing_sets.excuse(
            season,
            guest_id,
            player,
            week.number,
            holds=request.POST.get("do") == "excuse",
            why=tidy_name(request.POST.get("why", ""), 200),
            now=timezone.now(),
        )
    except CarromError as error:
        return _show(request, season, week, problem=str(error), status=409)
    where = f"{reverse('solo-weeks', args=[slug])}?week={week.number}"
    return HttpResponse(status=303, headers={"Location": where})


def _week(season: Season, number: int) -> Week:
    """The week that is asked for; else the one that runs, or the one nearest to today."""
    terms = state_store.terms_of(season)
    weeks = terms.all_weeks
    today = state_store.today_in(season, timezone.now())
    found = next((one for one in weeks if one.number == number), None) or terms.week_of(today)
    begun = [one for one in weeks if one.first <= today]
    return found or (begun[-1] if begun else weeks[0])


def _show(request: HttpRequest, season: Season, week: Week, *, problem: str = "", status: int = 200) -> HttpResponse:
    now = timezone.now()
    terms, today = state_store.terms_of(season), state_store.today_in(season, now)
    first, last = words.week_days(week)
    deadline = terms.deadline(week)
    context = head(request, season, terms, here="solo-weeks")
    context |= {
        "weeks": [
            {"number": one.number, "title": words.week_words(terms, one.number), "here": one == week}
            for one in terms.all_weeks
        ],
        "week": {
            "number": week.number,
            "title": words.week_words(terms, week.number),
            "first": first,
            "last": last,
            "deadline": formats.date_format(date.fromisoformat(deadline), "DATE_FORMAT"),
            "is_over": today > deadline,
            "is_now": week.first <= today <= deadline,
        },
        "parts": _parts(season, week, now_missing=today > deadline),
        "may_decide": context["organises"],
        "problem": problem,
    }
    return render(request, "solo_leagues/pages/weeks/page.html", context, status=status)


def _parts(season: Season, week: Week, *, now_missing: bool) -> list[dict[str, Any]]:
    terms = state_store.terms_of(season)
    judged = judged_of(state_store.tables(season, timezone.now()))
    sets: dict[int, list[dict[str, Any]]] = {}
    for row in queries.sets_of(season, week=week.number):
        row.season = season
        sets.setdefault(row.player_id, []).append(set_row(row, terms, judged.get(row.key)))
    excused = dict(season.excuses.filter(week=week.number, holds=True).values_list("player_id", "why"))
    parts = []
    for division in terms.divisions:
        rows = [
            _row(season, player, sets.get(player.pk, []), week, excused.get(player.pk), now_missing=now_missing)
            for player in season.players.filter(division=division.key, standing__in=state_store.PLAYS).order_by("pk")
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
        "name": state_store.shown_name(player),
        "url": player_url(season, player),
        "sets": sets,
        "has_left": player.standing == Player.Standing.WITHDRAWN,
        "excused": excuse is not None,
        "why": excuse or "",
        "is_missing": not sets and is_due and excuse is None and now_missing,
        "waits": not sets and is_due and excuse is None and not now_missing,
        "is_new": not sets and not is_due,
    }

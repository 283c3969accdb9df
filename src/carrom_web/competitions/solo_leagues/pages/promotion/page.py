"""Promotion and relegation: the table's proposal, the organiser's changes, and the next season made of both.

Template `competitions/solo_leagues/pages/promotion/page.html` gets what `CompetitionKind.context` gives, and:
    parts     list of {title, rows}: {key, name, average, place, why, after, wanted}, by the division of now
    divisions list of {key, title}
    problem   why nothing can be proposed yet; level: names of those who are
    first_day of the next season; next: the season that was made already
"""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_standings import UndecidedError, promotion
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.services import organising
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/promotion/", name="solo-promotion", audience=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the proposal; with POST change it, or make the next season."""
    guest_id, now = guest_id_of(request), timezone.now()
    season = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, season)
    try:
        asked = request.POST.get("do", "")
        if asked not in ("lots", "save", "apply"):
            raise CompetitionChangeError("unknown-request")
        if asked == "lots":
            organising.lots(season, guest_id, now=now)
            return HttpResponse(status=303, headers={"Location": request.path})
        prefix = "next-"
        wanted = {name[len(prefix) :]: str(value) for name, value in request.POST.items() if name.startswith(prefix)}
        organising.place_next(season, guest_id, wanted, now=now)
        if asked == "apply":
            season.refresh_from_db()
            first = _day(request.POST.get("first_day", ""))
            terms = organising.following(repository.terms_of(season), first_day=first)
            made = organising.apply_promotion(season, guest_id, now=now, terms=terms)
            return HttpResponse(status=303, headers={"Location": reverse("solo-organise", args=[made.slug])})
    except CarromError as error:
        season.refresh_from_db()
        return _show(request, season, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _show(request: HttpRequest, season: Season, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms = repository.terms_of(season)
    context = KIND.context(request, season, terms, here="")
    level: list[str] = []
    parts: list[dict[str, Any]] = []
    now = timezone.now()
    state, today, _tables = repository.standings_of(season, now, whole_names=True)
    try:
        parts = _parts(season, promotion(state, today=today))
    except UndecidedError as error:
        names = {player.key: player.name for player in state.players}
        level = [", ".join(sorted(names[key] for key in group)) for group in error.groups]
        problem = problem or _("Players are level at a place where one moves up or down and the other does not.")
    context |= {
        "parts": parts,
        "divisions": [{"key": one.key, "title": repository.division_title(season, one.key)} for one in terms.divisions],
        "problem": problem,
        "level": level,
        "first_day": organising.following(terms).first_day,
        "next": season.next_seasons.order_by("-pk").first(),
        "is_closed": season.state == Season.State.CLOSED,
    }
    return render(request, "competitions/solo_leagues/pages/promotion/page.html", context, status=status)


def _parts(season: Season, changes: Any) -> list[dict[str, Any]]:
    rows = {row.key: row for table in repository.tables(season, timezone.now(), whole_names=True) for row in table.rows}
    wanted = dict(season.players.values_list("key", "next_division"))
    parts = []
    for division in repository.terms_of(season).divisions:
        found = [
            {
                "key": one.key,
                "name": rows[one.key].name,
                "average": rows[one.key].average,
                "place": rows[one.key].place,
                "why": labels.change_label(one.why),
                "moves": one.before != one.after,
                "after": repository.division_title(season, one.after),
                "wanted": wanted.get(one.key, ""),
            }
            for one in changes
            if one.before == division.key
        ]
        parts.append({"title": repository.division_title(season, division.key), "rows": found})
    return parts

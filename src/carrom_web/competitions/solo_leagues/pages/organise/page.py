"""The actions of an organiser in a season: announce, close, players and divisions, sets that wait, the log with undo.

Template `competitions/solo_leagues/pages/organise/page.html` gets what `CompetitionKind.context` gives, and:
    pending   rows (`presenters.set_row`) of sets that wait, and of late ones without a word; name: whose; asked: the
              correction that waits, or none
    players   list of {row, name, email, status, division, average, url}; divisions: list of {key, title}
    form      `forms.EnterForm`: somebody who is entered by hand; errors
    enter     `set_forms.SetForm` with `for_player`: a set entered for somebody
    entries   list of `presenters.entry_rows`
    sees_persons  whether email addresses are shown
    lots      whether lots can be drawn; may_place: whether last averages are there
    next      the season that follows, or none
    problems  sentences about what was tried last
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_violations import RefusedSetError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.forms import EnterForm
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.competitions.solo_leagues.presenters import (
    entry_rows,
    judged_of,
    player_url,
    set_row,
    site_of,
)
from carrom_web.competitions.solo_leagues.services import organising, registration, sets
from carrom_web.competitions.solo_leagues.services.sets import Report
from carrom_web.competitions.solo_leagues.set_forms import SetForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/organise/", name="solo-organise", audience=KIND.organiser)
SHOWN_ENTRIES = 200


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    guest_id = guest_id_of(request)
    season = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, season)
    asked, now = request.POST.get("do", ""), timezone.now()
    if asked == "enter-player":
        return _enter_player(request, season, guest_id, now)
    if asked == "enter-set":
        return _enter_set(request, season, guest_id, now)
    try:
        _do(request, season, guest_id, asked, now)
    except CarromError as error:
        season = KIND.at(slug, guest_id)
        return _show(request, season, problems=[localized(error)], status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _do(request: HttpRequest, season: Season, guest_id: UUID | None, asked: str, now: datetime) -> None:
    why = tidy_name(request.POST.get("why", ""), 200)
    if asked == "open":
        organising.open_season(season, guest_id, now=now)
    elif asked == "close":
        organising.close_season(season, guest_id, now=now)
    elif asked == "lots":
        organising.lots(season, guest_id, now=now)
    elif asked == "place-all":
        organising.place_by_average(season, guest_id, now=now)
    elif asked in ("place", "withdraw"):
        player = selectors.player_with_key(season, request.POST.get("player", ""))
        player.season = season
        if asked == "place":
            organising.place(season, guest_id, player, request.POST.get("division", ""), now=now, why=why)
        else:
            registration.withdraw(player, now=now, by_organiser=guest_id, why=why)
    else:
        raise CompetitionChangeError("unknown-request")


def _enter_player(request: HttpRequest, season: Season, guest_id: UUID | None, now: datetime) -> HttpResponse:
    form = EnterForm(request.POST)
    if not form.is_valid():
        return _show(request, season, form=form, status=422)
    application = registration.Application(**form.cleaned_data, language=get_language() or "en", site=site_of(request))
    try:
        registration.join(season, application, now=now, by_organiser=guest_id)
    except CarromError as error:
        form.add_error(None, localized(error))
        return _show(request, season, form=form, status=422)
    return HttpResponse(status=303, headers={"Location": request.path})


def _enter_set(request: HttpRequest, season: Season, guest_id: UUID | None, now: datetime) -> HttpResponse:
    form = SetForm(repository.terms_of(season), request.POST)
    player = selectors.player_with_key(season, request.POST.get("player", ""))
    player.season = season
    why = tidy_name(request.POST.get("why", ""), 200)
    if form.is_valid():
        given = form.cleaned_data
        report = Report(strokes=form.strokes(), day=given["day"], is_sure=given["is_sure"])
        try:
            row = sets.enter(season, guest_id, player, report, why=why, now=now)
            where = {"Location": reverse("solo-season-set", args=[season.slug, row.key])}
            return HttpResponse(status=303, headers=where)
        except RefusedSetError as error:
            form.show_faults(error.faults)
        except CarromError as error:
            form.add_error(None, localized(error))
    return _show(request, season, enter=form, for_player=player.key, status=422)


def _show(
    request: HttpRequest,
    season: Season,
    *,
    form: EnterForm | None = None,
    enter: SetForm | None = None,
    for_player: str = "",
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    guest_id, now = guest_id_of(request), timezone.now()
    terms = repository.terms_of(season)
    tables = repository.tables(season, now, whole_names=True)
    today = repository.today_in(season, now)
    context = KIND.context(request, season, terms, here="solo-organise")
    context |= {
        "pending": _pending(season, tables),
        "players": _players(season, now, sees_persons=selectors.sees_persons(season, guest_id)),
        "divisions": [{"key": one.key, "title": repository.division_title(season, one.key)} for one in terms.divisions],
        "form": form or EnterForm(),
        "enter": enter or SetForm(terms, initial={"day": today}),
        "for_player": for_player,
        "errors": [*error_list(form)] if form else [*error_list(enter)] if enter else [],
        "entries": entry_rows(season, season.audit_entries.order_by("-pk")[:SHOWN_ENTRIES]),
        "lots": bool(organising.level_groups(season, now)),
        "may_place": season.previous_id is not None,
        "is_over": today > season.last_day.isoformat(),
        "next": season.next_seasons.order_by("-pk").first(),
        "problems": problems or [],
    }
    return render(request, "competitions/solo_leagues/pages/organise/page.html", context, status=status)


def _pending(season: Season, tables: Any) -> list[dict[str, Any]]:
    terms, judged = repository.terms_of(season), judged_of(tables)
    late = {key for key, one in judged.items() if one.state == "late"}
    rows = [*selectors.waiting_for_a_word(season)]
    known = {row.pk for row in rows}
    late_ones = season.sets.filter(key__in=late, late_accepted=None).select_related("player")
    rows += [row for row in late_ones if row.pk not in known]
    asking = {one.set_id: one for one in selectors.open_requests(season)}
    known = {row.pk for row in rows}
    rows += [one.set for one in asking.values() if one.set_id not in known]
    for row in rows:
        row.season = season
    return [
        set_row(row, terms, judged.get(row.key)) | {"name": row.player.name, "asked": asking.get(row.pk)}
        for row in rows
    ]


def _players(season: Season, now: datetime, *, sees_persons: bool) -> list[dict[str, Any]]:
    averages = organising.last_averages(season, now=now)
    order = {one.key: number for number, one in enumerate(repository.terms_of(season).divisions)}
    rows = sorted(
        season.players.order_by("pk"),
        key=lambda row: (row.status == Player.Status.WITHDRAWN, order.get(row.division, 0)),
    )
    return [
        {
            "row": row,
            "name": row.name or repository.shown_name(row),
            "email": row.email if sees_persons else "",
            "status": labels.status_label(row),
            "is_in": row.status != Player.Status.WITHDRAWN,
            "average": averages.get(row.pk, ""),
            "url": player_url(season, row),
        }
        for row in rows
    ]

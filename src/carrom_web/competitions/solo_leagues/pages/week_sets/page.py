"""The sets of a week on one sheet, for the organiser: typed, pasted or from a CSV file; looked at before they count.

Template `competitions/solo_leagues/pages/week_sets/page.html` gets what `CompetitionKind.context` gives, and:
    week      {number, title, url}
    boards    the numbers of the boards
    rows      list of {row (`week_sheet.SheetRow`), name, cells, extra, errors, total, average}; `cells` has {n, value,
              error} for each board, `extra` what stands in the line after them
    players   list of {key, name}, for a name that nobody here has
    text      what was pasted and could not be read
    ready     how many sets can be stored now; seen: stands for what was looked at
    stored    {step, count}: what was just stored, to undo it; None
    problem   a sentence about what was tried last
"""

import hashlib
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_terms import Week
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Kind, Player, Season
from carrom_web.competitions.solo_leagues.repository import ChangedSinceError
from carrom_web.competitions.solo_leagues.services import changes, week_sets
from carrom_web.competitions.solo_leagues.week_sheet import (
    SheetError,
    SheetRow,
    filled,
    read_lines,
    read_rows,
    rows_posted,
    with_faults,
)
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/weeks/<int:number>/sets/", name="solo-week-sets", audience=KIND.organiser)
LARGEST = 200_000  # bytes of a file


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the sheet; with POST read a text into it, look at it, store it, or undo what was stored."""
    season = KIND.at(slug, guest_id_of(request))
    week = next((one for one in repository.terms_of(season).all_weeks if one.number == number), None)
    if week is None:
        raise selectors.UnknownSetError("week")
    if request.method == "POST":
        return _post(request, season, week, timezone.now())
    return _show(request, season, week, _empty_rows(season, week))


def _post(request: HttpRequest, season: Season, week: Week, now: datetime) -> HttpResponse:
    asked, guest_id = request.POST.get("do", ""), guest_id_of(request)
    if asked == "undo":
        step = request.POST.get("step", "")
        try:
            changes.undo(season, guest_id, int(step) if step.isdecimal() and len(step) < 19 else 0, now=now)
        except ChangedSinceError as error:
            return _show(request, season, week, _empty_rows(season, week), problem=localized(error), status=409)
        return HttpResponse(status=303, headers={"Location": request.path})
    boards = repository.terms_of(season).rules.boards_per_set
    rows = rows_posted(request.POST, boards) or _empty_rows(season, week)
    text = request.POST.get("text", "")
    if asked == "read":
        try:
            text = text or _text_of_file(request)
            lines = read_lines(text)
            rows = filled(rows, lines, _players(season), boards=boards, day=_usual_day(season, week))
        except CarromError as error:
            return _show(request, season, week, rows, text=text, problem=localized(error), status=422)
        text = ""
    rows, entered = read_rows(rows, {one.key: one for one in _players(season)}, boards=boards)
    rows = with_faults(rows, week_sets.faults_of_week(season, guest_id, entered, now=now))
    is_good = bool(entered) and not any(one.is_bad for one in rows)
    if asked == "store" and is_good and request.POST.get("seen") == _digest(rows):
        step_number = week_sets.enter_week(season, guest_id, entered, now=now)
        return HttpResponse(status=303, headers={"Location": f"{request.path}?stored={step_number}"})
    return _show(
        request, season, week, rows, text=text, ready=len(entered) if is_good else 0, status=200 if is_good else 422
    )


def _text_of_file(request: HttpRequest) -> str:
    """Return the text of the chosen file. Raises SheetError."""
    given = request.FILES.get("file")
    if given is None or given.size is None:
        raise SheetError("nothing")
    if given.size > LARGEST:
        raise SheetError("too-large", most=300)
    try:
        return str(given.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise SheetError("not-text") from None


def _players(season: Season) -> list[Player]:
    """Return the players who may have sets in it, by their names."""
    rows = season.players.filter(status__in=repository.IN_SEASON)
    return sorted(rows, key=lambda one: one.name.casefold())


def _usual_day(season: Season, week: Week) -> str:
    """The day on which a set was played, unless it says another: today, or the week's last."""
    today = repository.today_in(season, timezone.now())
    return min(max(today, week.first), week.last)


def _empty_rows(season: Season, week: Week) -> list[SheetRow]:
    """A row for each player who still owes a set, or could hand one in."""
    terms = repository.terms_of(season)
    most, day = terms.sets_per_week, _usual_day(season, week)
    blank = ("",) * terms.rules.boards_per_set
    rows = []
    for one in _players(season):
        held = one.sets.filter(week=week.number, status__in=selectors.IN_PLAY).count()
        if one.status == Player.Status.PLAYING and not (most and held >= most):
            rows.append(SheetRow(player=one.key, name=one.name, cells=blank, day=day))
    return rows


def _digest(rows: list[SheetRow]) -> str:
    """Stands for what was looked at."""
    said = repr([(one.player, one.cells, one.day, one.is_sure) for one in rows if not one.is_empty])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _show(
    request: HttpRequest,
    season: Season,
    week: Week,
    rows: list[SheetRow],
    *,
    text: str = "",
    ready: int = 0,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    terms, players = repository.terms_of(season), _players(season)
    names = {one.key: one.name for one in players}
    boards = range(1, terms.rules.boards_per_set + 1)
    context = KIND.context(request, season, terms, here="solo-weeks") | {
        "week": {
            "number": week.number,
            "title": labels.week_label(terms, week.number),
            "days": " – ".join(labels.week_days(week)),
            "url": f"{reverse('solo-weeks', args=[season.slug])}?week={week.number}",
        },
        "boards": list(boards),
        "rows": [_row_shown(terms, row, names, boards) for row in rows],
        "players": [{"key": one.key, "name": one.name} for one in players],
        "text": text,
        "ready": ready,
        "bad": sum(one.is_bad for one in rows),
        "seen": _digest(rows) if ready else "",
        "stored": _stored(request, season),
        "problem": problem,
    }
    return render(request, "competitions/solo_leagues/pages/week_sets/page.html", context, status=status)


def _row_shown(terms: Any, row: SheetRow, names: dict[str, str], boards: range) -> dict[str, Any]:
    cells = [
        {"n": n, "value": row.cells[n - 1] if n <= len(row.cells) else "", "error": row.cell_errors.get(n, "")}
        for n in boards
    ]
    total = None if row.is_bad else row.total
    return {
        "row": row,
        "name": names.get(row.player, ""),
        "cells": cells,
        "extra": " ".join(row.cells[len(boards) :]).strip(),
        "errors": [*row.errors, *(one["error"] for one in cells if one["error"])],
        "total": total,
        "average": repository.average_of(terms, map(int, filter(None, row.cells))) if total else "",
    }


def _stored(request: HttpRequest, season: Season) -> dict[str, Any] | None:
    """Return the sets stored last, if they can still be undone."""
    step = request.GET.get("stored", "")
    if not step.isdecimal() or len(step) > 18:
        return None
    entry = season.audit_entries.filter(pk=int(step), kind=Kind.WEEK_ENTERED).first()
    if entry is None or entry.pk not in selectors.revertible(season, [entry]):
        return None
    return {"step": entry.pk, "count": entry.log_entries.count()}

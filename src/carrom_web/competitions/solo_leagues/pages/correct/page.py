"""The reader's own set, corrected: at once before its deadline, after it if the organiser accepts.

Template `competitions/solo_leagues/pages/correct/page.html` gets:
    season, title, player, back, when   whose set it is, and of which week
    form      `set_forms.SetForm`; POST it here; errors: list of {field, id, text}; why: as typed
    is_late   whether the organiser is asked; deadline: the last day on which nobody is
    asked     the correction that waits: {strokes, day, why}, or none; may_take_back
    sheet_url where a set with a record is corrected; has_record
    problem   a sentence about what was tried last
"""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_violations import RefusedSetError
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import SoloSet
from carrom_web.competitions.solo_leagues.permissions import SOLO_PLAYER
from carrom_web.competitions.solo_leagues.services import corrections
from carrom_web.competitions.solo_leagues.set_forms import SetForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/own/<str:token>/sets/<slug:key>/", name="solo-correct", audience=SOLO_PLAYER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """Show the form; with POST correct, ask, or ask no more."""
    player = selectors.player_with_token(token)
    row = selectors.own_set(player, key)
    terms, now = repository.terms_of(player.season), timezone.now()
    if request.method != "POST":
        return _show(request, row, SetForm(terms, row=row))
    back = HttpResponse(status=303, headers={"Location": reverse("solo-own", args=[token]) + "#my-sets"})
    if request.POST.get("do") == "take-back":
        try:
            corrections.take_back(row, now=now)
            return back
        except CarromError as error:
            return _show(request, row, SetForm(terms, row=row), problem=localized(error), status=409)
    form = SetForm(terms, request.POST)
    if form.is_valid():
        given = form.cleaned_data
        why = tidy_name(request.POST.get("why", ""), 200)
        try:
            strokes, sure = form.strokes(), given["is_sure"]
            corrections.correct_own(row, strokes=strokes, day=given["day"], is_sure=sure, why=why, now=now)
            return back
        except RefusedSetError as error:
            form.show_faults(error.faults)
        except CarromError as error:
            form.add_error(None, localized(error))
    return _show(request, row, form, status=422)


def _show(request: HttpRequest, row: SoloSet, form: SetForm, *, problem: str = "", status: int = 200) -> HttpResponse:
    player, season = row.player, row.season
    terms = repository.terms_of(season)
    week = next((one for one in terms.all_weeks if one.number == row.week), None)
    context = {
        "nav": "leagues",
        "season": season,
        "title": terms.title,
        "player": player.name,
        "back": reverse("solo-own", args=[selectors.token_of(player)]),
        "when": labels.week_label(terms, row.week),
        "form": form,
        "errors": error_list(form) if form.is_bound else [],
        "why": request.POST.get("why", ""),
        "is_late": selectors.is_past_deadline(row, timezone.now()),
        "deadline": formats.date_format(date.fromisoformat(terms.deadline(week)), "DATE_FORMAT") if week else "",
        "asked": selectors.open_request(row),
        "has_record": bool(row.source),
        "sheet_url": reverse("sheet", args=[row.match_id]) if row.origin == "recorded" and row.match_id else "",
        "problem": problem,
    }
    return render(request, "competitions/solo_leagues/pages/correct/page.html", context, status=status)

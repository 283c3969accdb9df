"""Editing the weeks of a season: holidays, a removed week, a longer one; with a preview of the consequences.

Nothing is stored before the organiser has seen it. Template `competitions/solo_leagues/pages/weeks_edit/page.html`
gets:
    season, title
    rows      a formset of `week_forms.WeekForm`; breaks: `week_forms.BreakForm`
    errors    list of {field, id, text}; problem: what was tried last; why: as typed
    preview   what it would do: {weeks: list of {name, days, is_new}, stay: a number, last_day, moved, homeless, beyond,
              late, in_time: sentences, may: whether it can be so}; none before it was asked
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_season import Season as SeasonValue
from carrom.league.solo_season import SetResult
from carrom.league.solo_terms import SeasonTerms, SeasonTermsError, Week
from carrom.league.solo_weeks import rescheduled, shifted, with_weeks
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.services import organising
from carrom_web.competitions.solo_leagues.services.organising import SeasonHasSetsError
from carrom_web.competitions.solo_leagues.week_forms import BreakForm, WeekForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/weeks/edit/", name="solo-weeks-edit", audience=KIND.organiser)
SPARE_ROWS = 2
MOST_ROWS = 108
SHOWN = 12


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the weeks; with POST show what others would do, or store them."""
    guest_id = guest_id_of(request)
    season = KIND.at(slug, guest_id)
    terms = repository.terms_of(season)
    if terms.has_free_dates:
        raise SeasonHasSetsError("free-dates")
    if request.method != "POST":
        return _show(request, season, _rows(terms.weeks))
    asked, rows = request.POST.get("do", ""), _formset()(request.POST, prefix="w")
    breaks = _breaks(terms, request.POST if asked == "break" else None)
    if not rows.is_valid() or (asked == "break" and not breaks.is_valid()):
        return _show(request, season, rows, breaks=breaks, status=422)
    weeks = [week for row in rows if (week := row.week()) is not None]
    try:
        after = with_weeks(terms, weeks)
        if asked == "break":
            given = breaks.cleaned_data
            return _show(request, season, _rows(shifted(after.weeks, given["before"], given["days"])))
        if asked == "store" and request.POST.get("version") == repository.terms_digest(season):
            why = tidy_name(request.POST.get("why", ""), 200)
            organising.change_weeks(season, guest_id, after, now=timezone.now(), why=why)
            return HttpResponse(status=303, headers={"Location": reverse("solo-weeks", args=[slug])})
    except SeasonTermsError as error:
        return _show(request, season, rows, problem=localized(error), status=422)
    except CarromError as error:
        return _show(request, KIND.at(slug, guest_id), rows, problem=localized(error), status=409)
    changed = _("Somebody else has changed the season in the meantime: check again what this would do.")
    return _show(request, season, rows, after=after, problem=changed if asked == "store" else "")


def _formset() -> Any:
    return forms.formset_factory(
        WeekForm, extra=SPARE_ROWS, max_num=MOST_ROWS, validate_max=True, absolute_max=MOST_ROWS + 1
    )


def _rows(weeks: Sequence[Week]) -> Any:
    return _formset()(initial=[WeekForm.initial_of(week) for week in weeks], prefix="w")


def _breaks(terms: SeasonTerms, data: Mapping[str, Any] | None, *, today: str = "") -> BreakForm:
    """A break, at first before the next week."""
    coming = next((week.number for week in terms.weeks if week.first > today), terms.weeks[-1].number)
    choices = [(week.number, labels.week_label(terms, week.number)) for week in terms.weeks]
    return BreakForm(choices, data, initial={"before": coming})


def _show(
    request: HttpRequest,
    season: Season,
    rows: Any,
    *,
    breaks: BreakForm | None = None,
    after: SeasonTerms | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    terms = repository.terms_of(season)
    bound = [*rows] if rows.is_bound else []
    context = {
        "nav": "leagues",
        "season": season,
        "title": terms.title,
        "rows": rows,
        "breaks": breaks or _breaks(terms, None, today=repository.today_in(season, timezone.now())),
        "errors": error_list(*bound, *([breaks] if breaks and breaks.is_bound else [])),
        "problem": problem,
        "version": repository.terms_digest(season),
        "preview": _preview(repository.season_value(season, whole_names=True), after) if after else None,
        "why": request.POST.get("why", ""),
    }
    return render(request, "competitions/solo_leagues/pages/weeks_edit/page.html", context, status=status)


def _preview(season: SeasonValue, after: SeasonTerms) -> dict[str, Any]:
    """Describe the effects of these weeks in sentences."""
    found = rescheduled(season, after)
    names = {one.key: one.name for one in season.players}
    before = {(week.first, week.last) for week in season.terms.weeks}
    moved = [
        _("%(set)s: from %(before)s to %(after)s")
        % {
            "set": _set(one.set, names),
            "before": labels.week_label(season.terms, one.before.number),
            "after": labels.week_label(after, one.after.number),
        }
        for one in found.moved
        if one.after is not None
    ]
    beyond = [
        _("%(name)s, %(week)s") % {"name": names.get(player, player), "week": labels.week_label(after, number)}
        for player, number in found.beyond
    ]
    last_day = formats.date_format(date.fromisoformat(after.last_day), "DATE_FORMAT")
    return {
        "weeks": [
            {
                "name": labels.week_label(after, week.number),
                "days": labels.week_days(week),
                "is_new": (week.first, week.last) not in before,
            }
            for week in after.weeks
        ],
        "stay": len(season.sets) - len(found.moved),
        "moved": _few(moved),
        "homeless": _few([_set(one, names) for one in found.homeless]),
        "beyond": _few(beyond),
        "late": _few([_set(one, names) for one in found.late]),
        "in_time": _few([_set(one, names) for one in found.in_time]),
        "last_day": last_day if after.last_day != season.terms.last_day else "",
        "may": not found.homeless,
    }


def _set(one: SetResult, names: Mapping[str, str]) -> str:
    day = formats.date_format(date.fromisoformat(one.day), "MONTH_DAY_FORMAT")
    return _("%(name)s, set of %(day)s") % {"name": names.get(one.player, one.player), "day": day}


def _few(lines: list[str]) -> list[str]:
    """The first of many lines, and how many more there are."""
    more = len(lines) - SHOWN
    if more <= 0:
        return lines
    return [*lines[:SHOWN], ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more}]

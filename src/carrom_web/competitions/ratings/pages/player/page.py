"""Somebody's ratings: a chart over the periods with its table, and what each result did and why.

POST with do=hide or do=show by the player, signed in. Template `competitions/ratings/pages/player/page.html`
gets what `CompetitionKind.context` gives, and: name, is_me, is_hidden, follow, parts: list of {title, now, chart (SVG),
periods, results}.
"""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.rating.history import Change
from carrom.svg.charts import Mark, line_chart
from carrom.terms import Side
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.kind import KIND
from carrom_web.competitions.ratings.models import RatingList, Result
from carrom_web.competitions.ratings.permissions import RATED_PLAYER
from carrom_web.competitions.ratings.presenters import group_label, period_label
from carrom_web.competitions.ratings.selectors import Step, UnknownRatedPlayerError
from carrom_web.competitions.ratings.services import organising, recalculation
from carrom_web.competitions.ratings.state import RatingListState
from carrom_web.core.pages import Route

ROUTE = Route("ratings/<slug:slug>/players/<str:key>/", name="rating-player", audience=KIND.viewer, post=RATED_PLAYER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the person."""
    guest_id = guest_id_of(request)
    rating_list = KIND.at(slug, guest_id)
    book = repository.state(rating_list)
    if request.method == "POST":
        asked = request.POST.get("do", "hide")
        if asked not in ("hide", "show"):
            raise CompetitionChangeError("unknown-request")
        organising.hide_oneself(rating_list, guest_id, key, hidden=asked == "hide", now=timezone.now())
        return HttpResponse(status=303, headers={"Location": request.path})
    if (who := book.who(key)) != key:  # merged since
        return redirect("rating-player", slug, who)
    names = selectors.names_of(rating_list, book)
    is_me = selectors.is_oneself(rating_list, book, key, guest_id)
    if key not in names and not is_me:
        raise UnknownRatedPlayerError()
    parts = []
    for group in selectors.groups_of(rating_list):
        steps = selectors.steps_of(rating_list, book, group, key, recalculation.results_of(rating_list, book, group))
        if steps:
            parts.append(_part(rating_list, book, group, steps, names))
    context = KIND.context(request, rating_list, book, here="") | {
        "name": names.get(key) or _("You"),
        "is_me": is_me,
        "follow": KIND.follow(request, rating_list, book, key),
        "club_player": selectors.club_player_url(rating_list, key),
        "is_hidden": key not in names,
        "parts": parts,
    }
    return render(request, "competitions/ratings/pages/player/page.html", context)


def _part(
    rating_list: RatingList, book: RatingListState, group: str, steps: list[Step], names: dict[str, str]
) -> dict[str, Any]:
    rows = selectors.rows_by_key(rating_list, group, (one.key for step in steps for one in step.changes))
    now, length = steps[-1].after, book.terms.period
    periods = [
        {
            "title": period_label(step.first_day, length),
            "value": round(step.after.rating.value),
            "deviation": round(step.after.rating.deviation),
            "is_provisional": book.terms.is_provisional(step.after.rating),
            "change": f"{step.after.rating.value - step.before.rating.value:+.0f}" if step.before else "",
            "count": len(step.changes),
        }
        for step in reversed(steps)
    ]
    return {
        "group": group.replace(" ", "-"),
        "title": group_label(group),
        "value": round(now.rating.value),
        "deviation": round(now.rating.deviation),
        "is_provisional": book.terms.is_provisional(now.rating),
        "low": round(now.rating.interval[0]),
        "high": round(now.rating.interval[1]),
        "chart": _chart(book, group, steps),
        "periods": periods,
        "results": [_result(book, rows[one.key], one, names) for step in reversed(steps) for one in step.changes[::-1]],
    }


def _chart(book: RatingListState, group: str, steps: list[Step]) -> str:
    first, last = steps[0], steps[-1]
    marks = [
        Mark(
            at=float(step.first_day.toordinal()),
            value=step.after.rating.value,
            low=step.after.rating.value - step.after.rating.deviation,
            high=step.after.rating.value + step.after.rating.deviation,
            says=f"{period_label(step.first_day, book.terms.period)}: {step.after.rating.value:.0f}",
            is_hollow=book.terms.is_provisional(step.after.rating),
        )
        for step in steps
    ]
    ends = {one.first_day: _short(one.first_day) for one in (first, last)}
    values = {
        "first": round(first.after.rating.value),
        "last": round(last.after.rating.value),
        "low": round(min(step.after.rating.value for step in steps)),
        "high": round(max(step.after.rating.value for step in steps)),
    }
    svg = line_chart(
        marks,
        title=_("Rating by period: %(group)s") % {"group": group_label(group)},
        says=_("From %(first)s to %(last)s, between %(low)s and %(high)s. Hollow points are provisional.") % values,
        words=[(float(day.toordinal()), word) for day, word in ends.items()],
        identity=group.replace(" ", "-"),
    )
    return mark_safe(svg)  # noqa: S308  # made of numbers and escaped words


def _short(day: date) -> str:
    return f"{day:%Y-%m}"


def _result(book: RatingListState, row: Result, change: Change, names: dict[str, str]) -> dict[str, Any]:
    own, others = (row.a, row.b) if change.side is Side.A else (row.b, row.a)
    points = (row.points_a, row.points_b) if change.side is Side.A else (row.points_b, row.points_a)
    won = {"a": Side.A, "b": Side.B}.get(row.winner)

    def called(keys: list[str]) -> str:
        return " & ".join(names.get(book.who(one)) or _("somebody") for one in keys)

    return {
        "day": row.day,
        "against": called(others),
        "beside": called(own) if len(own) > 1 else "",
        "outcome": _("tied") if won is None else _("won") if won is change.side else _("lost"),
        "points": f"{points[0]}-{points[1]}" if any(points) else "",
        "expected": round(100 * change.expected),
        "change": f"{change.points:+.1f}",
        "about": row.about,
        "url": row.url,
    }

"""The report of a week or match day, for everybody who has the link; its picture, text and JSON hang on it.

Template `competitions/pages/weekly/page.html` gets what `CompetitionKind.context` gives, and:
    report    `reports.Report`
    picture, picture_file, data   addresses of the picture as SVG and PNG, and of the JSON
    around    list of {title, url}: the report before and the one after
    all_url   the list of all reports
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's reports."""
    if kind.reports is None:
        return None
    return Route(f"{kind.path}<slug:slug>/reports/<int:number>/", name=f"{kind.prefix}-weekly", audience=kind.viewer)


@require_safe
def page(request: HttpRequest, slug: str, number: int, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show it."""
    row, now = kind.at(slug, guest_id_of(request)), timezone.now()
    view = kind.view(row)
    numbers = kind.reports.numbers(row, view, now) if kind.reports is not None else []
    if kind.reports is None or number not in numbers:
        raise Http404
    at = list(numbers).index(number)
    around = [
        (numbers[at + 1] if at + 1 < len(numbers) else None, _("Previous report")),
        (numbers[at - 1] if at else None, _("Next report")),
    ]
    context = kind.context(request, row, view, here=f"{kind.prefix}-weekly") | {
        "report": kind.reports.made(row, view, number, now),
        "picture": _file(kind, slug, number, "svg"),
        "picture_file": _file(kind, slug, number, "png"),
        "picture_url": request.build_absolute_uri(_file(kind, slug, number, "png")),
        "data": _file(kind, slug, number, "json"),
        "around": [
            {"title": title, "url": reverse(f"{kind.prefix}-weekly", args=[slug, other])}
            for other, title in around
            if other is not None
        ],
        "all_url": kind.url(row, "weekly-list"),
        "all_title": kind.reports.title,
    }
    return render(request, "competitions/pages/weekly/page.html", context)


def _file(kind: CompetitionKind[Any, Any], slug: str, number: int, extension: str) -> str:
    return reverse(f"{kind.prefix}-weekly-file", args=[slug, number, extension])

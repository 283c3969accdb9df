"""All reports of a competition, the newest first, each with its best line.

Template `competitions/pages/weekly_list/page.html` gets what `CompetitionKind.context` gives, and:
    heading   what they are called
    reports   list of `reports.Report`
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's list."""
    if kind.reports is None:
        return None
    return Route(f"{kind.path}<slug:slug>/reports/", name=f"{kind.prefix}-weekly-list", audience=kind.viewer)


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show them."""
    row, now = kind.at(slug, guest_id_of(request)), timezone.now()
    if kind.reports is None:
        raise Http404
    view = kind.view(row)
    context = kind.context(request, row, view, here=f"{kind.prefix}-weekly-list") | {
        "heading": kind.reports.title,
        "reports": [kind.reports.made(row, view, number, now) for number in kind.reports.numbers(row, view, now)],
    }
    return render(request, "competitions/pages/weekly_list/page.html", context)

"""A competition on a television: one page after the other, and it follows live where the kind has a socket.

Template `competitions/pages/tv/page.html` gets what `CompetitionKind.context` gives, and:
    slides   list of `page_values.Slide`
    socket   what it follows; empty: it fetches itself from time to time
    zone     the time zone of its clock; empty: the reader's
    url, qr  the competition's page and its code
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.models import Competition
from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's TV view."""
    if kind.slides is None:
        return None
    return Route(f"{kind.path}<slug:slug>/tv/", name=f"{kind.prefix}-tv", audience=kind.viewer)


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show it."""
    row = kind.at(slug, guest_id_of(request))
    if kind.slides is None:
        raise Http404
    view = kind.view(row)
    follows = kind.followers is not None and row.state != Competition.State.DRAFT
    context = kind.context(request, row, view, here="") | {
        "slides": kind.slides(row, view, timezone.now()),
        "socket": f"/ws/{kind.path}{slug}/" if follows else "",
        "zone": getattr(getattr(view, "terms", view), "time_zone", ""),
        "url": kind.url(row),
        "qr": qr_of(request.build_absolute_uri(kind.url(row))),
    }
    return render(request, "competitions/pages/tv/page.html", context)

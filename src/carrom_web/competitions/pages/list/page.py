"""All competitions of a kind: those that run, then the archive.

Template `competitions/pages/list/page.html` gets kind, texts (`ListPage`), nav, and:
    rows       list of {url, title, club, is_open}
    new_url    where the reader begins one; "" if they organise for no club
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """Where the list of a kind is."""
    return Route(kind.path, name=kind.list_page.name, audience=ANYONE) if kind.list_page is not None else None


@require_safe
def page(request: HttpRequest, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show it."""
    guest_id = guest_id_of(request)
    may_begin = bool(clubs.clubs_to_organise(guest_id))
    context = {
        "nav": kind.nav,
        "kind": kind,
        "texts": kind.list_page,
        "rows": kind.index_rows(guest_id),
        "new_url": reverse(f"{kind.prefix}-new") if may_begin else "",
    }
    return render(request, "competitions/pages/list/page.html", context)

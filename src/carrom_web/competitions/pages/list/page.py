"""All competitions of a kind: those that come or run, then those that are over.

Template `competitions/pages/list/page.html` gets kind, texts (`ListPage`), nav, and:
    groups     list of {title, rows}: those that come or run, those that are over; rows as of the index of leagues
    may_begin  whether the reader organises for a club
    new_url    where one is started; "" if the reader is no organiser of a club
    more       list of {url, title}: where else to go
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's list."""
    return Route(kind.path, name=kind.list_page.name, audience=ANYONE) if kind.list_page is not None else None


@require_safe
def page(request: HttpRequest, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show it."""
    guest_id = guest_id_of(request)
    may_begin = bool(clubs.clubs_to_organise(guest_id))
    rows = kind.index_rows(guest_id)
    over = [row for row in rows if row.get("is_over", not row["is_open"])]
    parts = ((_("Now and next"), [row for row in rows if row not in over]), (_("Over"), over))
    texts = kind.list_page
    context = {
        "nav": kind.nav,
        "kind": kind,
        "texts": texts,
        "groups": [{"title": title, "rows": found} for title, found in parts if found],
        "may_begin": may_begin,
        "new_url": reverse(f"{kind.prefix}-new") if may_begin or not kind.has_new_page else "",
        "more": [{"url": reverse(name), "title": title} for name, title in (texts.more if texts else ())],
    }
    return render(request, "competitions/pages/list/page.html", context)

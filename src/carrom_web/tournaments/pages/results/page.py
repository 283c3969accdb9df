"""The results of an event: the places of every category so far, and all of it as files (docs/results.md).

Template `tournaments/pages/results/page.html` gets what `showing.head` gives, and:
    categories  list of {key, title, drawn, is_over, columns, standings, url, files}
    files       list of {title, url}: of the whole event
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.tournaments import papers, queries, results_files
from carrom_web.tournaments.models import Category, Event
from carrom_web.tournaments.showing import head, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/results/", name="event-results")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show them."""
    event = queries.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = head(request, event, terms, here="event-results") | {
        "categories": [_category(event, one) for one in results_files.told(event, terms)],
        "files": _files(event, ""),
    }
    return render(request, "tournaments/pages/results/page.html", context)


def _category(event: Event, one: results_files.Told) -> dict[str, Any]:
    part = papers.standings_part(one.shown, one.terms) if one.shown else None
    return {
        "key": one.terms.key,
        "title": one.terms.title,
        "is_open": one.state == Category.State.OPEN,
        "is_over": one.shown is not None and one.shown.is_over,
        "columns": part.columns[2:] if part else (),
        "standings": [{"place": row[0], "name": row[1], "values": row[2:]} for row in part.rows] if part else [],
        "url": reverse("event-draw", args=[event.slug, one.terms.key]),
        "files": _files(event, one.terms.key) if part else [],
    }


def _files(event: Event, key: str) -> list[dict[str, str]]:
    names = {
        "results.pdf": "PDF",
        "standings.csv": _("Places, CSV"),
        "fixtures.csv": _("Matches, CSV"),
        "boards.csv": _("Boards, CSV"),
        "results.json": "JSON",
    }
    query = f"?category={key}" if key else ""
    return [
        {"title": title, "url": reverse("event-results-file", args=[event.slug, name]) + query}
        for name, title in names.items()
    ]

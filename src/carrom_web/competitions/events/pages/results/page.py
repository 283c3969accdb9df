"""The results of an event: the places of every category so far, and all of it as files (docs/results.md).

Template `competitions/events/pages/results/page.html` gets what `CompetitionKind.context` gives, and:
    any_drawn   whether there are places of any category
    categories  list of {key, title, is_open, is_over, columns, standings, url, files, photos, sol}; photos: rows of
                `photos.photo_row`; sol, for organisers: {url, packed, notes} of the file for SoL
    files       list of {title, url}: of the whole event
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import photos, results_files, selectors, sol_files
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.places import category_places
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/results/", name="event-results", audience=KIND.viewer)
NOTES = {
    "both-lost": "is left out: SoL has no match that both lose.",
    "no-score": "is left out: it has no score.",
    "score-hides-winner": "is written as a walk-over: its score does not show who won.",
    "above-25": "has a score above 25, which the form of SoL does not take.",
    "method": "Rounds are to be paired the dazed way: SoL does not know the one of this event.",
}


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show them."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    terms, organises = terms_of(event), selectors.may(event, guest_id, Action.ORGANISE)
    found_photos = photos.public_photos(event)
    context = KIND.context(request, event, terms, here="event-results") | {
        "categories": [
            category_places(one)
            | {
                "photos": found_photos.get(one.terms.key, []),
                "url": reverse("event-draw", args=[event.slug, one.terms.key]),
                "files": _files(event, one.terms.key) if one.shown else [],
                "sol": _sol(event, terms, one) if organises else None,
            }
            for one in results_files.result_rows(event, terms, whole_names=selectors.is_official(event, guest_id))
        ],
        "files": _files(event, ""),
    }
    context["any_drawn"] = any(category["standings"] for category in context["categories"])
    return render(request, "competitions/events/pages/results/page.html", context)


def _sol(event: Event, terms: EventTerms, one: results_files.ResultRow) -> dict[str, Any] | None:
    """The file of a category for SoL, with what it cannot hold; None where SoL has no such contest."""
    try:
        exported = sol_files.sol_export_of(event, terms, event.categories.get(key=one.terms.key), now=timezone.now())
    except CarromError:
        return None
    notes = [f"{note.fixture} {_(NOTES[note.code])}".strip() for note in exported.notes]
    names = (f"{one.terms.key}.sol", f"{one.terms.key}.sol.gz")
    url, packed = (reverse("event-file", args=[event.slug, name]) for name in names)
    return {"url": url, "packed": packed, "notes": notes}


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

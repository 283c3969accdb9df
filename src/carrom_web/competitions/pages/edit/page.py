"""Change the terms of a competition; everything drawn, played or promised stays, as its kind says.

The template of the kind gets what `pages/begin` gives it, without clubs, presets and earlier ones, and competition.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import EditedTerms, TermsPage
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address at which the terms of one are changed."""
    if kind.terms is None:
        return None
    return Route(f"{kind.path}<slug:slug>/edit/", name=f"{kind.prefix}-edit", audience=kind.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show the form; with POST store it."""
    asks: TermsPage[Any, Any] = kind.terms  # type: ignore[assignment]  # else there is no such page
    guest_id, is_sent = guest_id_of(request), request.method == "POST"
    row, problem = kind.at(slug, guest_id), ""
    back = kind.url(row, "organise")
    before = asks.of(row)
    edited = asks.edit(before, request.POST if is_sent else None, False)
    is_sent = is_sent and not edited.again
    if is_sent and (terms := edited.terms()) is not None:
        try:
            asks.change(row, guest_id, terms, timezone.now())
        except CarromError as error:
            problem = localized(error)
        else:
            return HttpResponse(status=303, headers={"Location": back})
    context = context_of(kind, edited, problem=problem, is_sent=is_sent) | {
        "competition": row,
        "terms": before,
        "heading": asks.edit_title,
        "back": {"url": back, "title": row.title},
    }
    return render(request, asks.template, context, status=(409 if problem else 422) if is_sent else 200)


def context_of(kind: CompetitionKind[Any, Any], edited: EditedTerms, *, problem: str, is_sent: bool) -> dict[str, Any]:
    """Return the context of a kind's template for the typed terms."""
    return {
        "nav": kind.nav,
        "kind": kind,
        "form": edited.form,
        "rows": edited.rows,
        "errors": edited.errors() if is_sent and not problem else [],
        "problem": problem,
    }

"""A whole competition as one file, with names, for organisers who may see its people; `?packed`."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions import competition_file
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.permissions import Official
from carrom_web.core.pages import Route


def reader_of(kind: CompetitionKind[Any, Any]) -> Official:
    """Those who may have the file of one: organisers who also see its people."""
    return kind.official(Action.ORGANISE, Action.SEE_PERSONS, every=True)


def route(kind: CompetitionKind[Any, Any]) -> Route:
    """The address of a kind's file."""
    return Route(f"{kind.path}<slug:slug>/whole.json", name=f"{kind.prefix}-export", audience=reader_of(kind))


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Give it."""
    row = kind.at(slug, guest_id_of(request))
    text, packed = kind.written(row), "packed" in request.GET
    made = competition_file.packed(text) if packed else text
    answer = HttpResponse(made, content_type="application/gzip" if packed else "application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.json{".gz" if packed else ""}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer

"""Undo an entry of the log of a competition: POST with line, its number, and version, if a preview was shown.

Back to the log, or with `back=organise` to the page for organisers; to the log with why it cannot be undone.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.presenters import number_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.pages.log.page import shown
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address at which entries of a kind are undone; None: on pages of its own alone."""
    if not kind.undoes:
        return None
    reader = kind.official(*kind.log_reader)
    return Route(f"{kind.path}<slug:slug>/undo/", name=f"{kind.prefix}-undo", audience=reader)


@require_POST
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Undo it."""
    guest_id = guest_id_of(request)
    row = kind.at(slug, guest_id)
    try:
        line, version = (number_of(request.POST.get(name, "")) for name in ("line", "version"))
        kind.undo_entry(row, guest_id, line, version=version, now=timezone.now())
    except CarromError as error:
        return shown(request, kind, slug, problem=localized(error))
    back = "organise" if request.POST.get("back") == "organise" else "log"
    return HttpResponse(status=303, headers={"Location": kind.url(row, back)})

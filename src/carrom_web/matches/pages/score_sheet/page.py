"""The score sheet of a match as a PDF on one page, with a QR code that leads back to the match. No template."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.play.record import Record
from carrom.printing.sheet import sheet_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import printouts, selectors

ROUTE = Route("matches/<uuid:match_id>/sheet.pdf", name="score-sheet", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return the sheet as it stands: boards that ended, empty lines for those to come."""
    try:
        selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    link = request.build_absolute_uri(reverse("match", args=[match_id]))
    sheet = sheet_of(Record(tuple(selectors.record(match_id))), printouts.words(), link=link)
    return printouts.pdf_answer(sheet, name=f"carrom-{match_id}")

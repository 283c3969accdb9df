"""A blank score sheet of a ruleset as a PDF on one page, with a QR code that leads to its laws. No template."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.laws.rulesets.every import RULESETS
from carrom.printing.sheet import blank_sheet
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import printouts

ROUTE = Route("laws/<slug:slug>/sheet.pdf", name="laws-sheet", audience=ANYONE)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the sheet to be filled in by hand."""
    if slug not in RULESETS:
        raise Http404
    link = request.build_absolute_uri(reverse("laws-ruleset", args=[slug]))
    return printouts.pdf_answer(blank_sheet(RULESETS[slug], printouts.words(), link=link), name=f"score-sheet-{slug}")

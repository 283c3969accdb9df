"""The receipt of a payment as PDF, by the link of the registration that it belongs to; no template."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.printing.listing import listing_pdf
from carrom_web.competitions.events import link_tokens, printouts, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import LedgerEntry
from carrom_web.competitions.events.permissions import REGISTRATION_HOLDER
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("registrations/<str:token>/receipt-<int:number>.pdf", name="event-receipt", audience=REGISTRATION_HOLDER)


@require_safe
@KIND.answered
def page(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Give it."""
    form = link_tokens.form_with_token(token)
    movement = form.movements.filter(kind=LedgerEntry.Kind.PAYMENT, receipt=number).first()
    if movement is None or number in selectors.void_receipts(form):
        raise Http404
    size = printouts.paper_of(request.GET.get("paper"))
    made = listing_pdf(printouts.receipt(form, movement, terms_of(form.event), ""), paper=size)
    response = HttpResponse(made, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="receipt-{number}.pdf"'
    return response

"""The receipt of a payment as PDF, by the link of the registration that it belongs to; no template."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.prints.listing import listing_pdf
from carrom_web.common.pages import Route
from carrom_web.tournaments import papers, queries
from carrom_web.tournaments.models import Movement
from carrom_web.tournaments.showing import told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("registrations/<str:token>/receipt-<int:number>.pdf", name="event-receipt")


@require_safe
@told_kindly
def page(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Give it."""
    form = queries.form_with_token(token)
    movement = form.movements.filter(kind=Movement.Kind.PAYMENT, receipt=number).first()
    if movement is None or number in queries.void_receipts(form):
        raise Http404
    size = papers.paper_of(request.GET.get("paper"))
    made = listing_pdf(papers.receipt(form, movement, terms_of(form.event), ""), paper=size)
    response = HttpResponse(made, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="receipt-{number}.pdf"'
    return response

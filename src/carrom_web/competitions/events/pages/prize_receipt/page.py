"""The receipt of a payout of prize money as PDF, for the winner to sign; no template."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.printing.listing import listing_pdf
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import printouts, prize_money
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Entry
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route(
    "events/<slug:slug>/prize-money/receipt-<int:number>.pdf",
    name="event-prize-receipt",
    audience=KIND.official(Action.TAKE_PAYMENTS),
)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give it."""
    event = KIND.at(slug, guest_id_of(request))
    lines = [one for known in prize_money.payouts_of(event).values() for one in known]
    line = next((one for one in lines if one.receipt == number), None)
    if line is None:
        raise Http404
    entry = Entry.objects.select_related("category", "form__event__club").get(movements=line)
    name = entry.team or " & ".join(one.name for one in entry.players)
    size = printouts.paper_of(request.GET.get("paper"))
    made = listing_pdf(printouts.prize_receipt(entry, line, terms_of(event), name), paper=size)
    response = HttpResponse(made, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="prize-receipt-{number}.pdf"'
    return response

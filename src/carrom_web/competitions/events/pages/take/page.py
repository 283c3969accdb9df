"""Taking a registration over that its owner offers, by the link from the email.

Template `competitions/events/pages/take/page.html` gets what `CompetitionKind.context` gives, and:
    form    a Django form (`handover_forms.Taking`); POST it to this same address
    errors  list of {field, id, text} for the list on top
    by      who offers it; rows: its entries (`presenters.entry_row`)
    paid    what was paid for it, in words; owed: what is still to be paid
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.competitions.events import labels, selectors
from carrom_web.competitions.events.asked_fields import Asked
from carrom_web.competitions.events.handover_forms import Taking
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Handover
from carrom_web.competitions.events.permissions import SUCCESSOR
from carrom_web.competitions.events.presenters import entry_row, own_link
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import consents, handovers
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("registrations/take/<str:token>/", name="event-take", audience=SUCCESSOR)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what is offered and ask who takes it; with POST hand it over."""
    handover = handovers.offered_by(token)
    event, terms = handover.form.event, terms_of(handover.form.event)
    keys = {entry.category.key for entry in selectors.entries_in(handover.form) if entry.takes_a_place}
    asked = Asked.of(terms, consents.version_of(event, terms))
    if request.method != "POST":
        return _show(request, handover, Taking(terms, keys, asked, initial={"name": handover.name}))
    form = Taking(terms, keys, asked, request.POST)
    if not form.is_valid():
        return _show(request, handover, form, status=422)
    try:
        taken = handovers.take(handover, form.successor(get_language() or "en"), now=timezone.now())
    except CarromError as error:
        form.add_error(None, localized(error))
        return _show(request, handover, form, status=422)
    return HttpResponse(status=303, headers={"Location": own_link(taken)})


def _show(request: HttpRequest, handover: Handover, form: Taking, *, status: int = 200) -> HttpResponse:
    offered = handover.form
    terms, account = form.terms, selectors.account_of(offered)
    rows = [entry_row(entry, terms, public=False) for entry in selectors.entries_in(offered)]
    context = KIND.context(request, offered.event, terms, here="") | {
        "form": form,
        "errors": error_list(form),
        "by": offered.name,
        "rows": [row for row in rows if not row["ended"]],
        "paid": labels.money(account.paid, terms.currency) if account.paid else "",
        "owed": labels.money(account.balance, terms.currency) if account.balance > 0 else "",
    }
    return render(request, "competitions/events/pages/take/page.html", context, status=status)

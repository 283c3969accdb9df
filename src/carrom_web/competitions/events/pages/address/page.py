"""Confirming a new email address, by the link sent to it.

It takes a press: programs that look through emails open links by themselves.

Template `competitions/events/pages/address/page.html` gets what `CompetitionKind.context` gives, and
`email`: the new address.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.permissions import NEW_ADDRESS_HOLDER
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import registration_changes
from carrom_web.core.pages import Route

ROUTE = Route("registrations/address/<str:token>/", name="event-address", audience=NEW_ADDRESS_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; with POST take the address into use."""
    if request.method == "POST":
        return HttpResponse(
            status=303, headers={"Location": own_link(registration_changes.confirm_address(token, now=timezone.now()))}
        )
    form = registration_changes.form_of_address(token)
    context = KIND.context(request, form.event, terms_of(form.event), here="") | {"email": form.new_email}
    return render(request, "competitions/events/pages/address/page.html", context)

"""A new e-mail address is confirmed, by the link from the letter that went there.

It takes a press: programs that look through e-mails open links by themselves.

Template `tournaments/pages/address/page.html` gets what `showing.head` gives, and `email`: the new address.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom_web.common.pages import Route
from carrom_web.tournaments.actions import changing
from carrom_web.tournaments.showing import head, own_link, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("registrations/address/<str:token>/", name="event-address")


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; with POST take the address into use."""
    if request.method == "POST":
        return HttpResponse(
            status=303, headers={"Location": own_link(changing.confirm_address(token, now=timezone.now()))}
        )
    form = changing.form_of_address(token)
    context = head(request, form.event, terms_of(form.event), here="") | {"email": form.new_email}
    return render(request, "tournaments/pages/address/page.html", context)

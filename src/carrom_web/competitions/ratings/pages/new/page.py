"""Begin a rating list.

Template `competitions/ratings/pages/new/page.html` gets form, clubs (list of (slug, name)), club (chosen), errors, nav.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.rights import Action
from carrom_web.competitions.ratings.forms import TermsForm
from carrom_web.competitions.ratings.presenters import error_list, handle_domain_errors
from carrom_web.competitions.ratings.services import organising
from carrom_web.core.pages import Route

ROUTE = Route("ratings/new/", name="rating-new", audience=ORGANISER_OF_ANY_CLUB)


@require_http_methods(["GET", "HEAD", "POST"])
@handle_domain_errors
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST begin it."""
    guest_id = guest_id_of(request)
    own = [club for club in clubs.clubs_of(guest_id) if clubs.may(club.pk, guest_id, Action.ORGANISE)]
    sent = request.POST if request.method == "POST" else None
    form = TermsForm(sent)
    club = next((one for one in own if sent and one.slug == sent.get("club")), own[0])
    if sent is not None and form.is_valid():
        title = form.cleaned_data["title"]
        made = organising.begin(club, guest_id, title=title, terms=form.terms, now=timezone.now())
        return HttpResponse(status=303, headers={"Location": reverse("rating-organise", args=[made.slug])})
    context = {
        "nav": "leagues",
        "form": form,
        "clubs": [(one.slug, one.name) for one in own],
        "club": club.slug,
        "errors": error_list(form) if sent is not None else [],
    }
    return render(request, "competitions/ratings/pages/new/page.html", context, status=200 if sent is None else 422)

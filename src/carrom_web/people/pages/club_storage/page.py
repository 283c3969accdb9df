"""How long a club stores which data of its people: for everybody to read, for its officers to change.

Template `people/pages/club_storage/page.html` gets:
    club     {name, slug}
    rows     list of {label, says, text}: what is stored, what for, how long
    form     the periods as settings (`PeriodsForm`), or none; POST here changes them
    errors   list of {id, text}
    is_new   whether the periods were just stored
    nav      "events"
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.settings import settings_of
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.setting_fields import help_of, initial_values, value_label
from carrom_web.people.expiry import set_periods
from carrom_web.people.forms import PeriodsForm
from carrom_web.people.retention import RetentionTerms, terms_of

ROUTE = Route("clubs/<slug:slug>/storage/", name="club-storage", audience=ANYONE, post=ClubMember(Action.EDIT))


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the periods; with POST change them."""
    guest_id = guest_id_of(request)
    try:
        club = clubs.visible_club(slug, guest_id)
    except clubs.UnknownClubError:
        raise Http404 from None
    terms, form, status = terms_of(club), None, 200
    if clubs.may(club.pk, guest_id, Action.EDIT):
        form = PeriodsForm(request.POST if request.method == "POST" else None, initial=initial_values(terms))
        if form.is_bound and form.is_valid():
            set_periods(club, guest_id, form.terms, now=timezone.now())
            here = reverse("club-storage", args=[slug])
            return HttpResponse(status=303, headers={"Location": f"{here}?saved=1"})
        status = 422 if form.is_bound else 200
    context = {
        "nav": "events",
        "club": {"name": club.name, "slug": club.slug},
        "rows": [
            {"label": _(one.label), "says": help_of(one), "text": value_label(one, one.of(terms))}
            for one in settings_of(RetentionTerms).values()
        ],
        "form": form,
        "errors": error_list(form) if form is not None and form.is_bound else [],
        "is_new": "saved" in request.GET,
    }
    return render(request, "people/pages/club_storage/page.html", context, status=status)

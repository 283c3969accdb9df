"""The reader's clubs, and the form for a new one.

Template `clubs/pages/clubs/page.html` gets:
    clubs   list of {name, place, url, roles}
    form    `clubs.forms.NewClub`; POST it here
    errors  list of {id, text}
    next    where to go on once the club is there; "" for its own page
    nav     "umpire"
"""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of, guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.clubs import selectors, services
from carrom_web.clubs.forms import NewClub
from carrom_web.clubs.labels import role_labels
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized

ROUTE = Route("clubs/", name="clubs", audience=ANYONE)
NEW_CLUBS = RateLimit(burst=10, per_second=0.01)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the clubs; with POST found one."""
    guest = guest_of(request)
    form = NewClub(request.POST or None, initial={"own_name": guest.name if guest else ""})
    if request.method == "POST" and form.is_valid():
        if not NEW_CLUBS.allows(request.META.get("REMOTE_ADDR"), time.monotonic()):
            form.add_error(
                None, _("Too many clubs were created from this address in a short time. Wait a few minutes.")
            )
        else:
            asked = form.cleaned_data
            guest = guest_for(request, name=asked["own_name"])
            try:
                club = services.found_club(guest.pk, name=asked["name"], place=asked["place"])
            except CarromError as error:
                form.add_error(None, localized(error))
            else:
                onward = request.POST.get("next", "")
                safe = onward.startswith("/") and url_has_allowed_host_and_scheme(onward, allowed_hosts=None)
                where = onward if safe else reverse("club", args=[club.slug])
                answer = HttpResponse(status=303, headers={"Location": where})
                return remember(answer, guest, request)
    guest_id, words = guest_id_of(request), role_labels()
    order = list(words)
    context = {
        "nav": "events",
        "clubs": [
            {
                "name": club.name,
                "place": club.place,
                "url": reverse("club", args=[club.slug]),
                "roles": [words[role] for role in sorted(selectors.roles_in(club.pk, guest_id), key=order.index)],
            }
            for club in selectors.clubs_of(guest_id)
        ],
        "form": form,
        "errors": error_list(form),
        "next": request.POST.get("next", request.GET.get("next", "")),
    }
    return render(request, "clubs/pages/clubs/page.html", context, status=422 if form.errors else 200)

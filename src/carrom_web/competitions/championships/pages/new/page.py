"""Begin a championship, by hand or from a file of SoL; POST with do=begin or do=bring.

Template `competitions/championships/pages/new/page.html` gets form, bringing (forms), clubs (list of (slug, name)),
club (chosen),
errors, nav.
"""

from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.sol_file import read_sol
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.rights import Action
from carrom_web.competitions.championships import services
from carrom_web.competitions.championships.forms import MOST_BYTES, BringForm, CountingForm
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.presenters import (
    error_list,
    handle_domain_errors,
)
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("championships/new/", name="championship-new", audience=ORGANISER_OF_ANY_CLUB)


@require_http_methods(["GET", "HEAD", "POST"])
@handle_domain_errors
def page(request: HttpRequest) -> HttpResponse:
    """Show the forms; with POST begin it."""
    guest_id = guest_id_of(request)
    own = [club for club in clubs.clubs_of(guest_id) if clubs.may(club.pk, guest_id, Action.ORGANISE)]
    club = next((one for one in own if one.slug == request.POST.get("club")), own[0])
    asked = request.POST.get("do") if request.method == "POST" else ""
    form = CountingForm(request.POST if asked == "begin" else None)
    bringing = BringForm(request.POST if asked == "bring" else None, request.FILES or None, prefix="sol")
    if asked in ("begin", "bring"):
        used: forms.Form = form if asked == "begin" else bringing
        made = _made(club, guest_id, form, bringing, asked) if used.is_valid() else None
        if made is not None:
            return HttpResponse(status=303, headers={"Location": reverse("championship-organise", args=[made.slug])})
    used = bringing if asked == "bring" else form
    context = {
        "nav": "leagues",
        "form": form,
        "bringing": bringing,
        "clubs": [(one.slug, one.name) for one in own],
        "club": club.slug,
        "errors": error_list(used) if request.method == "POST" else [],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "competitions/championships/pages/new/page.html", context, status=status)


def _made(
    club: Club, guest_id: UUID | None, form: CountingForm, bringing: BringForm, asked: str
) -> Championship | None:
    """The new championship; None: a field tells why not."""
    now = timezone.now()
    if asked == "begin":
        return services.begin(club, guest_id, title=form.cleaned_data["title"], counting=form.counting, now=now)
    told = bringing.cleaned_data
    if told["file"].size > MOST_BYTES:
        bringing.add_error("file", _("The file is too large."))
        return None
    try:
        return services.bring(club, guest_id, read_sol(told["file"].read()), told["number"], now=now)
    except CarromError as error:
        bringing.add_error("number" if error.code == "not-for-sol" else "file", localized(error))
        return None

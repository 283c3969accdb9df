"""Open an arena: title, laws, length, clock, for how long; of a club, or of the account itself.

Template `competitions/arenas/pages/arena_new/page.html` gets nav, form, clubs, chosen, errors. POST the fields of
`forms.NewArena`, and `club` with a club's slug or "".
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.selectors import guest_of
from carrom_web.accounts.services import guest_for
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.arenas.forms import NewArena
from carrom_web.competitions.arenas.services import opening
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.permissions import SIGNED_IN
from carrom_web.core.translation import localized

ROUTE = Route("arenas/new/", name="arena-new", audience=SIGNED_IN)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST open it and go there."""
    guest = guest_of(request) or guest_for(request)
    own, is_sent = clubs.clubs_to_organise(guest.pk), request.method == "POST"
    chosen = next((one for one in own if one.slug == request.POST.get("club")), None)
    title = _("Arena of %(name)s") % {"name": guest.name} if guest.name else _("Arena")
    form = NewArena(request.POST, request.FILES) if is_sent else NewArena(initial={"title": title})
    status = 422 if is_sent else 200
    if is_sent and form.is_valid():
        try:
            title, laws = form.cleaned_data["title"], form.own_laws_source
            made = opening.open_arena(guest, title, form.terms, club=chosen, own_laws=laws, now=timezone.now())
        except NotAllowedError as error:
            form.add_error(None, localized(error))
            status = 409
        else:
            return HttpResponse(status=303, headers={"Location": reverse("arena", args=[made.slug])})
    context = {
        "nav": "lobby",
        "form": form,
        "clubs": own,
        "chosen": chosen,
        "errors": error_list(form) if is_sent else [],
    }
    return render(request, "competitions/arenas/pages/arena_new/page.html", context, status=status)

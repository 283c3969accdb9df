"""The reader's own sets of 19-coin solo on a real board, and the form of a new one.

Template `umpire/pages/solo_sets/page.html` gets:
    form      `umpire.solo.NewSet`; POST it here
    errors    list of {field, id, text} for the list on top; empty at first
    rulesets  list of {slug, title, chosen}; one: it is not asked for
    open      the sets that go on, as in `sets`
    sets      list of `umpire.solo.set_json` with `url`, the newest first
    totals    `umpire.solo.totals` of all of them, or none
    nav       "umpire"
"""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.umpire import selectors, services, solo
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from carrom_web.umpire.rights import Role

ROUTE = Route("umpire/solo/", name="solo-sets", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show one's sets; with POST begin another."""
    if request.method != "POST":
        guest = guest_of(request)
        usual = {"name": guest.name if guest else "", "ruleset": solo.rulesets()[0][0], "complies": False}
        return _page(request, solo.NewSet(initial=usual))
    if not NEW_SHEETS.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return error_page(
            request,
            status=429,
            code="too-many-matches",
            title=_("Too many new sets"),
            what=_("Too many sets were started from this address in a short time."),
            safe=_("Your earlier sets are saved."),
            todo=_("Wait a minute, then try again."),
        )
    form = solo.NewSet(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    guest = guest_for(request, name=form.cleaned_data["name"])
    match_id = services.start_sheet(form.set_head(), guest.pk, role=Role.PLAYER)
    response = HttpResponse(status=303, headers={"Location": reverse("solo-set", args=[match_id])})
    return remember(response, guest, request)


def _page(request: HttpRequest, form: solo.NewSet, *, status: int = 200) -> HttpResponse:
    guest = guest_of(request)
    own = selectors.own_sets(guest.pk) if guest else []
    sets = [
        solo.set_json(one, selectors.attested(one)) | {"url": reverse("solo-set", args=[one.match_id])} for one in own
    ]
    context = {
        "nav": "umpire",
        "form": form,
        "errors": [
            {"field": name, "id": form[name].id_for_label, "text": text}
            for name, texts in form.errors.items()
            for text in texts
        ],
        "rulesets": [
            {"slug": slug, "title": title, "chosen": str(form["ruleset"].value()) == slug}
            for slug, title in solo.rulesets()
        ],
        "open": [one for one in sets if not one["is_over"]],
        "sets": sets,
        "totals": solo.totals(own),
    }
    return render(request, "umpire/pages/solo_sets/page.html", context, status=status)

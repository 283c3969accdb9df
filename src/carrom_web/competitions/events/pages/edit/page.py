"""Changing an event that stands already; what people relied on when they entered stays.

Template `competitions/events/pages/edit/page.html` gets what the page of a new event gives it, with `event` and no
presets.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.form_rows import FORM_BUTTONS, EditedForms
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import organising
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/edit/", name="event-edit", audience=KIND.official(Action.ORGANISE))


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST store what it says."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    before, status = terms_of(event), 200
    again = request.POST.get("do") in FORM_BUTTONS
    edited = EditedForms(
        before,
        request.POST if request.method == "POST" else None,
        again=again,
        more_rows=FORM_BUTTONS.get(request.POST.get("do", ""), 0),
    )
    if request.method == "POST" and not again:
        terms, status = edited.terms(), 422
        if terms is not None:
            try:
                organising.change_event(event, guest_id, terms, now=timezone.now())
                return HttpResponse(status=303, headers={"Location": reverse("event-organise", args=[slug])})
            except CarromError as error:
                edited.form.add_error(None, localized(error))
    context = {
        "nav": "events",
        "event": event,
        "edited": edited,
        "errors": edited.errors() if status == 422 else [],
        "heading": _("Change the event"),
    }
    return render(request, "competitions/events/pages/edit/page.html", context, status=status)

"""A new event: a club, a preset or an earlier event to begin with, then everything that is announced.

Template `competitions/events/pages/edit/page.html` gets:
    edited    `form_rows.Edited`
    errors    list of {field, id, text}
    clubs     the clubs whose events the reader organises; chosen: the one chosen
    presets   list of {slug, title, says, chosen}
    earlier   list of {slug, club, title, when}: events of their clubs, to begin with a copy
    is_new    true
    nav       "events"
"""

from dataclasses import replace
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.tournament.event import EventTerms
from carrom.tournament.presets.every import PRESETS
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import event_file, labels
from carrom_web.competitions.events.form_rows import FORM_BUTTONS, EditedForms
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.repository import STORE, terms_of
from carrom_web.competitions.events.services import organising
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("events/new/", name="event-new", audience=ANYONE, post=ORGANISER_OF_ANY_CLUB)
WEEKS_AHEAD = 6


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST store the event as a draft."""
    guest_id = guest_id_of(request)
    own = [club for club in clubs.clubs_of(guest_id) if clubs.may(club.pk, guest_id, Action.ORGANISE)]
    asked = request.POST if request.method == "POST" else request.GET
    slug = asked.get("preset", "knock-out-evening")
    before = _beginning(asked.get("copy", ""), slug, request)
    chosen = next((club for club in own if club.slug == asked.get("club")), own[0] if own else None)
    status = 200
    if request.method == "POST" and chosen is not None and (file := request.FILES.get("event")):
        event = event_file.read(chosen, guest_id, file.read(), now=timezone.now())
        return HttpResponse(status=303, headers={"Location": reverse("event-organise", args=[event.slug])})
    if request.method == "POST" and (again := asked.get("do")) in FORM_BUTTONS:
        edited = EditedForms(before, request.POST, again=True, more_rows=FORM_BUTTONS[again])
    elif request.method == "POST" and chosen is not None:
        edited = EditedForms(before, request.POST, is_new=True)
        terms = edited.terms()
        if terms is not None:
            event = organising.start_event(chosen, guest_id, terms, now=timezone.now())
            return HttpResponse(status=303, headers={"Location": reverse("event-organise", args=[event.slug])})
        status = 422
    else:
        edited = EditedForms(before)
    context = {
        "nav": "events",
        "is_new": True,
        "edited": edited,
        "errors": edited.errors() if status == 422 else [],
        "clubs": own,
        "chosen": chosen,
        "copy": asked.get("copy", ""),
        "preset": slug,
        "presets": [
            {
                "slug": one.slug,
                "title": _(one.title),
                "says": _(one.says),
                "chosen": one.slug == slug and not asked.get("copy"),
            }
            for one in PRESETS.values()
        ],
        "earlier": [
            {
                "slug": event.slug,
                "club": event.club.slug,
                "title": terms_of(event).title,
                "when": labels.days_label(terms_of(event).days),
            }
            for club in own
            for event in STORE.visible_to(guest_id).filter(club=club)
        ],
        "heading": _("Announce an event"),
    }
    return render(request, "competitions/events/pages/edit/page.html", context, status=status)


def _beginning(copy: str, slug: str, request: HttpRequest) -> EventTerms:
    """What the form is filled with: an earlier event a year later, or a preset some weeks from now.

    A preset of a real event, such as KAGW 2022, keeps its own days.
    """
    if copy:
        terms = terms_of(KIND.at(copy, guest_id_of(request)))
        day = terms.days[0].date + timedelta(weeks=52)
        shift = day - terms.days[0].date
        return organising.copy_of(terms, first_day=day, deadline=terms.deadline + shift, title=terms.title)
    terms = PRESETS[slug if slug in PRESETS else "knock-out-evening"].terms
    if terms.venue.address:
        return terms
    today = timezone.localdate()
    day = today + timedelta(weeks=WEEKS_AHEAD)
    day += timedelta(days=(terms.days[0].date.weekday() - day.weekday()) % 7)
    gap = terms.days[0].date - terms.deadline
    return replace(organising.copy_of(terms, first_day=day, deadline=day - gap, title=terms.title), title=terms.title)

"""The registration form of an event. No account is needed: a signed link comes by email.

Template `competitions/events/pages/register/page.html` gets what `CompetitionKind.context` gives, and:
    form    a Django form (`forms.Registering`); POST it to this same address
    rows    its categories (`Registering.rows`), with the fee in words and how full they are
    errors  list of {field, id, text} for the list on top
    waiting_rule  who gets a free place, where a category is full
    registers_groups  whether a club can register its players together
    at_desk whether the registrar enters somebody who stands there (`desk_forms.Admitting`)
"""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.registration import check_open
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import labels, selectors
from carrom_web.competitions.events.asked_fields import Asked
from carrom_web.competitions.events.desk_forms import Admitting
from carrom_web.competitions.events.forms import Registering
from carrom_web.competitions.events.group_forms import methods_of
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.payment_accounts import ways_to_pay
from carrom_web.competitions.events.presenters import own_link, site_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import check_in, consents, registration
from carrom_web.core.error_page import error_page
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/register/", name="event-register", audience=KIND.viewer)
FORMS = RateLimit(burst=60, per_second=0.5)  # a club registers many from one address


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST hand it in."""
    guest_id, now = guest_id_of(request), timezone.now()
    event = KIND.at(slug, guest_id)
    terms = terms_of(event)
    at_desk = selectors.may(event, guest_id, Action.REGISTER)
    if event.state != Event.State.DRAFT and not at_desk:
        check_open(terms, now)
    kind = Admitting if at_desk and event.state == Event.State.OPEN else Registering
    shown = selectors.categories_of(event, terms)
    closed = {one.terms.key: _("This category is cancelled.") for one in shown if not one.is_open}
    site, ways = site_of(request), ways_to_pay(event.club_id, terms)
    asked = Asked.of(terms, consents.version_of(event, terms))
    if request.method != "POST":
        return _show(request, event, kind(terms, closed=closed, ways=ways, site=site, asked=asked))
    if not FORMS.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return error_page(
            request,
            status=429,
            code="too-many-forms",
            title=_("Too many registrations"),
            what=_("There were too many registrations from this address in a short time."),
            safe=_("The confirmed ones are stored."),
            todo=_("Wait a minute, then send yours again."),
        )
    form = kind(terms, request.POST, closed=closed, ways=ways, site=site, asked=asked)
    if not form.is_valid():
        return _show(request, event, form, status=422)
    try:
        language = get_language() or "en"
        if isinstance(form, Admitting):
            application, here = form.application(language=language), form.cleaned_data["is_here"]
            stored = check_in.admit(event, guest_id, application, paid_by=form.taken, is_here=here, now=now)
            desk = f"{reverse('event-desk', args=[slug])}?find={stored.number}"
            return HttpResponse(status=303, headers={"Location": desk})
        stored = registration.hand_in(event, form.application(guest_id=guest_id, language=language), now=now)
    except CarromError as error:
        form.add_error(None, localized(error))
        return _show(request, event, form, status=422)
    return HttpResponse(status=303, headers={"Location": own_link(stored)})


def _show(request: HttpRequest, event: Event, form: Registering, *, status: int = 200) -> HttpResponse:
    terms = form.terms
    counts = {one.terms.key: one for one in selectors.categories_of(event, terms)}
    rows = [
        row
        | {
            "fee": labels.money(row["terms"].fee, terms.currency) if row["terms"].fee else "",
            "who": labels.who_else(row["terms"]),
            "count": labels.count_label(counts[row["terms"].key].taken, counts[row["terms"].key].row.most, 0),
            "is_full": counts[row["terms"].key].free == 0,
        }
        for row in form.rows()
    ]
    context = KIND.context(request, event, terms, here="") | {"form": form, "rows": rows, "errors": error_list(form)}
    context["at_desk"] = isinstance(form, Admitting)
    context["registers_groups"] = bool(methods_of(terms, form.ways))
    context["waiting_rule"] = labels.waiting_rule(terms) if any(row["is_full"] for row in rows) else ""
    context["has_fees"] = any(one.fee for one in terms.categories)
    return render(request, "competitions/events/pages/register/page.html", context, status=status)

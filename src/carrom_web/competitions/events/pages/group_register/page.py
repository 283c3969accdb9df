"""A club registers its players together: a list for each category, one email, one payment.

Template `competitions/events/pages/group_register/page.html` gets what `CompetitionKind.context` gives, and:
    form    a Django form (`group_forms.GroupForm`); POST it to this same address
    errors  list of {field, id, text} for the list on top
    needs_born, needs_methods  whether ages decide somewhere; whether a club cannot pay for all here
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
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events import link_tokens, selectors
from carrom_web.competitions.events.group_forms import GroupForm, errors_of
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import NAME_LENGTH, Event
from carrom_web.competitions.events.payment_accounts import ways_to_pay
from carrom_web.competitions.events.presenters import site_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import groups
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/register/group/", name="event-register-group", audience=KIND.viewer)
GROUPS = RateLimit(burst=20, per_second=0.02)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST register all of them."""
    now, guest_id = timezone.now(), guest_id_of(request)
    event = KIND.at(slug, guest_id)
    terms = terms_of(event)
    if event.state != Event.State.DRAFT:
        check_open(terms, now)
    closed = {one.terms.key: "" for one in selectors.categories_of(event, terms) if not one.is_open}
    ways = ways_to_pay(event.club_id, terms)
    if request.method != "POST":
        return _show(request, event, GroupForm(terms, closed=closed, ways=ways))
    if not GROUPS.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return error_page(
            request,
            status=429,
            code="too-many-forms",
            title=_("Too many registrations"),
            what=_("There were too many registrations from this address in a short time."),
            safe=_("The confirmed ones are stored."),
            todo=_("Wait a minute, then send yours again."),
        )
    form = GroupForm(terms, request.POST, closed=closed, ways=ways)
    if not form.is_valid():
        return _show(request, event, form, status=422)
    contact = groups.Contact(
        name=tidy_name(form.cleaned_data["name"], NAME_LENGTH),
        email=form.cleaned_data["email"],
        club_name=tidy_name(form.cleaned_data["club_name"], NAME_LENGTH),
        method=form.paid_by,
        language=get_language() or "en",
        site=site_of(request),
        guest_id=guest_id,
    )
    try:
        made = groups.register(event, contact, form.applications, now=now)
    except CarromError as error:
        form.add_error(None, localized(error))
        return _show(request, event, form, status=422)
    return HttpResponse(status=303, headers={"Location": reverse("event-group", args=[link_tokens.group_token(made)])})


def _show(request: HttpRequest, event: Event, form: GroupForm, *, status: int = 200) -> HttpResponse:
    terms = form.terms
    context = KIND.context(request, event, terms, here="") | {
        "form": form,
        "errors": errors_of(form),
        "needs_born": any(one.oldest or one.youngest for one in terms.categories),
        "needs_methods": not form.methods,
    }
    return render(request, "competitions/events/pages/group_register/page.html", context, status=status)

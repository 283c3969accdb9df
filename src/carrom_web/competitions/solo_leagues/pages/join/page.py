"""Joining a season. No account is needed: a signed link comes by email.

Template `competitions/solo_leagues/pages/join/page.html` gets:
    season, title, when, places   what is joined
    form    `forms.JoinForm`; POST it here
    errors  list of {field, id, text} for the list on top
    asks_equipment  whether a set from one's own board needs the declaration
    nav     "leagues"
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
from carrom_web.accounts.selectors import account_of, guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.competitions.solo_leagues import labels, selectors
from carrom_web.competitions.solo_leagues.forms import JoinForm
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.pages.season.page import places_label
from carrom_web.competitions.solo_leagues.presenters import site_of
from carrom_web.competitions.solo_leagues.repository import terms_of
from carrom_web.competitions.solo_leagues.services import registration
from carrom_web.core.error_page import error_page
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/join/", name="solo-join", audience=KIND.viewer)
FORMS = RateLimit(burst=60, per_second=0.5)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST join."""
    guest = guest_of(request)
    season = KIND.at(slug, guest.pk if guest else None)
    ruleset = terms_of(season).ruleset
    account = account_of(request)
    if request.method != "POST":
        registration.check_open(season, now=timezone.now())
        known = {"name": guest.name if guest else "", "email": account.email if account else "", "shows_name": True}
        return _show(request, season, JoinForm(ruleset, asked=False, initial=known))
    if not FORMS.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return error_page(
            request,
            status=429,
            code="too-many-forms",
            title=_("Too many entries"),
            what=_("Too many people joined from this address in a short time."),
            safe=_("The confirmed ones are stored."),
            todo=_("Wait a minute, then try again."),
        )
    form = JoinForm(ruleset, request.POST, asked=False)
    if not form.is_valid():
        return _show(request, season, form, status=422)
    guest = guest_for(request)
    application = form.application(guest_id=guest.pk, language=get_language() or "en", site=site_of(request))
    try:
        player = registration.join(season, application, now=timezone.now())
    except CarromError as error:
        form.add_error(None, localized(error))
        return _show(request, season, form, status=422)
    where = {"Location": reverse("solo-own", args=[selectors.token_of(player)])}
    return remember(HttpResponse(status=303, headers=where), guest, request)


def _show(request: HttpRequest, season: Season, form: JoinForm, *, status: int = 200) -> HttpResponse:
    terms = terms_of(season)
    context = {
        "nav": "leagues",
        "season": season,
        "title": terms.title,
        "when": labels.days_label(season),
        "places": places_label(season),
        "form": form,
        "errors": error_list(form),
        "asks_equipment": terms.equipment_asked,
    }
    return render(request, "competitions/solo_leagues/pages/join/page.html", context, status=status)

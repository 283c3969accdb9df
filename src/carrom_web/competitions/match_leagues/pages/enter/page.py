"""Entering a league: name, home and roster; the captain gets a link by email.

Template `competitions/match_leagues/pages/enter/page.html` gets what `CompetitionKind.context` gives, and form
(`EntryForm`), errors, problem.
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
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.forms import EntryForm
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.presenters import site_of
from carrom_web.competitions.match_leagues.services import registration
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized

ROUTE = Route("leagues/matches/<slug:slug>/enter/", name="match-league-enter", audience=KIND.viewer)
ENTRIES = RateLimit(burst=30, per_second=0.05)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST enter."""
    guest_id = guest_id_of(request)
    league = KIND.at(slug, guest_id)
    seen = repository.seen(league)
    may = selectors.may(league, guest_id, Action.REGISTER)
    if not may and not registration.is_open(league, seen.terms, timezone.now(), is_drawn=seen.league.is_drawn):
        raise registration.EntriesClosedError("not-open")
    form = EntryForm(request.POST if request.method == "POST" else None, terms=seen.terms)
    problem = ""
    if request.method == "POST" and form.is_valid():
        if not ENTRIES.allows(request.META.get("REMOTE_ADDR"), time.monotonic()):
            problem = _("There were too many entries from this address in a short time. Wait a few minutes.")
        else:
            entry = form.entry(language=get_language() or "en", site=site_of(request))
            guest = guest_for(request, name="" if may else entry.captain)
            try:
                team = registration.enter(league, guest.pk, entry, now=timezone.now())
            except CarromError as error:
                problem = localized(error)
            else:
                where = reverse("match-league-own", args=[selectors.token_of(team)])
                if may:
                    where = reverse("match-league-organise", args=[slug])
                return remember(HttpResponse(status=303, headers={"Location": where}), guest, request)
    context = KIND.context(request, seen.row, seen, here="") | {
        "form": form,
        "errors": error_list(form),
        "problem": problem,
    }
    status = 422 if form.errors else 409 if problem else 200
    return render(request, "competitions/match_leagues/pages/enter/page.html", context, status=status)

"""Other terms of a match league; once the fixtures are made, what they stand on stays.

Template `leagues/terms.html` gets heading, is_new (no), league, form, errors, problem.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Audience, Route
from carrom_web.leagues import queries, state_store
from carrom_web.leagues.actions import organising
from carrom_web.leagues.actions.acting import check_may
from carrom_web.leagues.showing import error_list, told_kindly
from carrom_web.leagues.terms_form import LeagueForm

ROUTE = Route("leagues/matches/<slug:slug>/edit/", name="match-league-edit", audience=Audience.ORGANISER)


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST store it."""
    guest_id = guest_id_of(request)
    league = queries.league_at(slug, guest_id)
    check_may(league, guest_id, Action.ORGANISE)
    form = LeagueForm(request.POST if request.method == "POST" else None, terms=state_store.terms_of(league))
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            organising.change_league(league, guest_id, form.made, now=timezone.now())
        except CarromError as error:
            problem = _(str(error))
        else:
            where = reverse("match-league-organise", args=[league.slug])
            return HttpResponse(status=303, headers={"Location": where})
    context = {
        "nav": "leagues",
        "is_new": False,
        "league": league,
        "heading": _("Change the league"),
        "form": form,
        "errors": error_list(form),
        "problem": problem,
    }
    return render(request, "leagues/terms.html", context, status=422 if form.errors else 409 if problem else 200)

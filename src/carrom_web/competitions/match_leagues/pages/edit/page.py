"""Other terms of a match league; once the fixtures are made, what they stand on stays.

Template `competitions/match_leagues/terms.html` gets heading, kind, back, form, errors, problem.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.services import organising
from carrom_web.competitions.match_leagues.terms_form import LeagueForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/matches/<slug:slug>/edit/", name="match-league-edit", audience=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST store it."""
    guest_id = guest_id_of(request)
    league = KIND.at(slug, guest_id)
    form = LeagueForm(request.POST if request.method == "POST" else None, terms=repository.terms_of(league))
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            organising.change_league(league, guest_id, form.made, now=timezone.now())
        except CarromError as error:
            problem = localized(error)
        else:
            where = reverse("match-league-organise", args=[league.slug])
            return HttpResponse(status=303, headers={"Location": where})
    context = {
        "nav": "leagues",
        "kind": KIND,
        "back": {"url": reverse("match-league-organise", args=[slug]), "title": league.title},
        "heading": _("Change the league"),
        "form": form,
        "errors": error_list(form),
        "problem": problem,
    }
    return render(
        request,
        "competitions/match_leagues/terms.html",
        context,
        status=422 if form.errors else 409 if problem else 200,
    )

"""A set reported as numbers, by its player.

Template `competitions/solo_leagues/pages/report/page.html` gets:
    season, title, player, back   whose set it is
    form    `set_forms.ReportForm`; POST it here
    errors  list of {field, id, text} for the list on top
    asks    what the season asks for, in a sentence
    cap     the most strokes of a board
    nav     "leagues"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_violations import RefusedSetError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Player
from carrom_web.competitions.solo_leagues.permissions import SOLO_PLAYER
from carrom_web.competitions.solo_leagues.services import sets
from carrom_web.competitions.solo_leagues.set_forms import ReportForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/own/<str:token>/report/", name="solo-report", audience=SOLO_PLAYER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form; with POST hand the set in."""
    player = selectors.player_with_token(token)
    terms = repository.terms_of(player.season)
    if request.method != "POST":
        sets.check_takes_sets(player)
        today = repository.today_in(player.season, timezone.now())
        return _show(request, player, ReportForm(terms, initial={"day": today}))
    form = ReportForm(terms, request.POST, own_email=player.email)
    if form.is_valid():
        try:
            sets.report(player, form.report(), now=timezone.now(), guest_id=guest_id_of(request))
            return HttpResponse(status=303, headers={"Location": reverse("solo-own", args=[token]) + "#my-sets"})
        except RefusedSetError as error:
            form.show_faults(error.faults)
        except CarromError as error:
            form.add_error(None, localized(error))
    return _show(request, player, form, status=422)


def _show(request: HttpRequest, player: Player, form: ReportForm, *, status: int = 200) -> HttpResponse:
    terms = repository.terms_of(player.season)
    context = {
        "nav": "leagues",
        "season": player.season,
        "title": terms.title,
        "player": player.name,
        "back": reverse("solo-own", args=[selectors.token_of(player)]),
        "form": form,
        "errors": error_list(form),
        "asks": labels.evidence_asked(terms, "reported"),
        "cap": terms.rules.stroke_cap,
    }
    return render(request, "competitions/solo_leagues/pages/report/page.html", context, status=status)

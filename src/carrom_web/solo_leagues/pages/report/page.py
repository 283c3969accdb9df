"""A set told as numbers, by its player.

Template `solo_leagues/pages/report/page.html` gets:
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
from carrom.league.solo_faults import RefusedSetError
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Audience, Route
from carrom_web.solo_leagues import queries, state_store, words
from carrom_web.solo_leagues.actions import handing_in
from carrom_web.solo_leagues.forms import error_list
from carrom_web.solo_leagues.models import Player
from carrom_web.solo_leagues.set_forms import ReportForm
from carrom_web.solo_leagues.showing import told_kindly

ROUTE = Route("leagues/solo/own/<str:token>/report/", name="solo-report", audience=Audience.PLAYER)


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form; with POST hand the set in."""
    player = queries.player_with_token(token)
    terms = state_store.terms_of(player.season)
    if request.method != "POST":
        handing_in.check_takes_sets(player)
        today = state_store.today_in(player.season, timezone.now())
        return _show(request, player, ReportForm(terms, initial={"day": today}))
    form = ReportForm(terms, request.POST, own_email=player.email)
    if form.is_valid():
        try:
            handing_in.report(player, form.report(), now=timezone.now(), guest_id=guest_id_of(request))
            return HttpResponse(status=303, headers={"Location": reverse("solo-own", args=[token]) + "#my-sets"})
        except RefusedSetError as error:
            form.show_faults(error.faults)
        except CarromError as error:
            form.add_error(None, str(error))
    return _show(request, player, form, status=422)


def _show(request: HttpRequest, player: Player, form: ReportForm, *, status: int = 200) -> HttpResponse:
    terms = state_store.terms_of(player.season)
    context = {
        "nav": "leagues",
        "season": player.season,
        "title": terms.title,
        "player": player.name,
        "back": reverse("solo-own", args=[queries.token_of(player)]),
        "form": form,
        "errors": error_list(form),
        "asks": words.evidence_asked(terms, "reported"),
        "cap": terms.rules.stroke_cap,
    }
    return render(request, "solo_leagues/pages/report/page.html", context, status=status)

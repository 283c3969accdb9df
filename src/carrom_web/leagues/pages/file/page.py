"""A whole league as one file: terms, record, teams with their addresses, the log. For its organisers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Audience, Route
from carrom_web.leagues import files, queries
from carrom_web.leagues.actions.acting import check_may
from carrom_web.leagues.showing import told_kindly

ROUTE = Route("leagues/matches/<slug:slug>/whole-league.json", name="match-league-file", audience=Audience.ORGANISER)


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    guest_id = guest_id_of(request)
    league = queries.league_at(slug, guest_id)
    for action in (Action.ORGANISE, Action.SEE_PERSONS):
        check_may(league, guest_id, action)
    answer = HttpResponse(files.whole_file(league), content_type="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer

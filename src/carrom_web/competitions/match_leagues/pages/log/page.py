"""Everything that was done in a league: who, when, what; filtered, as CSV (`log.csv`), and undone after a question.

Template `competitions/match_leagues/pages/log/page.html` gets what `presenters.head` and `LogView.context` give, and:
    file       address of the whole log as CSV
    undo       {number, what, part, about, reason, when, by}: what `?undo=` would undo; None
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.log_view import LogView
from carrom_web.audit.presenters import number_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit_labels import log_view, undoable
from carrom_web.competitions.match_leagues.permissions import LEAGUE_DRAWER
from carrom_web.competitions.match_leagues.presenters import handle_domain_errors, head
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/log/", name="match-league-log", audience=LEAGUE_DRAWER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    guest_id = guest_id_of(request)
    seen = repository.seen(selectors.league_at(slug, guest_id))
    view = log_view(seen, sees_persons=selectors.may(seen.row, guest_id, Action.SEE_PERSONS))
    context = head(request, seen, here="match-league-log") | view.context(request)
    context["file"] = reverse("match-league-log-file", args=[slug])
    context["undo"] = _undo(seen, view, number_of(request.GET.get("undo", "")))
    return render(request, "competitions/match_leagues/pages/log/page.html", context)


def _undo(seen: repository.LeagueView, view: LogView, number: int) -> dict[str, Any] | None:
    audit = next((pk for pk, one in undoable(seen).items() if one == number), None)
    return {"number": number} | view.row(seen.row.audit_entries.get(pk=audit)) if audit is not None else None

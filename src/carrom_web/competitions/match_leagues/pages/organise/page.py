"""The actions of an organiser in a league: announce, fixtures, play-offs, points, teams; and the log, each line undone.

Template `competitions/match_leagues/pages/organise/page.html` gets what `CompetitionKind.context` gives, and:
    steps      what can be done now: {announce, draw, playoffs, archive, reopen, cancel}; lots: list of pools
    waits      list of {url, what}: disputed results, unanswered questions, line-ups
    teams      list of {name, captain, email, link, url, left, standing}
    deducting  form; errors
    log        `audit_labels.audit_rows`
    may_bring_back, outdated   whether there is something; whether play-offs do not fit the table any more
    problem    a sentence about what was tried last
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError, UnreadableError
from carrom.log import last_revert
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.rights import Action
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.events import seeding
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit_labels import audit_rows
from carrom_web.competitions.match_leagues.forms import DeductForm
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.permissions import LEAGUE_OFFICIAL
from carrom_web.competitions.match_leagues.services import organising
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/matches/<slug:slug>/organise/", name="match-league-organise", audience=LEAGUE_OFFICIAL)
STATES = {"announce": League.State.OPEN, "archive": League.State.CLOSED, "cancel": League.State.CANCELLED}


class FormError(UnreadableError):
    """A field that cannot be read."""

    code = "bad-form"


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    guest_id = guest_id_of(request)
    league = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, league, guest_id)
    form = _deducting(repository.seen(league), request.POST if request.POST.get("do") == "deduct" else None)
    try:
        _do(request, league, guest_id, form)
    except CarromError as error:
        league.refresh_from_db()
        status = 403 if error.code == "not-official" else 422 if isinstance(error, UnreadableError) else 409
        return _show(request, league, guest_id, form=form, problem=localized(error), status=status)
    return HttpResponse(status=303, headers={"Location": request.path})


def _do(request: HttpRequest, league: League, guest_id: UUID | None, form: DeductForm) -> None:
    now, post = timezone.now(), request.POST
    asked, reason = post.get("do", ""), tidy_name(post.get("reason", ""), 200)
    if asked in STATES:
        organising.set_state(league, guest_id, STATES[asked], now=now)
    elif asked == "draw":
        organising.make_fixtures(league, guest_id, now=now, seeds_from=post.get("seeds_from", ""))
    elif asked == "playoffs":
        organising.start_playoffs(league, guest_id, now=now)
    elif asked == "lots":
        organising.draw_lots(league, guest_id, post.get("pool", ""), now=now)
    elif asked == "take-out":
        organising.take_out(league, guest_id, post.get("team", ""), reason=reason, now=now)
    elif asked == "deduct":
        if not form.is_valid():
            raise FormError("deduction")
        given = form.cleaned_data
        organising.deduct(league, guest_id, given["team"], given["points"], given["reason"], now=now)
    elif asked == "bring-back":
        organising.bring_back(league, guest_id, now=now)
    else:
        raise CompetitionChangeError("unknown-request")


def _deducting(seen: repository.LeagueView, given: Any) -> DeductForm:
    form = DeductForm(given)
    fields: dict[str, Any] = form.fields
    fields["team"].choices = [(one.key, seen.name(one.key)) for one in seen.league.season.entrants]
    return form


def _show(
    request: HttpRequest,
    league: League,
    guest_id: UUID | None,
    *,
    form: DeductForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    seen = repository.seen(league)
    found, terms = seen.league, seen.terms
    may_draw = selectors.may(league, guest_id, Action.DRAW)
    sees_persons = selectors.may(league, guest_id, Action.SEE_PERSONS)
    is_open = league.state == League.State.OPEN
    context = KIND.context(request, seen.row, seen, here="match-league-organise") | {
        "may_organise": selectors.may(league, guest_id, Action.ORGANISE),
        "may_draw": may_draw,
        "may_register": selectors.may(league, guest_id, Action.REGISTER),
        "is_draft": league.state == League.State.DRAFT,
        "is_running": is_open,
        "may_make": may_draw and is_open and not found.is_drawn and len(found.season.entrants) >= terms.least,
        "missing": max(0, terms.least - len(found.season.entrants)) if not found.is_drawn else 0,
        "seed_lists": seeding.choices(league.club_id) if may_draw and terms.pools > 1 and not found.is_drawn else [],
        "may_begin_playoffs": may_draw
        and terms.playoffs.are_planned
        and found.is_season_over
        and found.playoffs is None,
        "lots": [table.pool for table in found.tables if table.lots] if may_draw else [],
        "outdated": found.playoffs_are_outdated,
        "waits": _waits(seen),
        "teams": [_team_row(request, seen, key, sees_persons=sees_persons) for key in seen.teams],
        "deducting": form or _deducting(seen, None),
        "log": audit_rows(seen, sees_persons=sees_persons) if may_draw else [],
        "may_bring_back": last_revert(seen.log.entries) is not None,
        "problem": problem,
    }
    return render(request, "competitions/match_leagues/pages/organise/page.html", context, status=status)


def _waits(seen: repository.LeagueView) -> list[dict[str, str]]:
    """Return the open decisions of the organiser."""
    now, found = timezone.now().isoformat(timespec="seconds"), []
    for (fixture, _number), reported in seen.league.reported.items():
        words = _("disputed") if reported.disputed_by else _("not confirmed yet")
        found.append((fixture, f"{_('Result')}: {words}"))
    for fixture, asked in seen.league.proposals.items():
        if not asked.is_open(now):
            found.append((fixture, _("A request for another day was not answered in time")))
    rows = []
    for fixture, what in found:
        meeting = seen.league.meeting(fixture)
        names = f"{seen.name(meeting.a)} – {seen.name(meeting.b)}"
        rows.append({"url": reverse("match-fixture", args=[seen.row.slug, fixture]), "what": f"{names}: {what}"})
    return rows


def _team_row(request: HttpRequest, seen: repository.LeagueView, key: str, *, sees_persons: bool) -> dict[str, Any]:
    team = seen.teams[key]
    entrants = {one.key: one for one in seen.league.season.entrants}
    link = request.build_absolute_uri(reverse("match-league-own", args=[selectors.token_of(team)]))
    return {
        "key": key,
        "name": team.name if sees_persons else seen.name(key),
        "captain": team.captain if sees_persons else "",
        "email": team.email if sees_persons else "",
        "link": link if sees_persons else "",
        "url": reverse("match-league-team", args=[seen.row.slug, key]),
        "is_in": key in entrants and entrants[key].left is None,
        "members": [one.name for one in team.members.all() if one.active] if sees_persons else [],
    }

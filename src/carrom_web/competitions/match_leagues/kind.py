"""Match leagues as a kind of competition."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carrom.league.match_presets import PRESETS
from carrom.league.match_terms import MatchLeagueTerms
from carrom_web.audit.log_view import LogView
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.match_leagues import (
    audit_labels,
    day_report,
    exports,
    reminders,
    repository,
    selectors,
    slides,
)
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.presenters import deductions, followed, head, named, table_rows
from carrom_web.competitions.match_leagues.repository import LeagueView
from carrom_web.competitions.match_leagues.services import organising
from carrom_web.competitions.match_leagues.services.changes import NotOfficialError
from carrom_web.competitions.match_leagues.terms_form import LeagueForm
from carrom_web.competitions.page_values import Embed, ListPage, Published, Tab, TermsPage
from carrom_web.competitions.terms_form import OneForm


def _own(league: League, guest_id: UUID | None) -> str:
    team = selectors.team_of(league, guest_id)
    return selectors.token_of(team) if team is not None else ""


def _log_view(league: League, seen: LeagueView, guest_id: UUID | None) -> LogView:
    return audit_labels.log_view(seen, sees_persons=selectors.may(league, guest_id, Action.SEE_PERSONS))


def _embed(request: HttpRequest, league: League, seen: LeagueView) -> dict[str, Any]:
    tables = []
    for table in seen.league.tables:
        rows = table_rows(seen, table)
        tables.append({"pool": table.pool, "rows": rows, "more": named(rows)})
    return {"tables": tables, "deductions": deductions(seen), "terms": seen.terms, "new_tab": True}


def _start(club: Club, guest_id: UUID | None, terms: MatchLeagueTerms, after: League | None, now: datetime) -> League:
    return organising.start_league(club, guest_id, terms, previous=after, now=now)


KIND = CompetitionKind[League, LeagueView](
    name="league",
    prefix="match-league",
    path="leagues/matches/",
    title=_("League"),
    plural=_("Matches"),
    index=selectors.index_rows,
    store=repository.STORE,
    followers=repository.FOLLOWERS,
    view=repository.seen,
    head=head,
    tabs=(
        Tab("match-league", _("Table")),
        Tab("match-league-fixtures", _("Fixtures")),
        Tab("match-league-own", _("My team"), token=_own),
        Tab("match-league-organise", _("Organise"), (Action.ORGANISE, Action.DRAW, Action.REGISTER)),
        Tab("match-league-log", _("Log"), (Action.DRAW,)),
    ),
    tools=(
        Tab("match-league-reminders", _("Reminders"), (Action.ORGANISE,)),
        Tab("match-league-tv", _("TV view"), (Action.ORGANISE, Action.DRAW)),
    ),
    log_view=_log_view,
    log_reader=(Action.DRAW,),
    undo=organising.undo,
    write=exports.whole_file,
    not_found=("unknown-competition", "unknown-team", "unknown-fixture", "unknown-entrant"),
    elsewhere=_("See all leagues"),
    followed=followed,
    remembers_pages=True,
    reminders=reminders.REMINDERS,
    reports=day_report.REPORTS,
    slides=slides.slides,
    terms=TermsPage(
        title=_("Match league"),
        edit_title=_("Change the league"),
        template="competitions/match_leagues/terms.html",
        presets=PRESETS,
        begin_with=lambda preset: preset.terms,
        of=repository.terms_of,
        copy=lambda terms: organising.copy_of(terms, first_day=timezone.localdate()),
        edit=lambda terms, data, is_new: OneForm(LeagueForm(data, terms=terms)),
        start=_start,
        change=lambda row, guest_id, terms, now: organising.change_league(row, guest_id, terms, now=now),
    ),
    published=Published(values=exports.published, standings=exports.standings_in),
    embed=Embed(template="competitions/match_leagues/tables.html", context=_embed),
    list_page=ListPage(
        name="match-leagues",
        title=_("Match leagues"),
        says=_("Teams, pairs or players meet over weeks or months, home and away or at one venue."),
        new=_("Match league"),
        none=_("No leagues yet. If you organise in a club, announce the first one."),
        more=(("leagues", _("Leagues")),),
    ),
    styles=("css/leagues.css",),
    not_official=lambda: NotOfficialError("role"),
)

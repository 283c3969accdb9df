"""Seasons of 19-coin solo as a kind of competition."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from carrom.league.solo_files import standings_values
from carrom.league.solo_terms import SeasonTerms
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import Embed, ListPage, Published, Tab, TermsPage
from carrom_web.competitions.solo_leagues import (
    presenters,
    reminders,
    repository,
    season_file,
    selectors,
    slides,
    week_report,
)
from carrom_web.competitions.solo_leagues.forms import EditedForms
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.presets import PRESETS, Preset
from carrom_web.competitions.solo_leagues.services import changes, organising

MOST_ROWS = 500  # of a table in a frame


def _own(season: Season, guest_id: UUID | None) -> str:
    player = selectors.player_of(season, guest_id)
    return selectors.token_of(player) if player is not None else ""


def _embed(request: HttpRequest, season: Season, terms: SeasonTerms) -> dict[str, Any]:
    only, number = (request.GET.get(name, "") for name in ("division", "rows"))
    shown = [one for one in repository.standings_of(season, timezone.now())[2] if only in ("", one.division.key)]
    if not shown:
        raise Http404
    most = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else MOST_ROWS
    return {
        "tables": [
            {"key": one.division.key, "title": one.division.title or gettext("Standings"), "rows": one.rows[:most]}
            for one in shown
        ],
        "socket": f"/ws/leagues/solo/{season.slug}/",
    }


def _begin_with(preset: Preset) -> SeasonTerms:
    """A preset from the next Monday but one on."""
    today = timezone.localdate()
    return preset.terms(today + timedelta(days=7 + (-today.weekday()) % 7), "UTC")


def _start(club: Club, guest_id: UUID | None, terms: SeasonTerms, after: Season | None, now: datetime) -> Season:
    return organising.start_season(club, guest_id, terms, now=now, after=after)


def _published(season: Season, now: datetime) -> dict[str, object]:
    state, today, tables = repository.standings_of(season, now)
    return standings_values(state, tables, today=today)


def _standings_in(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"title": one["title"] or values["title"], "rows": one["rows"]} for one in values["divisions"]]


KIND = CompetitionKind[Season, SeasonTerms](
    name="season",
    prefix="solo",
    path="leagues/solo/",
    title=_("Season"),
    plural=_("19-coin solo"),
    index=selectors.index_rows,
    store=repository.STORE,
    followers=repository.FOLLOWERS,
    view=repository.terms_of,
    head=presenters.head,
    tabs=(
        Tab("solo-season", _("Standings")),
        Tab("solo-weeks", _("Weeks")),
        Tab("solo-own", _("My sets"), token=_own),
        Tab("solo-files", _("Files")),
        Tab("solo-organise", _("Organise"), (Action.ORGANISE,)),
    ),
    tools=(
        Tab("solo-reminders", _("Reminders"), (Action.ORGANISE,)),
        Tab("solo-tv", _("TV view"), (Action.ORGANISE,)),
    ),
    log_view=lambda season, terms, guest_id: presenters.log_view(season),
    undo=changes.undo,
    write=season_file.write,
    read=season_file.read,
    not_found=("unknown-competition", "unknown-player", "unknown-set", "unknown-club"),
    elsewhere=_("See all seasons"),
    followed=presenters.followed,
    remembers_pages=True,
    reminders=reminders.REMINDERS,
    reports=week_report.REPORTS,
    slides=slides.slides,
    terms=TermsPage(
        title=_("Announce a season"),
        edit_title=_("Change the season"),
        template="competitions/solo_leagues/terms.html",
        presets=PRESETS,
        begin_with=_begin_with,
        of=repository.terms_of,
        copy=organising.following,
        edit=EditedForms,
        start=_start,
        change=lambda row, guest_id, terms, now: organising.change_season(row, guest_id, terms, now=now),
    ),
    published=Published(values=_published, standings=_standings_in),
    embed=Embed(
        template="competitions/solo_leagues/embed.html",
        context=_embed,
        says=_("Add ?division= and its key for one division, ?rows=10 for the first ten places."),
    ),
    list_page=ListPage(
        name="solo-seasons",
        title=_("19-coin leagues"),
        says=_(
            "Alone at your own board, or on this site: five boards make a set, and your average of "
            "strokes counts. Week by week, or whenever you like."
        ),
        new=_("Announce a season"),
        none=_("No seasons yet. If you organise in a club, announce the first one."),
        more=(("leagues", _("Leagues")),),
    ),
    styles=("css/solo_leagues.css",),
    not_official=lambda: changes.NotOrganiserError("role"),
)

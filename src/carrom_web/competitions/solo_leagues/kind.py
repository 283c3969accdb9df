"""Seasons of 19-coin solo as a kind of competition."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from carrom.league.solo_terms import SeasonTerms
from carrom_web.clubs.rights import Action
from carrom_web.competitions.kinds import CompetitionKind, Tab
from carrom_web.competitions.solo_leagues import presenters, repository, season_file, selectors
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.services import changes


def _own(season: Season, guest_id: UUID | None) -> str:
    player = selectors.player_of(season, guest_id)
    return selectors.token_of(player) if player is not None else ""


KIND = CompetitionKind[Season, SeasonTerms](
    name="season",
    prefix="solo",
    path="leagues/solo/",
    title=_("Season"),
    plural=_("19-coin solo"),
    index=selectors.index_rows,
    store=repository.STORE,
    view=repository.terms_of,
    head=presenters.head,
    tabs=(
        Tab("solo-season", _("Standings")),
        Tab("solo-weeks", _("Weeks")),
        Tab("solo-own", _("My sets"), token=_own),
        Tab("solo-files", _("Files")),
        Tab("solo-organise", _("Organise"), (Action.ORGANISE,)),
    ),
    log_view=lambda season, terms, guest_id: presenters.log_view(season),
    undo=changes.undo,
    write=season_file.write,
    read=season_file.read,
    not_found=("unknown-competition", "unknown-player", "unknown-set", "unknown-club"),
    elsewhere=_("Look at all seasons."),
    styles=("css/solo_leagues.css",),
    not_official=lambda: changes.NotOrganiserError("role"),
)

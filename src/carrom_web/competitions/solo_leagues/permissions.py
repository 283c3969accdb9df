"""Who may use an address of a season: viewers, organisers, players and witnesses by their links."""

from carrom_web.clubs.rights import Action
from carrom_web.competitions.permissions import CompetitionKind, Official, Viewer
from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.presenters import handle_domain_errors
from carrom_web.competitions.solo_leagues.services.changes import NotOrganiserError
from carrom_web.core.permissions import LinkHolder

SEASON = CompetitionKind(
    name="season",
    at=selectors.season_at,
    not_official=lambda: NotOrganiserError("role"),
    refuse=handle_domain_errors.answer,
)
SEASON_VIEWER, SEASON_FOLLOWER = Viewer(SEASON), Viewer(SEASON, sees_drafts=False)
SEASON_ORGANISER = Official(SEASON, Action.ORGANISE)
SOLO_PLAYER = LinkHolder("solo player", selectors.player_with_token, handle_domain_errors.answer)
WITNESS = LinkHolder("witness of a set", selectors.set_with_token, handle_domain_errors.answer)

"""Who may use an address of a match league: viewers, officials, captains, who keeps score of a fixture."""

from typing import Any

from django.http import HttpRequest

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import selectors
from carrom_web.competitions.match_leagues.presenters import handle_domain_errors
from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.competitions.match_leagues.services.changes import NotCaptainError, NotOfficialError
from carrom_web.competitions.permissions import CompetitionAudience, CompetitionKind, Official, Viewer
from carrom_web.core.permissions import LinkHolder


class _Captain(CompetitionAudience):
    """Who acts for a team of the league, and the officials who may do the same for it."""

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass them. Raises UnknownLeagueError, NotCaptainError."""
        guest_id = guest_id_of(request)
        league = selectors.league_at(arguments["slug"], guest_id)
        if selectors.team_of(league, guest_id) is None and not selectors.may(league, guest_id, Action.DRAW):
            raise NotCaptainError("captain")


class _Scorekeeper(CompetitionAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass who may keep score in this fixture. Raises UnknownLeagueError, NotCaptainError, and for no fixture."""
        guest_id = guest_id_of(request)
        league = selectors.league_at(arguments["slug"], guest_id)
        if not scorekeeping.may_keep_score(league, guest_id, arguments["fixture"]):
            raise NotCaptainError("scorekeeper")


LEAGUE = CompetitionKind(
    name="league",
    at=selectors.league_at,
    not_official=lambda: NotOfficialError("role"),
    refuse=handle_domain_errors.answer,
)
LEAGUE_VIEWER, LEAGUE_FOLLOWER = Viewer(LEAGUE), Viewer(LEAGUE, sees_drafts=False)
LEAGUE_ORGANISER = Official(LEAGUE, Action.ORGANISE)
LEAGUE_OFFICIAL = Official(LEAGUE, Action.ORGANISE, Action.DRAW, Action.REGISTER)
LEAGUE_DRAWER = Official(LEAGUE, Action.DRAW)
WHOLE_FILE_READER = Official(LEAGUE, Action.ORGANISE, Action.SEE_PERSONS, every=True)
CAPTAIN_OR_OFFICIAL = _Captain(LEAGUE, "captain or draw")
SCOREKEEPER = _Scorekeeper(LEAGUE, "scorekeeper of the fixture")
TEAM_LINK_HOLDER = LinkHolder("league team", selectors.team_with_token, handle_domain_errors.answer)

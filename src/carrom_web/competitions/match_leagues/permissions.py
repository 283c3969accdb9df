"""Audiences of the addresses of a match league: officials, captains, who keeps score of a fixture."""

from typing import Any

from django.http import HttpRequest

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.link_expiry import CompetitionLink, Holder
from carrom_web.competitions.match_leagues import selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import Team
from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.competitions.match_leagues.services.changes import NotCaptainError
from carrom_web.competitions.permissions import CompetitionAudience


class _Captain(CompetitionAudience):
    """Those who act for a team of the league, and the officials who may do the same for it."""

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass them. Raises UnknownCompetitionError, NotCaptainError."""
        guest_id = guest_id_of(request)
        league = KIND.at(arguments["slug"], guest_id)
        if selectors.team_of(league, guest_id) is None and not selectors.may(league, guest_id, Action.DRAW):
            raise NotCaptainError("captain")


class _Scorekeeper(CompetitionAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass who may keep score in this fixture. Raises UnknownCompetitionError, NotCaptainError."""
        guest_id = guest_id_of(request)
        league = KIND.at(arguments["slug"], guest_id)
        if not scorekeeping.may_keep_score(league, guest_id, arguments["fixture"]):
            raise NotCaptainError("scorekeeper")


LEAGUE_OFFICIAL = KIND.official(Action.ORGANISE, Action.DRAW, Action.REGISTER)
LEAGUE_DRAWER = KIND.official(Action.DRAW)
CAPTAIN_OR_OFFICIAL = _Captain(KIND, "captain or draw")
SCOREKEEPER = _Scorekeeper(KIND, "scorekeeper of the fixture")


def _of_team(team: Team) -> Holder:
    return Holder(competition=team.league, last_day=None, email=team.email, language=team.language, site=team.site)


TEAM_LINK_HOLDER = CompetitionLink("league team", selectors.team_with_token, _of_team, KIND.refuse)
# Nobody has a member's own address: letters that renew their link go to the captain, who has passed it on before.
MEMBER_LINK_HOLDER = CompetitionLink(
    "league team's player", selectors.member_with_token, lambda member: _of_team(member.team), KIND.refuse
)

"""Export and erasure of a person's data in match leagues; results and tables stay, without a name."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from carrom_web.competitions.link_expiry import ended_on
from carrom_web.competitions.match_leagues.models import Captain, Team, TeamMember
from carrom_web.competitions.match_leagues.repository import FOLLOWERS
from carrom_web.core.hooks import PlayerUse
from carrom_web.people.retention import stored_until
from carrom_web.people.selectors import claimed_rows
from carrom_web.people.services import detach

OWN = (
    "name", "club_name", "captain", "email", "shows_names", "venue", "time", "made_at",
    "wants_reminders", "wants_reports",
)  # fmt: skip


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """All teams for which somebody acts, with their rosters."""
    own = Q(captains__guest_id=guest_id) | Q(members__in=TeamMember.objects.filter(claimed_rows(guest_id)))
    rows = Team.objects.filter(own).select_related("league").order_by("pk").distinct()
    return [
        {
            "league": team.league.slug,
            **{name: getattr(team, name) for name in OWN},
            "members": list(team.members.order_by("position").values("name", "rating", "active")),
        }
        for team in rows
    ]


def export_member(member: TeamMember) -> dict[str, Any]:
    """Everything that is stored of a player of a team, as plain values; nothing of the captain, who entered them."""
    return {
        "league": member.team.league.slug,
        "team": member.team.name,
        **{name: getattr(member, name) for name in ("name", "rating", "active")},
        "stored_until": stored_until(member.person),
    }


def erase_member(member: TeamMember) -> None:
    """Delete a player of a team: they are in no line-up from now on; results stay, without a name."""
    with transaction.atomic():
        TeamMember.objects.filter(pk=member.pk).update(active=False)
        _erase_members([member])


def player_uses(player_ids: Sequence[UUID]) -> list[PlayerUse]:
    """Return the leagues for which players are stored: until a league is closed."""
    teams = Team.objects.filter(person__in=player_ids).select_related("league")
    members = TeamMember.objects.filter(person__in=player_ids).select_related("team__league")
    rows = [(one.person_id, one.league) for one in teams] + [(one.person_id, one.team.league) for one in members]
    return [PlayerUse(player_id=person, until=ended_on(league, None)) for person, league in rows]


def erase_guest(guest_id: UUID) -> None:
    """Erase a captain: their team plays on without their name and address.

    Where they entered alone, or as one of a pair, the name of the entry goes with them. What they did stays in the
    audit log, which the audit app clears of their name; its details hold keys of teams, no names.
    """
    with transaction.atomic():
        for row in Captain.objects.filter(guest_id=guest_id).select_related("team__league"):
            team = row.team
            mine = list(team.members.filter(Q(name=team.captain) | Q(person__root=team.person.root_id)))
            if not team.captains.exclude(guest_id=guest_id).exists():
                Team.objects.filter(pk=team.pk).update(captain="")
                detach(team)
            _erase_members(mine)


def erase_players(player_ids: Sequence[UUID]) -> None:
    """Delete a person from all rosters of their club, and as a captain."""
    with transaction.atomic():
        _erase_members(TeamMember.objects.filter(person__in=player_ids))
        for team in Team.objects.filter(person__in=player_ids):
            Team.objects.filter(pk=team.pk).update(captain="")
            detach(team)


def _erase_members(rows: Iterable[TeamMember]) -> None:
    """Take the names of some who play; of one alone, or of a pair, they go from the name of the entry too."""
    for row in rows:
        TeamMember.objects.filter(pk=row.pk).update(name="", rating=None)
        detach(row)
        team = row.team
        left = list(team.members.exclude(name="").order_by("position").values_list("name", flat=True))
        if team.members.count() <= 2:
            Team.objects.filter(pk=team.pk).update(name=" & ".join(left))
        FOLLOWERS.changed_after_commit(team.league_id)

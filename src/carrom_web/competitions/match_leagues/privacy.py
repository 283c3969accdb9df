"""What match leagues store of a person, exported and erased; results and tables stay, without a name."""

from typing import Any
from uuid import UUID

from django.db import transaction

from carrom_web.competitions.match_leagues import sockets
from carrom_web.competitions.match_leagues.models import Captain, Team, TeamMember

OWN = ("name", "club_name", "captain", "email", "shows_names", "venue", "time", "made_at")


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """All teams for which somebody acts, with their rosters."""
    rows = Team.objects.filter(captains__guest_id=guest_id).select_related("league").order_by("pk")
    return [
        {
            "league": team.league.slug,
            **{name: getattr(team, name) for name in OWN},
            "members": list(team.members.order_by("position").values("name", "rating", "active")),
        }
        for team in rows
    ]


def erase_guest(guest_id: UUID) -> None:
    """Erase a captain: their team plays on without their name and address.

    Where they entered alone, or as one of a pair, the name of the entry goes with them. What they did stays in the
    audit log, which the audit app clears of their name; its details hold keys of teams, no names.
    """
    with transaction.atomic():
        for row in Captain.objects.filter(guest_id=guest_id).select_related("team__league"):
            team = row.team
            name = team.captain
            TeamMember.objects.filter(team=team, name=name).update(name="", rating=None)
            left = list(team.members.exclude(name="").order_by("position").values_list("name", flat=True))
            if team.members.count() <= 2:
                Team.objects.filter(pk=team.pk).update(name=" & ".join(left))
            if not team.captains.exclude(guest_id=guest_id).exists():
                Team.objects.filter(pk=team.pk).update(captain="", email="")
            sockets.FOLLOWERS.changed_after_commit(team.league_id)

"""What match leagues keep of a person, given to him and deleted; results and tables stay, without a name."""

from typing import Any
from uuid import UUID

from django.db import transaction

from carrom_web.competitions.match_leagues import sockets
from carrom_web.competitions.match_leagues.models import AuditEntry, Captain, Team, TeamMember

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
    """Delete a person: as a captain, and as who did something. His team plays on without his name and address.

    Where he entered alone, or as one of a pair, the name of the entry goes with him.
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
        for deed in AuditEntry.objects.filter(guest_id=guest_id):
            deed.by, deed.detail = "", {key: value for key, value in deed.detail.items() if key != "team"}
            deed.save(update_fields=["by", "detail"])

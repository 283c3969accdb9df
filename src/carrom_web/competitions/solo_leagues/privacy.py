"""Export and erasure of a person's data in seasons: their entries by their guest, or one of them by its link.

Sets and standings stay, without a name: the averages of the others and who went up stand on them.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.competitions.link_expiry import ended_on
from carrom_web.competitions.solo_leagues import projection, repository
from carrom_web.competitions.solo_leagues.models import CorrectionRequest, Kind, Player, PrivateText, Season, SoloSet
from carrom_web.competitions.solo_leagues.services import registration
from carrom_web.core.hooks import PlayerUse
from carrom_web.people import selectors as people
from carrom_web.people.services import detach

OWN = (
    "name", "email", "shows_name", "division", "status", "joined_on", "left_on", "equipment",
    "wants_reminders", "wants_reports",
)  # fmt: skip
OF_A_SET = (
    "week", "day", "strokes", "origin", "status", "source", "has_word", "witness", "witness_email", "film", "note",
    "started_at", "handed_in_at",
)  # fmt: skip


def export_player(player: Player) -> dict[str, Any]:
    """Everything that is held of somebody in one season, as plain values."""
    return {
        "season": player.season.slug,
        **{name: getattr(player, name) for name in OWN},
        "sets": list(player.sets.order_by("pk").values(*OF_A_SET)),
        "corrections": list(
            CorrectionRequest.objects.filter(set__player=player)
            .order_by("pk")
            .values("status", "strokes", "day", "why", "asked_at")
        ),
        "excuses": list(player.excuses.order_by("week").values("week", "why")),
        "log": [
            {"at": one.at, "role": one.role, "what": one.kind, "why": one.reason, "changes": one.detail.get("changes")}
            for one in repository.entries_about(player)
        ],
    }


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """All seasons of somebody who was signed in, or came back on the same browser."""
    rows = Player.objects.filter(people.own_rows(guest_id)).select_related("season").order_by("pk")
    return [export_player(player) for player in rows]


def player_uses(player_ids: Sequence[UUID]) -> list[PlayerUse]:
    """Return the seasons for which players are stored."""
    rows = Player.objects.filter(person__in=player_ids).select_related("season")
    return [PlayerUse(player_id=row.person_id, until=ended_on(row.season, row.season.last_day)) for row in rows]


def end_addresses(club_id: int, day: date, days: int) -> int:
    """Delete the addresses of witnesses of a club's seasons that ended so many days ago; return how many."""
    gone = 0
    for season in Season.objects.filter(club=club_id):
        ended = ended_on(season, season.last_day)
        if ended is not None and day > ended + timedelta(days=days):
            gone += SoloSet.objects.filter(season=season).exclude(witness_email="").update(witness_email="")
    return gone


def erase_player(player: Player, *, now: datetime) -> None:
    """Delete who stands behind an entry of a season. Who still plays is withdrawn first, as by themselves."""
    season = player.season
    with transaction.atomic():
        detach(player)  # first: no email leaves their address behind
        registration.withdraw(player, now=now)
        guest_id = player.guest_id
        Player.objects.filter(pk=player.pk).update(name="", guest=None)
        SoloSet.objects.filter(player=player).update(witness_email="", note="")
        CorrectionRequest.objects.filter(set__player=player).update(why="")
        PrivateText.objects.filter(player=player).update(text="")
        PrivateText.objects.filter(player=player, about=PrivateText.About.FILM).update(text=repository.FILM_DELETED)
        projection.project_texts(season, repository.state_of(season), player)
        about = season.audit_entries.filter(detail__player=player.key)
        about.update(reason="")
        about.filter(role__in=(AuditEntry.Role.PLAYER, AuditEntry.Role.WITNESS)).update(by="", guest=None)
        if guest_id is not None:
            season.audit_entries.filter(guest_id=guest_id).update(by="", guest=None)
        # an entry without a name: standings in memory are worked out again
        record_audit(season, Kind.ERASED, at=now, by="", role=AuditEntry.Role.PLAYER)


def erase_guest(guest_id: UUID) -> None:
    """Delete the players that somebody entered; what they did is erased by the audit log."""
    for player in Player.objects.filter(guest_id=guest_id).select_related("season"):
        erase_player(player, now=timezone.now())


def erase_players(player_ids: Sequence[UUID]) -> None:
    """Delete a person from all seasons of their club."""
    for player in Player.objects.filter(person__in=player_ids).select_related("season"):
        erase_player(player, now=timezone.now())

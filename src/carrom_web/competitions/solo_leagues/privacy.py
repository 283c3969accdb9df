"""What seasons keep of a person, given to him and deleted: his entries by his guest, or one of them by its link.

Sets and standings stay, without a name: the averages of the others and who went up stand on them.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.models import AuditEntry, CorrectionRequest, Player, SoloSet
from carrom_web.competitions.solo_leagues.services import registration
from carrom_web.competitions.solo_leagues.services.audit import audit_entry

OWN = ("name", "email", "shows_name", "division", "standing", "joined_on", "left_on", "equipment")
OF_A_SET = (
    "week", "nth", "day", "strokes", "origin", "standing", "source", "has_word", "witness", "witness_email",
    "film", "note", "begun_at", "handed_in_at",
)  # fmt: skip
PERSONAL = frozenset({"name", "email", "witness", "witness_email", "film", "note"})


def told(player: Player) -> dict[str, Any]:
    """All that is held of somebody in one season, as plain values."""
    return {
        "season": player.season.slug,
        **{name: getattr(player, name) for name in OWN},
        "sets": list(player.sets.order_by("pk").values(*OF_A_SET)),
        "corrections": list(
            CorrectionRequest.objects.filter(set__player=player)
            .order_by("pk")
            .values("standing", "strokes", "day", "why", "asked_at")
        ),
        "log": list(player.deeds.order_by("pk").values("at", "role", "what", "why", "changes")),
    }


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """All seasons of somebody who was signed in, or came back on the same browser."""
    return [told(player) for player in Player.objects.filter(guest_id=guest_id).select_related("season").order_by("pk")]


def erase_player(player: Player, *, now: datetime) -> None:
    """Delete who stands behind an entry of a season. Who still plays is withdrawn first, as by himself."""
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(email="")  # first: no e-mail leaves their address behind
        registration.withdraw(player, now=now)
        guest_id = player.guest_id
        Player.objects.filter(pk=player.pk).update(name="", email="", shows_name=False, guest=None)
        SoloSet.objects.filter(player=player).update(witness="", witness_email="", note="")
        CorrectionRequest.objects.filter(set__player=player).update(why="")
        SoloSet.objects.filter(player=player).exclude(film="").update(film=repository.FILM_DELETED)
        own = AuditEntry.objects.filter(player=player, role__in=(AuditEntry.Role.PLAYER, AuditEntry.Role.WITNESS))
        own.update(by="", guest=None)
        if guest_id is not None:
            AuditEntry.objects.filter(season=player.season, guest_id=guest_id).update(by="", guest=None)
        for line in AuditEntry.objects.filter(player=player):
            AuditEntry.objects.filter(pk=line.pk).update(why="", changes=[_without(change) for change in line.changes])
        with audit_entry(player.season, "forgotten", now=now, role=AuditEntry.Role.PLAYER):
            pass  # a line without a name: what was kept of the standings is worked out again


def _without(change: list[Any]) -> list[Any]:
    table, pk, told = change
    return [table, pk, {name: both for name, both in told.items() if name not in PERSONAL}]


def erase_guest(guest_id: UUID) -> None:
    """Delete a person from all seasons: as a player, and as who did something there."""
    for player in Player.objects.filter(guest_id=guest_id).select_related("season"):
        erase_player(player, now=timezone.now())
    AuditEntry.objects.filter(guest_id=guest_id).update(by="")

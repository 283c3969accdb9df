"""What championships keep of a person who came along from elsewhere: a name, which is deleted; the points stay."""

from collections.abc import Sequence
from uuid import UUID

from carrom_web.competitions.championships.models import Participant


def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take a person's name from all championships."""
    Participant.objects.filter(player__in=player_ids).update(name="")

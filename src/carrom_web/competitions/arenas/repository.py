"""The logs of arenas, read and added to; everybody sees every arena."""

from uuid import UUID

from django.db.models import QuerySet

from carrom_web.competitions.arenas.models import Arena
from carrom_web.competitions.arenas.state import Act, ArenaFold, ArenaState
from carrom_web.competitions.repository import CompetitionStore, titled
from carrom_web.core.sockets import Followers

FOLLOWERS = Followers("arena")


class ArenaStore(CompetitionStore[Arena, ArenaState, Act]):
    """The arenas, those of accounts among them."""

    def visible_to(self, guest_id: UUID | None) -> "QuerySet[Arena]":
        """Every arena, for everybody: who opens one opens it to all."""
        return Arena.objects.select_related(*Arena.READ_WITH).order_by("-starts_at", "-pk")


STORE = ArenaStore(Arena, Act, fold=lambda row: ArenaFold(), columns=titled)

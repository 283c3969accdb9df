"""Audiences of arenas beside those of every competition: somebody who takes part."""

from typing import Any

from django.http import HttpRequest

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.arenas.errors import ArenaError
from carrom_web.competitions.arenas.kind import KIND
from carrom_web.competitions.arenas.services import playing
from carrom_web.competitions.permissions import CompetitionAudience


class _Player(CompetitionAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who has joined and has not left. Raises ArenaError."""
        guest_id = guest_id_of(request)
        if playing.taking_part(KIND.at(arguments["slug"], guest_id), guest_id) is None:
            raise ArenaError("not-in")


PLAYER = _Player(KIND, "player")

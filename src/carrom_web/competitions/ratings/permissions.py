"""Audiences of the addresses of a rated player."""

from typing import Any

from django.http import HttpRequest

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.permissions import CompetitionAudience
from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.kind import KIND
from carrom_web.competitions.ratings.state import RatingListChangeError


class _RatedPlayer(CompetitionAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass the rated player that the address names. Raises UnknownCompetitionError, RatingListChangeError."""
        guest_id = guest_id_of(request)
        rating_list = KIND.at(arguments["slug"], guest_id)
        book = repository.state(rating_list)
        if not selectors.is_oneself(rating_list, book, arguments["key"], guest_id):
            raise RatingListChangeError("not-yours")


RATED_PLAYER = _RatedPlayer(KIND, "the rated player")

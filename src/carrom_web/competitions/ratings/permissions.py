"""Who may use an address of a rating list."""

from typing import Any

from django.http import HttpRequest

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.permissions import CompetitionAudience, CompetitionKind, Official, Viewer
from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.presenters import NotRatingOrganiserError, handle_domain_errors
from carrom_web.competitions.ratings.state import RatingListChangeError


class _RatedPlayer(CompetitionAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass the rated player that the address names. Raises UnknownRatingListError, RatingListChangeError."""
        rating_list = selectors.rating_list_at(arguments["slug"])
        book = repository.state(rating_list)
        if not selectors.is_oneself(rating_list, book, arguments["key"], guest_id_of(request)):
            raise RatingListChangeError("not-yours")


RATING_LIST = CompetitionKind(
    name="rating list",
    at=lambda slug, _guest_id: selectors.rating_list_at(slug),
    not_official=lambda: NotRatingOrganiserError("change"),
    refuse=handle_domain_errors.answer,
)
RATING_VIEWER = Viewer(RATING_LIST)
RATING_ORGANISER = Official(RATING_LIST, Action.ORGANISE)
RATED_PLAYER = _RatedPlayer(RATING_LIST, "the rated player")

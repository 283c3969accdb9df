"""The audience of a club player's page: everybody if they agreed to be named, else they and officials."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubErrorPages
from carrom_web.clubs.rights import Action
from carrom_web.core.permissions import Audience
from carrom_web.people import selectors
from carrom_web.people.models import Player

handle_domain_errors = ClubErrorPages(
    not_found=("unknown-club-player", "unknown-club"), elsewhere=gettext_lazy("See the club's page")
)


def sees_persons(player: Player, guest_id: UUID | None) -> bool:
    """Whether somebody is an official of the club who sees personal data."""
    return clubs.may(player.club_id, guest_id, Action.SEE_PERSONS)


def is_theirs(player: Player, guest_id: UUID | None) -> bool:
    """Whether somebody is a player, or has an account with the player's confirmed address."""
    return guest_id is not None and (selectors.is_self(player, guest_id) or selectors.may_claim(player, guest_id))


class _PlayerViewer(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass readers who may see the player. Raises Http404, UnknownPlayerError."""
        try:
            club = clubs.club_named(arguments["slug"])
        except clubs.UnknownClubError:
            raise Http404 from None
        player = selectors.player_in(club.pk, arguments["player"])
        guest_id = guest_id_of(request)
        if not clubs.may_see(club, guest_id):
            raise selectors.UnknownPlayerError()
        if not (player.shows_name or is_theirs(player, guest_id) or sees_persons(player, guest_id)):
            raise selectors.UnknownPlayerError()

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say that nobody is there."""
        return handle_domain_errors.answer(request, error, arguments)


class _PlayerClaimant(_PlayerViewer):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass the player themself, and an account that may claim them. Raises Http404, UnknownPlayerError."""
        try:
            club = clubs.club_named(arguments["slug"])
        except clubs.UnknownClubError:
            raise Http404 from None
        player, guest_id = selectors.player_in(club.pk, arguments["player"]), guest_id_of(request)
        if not is_theirs(player, guest_id):
            raise selectors.UnknownPlayerError()


PLAYER_VIEWER = _PlayerViewer("club player: viewer")
PLAYER_THEMSELF = _PlayerClaimant("club player: themself")

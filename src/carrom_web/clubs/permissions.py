"""Audiences of addresses, by what they are in a club (`rights.MAY`)."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors
from carrom_web.clubs.rights import Action
from carrom_web.clubs.services import NotAllowedInClubError
from carrom_web.core.error_page import DomainErrorPages, error_page
from carrom_web.core.permissions import Audience, LinkHolder, ProtectionNeededError
from carrom_web.core.translation import localized


def names_of(actions: tuple[Action, ...]) -> str:
    """Actions as the name of an audience lists them."""
    return " or ".join(action.value for action in actions)


def refuse(request: HttpRequest, error: CarromError, arguments: Mapping[str, Any] | None = None) -> HttpResponse:
    """Answer somebody whose roles in a club do not let them do this."""
    if isinstance(error, ProtectionNeededError):
        return ask_for_protection(request, error)
    return error_page(
        request,
        status=403,
        code=error.code,
        title=_("You cannot open this"),
        what=localized(error),
        safe="" if request.method in ("GET", "HEAD") else _("Nothing has changed."),
        todo=_("Ask the owner of the club or an organiser."),
    )


def ask_for_protection(request: HttpRequest, error: ProtectionNeededError) -> HttpResponse:
    """Lead somebody whose roles are enough to what their account lacks."""
    return error_page(
        request,
        status=403,
        code=error.code,
        title=_("Protect your account first"),
        what=localized(error),
        safe="" if request.method in ("GET", "HEAD") else _("Nothing has changed."),
        todo=_("Then come back to this page."),
        onward=(reverse("account-protect"), _("Protect your account")),
    )


class ClubErrorPages(DomainErrorPages):
    """Error pages of what clubs hold: an official whose account is not protected is led to what it lacks."""

    def answer(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer one error."""
        if isinstance(error, ProtectionNeededError):
            return ask_for_protection(request, error)
        return super().answer(request, error, arguments)


class ClubMember(Audience):
    """The members of the club that the address names: those whose roles let them do one of these actions, or any.

    With `every` they need all of the actions.
    """

    def __init__(self, *actions: Action, every: bool = False) -> None:
        names = " and ".join(action.value for action in actions) if every else names_of(actions)
        super().__init__(f"club: {names or 'member'}")
        self.actions, self.every = actions, every

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass a member. Raises Http404, NotAllowedInClubError, ProtectionNeededError."""
        try:
            club = selectors.club_named(arguments["slug"])
        except selectors.UnknownClubError:
            raise Http404 from None
        guest_id = guest_id_of(request)
        if self.actions:
            may = [selectors.may(club.pk, guest_id, action) for action in self.actions]
            allowed = all(may) if self.every else any(may)
        else:
            allowed = bool(selectors.roles_in(club.pk, guest_id))
        if not allowed:
            selectors.check_protection(club.pk, guest_id, *self.actions)
            raise NotAllowedInClubError("missing-role")

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say whom to ask."""
        return refuse(request, error)


class _OrganiserOfAnyClub(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who may start something in at least one club. Raises NotAllowedInClubError."""
        guest_id = guest_id_of(request)
        if not any(selectors.may(club.pk, guest_id, Action.ORGANISE) for club in selectors.clubs_of(guest_id)):
            raise NotAllowedInClubError("no-club")

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say whom to ask."""
        return refuse(request, error)


def _invitation(token: str) -> object:
    invitation = selectors.invitation_in(token)
    if invitation is None:
        raise Http404
    return invitation


ORGANISER_OF_ANY_CLUB = _OrganiserOfAnyClub("organiser of any club")
INVITATION_HOLDER = LinkHolder("club invitation", _invitation, refuse)

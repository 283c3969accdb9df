"""Audiences of addresses: declared with them, checked in one place before their code (`core.pages`, `core.sockets`).

An audience knows how to refuse, too: as a page, as JSON, by leading to the sign-in. Those that ask about clubs, events
or sheets are in the `permissions` of these apps. What a service may do for somebody it checks by itself as well.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from carrom.errors import CarromError, NotAllowedError
from carrom_web.core.error_page import error_page
from carrom_web.core.hooks import registry
from carrom_web.core.translation import localized

Refuse = Callable[[HttpRequest, CarromError, Mapping[str, Any]], HttpResponse]


class SignInError(NotAllowedError):
    """Nobody is signed in."""

    code = "sign-in"


class Lack(StrEnum):
    """The next thing that an account needs until it is protected."""

    ACCOUNT = "account"
    ADDRESS = "address"
    FACTOR = "factor"


class ProtectionNeededError(NotAllowedError):
    """An account without a confirmed address and a second factor may not see this. The reason is a `Lack`."""

    code = "protection-needed"


class Audience(ABC):
    """The people who may use an address; its name says so in words (`docs/decisions/0023`)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    @abstractmethod
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass if the sender of this request may use the address with these arguments.

        Raises:
            CarromError: they may not, or nothing is there that they may see.
            Http404, PermissionDenied: the same, answered by the site's own pages.
        """

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer somebody whom `check` did not pass."""
        return error_page(
            request,
            status=403,
            code=error.code,
            title=_("You cannot open this"),
            what=localized(error),
            safe="" if request.method in ("GET", "HEAD") else _("Nothing has changed."),
            todo=_("Ask for a link to it, or go back to the start page."),
        )


class _Anyone(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass."""


class _Nobody(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass nobody."""
        raise PermissionDenied


class _SignedIn(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who is signed in."""
        if not request.user.is_authenticated:
            raise SignInError()

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Lead to the sign-in, and back from there."""
        return redirect_to_login(request.get_full_path())


class _Operator(_SignedIn):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass an operator whose account is protected, from the next request on who was made one."""
        super().check(request, **arguments)
        if not (request.user.is_active and getattr(request.user, "is_staff", False)):
            raise PermissionDenied
        registry.hook.check_operator(user=request.user)

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Lead to the sign-in, or to what the account lacks."""
        if isinstance(error, ProtectionNeededError):
            return redirect("account-protect")
        return super().refusal(request, error, arguments)


ANYONE = _Anyone("anyone")
NOBODY = _Nobody("nobody")
SIGNED_IN = _SignedIn("signed in")
OPERATOR = _Operator("operator")


class LinkHolder(Audience):
    """Holders of a link that this site signed: the link itself is the right.

    `opens` reads the part of the address that stands for it, and raises what `refuse` answers if the site never made
    it or it leads nowhere any more.
    """

    def __init__(self, name: str, opens: Callable[[str], object], refuse: Refuse) -> None:
        super().__init__(f"link: {name}")
        self._opens, self._refuse = opens, refuse

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who has the link."""
        self._opens(arguments["token"])

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say that the link leads nowhere."""
        return self._refuse(request, error, arguments)


class ByArgument(Audience):
    """A page with several audiences: a part of its address selects one."""

    def __init__(
        self, name: str, argument: str, kind_of: Callable[[str], str], audiences: Mapping[str, Audience], rest: Audience
    ) -> None:
        super().__init__(name)
        self.argument, self.audiences, self.rest = argument, audiences, rest
        self._kind_of = kind_of

    def audience_for(self, arguments: Mapping[str, Any]) -> Audience:
        """The audience of what is asked for."""
        return self.audiences.get(self._kind_of(arguments[self.argument]), self.rest)

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass whom the audience of this very thing passes."""
        self.audience_for(arguments).check(request, **arguments)

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer as that audience does."""
        return self.audience_for(arguments).refusal(request, error, arguments)

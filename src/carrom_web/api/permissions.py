"""Audiences of the HTTP API: everybody, or the holder of a token with a scope.

Cookies count for nothing there: a page of another site can ask nothing in the name of its reader. Requests
are counted by the token, or else by the address.
"""

import time
from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from carrom.errors import CarromError
from carrom_web.accounts.models import Guest
from carrom_web.api import selectors, services
from carrom_web.api.answers import error_response
from carrom_web.api.errors import TokenError, TooManyRequestsError
from carrom_web.api.models import Scope, Token
from carrom_web.core.permissions import Audience
from carrom_web.core.rate_limits import RateLimit

OF_ADDRESS = RateLimit(burst=60, per_second=1)  # requests without a token
OF_TOKEN = RateLimit(burst=120, per_second=10)


class ApiAudience(Audience):
    """Everybody, or with `scope` the holders of tokens that have it."""

    def __init__(self, scope: Scope | None = None) -> None:
        super().__init__(f"API token: {scope.value}" if scope else "API: anyone")
        self.scope = scope

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass the holder of a token with the scope, or everybody. A token that is not valid is refused anywhere.

        Raises:
            TooManyRequestsError, TokenError: they may not.
        """
        request.COOKIES = {}
        text = _token_in(request)
        token = selectors.token_of(text, timezone.now()) if text else None
        cast(Any, request).api_token = token
        self._count(request, token)
        if text and token is None:
            raise TokenError("unknown")
        if token is not None:
            if selectors.is_banned(token.guest_id):
                raise TokenError("banned")
            services.note_use(token, timezone.now())
        if self.scope is not None:
            self._check_scope(token, self.scope)

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say it as JSON."""
        return error_response(request, error)

    @staticmethod
    def _count(request: HttpRequest, token: Token | None) -> None:
        if token is None:
            taken = OF_ADDRESS.take(request.META.get("REMOTE_ADDR", ""), time.monotonic())
        else:
            taken = OF_TOKEN.take(token.guest_id, time.monotonic())
        cast(Any, request).api_taken = taken
        if not taken.allowed:
            raise TooManyRequestsError(seconds=max(1, taken.next_in_s))

    @staticmethod
    def _check_scope(token: Token | None, scope: Scope) -> None:
        if token is None:
            raise TokenError("missing")
        if scope.value not in token.scope_set:
            raise TokenError("scope", scope=scope.value)
        if scope is Scope.PLAY and not token.guest.is_bot:
            raise TokenError("bot")


def _token_in(request: HttpRequest) -> str:
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip() if kind.lower() == "bearer" else ""


def guest_of(request: HttpRequest) -> Guest:
    """Return in whose name an admitted request with a token asks."""
    return cast(Any, request).api_token.guest


def token_of(request: HttpRequest) -> Token | None:
    """Return the token of a request, if it has one."""
    return getattr(request, "api_token", None)


PUBLIC = ApiAudience()
READ, PLAY = ApiAudience(Scope.READ), ApiAudience(Scope.PLAY)
RECORDS, WEBHOOKS = ApiAudience(Scope.RECORDS), ApiAudience(Scope.WEBHOOKS)

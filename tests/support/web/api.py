"""Programs that ask the HTTP API in tests."""

import json
from typing import Any

from django.test import Client
from django.utils import timezone

from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.services import rename
from carrom_web.api import services
from carrom_web.api.models import Scope
from carrom_web.api.permissions import OF_ADDRESS, OF_TOKEN

ALL = tuple(scope.value for scope in Scope)


def new_account(email: str = "asha@example.org", name: str = "Asha") -> Guest:
    """The guest of a new account."""
    guest = Account.objects.create_user(email).guest
    rename(guest, name)
    return guest


def new_bot(email: str = "bot@example.org", name: str = "Roller") -> Guest:
    """The guest of a new bot account."""
    guest = new_account(email, name)
    services.turn_into_bot(guest)
    return guest


class Program:
    """A program with a token of a guest, or without one. It is never slowed down, unless a test asks for that."""

    def __init__(self, guest: Guest | None = None, *scopes: str, is_limited: bool = False) -> None:
        self.client, self.is_limited, self.token = Client(raise_request_exception=False), is_limited, ""
        if guest is not None:
            wanted = scopes or tuple(one for one in ALL if guest.is_bot or one != Scope.PLAY)
            made = services.make_token(guest, name="test", scopes=wanted, now=timezone.now(), days=None)
            self.token = made[1]

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer to one request below /api/v1."""
        if not self.is_limited:
            OF_ADDRESS.forget_all()
            OF_TOKEN.forget_all()
        if self.token:
            headers.setdefault("HTTP_AUTHORIZATION", f"Bearer {self.token}")
        data = body if isinstance(body, bytes | str) else b"" if body is None else json.dumps(body)
        return self.client.generic(method, f"/api/v1{path}", data, content_type="application/json", **headers)

    def get(self, path: str) -> Any:
        """What reading gives, as JSON."""
        return self.ask("GET", path).json()

    def post(self, path: str, body: Any = None) -> Any:
        """What posting gives, as JSON."""
        return self.ask("POST", path, {} if body is None else body).json()

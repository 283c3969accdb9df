"""The answers of accounts to hooks between apps (core/hooks.py)."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from carrom_web.accounts import sign_ins
from carrom_web.accounts.models import Account
from carrom_web.accounts.protection import lack_of_account
from carrom_web.core.hooks import hookimpl
from carrom_web.core.permissions import ProtectionNeededError


@hookimpl
def check_operator(user: Any) -> None:
    """Operators see everybody's data: where letters arrive, their accounts are protected."""
    lack = lack_of_account(user) if settings.LETTERS_ARRIVE and isinstance(user, Account) else None
    if lack is not None:
        raise ProtectionNeededError(lack)


@hookimpl
def socket_owners(request: HttpRequest) -> Sequence[str]:
    """A socket belongs to the sign-in of its browser and to the account's guest, or to the browser's guest."""
    return sign_ins.groups_of(request)

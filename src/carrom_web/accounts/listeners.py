"""Sign-in: the first time, everything done as a guest moves to the account."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver

from carrom_web.accounts.models import Account
from carrom_web.accounts.services import merge_guest


@receiver(user_logged_in)
def bring_history_along(sender: object, user: object, **more: Any) -> None:
    """Join what was done in the browser that signed up. By then the address is confirmed, where that is asked."""
    if isinstance(user, Account) and user.comes_from is not None:
        merge_guest(user, user.comes_from)
        user.comes_from = None
        user.save(update_fields=["comes_from"])

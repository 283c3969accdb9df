"""What events hear of: somebody signs in."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from carrom_web.accounts.models import Account
from carrom_web.competitions.events import following
from carrom_web.competitions.events.services import follows


@receiver(user_logged_in)
def bring_followed_along(
    sender: object, request: HttpRequest, user: object, response: HttpResponse | None = None, **more: Any
) -> None:
    """Keep with the account whom this phone followed; the phone's own cookie goes."""
    if isinstance(user, Account) and following.COOKIE in request.COOKIES:
        follows.take_over(user.guest_id, following.pairs_in(request.COOKIES), now=timezone.now())
        if response is not None:
            following.forget(response)

"""What events hear of: a match of a fixture that was stored, whose end is its result; somebody who signs in."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from carrom_web.accounts.models import Account
from carrom_web.competitions.events import following
from carrom_web.competitions.events.services import draws, follows
from carrom_web.matches.match_sync import MatchSync

RESULT_TAKER = MatchSync("taker of results", lambda: draws.take_results(now=timezone.now()))


@receiver(user_logged_in)
def bring_followed_along(
    sender: object, request: HttpRequest, user: object, response: HttpResponse | None = None, **more: Any
) -> None:
    """Keep with the account whom this phone followed; the phone's own cookie goes."""
    if isinstance(user, Account) and following.COOKIE in request.COOKIES:
        follows.take_over(user.guest_id, following.pairs_in(request.COOKIES), now=timezone.now())
        if response is not None:
            following.forget(response)

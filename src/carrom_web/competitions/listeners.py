"""Signals that competitions listen to: sign-in."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from carrom_web.accounts.models import Account
from carrom_web.competitions import following
from carrom_web.competitions.kinds import kinds


@receiver(user_logged_in)
def bring_followed_along(
    sender: object, request: HttpRequest, user: object, response: HttpResponse | None = None, **more: Any
) -> None:
    """Keep with the account whom this device followed; the device's own cookie goes."""
    if not isinstance(user, Account) or following.COOKIE not in request.COOKIES:
        return
    models = {kind.key: kind.model for kind in kinds()}
    for app, slug, key in following.places_in(request.COOKIES):
        row = models[app].objects.filter(slug=slug).first() if app in models else None
        if row is not None:
            following.follow(user.guest_id, row, key, now=timezone.now())
    if response is not None:
        following.forget(response)

"""Signing out ends the notifications on that device; choosing a language changes theirs."""

from typing import Any
from uuid import UUID

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from carrom_web.accounts.models import Account
from carrom_web.accounts.selectors import device_of
from carrom_web.core.languages import language_chosen
from carrom_web.push.models import Device


@receiver(user_logged_out)
def forget_the_device(sender: object, request: HttpRequest, user: object, **more: Any) -> None:
    """Delete the device that was switched on in this session."""
    session = device_of(request)
    if session and isinstance(user, Account):
        Device.objects.filter(guest_id=user.guest_id, session=session).delete()


@receiver(language_chosen)
def speak_the_language(sender: object, guest_id: UUID, language: str, **more: Any) -> None:
    """Write the notifications of somebody in the language that they have chosen."""
    Device.objects.filter(guest_id=guest_id).exclude(language=language).update(language=language)

"""Notifications: devices on which people want them, and what is said there, in the language of each device."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.utils import timezone, translation

from carrom_web.accounts.models import Guest
from carrom_web.push import encryption
from carrom_web.push.addresses import check_endpoint
from carrom_web.push.errors import PushError
from carrom_web.push.models import LABEL_LENGTH, Device, Notification

MOST_DEVICES = 10  # of one guest; the oldest make way
MOST_WAITING = 20  # for one device; the oldest are of no use any more
LONGEST_TITLE, LONGEST_BODY = 120, 400  # characters
queued = Signal()
"""Sent once notifications that were queued are committed."""


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a notification: it says no more than an email of the same matter; `url` is a path of this site."""

    title: str
    body: str
    url: str


def public_key() -> str:
    """The key that browsers of this site subscribe for."""
    return encryption.public_site_key(settings.SECRET_KEY)


def switch_on(
    guest: Guest, endpoint: str, browser_key: str, secret: str, *, language: str, label: str = "", session: str = ""
) -> Device:
    """Store a guest's device; one that was somebody else's before is theirs now.

    Raises:
        PushError: nothing can be sent to it.
    """
    check_endpoint(endpoint)
    try:
        encryption.check_keys(browser_key, secret)
    except ValueError:
        raise PushError("keys") from None
    values = {"public_key": browser_key, "secret": secret, "site_key": public_key(), "language": language}
    values |= {"label": label[:LABEL_LENGTH], "session": session}
    with transaction.atomic():
        Device.objects.filter(endpoint=endpoint).exclude(guest=guest).delete()  # with what was queued for them
        try:
            device, _made = Device.objects.update_or_create(endpoint=endpoint, guest=guest, defaults=values)
        except IntegrityError:  # the same browser, twice at once, under two names
            raise PushError("often") from None
        newest = Device.objects.filter(guest=guest).order_by("-made_at", "-pk").values_list("pk", flat=True)
        Device.objects.filter(guest=guest).exclude(pk__in=list(newest[:MOST_DEVICES])).exclude(pk=device.pk).delete()
    return device


def switch_off(guest_id: UUID | None, device_id: int) -> None:
    """Delete a device of a guest; somebody else's stays."""
    if guest_id is not None:
        Device.objects.filter(pk=device_id, guest_id=guest_id).delete()


def device_at(guest_id: UUID | None, endpoint: str) -> Device | None:
    """The device of a guest that is this browser; None: it does not get their notifications."""
    return Device.objects.filter(guest_id=guest_id, endpoint=endpoint).first() if guest_id else None


def devices_of(guest_id: UUID | None) -> list[Device]:
    """The devices of a guest, the newest first."""
    return list(Device.objects.filter(guest_id=guest_id).order_by("-made_at", "-pk")) if guest_id else []


def is_used() -> bool:
    """Whether anybody gets notifications here, so that it is worth finding out whom one is for."""
    return Device.objects.exists()


def notify(
    guest_ids: Iterable[UUID], write: Callable[[], Text], *, tag: str, lifetime: timedelta, is_urgent: bool = False
) -> int:
    """Queue a notification for all devices of some guests; return for how many.

    Args:
        write: writes it in the language that is in force. It is called once for each language.
        tag: what it is about: of those with one tag a device gets and shows the newest.
        lifetime: how long it is of use: later nobody gets it.
    """
    devices = list(Device.objects.filter(guest_id__in=set(guest_ids)))
    texts: dict[str, Text] = {}
    for language in {one.language for one in devices}:
        with translation.override(language):
            texts[language] = write()
    now = timezone.now()
    with transaction.atomic():
        Notification.objects.filter(device__in=devices, tag=tag, claimed_until=None).delete()
        for device in devices:
            Notification.objects.create(
                device=device,
                content=_content(texts[device.language], tag),
                tag=tag,
                is_urgent=is_urgent,
                due_at=now,
                expires_at=now + lifetime,
            )
            waiting = device.notifications.order_by("-pk").values_list("pk", flat=True)
            device.notifications.exclude(pk__in=list(waiting[:MOST_WAITING])).delete()
        if devices:
            transaction.on_commit(lambda: queued.send(sender=None))
    return len(devices)


def _content(text: Text, tag: str) -> dict[str, str]:
    title, body = text.title[:LONGEST_TITLE], text.body[:LONGEST_BODY]
    return asdict(Text(title, body, text.url)) | {"tag": tag}

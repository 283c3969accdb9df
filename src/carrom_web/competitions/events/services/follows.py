"""Whom somebody with an account follows is kept with it; what a phone knew before he signed in comes along."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from carrom_web.competitions.events.models import Event, Follow

MOST = 100  # of one person; the newest are kept


def follow(guest_id: UUID, event: Event, key: str, *, now: datetime) -> None:
    """Follow a player of an event; a second time changes nothing."""
    Follow.objects.get_or_create(guest_id=guest_id, event=event, key=key, defaults={"since": now})
    kept = Follow.objects.filter(guest_id=guest_id).order_by("-since", "-pk").values_list("pk", flat=True)[:MOST]
    Follow.objects.filter(guest_id=guest_id).exclude(pk__in=list(kept)).delete()


def unfollow(guest_id: UUID, event: Event, key: str) -> None:
    """Follow him no more."""
    Follow.objects.filter(guest_id=guest_id, event=event, key=key).delete()


def take_over(guest_id: UUID, pairs: Iterable[tuple[str, str]], *, now: datetime) -> None:
    """Keep with an account whom its phone followed, as (slug of the event, key)."""
    for slug, key in pairs:
        event = Event.objects.filter(slug=slug).first()
        if event is not None:
            follow(guest_id, event, key, now=now)

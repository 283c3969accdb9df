"""Tell every page of an event that something changed; each then asks for what it shows."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from carrom_web.tournaments.kept_pages import KEPT

_log = logging.getLogger(__name__)


def group_of(event_id: int) -> str:
    """The name of the group of sockets that follow an event."""
    return f"event.{event_id}"


def changed_after_commit(event_id: int) -> None:
    """Tell all who follow, once what was done is stored."""
    transaction.on_commit(lambda: changed(event_id))


def changed(event_id: int) -> None:
    """Tell all who follow, and let kept pages go. Whoever misses it sees the change with the next one."""
    KEPT.forget()
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(event_id), {"type": "changed"})
    except (OSError, ConnectionError):
        _log.warning("the channel layer could not be reached; pages of events show it when they look again")

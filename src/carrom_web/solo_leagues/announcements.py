"""Tell every page of a season that something changed; each then asks for what it shows."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

_log = logging.getLogger(__name__)


def group_of(season_id: int) -> str:
    """The name of the group of sockets that follow a season."""
    return f"solo-season.{season_id}"


def changed_after_commit(season_id: int) -> None:
    """Tell all who follow, once what was done is stored."""
    transaction.on_commit(lambda: changed(season_id))


def changed(season_id: int) -> None:
    """Tell all who follow. Whoever misses it sees the change with the next one, or when he looks again."""
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(season_id), {"type": "changed"})
    except (OSError, ConnectionError):
        _log.warning("the channel layer could not be reached; pages of seasons show it when they look again")

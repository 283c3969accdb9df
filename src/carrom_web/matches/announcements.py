"""Tell everyone who watches a match what was stored: one string for each language of theirs, encoded once."""

import contextlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from channels.db import database_sync_to_async
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from django.dispatch import Signal
from django.utils import translation

from carrom.match.entries import Entry
from carrom.play.state import PlayState
from carrom_web.core.sockets import layer_errors
from carrom_web.matches import wire
from carrom_web.matches.presence import PRESENCE
from carrom_web.matches.selectors import Loaded, as_judged, judged_after

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

_log = logging.getLogger(__name__)

something_stored = Signal()
"""Sent in this process after a match was stored, with `match_id`; for higher apps and the computers' player."""


def group_of(match_id: UUID, language: str) -> str:
    """The name of the group of sockets that watch a match in a language."""
    return f"match.{match_id.hex}.{language}"


async def entry_stored(loaded: Loaded, before: PlayState, entry: Entry, motion: "Motion | None") -> None:
    """Tell all who watch, and this process's own listeners."""
    drawn = None if motion is None else wire.motion_json(motion)
    if judged_after(entry) is not None:
        before = replace(before, match=await database_sync_to_async(as_judged)(loaded.match_id, before.match, entry))
    for language in sorted(await PRESENCE.languages(loaded.match_id)):
        with translation.override(language):
            text = wire.encode(wire.event(loaded, before, entry, drawn))
        await send(group_of(loaded.match_id, language), text)
    something_stored.send(sender=None, match_id=loaded.match_id)


async def send_to_all(
    match_id: UUID, text: str, *, leave_out: str = "", handler: str = "changed", author: str = ""
) -> None:
    """Tell all who watch the same, in whatever language; `author`: the id of the guest who says it."""
    for language in sorted(await PRESENCE.languages(match_id)):
        await send(group_of(match_id, language), text, leave_out=leave_out, handler=handler, author=author)


async def send_to_tab(channel: str) -> None:
    """Have one page look again whether it is the one in which its player plays."""
    with contextlib.suppress(*layer_errors(), ChannelFull):  # it looks again by itself
        await get_channel_layer().send(channel, {"type": "tabs_changed"})


async def send(group: str, text: str, *, leave_out: str = "", handler: str = "changed", author: str = "") -> None:
    """Send one encoded text to a group. A page that misses it asks for the state: delivery is at most once."""
    try:
        await get_channel_layer().group_send(
            group, {"type": handler, "text": text, "leave_out": leave_out, "author": author}
        )
    except layer_errors():
        _log.warning("the channel layer could not be reached; pages will ask for the state by themselves")

"""A match as server-sent events: how it stands, then every entry as pages hear it.

A stream waits in the loop of the server and holds no thread (`config.asgi`). For a bot that plays it stands for an open
page: while it lives, the bot is there. One that was opened with a token ends with it: when that is revoked or expires,
and when its owner is banned or gone.
"""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from uuid import UUID

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone, translation

from carrom_web.accounts.sign_ins import group_of_person
from carrom_web.api import selectors as tokens
from carrom_web.api.errors import TooManyStreamsError
from carrom_web.api.models import Token
from carrom_web.api.permissions import token_of
from carrom_web.core.sockets import layer_errors
from carrom_web.core.translation import current_language
from carrom_web.matches import announcements, attendance, selectors, wire
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.presence import PRESENCE, Tab

BEAT_S = 15.0  # a remark, so that whatever lies between knows that the stream lives
MOST = 8  # open streams of one token or address
OPEN: Counter[Hashable] = Counter()


def follow(request: HttpRequest, loaded: Loaded) -> StreamingHttpResponse:
    """Answer with the stream of a match. Raises TooManyStreamsError."""
    token = token_of(request)
    key = token.guest_id if token else request.META.get("REMOTE_ADDR", "")
    if OPEN[key] >= MOST:
        raise TooManyStreamsError(most=MOST)
    events = _events(loaded, token, current_language(), key)
    answer = StreamingHttpResponse(events, content_type="text/event-stream; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # nginx passes each event on at once
    return answer


async def _events(loaded: Loaded, token: Token | None, language: str, key: Hashable) -> AsyncIterator[bytes]:
    match_id, layer = loaded.match_id, get_channel_layer()
    player = token.guest_id if token and token.guest.is_bot else None
    channel, groups = await layer.new_channel(), [announcements.group_of(match_id, language)]
    groups += [tokens.group_of(token.pk), group_of_person(token.guest_id)] if token else []
    tab = Tab(id=channel, guest=player, players=loaded.players_of(player), language=language)
    OPEN[key] += 1
    try:
        for group in groups:
            await layer.group_add(group, channel)
        if not await _is_open(token):  # revoked before this could hear of it
            return
        await PRESENCE.follow_in(match_id, language)
        tab, present = await PRESENCE.enter(match_id, tab)
        gone = await attendance.tell_present(match_id, tab, present, known=frozenset(), came=True)
        yield await _snapshot(match_id, language)
        while True:
            try:
                async with asyncio.timeout(BEAT_S):
                    message = await layer.receive(channel)
            except TimeoutError:
                if token and token.expires_at and token.expires_at <= timezone.now():
                    return
                gone = await attendance.tell_away(match_id, await PRESENCE.renew(match_id, tab), known=gone)
                yield b": still here\n\n"
                continue
            if message["type"] == "signed_out":
                return
            if message["type"] == "missed":  # the layer was lost for a while
                if not await _is_open(token):
                    return
                yield await _snapshot(match_id, language)
            elif message["type"] == "changed" and (event := _event_in(message["text"])) is not None:
                yield event
    finally:
        OPEN[key] -= 1
        if OPEN[key] <= 0:
            del OPEN[key]
        with contextlib.suppress(*layer_errors()):
            for group in groups:
                await layer.group_discard(group, channel)
        await attendance.tell_present(match_id, tab, await PRESENCE.leave(match_id, tab), known=frozenset())


async def _is_open(token: Token | None) -> bool:
    return token is None or await database_sync_to_async(tokens.still_opens)(token, timezone.now())


async def _snapshot(match_id: UUID, language: str) -> bytes:
    loaded = await database_sync_to_async(selectors.load)(match_id)
    with translation.override(language):
        return _written("snapshot", loaded.state.version, wire.encode(wire.snapshot(loaded)))


def _event_in(text: str) -> bytes | None:
    """Return what was announced as an event of the stream; None: how somebody aims, and who is there."""
    said = json.loads(text)
    return _written("event", said["number"], text) if said["kind"] == "event" else None


def _written(name: str, number: int, text: str) -> bytes:
    return f"event: {name}\nid: {number}\ndata: {text}\n\n".encode()

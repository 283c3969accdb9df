"""The socket of a match (`docs/wire.md`): reads a page's messages, calls the services, forwards announcements.

Whatever a page sends, the answer is a message with a code; nothing else happens.
"""

import asyncio
import logging
import re
import time
from collections.abc import Collection
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import translation

from carrom.errors import CarromError
from carrom.physics.surface import ENGINE as ENGINE_VERSION
from carrom_web.accounts.selectors import acting_guest_id
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import Bucket
from carrom_web.core.sockets import NOTHING_THERE, BaseConsumer, SocketRoute, request_of
from carrom_web.core.translation import localized
from carrom_web.matches import absences, announcements, attendance, messages, rematches, selectors, services, talk, wire
from carrom_web.matches.lobby_consumer import LobbyConsumer
from carrom_web.matches.presence import PRESENCE, Present, Tab

_log = logging.getLogger(__name__)
_PAGE_ID = re.compile(r"[0-9a-f-]{36}")

MESSAGES_AT_ONCE, MESSAGES_A_SECOND = 60.0, 20.0
AIMS_A_SECOND = 10.0
MOST_REFUSALS = 100  # of messages that came too fast, then the socket is closed
MOST_DIFFERENCES = 5  # of one page that are written down
MOST_WAITING = 16  # requests of one page that are being answered
TOO_MANY = 4029  # close code


class NothingHere(BaseConsumer):
    """A socket at an address where there is none."""

    async def connect(self) -> None:
        """Refuse the handshake."""
        await self.close()


class MatchConsumer(BaseConsumer):
    """One page that shows a match."""

    tab: Tab | None = None
    playing = False  # whether this tab is the one in which its player plays
    joined = False
    said = ""  # who is there, as last sent to this page
    blocked: Collection[str] = ()  # whom this page's guest does not hear
    gone: frozenset[tuple[str, int]] = frozenset()  # who has left, as this page said last

    async def connect(self) -> None:
        """Say how the match stands."""
        self.match_id: UUID = self.scope["url_route"]["kwargs"]["match_id"]
        self.language, self.guest_id = await database_sync_to_async(_who)(self.scope)
        self.pending: set[asyncio.Task[None]] = set()
        self.in_order = asyncio.Lock()
        now = time.monotonic()
        self.all_messages = Bucket.full(burst=MESSAGES_AT_ONCE, per_second=MESSAGES_A_SECOND, now=now)
        self.aims = Bucket.full(burst=2, per_second=AIMS_A_SECOND, now=now)
        self.refusals = 0
        self.differences = 0
        await self.accept()
        try:
            # In the group before the state is read: what is stored in between arrives twice rather than never.
            await self.channel_layer.group_add(announcements.group_of(self.match_id, self.language), self.channel_name)
            self.joined = True
            await PRESENCE.follow_in(self.match_id, self.language)
            loaded = await database_sync_to_async(selectors.load)(self.match_id)
            rematch = await database_sync_to_async(rematches.state_of)(loaded)
            is_listed = await database_sync_to_async(selectors.is_listed)(self.match_id)
            free = await database_sync_to_async(absences.free_seats)(loaded, self.guest_id)
            may_write = talk.may_write(loaded, is_listed=is_listed)
        except CarromError as error:
            await self._refuse(None, error)
            await self.close(code=NOTHING_THERE)
            return
        players = loaded.players_of(self.guest_id)
        if players:
            self.blocked = {str(one) for one in await database_sync_to_async(talk.blocked_by)(self.guest_id)}
        self.tab = Tab(
            id=self.channel_name,
            page=_page_of(self.scope),
            guest=self.guest_id,
            players=players,
            language=self.language,
        )
        self.tab, present = await PRESENCE.enter(self.match_id, self.tab)
        self.playing = present.plays(self.tab)
        last = await database_sync_to_async(selectors.last_stroke)(self.match_id, loaded.state)
        with translation.override(self.language):
            hello = wire.hello(loaded, self.guest_id, last, playing=self.playing, may_write=may_write, free=free)
        await self.send(text_data=wire.encode({**hello, "rematch": rematch}))
        await self._tell_present(present, came=True)

    async def let_go(self) -> None:
        """Leave; what was asked for is still answered and stored."""
        if self.joined:
            await self.leave(announcements.group_of(self.match_id, self.language))
        if self.tab is not None:
            present = await PRESENCE.leave(self.match_id, self.tab)
            await self._tell_present(present)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one message of the page."""
        now = time.monotonic()
        if not self.all_messages.take(now):
            await self._too_fast()
            return
        try:
            message = messages.read_message(text_data or "")
        except CarromError as error:
            await self._refuse(messages.request_id_in(text_data or ""), error)
            return
        match message:
            case messages.Ask():
                await self._ask(message)
            case messages.Sync():
                await self._answer_sync()
            case messages.Known():
                await self._answer_known(message)
            case messages.Aim():
                if self.aims.take(now):
                    await self._pass_on(message)
            case messages.Here():
                if self.tab is not None:
                    present = await PRESENCE.renew(self.match_id, self.tab)
                    await self._show(present)
                    if self.tab.seated:  # of somebody whose lease ran out nobody has said that they left
                        self.gone = await attendance.tell_away(self.match_id, present, known=self.gone)
            case messages.PlayHere():
                if self.tab is not None and self.tab.seated:
                    self.tab, present = await PRESENCE.claim(self.match_id, self.tab)
                    await self._show(present)
                    await self._tell_present(present)
            case messages.Say() | messages.Write():
                await self._tell_others(message)
            case messages.Differs():
                self._keep_difference(message)

    async def changed(self, message: dict[str, Any]) -> None:
        """Pass on what was announced, as it was encoded."""
        if message["leave_out"] != self.channel_name:
            await self.send(text_data=message["text"])

    async def present(self, message: dict[str, Any]) -> None:
        """Pass on who is there."""
        self.said = message["text"]
        await self.changed(message)

    async def said_phrase(self, message: dict[str, Any]) -> None:
        """Pass on what a player said, but to who has blocked them."""
        if not self.blocked or message["author"] not in self.blocked:
            await self.changed(message)

    async def said_line(self, message: dict[str, Any]) -> None:
        """Pass on what a player wrote, to players."""
        if self.tab is not None and self.tab.seated:
            await self.said_phrase(message)

    async def tabs_changed(self, message: dict[str, Any]) -> None:
        """Another tab of this player was opened or closed, or has taken over."""
        await self._show(await PRESENCE.look(self.match_id))

    async def _ask(self, message: messages.Ask) -> None:
        if self.tab is not None and self.tab.seated and not self.playing:
            await self._refuse(message.id, _AnotherTabError())
        elif len(self.pending) >= MOST_WAITING:
            await self._refuse(message.id, _TooFastError("requests"))
        else:
            self._start(self._answer(message))

    def _start(self, work: Any) -> None:
        """Do something while further messages are read; it is finished also if the page goes away."""
        task = asyncio.create_task(work)
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def _answer(self, message: messages.Ask) -> None:
        async with self.in_order:
            try:
                number = await services.ask(
                    match_id=self.match_id,
                    author=services.Guest(self.guest_id),
                    request_id=message.id,
                    after=message.after,
                    request=message.request,
                )
            except CarromError as error:
                await self._refuse(message.id, error)
            except Exception:
                _log.exception("match %s: a request could not be answered", self.match_id)
                await self._refuse(message.id, _InternalError())
            else:
                await self._say({"kind": "done", "id": message.id, "number": number})

    async def _answer_sync(self) -> None:
        loaded = await database_sync_to_async(selectors.load)(self.match_id)
        with translation.override(self.language):
            await self._say(wire.snapshot(loaded))

    async def _answer_known(self, message: messages.Known) -> None:
        entry = await database_sync_to_async(selectors.entry_of_request)(self.match_id, message.id)
        if entry is not None:
            await self._say({"kind": "done", "id": message.id, "number": entry.number})
        else:
            await self._refuse(message.id, _UnknownRequestError())

    async def _pass_on(self, aim: messages.Aim) -> None:
        """Show the others how this page's player aims, while it is their stroke."""
        if not self.playing:
            return
        loaded = await database_sync_to_async(selectors.load)(self.match_id)
        asked = [seat for seat in loaded.state.match.awaiting.seats if seat in loaded.seats_of(self.guest_id)]
        if asked and (aim.seat is None or aim.seat in asked):
            text = wire.encode(wire.aim(aim.seat or asked[0], aim))
            await announcements.send_to_all(self.match_id, text, leave_out=self.channel_name)

    async def _tell_others(self, message: messages.Say | messages.Write) -> None:
        """Tell the others what this page's player says."""
        try:
            text = await database_sync_to_async(self._spoken)(message)
        except CarromError as error:
            await self._refuse(None, error)
        else:
            handler = "said_phrase" if isinstance(message, messages.Say) else "said_line"
            await announcements.send_to_all(self.match_id, text, handler=handler, author=str(self.guest_id))

    def _spoken(self, message: messages.Say | messages.Write) -> str:
        loaded = selectors.load(self.match_id)
        said = talk.check(loaded, self.guest_id, message, is_listed=selectors.is_listed(self.match_id))
        side, number = loaded.players_of(self.guest_id)[0]
        return wire.encode({"kind": "said", "by": [side, number], message.said_as: said})

    def _keep_difference(self, report: messages.Differs) -> None:
        """Write down, some times a page, that it simulated a stroke otherwise than the server."""
        self.differences += 1
        if self.tab is not None and self.tab.seated and self.differences <= MOST_DIFFERENCES:
            _log.warning(
                "match %s, entry %d: a page with engine %s simulated other %s",
                self.match_id,
                report.number,
                ENGINE_VERSION,
                report.part,
            )

    async def _show(self, present: Present) -> None:
        """Tell this page what it does not know yet: leases run out without anybody's telling."""
        assert self.tab is not None  # noqa: S101
        if present.plays(self.tab) is not self.playing:
            self.playing = not self.playing
            await self._say({"kind": "tab", "playing": self.playing})
        text = wire.encode(wire.presence(present.players(), present.watchers))
        if text != self.said:
            self.said = text
            await self._send(text)

    async def _tell_present(self, present: Present, *, came: bool = False) -> None:
        """Tell all who is there, and this player's other tabs that one of them plays now."""
        assert self.tab is not None  # noqa: S101
        self.gone = await attendance.tell_present(self.match_id, self.tab, present, known=self.gone, came=came)

    async def _too_fast(self) -> None:
        self.refusals += 1
        if self.refusals > MOST_REFUSALS:
            await self.close(code=TOO_MANY)
        elif self.refusals == 1 or self.refusals % 10 == 0:
            await self._refuse(None, _TooFastError("messages"))

    async def _refuse(self, request_id: str | None, error: CarromError) -> None:
        with translation.override(self.language):
            await self._say({"kind": "refused", "id": request_id, "code": error.code, "text": localized(error)})

    async def _say(self, message: dict[str, Any]) -> None:
        await self._send(wire.encode(message))

    async def _send(self, text: str) -> None:
        try:
            await self.send(text_data=text)
        except (RuntimeError, OSError):
            _log.info("match %s: a page went away before it was answered", self.match_id)


class _AnotherTabError(CarromError):
    code = "another-tab"


class _TooFastError(CarromError):
    code = "too-many-messages"


class _InternalError(CarromError):
    code = "internal"


class _UnknownRequestError(CarromError):
    code = "unknown-request"


def _page_of(scope: dict[str, Any]) -> str:
    """Return the id by which a page is known again when its socket is opened again; empty where it names none."""
    page = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("page", [""])[0]
    return page if _PAGE_ID.fullmatch(page) else ""


def _who(scope: dict[str, Any]) -> tuple[str, UUID | None]:
    """Return the language and the guest of a socket's handshake; those who are banned only watch."""
    request = request_of(scope)
    return translation.get_language_from_request(request), acting_guest_id(request)


ROUTES = [
    SocketRoute("ws/matches/<uuid:match_id>/", MatchConsumer, audience=ANYONE),
    SocketRoute("ws/lobby/", LobbyConsumer, audience=ANYONE),
]

"""Open pages of a match, and the tab in which each player plays.

Every page holds a lease that it renews while it lives (`here` in docs/wire.md). Whatever ends a page without a word, a
cut network, a killed process, a fault of this program, is forgotten when the lease runs out. One server process keeps
the leases in its memory, several in the Redis by which they hear each other; the database knows nothing of them.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

from django.conf import settings

from carrom_web.core.sockets import layer_errors

if TYPE_CHECKING:
    from redis.asyncio import Redis

LEASE_S = 75.0  # a hidden page runs its timers once a minute; a dead socket is noticed earlier, by its pings
REDIS_PATIENCE_S = 2.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One open page: whose it is (None: a stranger's), and whom this guest plays as side and number; empty: watches.

    `id` is its socket's. `page` stays the same when the page is loaded again or its socket is opened again, so that it
    takes its own place and not that of another tab.
    """

    id: str
    page: str = ""
    guest: UUID | None
    players: tuple[tuple[str, int], ...] = ()
    language: str = ""  # in which it follows the match
    entered: float = 0.0  # seconds of the clock
    claimed: float = 0.0  # when it took over playing; 0: never

    @property
    def seated(self) -> bool:
        """Whether its guest plays in this match."""
        return bool(self.players)


@dataclass(frozen=True, slots=True)
class Present:
    """Those present: the tabs of players, and how many pages only watch."""

    tabs: tuple[Tab, ...]
    watchers: int

    def plays(self, tab: Tab) -> bool:
        """Whether this is the tab in which its player plays: the one that claimed it last, else the newest."""
        own = [other for other in self.tabs if other.guest == tab.guest]
        return tab.seated and (not own or max(own, key=_rank).id == tab.id)

    def others_of(self, tab: Tab) -> list[Tab]:
        """The other sockets of the same player."""
        return [other for other in self.tabs if tab.seated and other.guest == tab.guest and other.id != tab.id]

    def earlier(self, tab: Tab) -> list[Tab]:
        """The sockets that the same page had before: nobody hears them any more."""
        return [other for other in self.others_of(tab) if tab.page and other.page == tab.page]

    def players(self) -> list[tuple[str, int]]:
        """The players who are present, as side and number, in order."""
        return sorted({player for tab in self.tabs for player in tab.players})


def _rank(tab: Tab) -> tuple[float, float, str]:
    return tab.claimed, tab.entered, tab.id


class Leases(Protocol):
    """A store of leases."""

    async def put(self, match_id: UUID, tab: Tab, *, until: float) -> None:
        """Hold or renew the lease of a tab."""

    async def drop(self, match_id: UUID, tab: Tab) -> None:
        """End the lease of a tab."""

    async def present(self, match_id: UUID, *, now: float) -> Present:
        """Give whose leases have not run out."""

    async def follow_in(self, match_id: UUID, language: str, *, until: float) -> None:
        """Note that a page follows the match in a language."""

    async def languages(self, match_id: UUID, *, now: float) -> frozenset[str]:
        """Give the languages that were noted and have not run out."""


@dataclass(slots=True)
class LeasesInMemory:
    """The leases of one process."""

    _held: dict[UUID, dict[str, tuple[Tab, float]]] = field(default_factory=dict)
    _languages: dict[UUID, dict[str, float]] = field(default_factory=dict)  # until when, by language

    async def put(self, match_id: UUID, tab: Tab, *, until: float) -> None:
        """Hold or renew the lease of a tab."""
        self._held.setdefault(match_id, {})[tab.id] = (tab, until)

    async def drop(self, match_id: UUID, tab: Tab) -> None:
        """End the lease of a tab."""
        held = self._held.get(match_id, {})
        held.pop(tab.id, None)
        if not held:
            self._held.pop(match_id, None)

    async def present(self, match_id: UUID, *, now: float) -> Present:
        """Give whose leases have not run out."""
        held = {key: (tab, until) for key, (tab, until) in self._held.get(match_id, {}).items() if until > now}
        if held:
            self._held[match_id] = held
        else:
            self._held.pop(match_id, None)
        tabs = [tab for tab, _ in held.values()]
        seated = tuple(tab for tab in tabs if tab.seated)
        return Present(seated, len(tabs) - len(seated))

    async def follow_in(self, match_id: UUID, language: str, *, until: float) -> None:
        """Note that a page follows the match in a language."""
        self._languages.setdefault(match_id, {})[language] = until

    async def languages(self, match_id: UUID, *, now: float) -> frozenset[str]:
        """Give the languages that were noted and have not run out."""
        spoken = {language: until for language, until in self._languages.get(match_id, {}).items() if until > now}
        if spoken:
            self._languages[match_id] = spoken
        else:
            self._languages.pop(match_id, None)
        return frozenset(spoken)


class LeasesInRedis:
    """The leases of several processes: of players a hash, of those who watch a sorted set by the end of their leases.

    Raises one of `layer_errors` where Redis cannot be reached.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, Redis] = WeakKeyDictionary()

    async def put(self, match_id: UUID, tab: Tab, *, until: float) -> None:
        """Hold or renew the lease of a tab."""
        key = _key(match_id, _kind(tab))
        async with self._client.pipeline(transaction=False) as pipe:
            if tab.seated:
                pipe.hset(key, tab.id, _written(tab, until))
            else:
                pipe.zadd(key, {tab.id: until})
                pipe.zremrangebyscore(key, 0, until - LEASE_S)
            pipe.expire(key, int(2 * LEASE_S))
            await pipe.execute()

    async def drop(self, match_id: UUID, tab: Tab) -> None:
        """End the lease of a tab."""
        key = _key(match_id, _kind(tab))
        await (self._client.hdel(key, tab.id) if tab.seated else self._client.zrem(key, tab.id))

    async def present(self, match_id: UUID, *, now: float) -> Present:
        """Give whose leases have not run out."""
        async with self._client.pipeline(transaction=False) as pipe:
            pipe.hgetall(_key(match_id, "players"))
            pipe.zcount(_key(match_id, "watchers"), now, "+inf")
            held, watchers = await pipe.execute()
        read = [_read(name.decode(), text) for name, text in held.items()]
        return Present(tuple(tab for tab, until in read if until > now), watchers)

    async def follow_in(self, match_id: UUID, language: str, *, until: float) -> None:
        """Note that a page follows the match in a language."""
        key = _key(match_id, "languages")
        async with self._client.pipeline(transaction=False) as pipe:
            pipe.zadd(key, {language: until})
            pipe.expire(key, int(2 * LEASE_S))
            await pipe.execute()

    async def languages(self, match_id: UUID, *, now: float) -> frozenset[str]:
        """Give the languages that were noted and have not run out."""
        found: Any = await self._client.zrangebyscore(_key(match_id, "languages"), now, "+inf")
        return frozenset(one.decode() for one in found)

    @property
    def _client(self) -> "Redis":
        from redis.asyncio import Redis

        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            patience: Any = {"socket_timeout": REDIS_PATIENCE_S, "socket_connect_timeout": REDIS_PATIENCE_S}
            self._clients[loop] = Redis.from_url(self._url, **patience)
        return self._clients[loop]


def _key(match_id: UUID, kind: str) -> str:
    return f"carrom.presence.{match_id.hex}.{kind}"


def _kind(tab: Tab) -> str:
    return "players" if tab.seated else "watchers"


def _written(tab: Tab, until: float) -> str:
    guest = tab.guest.hex if tab.guest else ""
    return json.dumps([guest, tab.page, tab.players, tab.entered, tab.claimed, until])


def _read(tab_id: str, text: bytes) -> tuple[Tab, float]:
    guest, page, players, entered, claimed, until = json.loads(text)
    seats = tuple((side, number) for side, number in players)
    owner = UUID(guest) if guest else None
    return Tab(id=tab_id, page=page, guest=owner, players=seats, entered=entered, claimed=claimed), until


class Presence:
    """The open pages of all matches."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._own = LeasesInMemory()  # of this process: what is known while Redis cannot be reached

    @cached_property
    def _shared(self) -> Leases | None:
        url = settings.CHANNEL_LAYERS["default"].get("CONFIG", {}).get("url", "")
        return LeasesInRedis(url) if url else None

    async def enter(self, match_id: UUID, tab: Tab) -> tuple[Tab, Present]:
        """A page was opened. The first tab of a player plays, later ones follow along."""
        tab = replace(tab, entered=self._clock())
        before = await self.look(match_id)
        earlier = before.earlier(tab)
        if any(before.plays(other) for other in earlier) or (tab.seated and not before.others_of(tab)):
            tab = replace(tab, claimed=tab.entered)
        for other in earlier:
            await self._drop(match_id, other)
        return tab, await self.renew(match_id, tab)

    async def claim(self, match_id: UUID, tab: Tab) -> tuple[Tab, Present]:
        """This tab plays from now on; the player's others follow along."""
        tab = replace(tab, claimed=self._clock())
        return tab, await self.renew(match_id, tab)

    async def follow_in(self, match_id: UUID, language: str) -> None:
        """A page follows the match in this language from now on, for the time of a lease."""
        until = self._clock() + LEASE_S
        await self._own.follow_in(match_id, language, until=until)
        if self._shared is not None:
            with contextlib.suppress(*layer_errors()):  # said by `renew`
                await self._shared.follow_in(match_id, language, until=until)

    async def languages(self, match_id: UUID) -> frozenset[str]:
        """The languages in which pages follow a match; those of this process at least, also while Redis is away."""
        now = self._clock()
        if self._shared is not None:
            with contextlib.suppress(*layer_errors()):
                return await self._shared.languages(match_id, now=now) | await self._own.languages(match_id, now=now)
        return await self._own.languages(match_id, now=now)

    async def renew(self, match_id: UUID, tab: Tab) -> Present:
        """The page lives: its lease begins again, also one that had run out."""
        if tab.language:
            await self.follow_in(match_id, tab.language)
        until = self._clock() + LEASE_S
        await self._own.put(match_id, tab, until=until)
        if self._shared is not None:
            try:
                await self._shared.put(match_id, tab, until=until)
            except layer_errors():
                _log.warning("presence: Redis could not be reached; each process knows its own pages alone")
        return await self.look(match_id)

    async def leave(self, match_id: UUID, tab: Tab) -> Present:
        """A page was closed. If it played, another tab of its player plays on."""
        await self._drop(match_id, tab)
        return await self.look(match_id)

    async def _drop(self, match_id: UUID, tab: Tab) -> None:
        await self._own.drop(match_id, tab)
        if self._shared is not None:
            with contextlib.suppress(*layer_errors()):  # then its lease runs out
                await self._shared.drop(match_id, tab)

    async def look(self, match_id: UUID) -> Present:
        """Return those present."""
        now = self._clock()
        if self._shared is not None:
            with contextlib.suppress(*layer_errors()):  # said by `renew`, which every page comes by
                return await self._shared.present(match_id, now=now)
        return await self._own.present(match_id, now=now)

    def clear(self) -> None:
        """Forget everything that this process knows."""
        self._own = LeasesInMemory()


PRESENCE = Presence()

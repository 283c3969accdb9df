"""Sockets: their audiences, how a sign-out ends them, and pages that follow stored data.

Notified of a change, a page fetches what it shows (`static/site/live.js`).
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import Http404, HttpRequest
from django.http.cookie import parse_cookie
from django.urls import URLPattern, path

from carrom.errors import CarromError
from carrom_web.core.hooks import registry
from carrom_web.core.metrics import MESSAGES, open_socket
from carrom_web.core.permissions import Audience

NOTHING_THERE, SIGNED_OUT, COME_AGAIN = 4404, 4401, 1012  # close codes
CHANGED = '{"kind":"changed"}'

_log = logging.getLogger(__name__)


def layer_errors() -> tuple[type[Exception], ...]:
    """Return how a channel layer fails that cannot be reached. A site of one process never imports Redis's driver."""
    if "url" not in settings.CHANNEL_LAYERS["default"].get("CONFIG", {}):
        return (OSError,)
    from redis.exceptions import RedisError  # slow to import

    return OSError, RedisError


@dataclass(frozen=True, slots=True)
class SocketRoute:
    """The path of a socket (Django's syntax, no slash in front), its consumer, and its audience."""

    path: str
    consumer: type[AsyncWebsocketConsumer]
    audience: Audience


class GuardedSocket:
    """Lets a socket be opened by its audience alone; to others nothing is there."""

    def __init__(self, route: SocketRoute) -> None:
        self.audience, self.name = route.audience, route.path
        self._app: Callable[..., Awaitable[None]] = route.consumer.as_asgi()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one socket."""
        if await database_sync_to_async(self._admits)(scope):
            with open_socket(self.name):
                await self._app({**scope, "socket": self.name, "admits": self._admits}, receive, send)
            return
        await receive()  # the handshake; a code of its own reaches the page only once the socket is open
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": NOTHING_THERE})

    def _admits(self, scope: Mapping[str, Any]) -> bool:
        try:
            self.audience.check(request_of(scope), **scope["url_route"]["kwargs"])
        except (CarromError, Http404, PermissionDenied):
            return False
        return True


def socket_routes(routes: Sequence[SocketRoute]) -> list[URLPattern]:
    """Return the URL patterns of sockets; each asks its audience first."""
    return [path(route.path, GuardedSocket(route)) for route in routes]  # type: ignore[arg-type]


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """Give a socket's handshake as a request: its cookies with their session, its languages."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.method, request.path = "GET", scope.get("path", "")
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("accept-language", "")
    request.COOKIES = parse_cookie(headers.get("cookie", ""))
    if key := request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return request


def end_after_commit(owners: Iterable[str]) -> None:
    """Close every socket of these sign-ins or people, in all server processes, once what was done is stored.

    `owners`: their groups, as the hook `socket_owners` names them.
    """
    groups = list(owners)

    def end() -> None:
        for group in groups:
            _tell(group, "signed_out", "those who were signed out")

    transaction.on_commit(end)


def _tell(group: str, handler: str, whom: str) -> None:
    """Call a handler of all consumers in a group, in every process."""
    try:
        async_to_sync(get_channel_layer().group_send)(group, {"type": handler})
    except layer_errors():
        _log.warning("the channel layer could not be reached; %s hear of it later", whom)


def _owners_of(scope: Mapping[str, Any]) -> Sequence[str]:
    return registry.hook.socket_owners(request=request_of(scope)) or ()


@dataclass(frozen=True, slots=True)
class Followers:
    """The pages that follow things of one kind, as seasons; each thing is named by its primary key."""

    name: str

    def group_of(self, key: int) -> str:
        """The name of the group of sockets that follow one."""
        return f"{self.name}.{key}"

    def changed_after_commit(self, key: int) -> None:
        """Tell all who follow, once what was done is stored."""
        transaction.on_commit(lambda: self.changed(key))

    def changed(self, key: int) -> None:
        """Notify all followers. A follower who misses it sees the change with the next one, or on reload."""
        _tell(self.group_of(key), "changed", f"pages that follow a {self.name}")

    def take_note(self, key: int) -> None:
        """Take note that one has changed, in this process or another, before the page of a follower hears of it."""


class BaseConsumer(AsyncWebsocketConsumer):
    """Handles messages without a hop to a thread for each: all work on the database goes through its own thread."""

    owners: Sequence[str] = ()  # the groups of the sign-in and the person behind this socket
    is_signed_out = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket, and let go of what it holds however it ends.

        A page that closes while something is sent to it ends this consumer by an exception: `disconnect` is not called.
        """
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.let_go()
            for group in self.owners:
                await self.leave(group)

    async def let_go(self) -> None:
        """Leave what this socket has joined. Called once, also where `connect` did not come to its end."""

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Open the socket, if its audience still admits it once a sign-out can reach it."""
        if "admits" in self.scope:
            self.owners = await database_sync_to_async(_owners_of)(self.scope)
        for group in self.owners:
            await self.channel_layer.group_add(group, self.channel_name)
        if await self._is_as_it_was():
            await super().websocket_connect(message)
            return
        await self.accept()
        await self.signed_out(message)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of a message's type."""
        if self.is_signed_out and message["type"] == "websocket.receive":
            return  # it was on its way when the socket was closed
        if message["type"] == "missed" and not await self._is_as_it_was():
            await self.signed_out(message)
            return
        handler = getattr(self, message["type"].replace(".", "_"))
        if message["type"] != "websocket.receive":
            await handler(message)
            return
        with MESSAGES.labels(self.scope["socket"]).time():
            await handler(message)

    async def signed_out(self, message: dict[str, Any]) -> None:
        """The person who opened the socket is signed out, deleted or banned: the page reloads as a stranger's."""
        self.is_signed_out = True
        await self.close(code=SIGNED_OUT)

    async def missed(self, message: dict[str, Any]) -> None:
        """The layer was lost for a while: the page comes again, and asks how all stands."""
        await self.close(code=COME_AGAIN)

    async def _is_as_it_was(self) -> bool:
        """Whether the same person still asks, and may; asked where a sign-out may have been missed."""
        if not self.owners:
            return True
        return await database_sync_to_async(
            lambda: _owners_of(self.scope) == self.owners and self.scope["admits"](self.scope)
        )()

    async def leave(self, group: str) -> None:
        """Leave a group; a layer that cannot be reached has nobody in it anyway."""
        with contextlib.suppress(*layer_errors()):
            await self.channel_layer.group_discard(group, self.channel_name)


class FollowingConsumer(BaseConsumer):
    """One page that follows one thing of a kind. Whatever the page sends is passed over."""

    followers: Followers
    model: type[models.Model]
    key: int | None = None

    def key_of(self, slug: str) -> int | None:
        """The primary key of what a slug names, or None where nothing has it."""
        return self.model._default_manager.filter(slug=slug).values_list("pk", flat=True).first()

    async def connect(self) -> None:
        """Follow what the address names."""
        key = await database_sync_to_async(self.key_of)(self.scope["url_route"]["kwargs"]["slug"])
        await self.accept()
        if key is None:
            await self.close(code=NOTHING_THERE)
            return
        self.key = key
        await self.channel_layer.group_add(self.followers.group_of(key), self.channel_name)
        await self._say()  # what was stored after the page was made and before this would be missed

    async def let_go(self) -> None:
        """Follow no more."""
        if self.key is not None:
            await self.leave(self.followers.group_of(self.key))

    async def missed(self, message: dict[str, Any]) -> None:
        """Say so."""
        await self.changed(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass over."""

    async def changed(self, message: dict[str, Any]) -> None:
        """Say so."""
        if self.key is not None:
            self.followers.take_note(self.key)
        await self._say()

    async def _say(self) -> None:
        await self.send(text_data=CHANGED)


def following(followers: Followers, model: type[models.Model]) -> type[FollowingConsumer]:
    """Give the consumer for pages that follow the rows of a model, by their slugs."""
    return type("Consumer", (FollowingConsumer,), {"followers": followers, "model": model})

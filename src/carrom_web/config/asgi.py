"""The whole application as uvicorn runs it: static files, pages, sockets, and what lives as long as the process."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

from asgiref.sync import ThreadSensitiveContext
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured
from django.urls import path
from servestatic import ServeStaticASGI

django_app = get_asgi_application()

# Below: what needs the apps to be loaded.
from carrom_web.api.answers import STREAM  # noqa: E402
from carrom_web.api.site import PREFIX as API  # noqa: E402
from carrom_web.competitions.arenas.consumers import ROUTES as ARENA_SOCKETS  # noqa: E402
from carrom_web.competitions.events.consumers import ROUTES as EVENT_SOCKETS  # noqa: E402
from carrom_web.competitions.routes import competition_sockets  # noqa: E402
from carrom_web.config.lifespan import Lifespan  # noqa: E402
from carrom_web.config.origins import SameOriginOnly  # noqa: E402
from carrom_web.core.permissions import ANYONE, Audience  # noqa: E402
from carrom_web.core.sockets import socket_routes  # noqa: E402
from carrom_web.core.static_files import add_headers, is_immutable  # noqa: E402
from carrom_web.matches.consumers import ROUTES as MATCH_SOCKETS  # noqa: E402
from carrom_web.matches.consumers import NothingHere  # noqa: E402

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class PooledThreads:
    """Gives each request one thread of a pool, instead of starting two for it."""

    def __init__(self, app: Application, size: int = 8) -> None:
        self.app = app
        self._free = [ThreadPoolExecutor(1, thread_name_prefix=f"request-{number}") for number in range(size)]
        self._places = asyncio.Semaphore(size)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request in a thread that nobody else uses meanwhile; a stream, which lasts, holds none."""
        if scope["path"].startswith(f"/{API}/") and scope["path"].endswith(STREAM):
            await self.app(scope, receive, send)
            return
        async with self._places:
            executor = self._free.pop()
            try:
                async with ThreadSensitiveContext(executor=executor):
                    await self.app(scope, receive, send)
            finally:
                self._free.append(executor)


@dataclass(frozen=True, slots=True)
class FileRoute:
    """A folder whose files are served beside the application, where nobody is known yet: such a folder is public."""

    prefix: str
    folder: Path
    audience: Audience

    def __post_init__(self) -> None:
        """Refuse a folder that is not for all. Raises ImproperlyConfigured."""
        if self.audience is not ANYONE:
            raise ImproperlyConfigured(f"Files below {self.prefix} are served to anyone, not to: {self.audience}.")


def with_static_files(app: Application, folders: Sequence[FileRoute]) -> Application:
    """Serve the files of these folders beside the application."""
    static = ServeStaticASGI(
        app,
        max_age=3600,
        allow_all_origins=False,
        immutable_file_test=is_immutable,
        add_headers_function=add_headers,
    )
    for one in folders:
        static.add_files(one.folder, prefix=one.prefix)
    return static


FILES = [FileRoute(settings.STATIC_URL, settings.STATIC_ROOT, audience=ANYONE)]
if settings.PYODIDE_FOLDER is not None:  # it was fetched
    FILES.append(FileRoute(settings.PYODIDE_URL, settings.PYODIDE_FOLDER, audience=ANYONE))


SOCKETS = [*MATCH_SOCKETS, *EVENT_SOCKETS, *ARENA_SOCKETS, *competition_sockets()]
sockets = URLRouter([*socket_routes(SOCKETS), path("<path:rest>", NothingHere.as_asgi())])
application = ProtocolTypeRouter(
    {
        "http": with_static_files(PooledThreads(django_app), FILES),
        "websocket": SameOriginOnly(sockets),
        "lifespan": Lifespan(),
    }
)

"""The whole application as uvicorn runs it: static files, pages, sockets, and what lives as long as the process."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

from asgiref.sync import ThreadSensitiveContext
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import path
from servestatic import ServeStaticASGI

django_app = get_asgi_application()

# Below: what needs the apps to be loaded.
from carrom_web.competitions.events.routing import routes as event_sockets  # noqa: E402
from carrom_web.competitions.match_leagues.routing import routes as league_sockets  # noqa: E402
from carrom_web.competitions.solo_leagues.routing import routes as solo_league_sockets  # noqa: E402
from carrom_web.config.lifespan import Lifespan  # noqa: E402
from carrom_web.config.origins import SameOriginOnly  # noqa: E402
from carrom_web.core.static_files import add_headers, is_immutable  # noqa: E402
from carrom_web.matches.consumers import NothingHere  # noqa: E402
from carrom_web.matches.routing import routes as match_sockets  # noqa: E402

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
        """Answer one request in a thread that nobody else uses meanwhile."""
        async with self._places:
            executor = self._free.pop()
            try:
                async with ThreadSensitiveContext(executor=executor):
                    await self.app(scope, receive, send)
            finally:
                self._free.append(executor)


def with_static_files(app: Application) -> Application:
    """Serve the site's static files beside the application, and Pyodide where it was fetched."""
    static = ServeStaticASGI(
        app,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        max_age=3600,
        allow_all_origins=False,
        immutable_file_test=is_immutable,
        add_headers_function=add_headers,
    )
    if settings.PYODIDE_URL:
        static.add_files(settings.PYODIDE_FOLDER, prefix=settings.PYODIDE_URL)
    return static


sockets = URLRouter(
    [*match_sockets, *event_sockets, *solo_league_sockets, *league_sockets, path("<path:rest>", NothingHere.as_asgi())]
)
application = ProtocolTypeRouter(
    {
        "http": with_static_files(PooledThreads(django_app)),
        "websocket": SameOriginOnly(sockets),
        "lifespan": Lifespan(),
    }
)

"""The whole application as uvicorn runs it: static files, pages, sockets, and what lives as long as the process."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured
from django.urls import path

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
from carrom_web.core.request_threads import Application, PooledThreads  # noqa: E402
from carrom_web.core.sockets import socket_routes  # noqa: E402
from carrom_web.core.static_files import ServedFiles, add_headers, is_immutable  # noqa: E402
from carrom_web.matches.consumers import ROUTES as MATCH_SOCKETS  # noqa: E402
from carrom_web.matches.consumers import NothingHere  # noqa: E402


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
    static = ServedFiles(
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


def _is_stream(path: str) -> bool:
    return path.startswith(f"/{API}/") and path.endswith(STREAM)


SOCKETS = [*MATCH_SOCKETS, *EVENT_SOCKETS, *ARENA_SOCKETS, *competition_sockets()]
sockets = URLRouter([*socket_routes(SOCKETS), path("<path:rest>", NothingHere.as_asgi())])
application = ProtocolTypeRouter(
    {
        "http": with_static_files(PooledThreads(django_app, is_stream=_is_stream), FILES),
        "websocket": SameOriginOnly(sockets),
        "lifespan": Lifespan(),
    }
)

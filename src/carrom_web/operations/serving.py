"""`carrom serve`: set up what is missing, say where the site is, serve it until it is stopped."""

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TextIO

from carrom.data_folder import data_folder
from carrom.errors import CarromError
from carrom_web.config import addresses
from carrom_web.config.data_folder import keep_private, make_folder

ANY = ("0.0.0.0", "::", "")  # noqa: S104  # listening there is what --lan asks for
LARGEST_MESSAGE = 65_536
PINGS_EVERY_S = 10  # a page whose network died without a word is gone within twice this time


class AlreadyRunningError(CarromError):
    """Another server works on the same data."""

    code = "already-running"


class SetUpError(CarromError):
    """Database or static files could not be made ready."""

    code = "set-up"


def serve(*, host: str = "127.0.0.1", port: int = 8000, lan: bool = False, browser: bool = True) -> int:
    """Serve the site until Ctrl-C or SIGTERM; return the exit status (0 stopped, 2 could not start)."""
    try:
        return _serve(host="0.0.0.0" if lan and host == "127.0.0.1" else host, port=port, lan=lan, browser=browser)  # noqa: S104
    except CarromError as error:
        print(f"error: {error.code}: {error}", file=sys.stderr)
        return 2


def _serve(*, host: str, port: int, lan: bool, browser: bool) -> int:
    folder = data_folder()
    make_folder(folder)
    keep_private(folder)
    with only_server_of(folder), addresses.listen(host, port) as listener:
        port = listener.getsockname()[1]
        reached_at = addresses.lan_addresses() if host in ANY else []
        named = reached_at if host in ANY else [f"[{host}]" if ":" in host else host]
        known = os.environ.get("CARROM_HOSTS", "")
        os.environ["CARROM_HOSTS"] = ",".join(filter(None, [known, *named]))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
        _set_up()
        allow_many_sockets()
        home = addresses.url("127.0.0.1" if host in ANY else host, port)

        def started() -> None:
            _say_where(home, [addresses.url(address, port) for address in reached_at], lan=lan)
            if browser and _has_browser():
                threading.Thread(target=webbrowser.open, args=(home,), daemon=True).start()

        return _run(listener, started)


def _set_up() -> None:
    import django
    from django.core.checks import ERROR, run_checks
    from django.db import OperationalError

    django.setup()
    for found in run_checks():
        if found.level >= ERROR:
            raise SetUpError("check", problem=f"{found.msg} {found.hint or ''}".strip())
    from carrom_web.operations.upgrade import upgrade

    try:
        if file := upgrade():
            print(f"The data was updated to this version of carrom. Backup of the earlier data: {file}")
    except (OperationalError, OSError) as error:
        raise SetUpError("data", cause=str(error)) from error


def _run(listener: socket.socket, started: Callable[[], None]) -> int:
    import uvicorn

    class Server(uvicorn.Server):
        """Says where the site is once it answers."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                started()

    server = Server(
        uvicorn.Config(
            "carrom_web.config.asgi:application",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            ws_per_message_deflate=False,
            ws_max_size=LARGEST_MESSAGE,
            ws_ping_interval=PINGS_EVERY_S,
            ws_ping_timeout=PINGS_EVERY_S,
            proxy_headers=True,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=30,
        )
    )

    def stop(number: int, frame: FrameType | None) -> None:
        """Uvicorn raises the signal once more when it has shut down: by then there is nothing left to do."""

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listener])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    print("Stopped. Matches continue from here at the next start.")
    return 0 if server.started else 2


def allow_many_sockets() -> None:
    """Have this process open as many files as its user may: each page that follows something is one."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):  # a system may allow less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextmanager
def only_server_of(folder: Path) -> Iterator[None]:
    """Hold the folder's lock: two servers with messages in their own memories would not hear each other.

    The system lets go of the lock however this process ends.
    """
    if sys.platform == "win32" or os.environ.get("CARROM_CHANNEL_URL"):
        yield
        return
    import fcntl

    with (folder / "server.lock").open("a", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunningError(folder=folder) from None
        yield


def _say_where(home: str, in_network: list[str], *, lan: bool, out: TextIO | None = None) -> None:
    out = out or sys.stdout
    print(f"Carrom is ready: {home}", file=out)
    for address in in_network:
        print(f"On this network:  {address}", file=out)
    if lan and in_network:
        import segno

        segno.make(in_network[0], micro=False).terminal(out=out, compact=True)
    elif lan:
        print("This computer is not on a network, so phones cannot reach it.", file=out)
    print("Stop with Ctrl-C.", file=out, flush=True)


def _has_browser() -> bool:
    """Whether a browser with a window can be opened: one that runs in the terminal would take it over."""
    if sys.platform in ("win32", "darwin"):
        return True
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return type(webbrowser.get()) is not webbrowser.GenericBrowser  # GenericBrowser: lynx, w3m and their like
    except webbrowser.Error:
        return False

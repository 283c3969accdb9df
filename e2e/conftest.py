"""The real server, a real browser, and a watch that fails a test on console errors and on requests to other hosts.

    def test_...(phone: Page): phone.goto("/")            a page of 360 x 740 with touch, on the server that all share
    def test_...(desktop: Page): ...                      a page of 1280 x 800
    def test_...(own_server, open_page):                  a server that may be killed
        page = open_page(PHONE, own_server)
    def test_...(open_page, server):                      a context that has loaded nothing before
        page = open_page(PHONE, server, is_fresh=True)

Else a page has a context that tests use one after the other, each as a new guest (`tests/support/browser/guests.py`).

A test that provokes an error in the console says so: `watch.allow("ERR_CONNECTION_REFUSED")`.
"""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support import run_report
from tests.support.browser.board import listen, start_match
from tests.support.browser.guests import Guests
from tests.support.browser.live_server import LiveServer, ready_of_run
from tests.support.browser.pages import DESKTOP, PHONE, THIS_MACHINE_ALONE, OpenPage, Watch
from tests.support.one_run import Turns
from tests.support.web import stripe_server
from tools.checks import PYODIDE, find_chromium

expect.set_options(timeout=60_000)  # a machine may be busy; what is there at once costs nothing

ROOT = Path(__file__).resolve().parent.parent
MEDIA = {"color_scheme", "reduced_motion"}  # which a page can have of its own


def pytest_addoption(parser: pytest.Parser) -> None:
    run_report.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(200_000, 20, 20)  # as the tests without a browser do
    config.pluginmanager.register(run_report.RunReport())
    config.pluginmanager.register(Turns(ROOT / "e2e"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with long tests first, so that at the end no process waits for the other; then those that share a server.

    Each process takes tests that follow one another here and starts the servers that they ask for: were the files
    that share one far apart, each process would start it. The tests of a file stay together for the same reason.
    """
    long = {item.path for item in items if item.get_closest_marker("slow")}
    sharing = {item.path for item in items if "laws_server" in _fixtures_of(item)}
    items.sort(key=lambda item: (item.path not in long, item.path not in sharing))


def _fixtures_of(item: pytest.Item) -> list[str]:
    return item.fixturenames if isinstance(item, pytest.Function) else []


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How Chromium is started: the machine's own, without a sandbox as root, and without its talk to the outside."""
    executable = find_chromium()
    assert executable, "no Chromium on this machine; install it or name it in CARROM_CHROMIUM"
    return {
        **browser_type_launch_args,
        "executable_path": executable,
        "chromium_sandbox": os.geteuid() != 0,
        "args": [
            "--disable-gpu",
            "--in-process-gpu",  # from here to the limit: fewer processes and threads take a tenth less CPU a page
            "--num-raster-threads=1",
            "--disable-site-isolation-trials",
            "--renderer-process-limit=1",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            THIS_MACHINE_ALONE,
        ],
    }


@pytest.fixture(scope="session")
def ready() -> Path:
    """A data folder without a match, which no test changes."""
    return ready_of_run()


@pytest.fixture(scope="session")
def card_service() -> Iterator[stripe_server.Stripe]:
    """Stripe, as far as the shared server knows it."""
    with stripe_server.running() as books:
        yield books


@pytest.fixture(scope="session")
def shared_server(
    tmp_path_factory: pytest.TempPathFactory, ready: Path, card_service: stripe_server.Stripe
) -> Iterator[LiveServer]:
    """The server that the tests of this process share, running or dead."""
    settings = {"CARROM_STRIPE_URL": card_service.url}
    live = LiveServer(tmp_path_factory.mktemp("server"), ready=ready, settings=settings)
    yield live
    live.stop()


@pytest.fixture
def server(shared_server: LiveServer) -> LiveServer:
    """A running server that other tests use before and after this one; do not kill it."""
    if not shared_server.is_running:
        shared_server.start()
    return shared_server


@pytest.fixture
def own_server(server: LiveServer) -> LiveServer:
    """The same server for a test that kills it: `kill`, `start` again, or leave it dead for the next test to start."""
    return server


@pytest.fixture(scope="session")
def server_with_laws(tmp_path_factory: pytest.TempPathFactory, ready: Path) -> Iterator[LiveServer]:
    """The server of all tests whose pages rule by themselves."""
    fetched = Path(os.environ.get("CARROM_PYODIDE") or PYODIDE)
    live = LiveServer(tmp_path_factory.mktemp("laws-server"), ready=ready, pyodide=fetched)
    yield live
    live.end()


@pytest.fixture
def laws_server(server_with_laws: LiveServer) -> LiveServer:
    """A running server that has Pyodide, which this test alone uses now."""
    if not server_with_laws.is_running:
        server_with_laws.start()
    return server_with_laws


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What the pages of this test did wrong; looked at when the test is over."""
    watching = Watch()
    yield watching
    watching.check()


@pytest.fixture(scope="session")
def guests(browser: Browser) -> Guests:
    """Contexts that tests use one after the other."""
    return Guests(browser)


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, guests: Guests, new_context: Callable[..., BrowserContext], watch: Watch
) -> Iterator[OpenPage]:
    """Open a page of a size on a server, as a new guest: `open_page(PHONE, own_server)`.

    On the server that all share the context is one that other tests had before. `is_fresh=True`, or what only a context
    can have, makes one for this test, which has loaded nothing.
    """
    shared = request.getfixturevalue("shared_server") if "shared_server" in request.fixturenames else None

    def open_it(size: dict[str, Any], live: LiveServer, *, is_fresh: bool = False, **more: Any) -> Page:
        options = {**size, "base_url": live.url, "locale": "en", "service_workers": "block"}  # installed: test_offline
        is_shared = live is shared and not is_fresh and more.keys() <= MEDIA
        context = guests.take(options) if is_shared else new_context(**{**options, **more})
        watch.follow(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        if more.keys() & MEDIA:
            page.emulate_media(**{name: value for name, value in more.items() if name in MEDIA})
        return page

    yield open_it
    watch.leave()
    guests.end_test()


@pytest.fixture
def desktop(open_page: OpenPage, server: LiveServer) -> Page:
    """A page of 1280 x 800 with a mouse."""
    return open_page(DESKTOP, server)


@pytest.fixture
def phone(open_page: OpenPage, server: LiveServer) -> Page:
    """A page of 360 x 740 with touch."""
    return open_page(PHONE, server)


@pytest.fixture
def small(open_page: OpenPage, server: LiveServer) -> Page:
    """A match on a page of a phone's size with a mouse, so that the board is 352 px wide; `strokes_sent(small)`."""
    page = open_page({"viewport": PHONE["viewport"]}, server)
    page.sent = listen(page)  # type: ignore[attr-defined]
    start_match(page)
    return page

"""The documentation site in a browser: anybody can read it, and search it without a server and without another host."""

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser.accessibility import check_accessible
from tests.support.browser.pages import DESKTOP, Watch
from tests.support.docs_site import site
from tools.docs_site.build import Files


@pytest.fixture
def served() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(site()))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def search(page: Page, words: str, place: str) -> None:
    """Type words into the search, and see that the first result leads to that place."""
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search")
    expect(field).to_be_visible()
    field.fill(words)
    expect(page.get_by_role("listbox").locator("[href]").first).to_have_attribute("href", place)


def test_pages_are_read_and_searched_without_another_host(
    served: str, new_context: Callable[..., BrowserContext], watch: Watch
):
    context = new_context(**DESKTOP, base_url=f"http://{served}", locale="en")
    watch.follow(context)
    page = context.new_page()
    check_accessible(page, ["/index.html", "/tutorials/judge-a-stroke.html"])
    search(
        page,
        "legal_placements",
        f"http://{served}/reference/stable.html?h=legal_placements#carrom.Match.legal_placements",
    )

    from_a_folder = new_context(**DESKTOP, locale="en")
    watch.follow(from_a_folder)
    page = from_a_folder.new_page()
    page.goto(site().joinpath("index.html").as_uri())
    search(page, "K-048", site().joinpath("laws", "kagw.html").as_uri() + "?h=K-048#k-048")

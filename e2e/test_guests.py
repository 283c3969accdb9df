"""A context that another test had before is as empty as a new one."""

from typing import Any

from tests.support.browser.guests import Guests
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE

LEFT = """async () => [
    document.cookie, localStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length,
    Notification.permission,
]"""


def test_the_next_test_finds_nothing_of_the_last_one(guests: Guests, server: LiveServer) -> None:
    options: dict[str, Any] = {**PHONE, "base_url": server.url, "locale": "de"}  # which no other test has
    first = guests.take(options)
    page = first.new_page()
    page.goto("/healthz")
    untouched = page.evaluate(LEFT)
    page.evaluate(
        """async () => {
            document.cookie = "of=the last test";
            localStorage.setItem("of", "the last test");
            indexedDB.open("of the last test");
            await caches.open("of the last test");
        }"""
    )
    first.grant_permissions(["notifications"])
    first.route("**/healthz", lambda route: route.abort())
    first.set_offline(True)
    assert page.evaluate(LEFT) != untouched
    guests.end_test()

    second = guests.take(options)
    page = second.new_page()
    page.goto("/healthz")
    assert second is first
    assert page.evaluate(LEFT) == untouched
    page.clock.install()
    page.goto("/healthz")
    guests.end_test()

    assert guests.take(options) is not first, "a clock that a test set stays with its context"
    guests.end_test()

"""The watch of every other test here sees what it must see."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.pages import Watch


def provoke(page: Page, script: str) -> None:
    page.goto("/healthz")
    page.evaluate(script)
    page.wait_for_timeout(300)


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('broken')", "console: broken"),
        ("setTimeout(() => { throw new Error('thrown') })", "thrown"),
        ("fetch('http://127.0.0.2:9/').catch(() => 0)", "http://127.0.0.2:9/"),
        ("document.createElement('img').src = 'http://127.0.0.2:9/x.png'", "http://127.0.0.2:9/x.png"),
        ("fetch('https://example.org/').catch(() => 0)", "https://example.org/"),
        ("try { new WebSocket('ws://127.0.0.2:9/') } catch {}", "127.0.0.2:9"),
    ],
)
def test_the_watch_sees_a_fault(desktop: Page, watch: Watch, script: str, fault: str) -> None:
    provoke(desktop, script)

    assert any(fault in seen for seen in watch.faults)
    with pytest.raises(AssertionError):
        watch.check()
    watch.allow(".")


def test_the_watch_is_content_with_a_page_without_faults(desktop: Page, watch: Watch) -> None:
    provoke(desktop, "console.log('all is well'); fetch('/healthz')")

    watch.check()

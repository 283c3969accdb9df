"""In the browser: what one sees of the player on the other device, and who has played which stroke."""

from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    Mouse,
    start_match,
    start_match_by_link,
    strike_with,
    striker,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage

AIMED = """() => {
    window.aimed = [];
    const others = document.querySelector('#stage .l-others');
    const note = () => {
        const line = others.querySelector('.line'), pulled = others.querySelector('.band')?.parentNode;
        if (line) window.aimed.push([line.getAttribute('d'), !pulled.hasAttribute('hidden')]);
    };
    new MutationObserver(note).observe(others, { childList: true, subtree: true, attributes: true });
}"""


def test_two_see_each_other_leave_and_who_played_and_a_third_may_watch(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz, third = (open_page(size, server, reduced_motion="reduce") for size in (DESKTOP, PHONE, DESKTOP))
    invitations: list[str] = []
    tomasz.on("request", lambda request: invitations.append(request.url))
    start_match_by_link(asha, tomasz)

    watch_by_invitation(third, next(url for url in invitations if "/invitations/" in url))
    assert third.url == asha.url
    third.close()  # the match would be drawn on
    leave_while_aiming(asha, tomasz)
    pull_while_the_other_leaves(asha, tomasz)

    wait_until(tomasz, lambda: tomasz.locator("#rulings > li").count() == 1)
    expect(asha.locator("#rulings li").first).to_contain_text("Asha, stroke 1:")
    expect(tomasz.locator("#last")).to_contain_text("Asha, stroke 1:")


def watch_by_invitation(third: Page, invitation: str) -> None:
    """A third person at an invitation may watch."""
    third.goto(invitation)
    expect(third.get_by_role("heading", name="The seats are taken")).to_be_visible()
    third.get_by_role("link", name="Watch the match").click()
    wait_for_mode(third, "panel")


def leave_while_aiming(asha: Page, tomasz: Page) -> None:
    """Somebody who leaves while they aim is shown as away, and their aim goes."""
    mouse, (x, y) = Mouse(asha), striker(asha)
    mouse.press(x, y)
    mouse.to(x, y + 40)
    expect(tomasz.locator("#stage .l-others .line")).to_have_count(1)

    match = asha.url
    asha.goto("about:blank")

    expect(tomasz.locator("#stage .l-others .line")).to_have_count(0)
    expect(tomasz.locator("#player-far .away")).to_be_visible()
    expect(tomasz.locator("#panel")).to_contain_text("Asha has lost the connection or left the page")
    expect(tomasz.get_by_role("button", name="Claim the match")).to_be_disabled()  # for a minute
    asha.goto(match)
    wait_for_mode(asha, "stroke")
    expect(tomasz.locator("#player-far .away")).to_have_count(0)
    expect(tomasz.locator("#panel")).not_to_contain_text("lost the connection")


def pull_while_the_other_leaves(asha: Page, tomasz: Page) -> None:
    """Who pulls keeps the pull while another leaves and comes back; at the end it is let go."""
    mouse, (x, y) = Mouse(asha), striker(asha)
    mouse.press(x, y)
    mouse.to(x, y + 40)
    pulled = asha.locator("[data-value=power] data").inner_text()

    match = tomasz.url
    tomasz.goto("about:blank")
    expect(asha.locator("#card-far .away")).to_be_visible()
    expect(asha.locator("[data-value=power] data")).to_have_text(pulled)
    tomasz.goto(match)
    expect(asha.locator("#card-far .away")).to_have_count(0)

    expect(asha.locator("[data-value=power] data")).to_have_text(pulled)
    mouse.lift()


def test_a_computer_is_seen_to_aim_and_pull_before_it_strikes(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    start_match(page, opponent="computer")
    page.evaluate(AIMED)

    strike_with(page, speed=1.2)  # a soft break: the turn passes
    wait_until(
        page, lambda: page.evaluate("window.aimed.length > 5 && document.body.dataset.mode !== 'watch'"), seconds=90
    )

    lines, bands = zip(*page.evaluate("window.aimed"), strict=True)
    assert len(set(lines)) > 2, "its line turns"
    assert any(bands) and not all(bands), "it aims first, and then it pulls"

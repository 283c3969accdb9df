"""In the browser: what one sees of the player on the other device, and who has played which stroke."""

from playwright.sync_api import expect

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


def test_somebody_who_leaves_while_they_aim_is_shown_as_away_and_their_aim_goes(
    open_page: OpenPage, server: LiveServer
) -> None:
    asha, tomasz = open_page(DESKTOP, server), open_page(PHONE, server)
    start_match_by_link(asha, tomasz)
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


def test_who_pulls_keeps_the_pull_while_another_leaves_and_comes_back(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz = open_page(DESKTOP, server), open_page(PHONE, server)
    start_match_by_link(asha, tomasz)
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
    wait_until(tomasz, lambda: tomasz.locator("#rulings > li").count() == 1)


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


def test_a_ruling_says_who_played_the_stroke(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz = open_page(DESKTOP, server), open_page(PHONE, server)
    start_match_by_link(asha, tomasz)

    strike_with(asha, angle=80, speed=0.5)

    wait_until(tomasz, lambda: tomasz.locator("#rulings > li").count() == 1)
    expect(asha.locator("#rulings li").first).to_contain_text("Asha, stroke 1:")
    expect(tomasz.locator("#last")).to_contain_text("Asha, stroke 1:")


def test_a_third_person_at_an_invitation_may_watch(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz, third = (open_page(DESKTOP, server) for _ in range(3))
    invitations: list[str] = []
    tomasz.on("request", lambda request: invitations.append(request.url))
    start_match_by_link(asha, tomasz)

    third.goto(next(url for url in invitations if "/invitations/" in url))
    expect(third.get_by_role("heading", name="The seats are taken")).to_be_visible()
    third.get_by_role("link", name="Watch the match").click()

    wait_for_mode(third, "panel")
    assert third.url == asha.url

"""The page of a match: watching, a second tab, taking back, conceding, reduced motion, values that are typed."""

from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    Sent,
    figure,
    listen,
    open_numbers,
    play_to_the_end,
    start_match,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, wait_for_script


def test_who_watches_sees_what_is_aimed_and_has_no_controls_and_a_second_tab_follows_until_it_takes_over(
    open_page: OpenPage, server: LiveServer
) -> None:
    player = open_page(DESKTOP, server)
    start_match(player)
    watcher = open_page(PHONE, server)
    sent = listen(watcher)

    watcher.goto(player.url)

    expect(watcher.locator("#panel")).to_contain_text("breaks")
    expect(watcher.locator("#controls")).to_be_hidden()
    expect(watcher.locator("svg.board")).to_have_attribute("role", "img")
    assert not sent.of("stroke")

    player.locator("svg.board").focus()
    for _ in range(4):
        player.keyboard.press("ArrowLeft")
        player.wait_for_timeout(120)

    expect(watcher.locator(".l-others .line")).to_be_visible()
    expect(watcher.locator("#piece-0")).to_be_visible()
    go_on_in_a_second_tab(player)


def go_on_in_a_second_tab(first: Page) -> None:
    """It follows along until it takes over."""
    second = first.context.new_page()
    second.goto(first.url)

    expect(second.get_by_text("You play in another tab")).to_be_visible()
    expect(second.locator("#controls")).to_be_hidden()
    second.get_by_role("button", name="Play here").click()

    expect(second.locator("#controls")).to_be_visible()
    expect(first.get_by_text("You play in another tab")).to_be_visible()
    expect(first.locator("#controls")).to_be_hidden()


SOUND = """() => {
    const Real = window.AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.sound = this; } };
}"""
PLAY_A_CUE = """async () => {
    const files = performance.getEntriesByType("resource").map((entry) => entry.name);
    (await import(files.find((name) => name.includes("/board/sound.")))).cue("turn");
}"""


def test_the_sound_runs_from_the_first_gesture_and_rests_while_nothing_sounds(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    page.add_init_script(f"({SOUND})()")
    start_match(page)
    assert page.evaluate("window.sound") is None

    page.locator("svg.board").tap()
    wait_for_script(page, "() => window.sound?.state === 'running'")
    wait_for_script(page, "() => window.sound.state === 'suspended'")

    page.evaluate(PLAY_A_CUE)  # it is not the own gesture that sounds when another strikes
    wait_for_script(page, "() => window.sound.state === 'running'")
    wait_for_script(page, "() => window.sound.state === 'suspended'")


def type_values(page: Page) -> None:
    """Place, aim and speed can be typed."""
    open_numbers(page)
    page.get_by_label("Place: millimetres").fill("-33.25")
    page.get_by_label("Aim: degrees").fill("7.125")
    page.get_by_label("Speed: metres").fill("1.5")
    page.get_by_role("button", name="Set these values").click()

    assert [figure(page, value) for value in ("place", "aim", "power")] == [-33.25, 7.125, 1.5]


def concede(page: Page, sent: Sent) -> None:
    """It is asked for once, and ends the match."""
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Concede the match").click()
    assert sent.of("concede") == []
    page.get_by_role("button", name="Concede", exact=True).click()

    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    review = page.get_by_role("link", name="Review the strokes").get_attribute("href")
    assert review == f"/analysis/?match={page.url.rstrip('/').rsplit('/', 1)[1]}"
    assert len(sent.of("concede")) == 1


def test_values_are_typed_a_stroke_is_taken_back_and_the_match_conceded_from_the_menu(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    sent = listen(page)
    start_match(page)
    type_values(page)
    expect(page.get_by_role("timer")).to_have_count(0)  # there is no clock in this match
    before = sent.view["position"]
    page.locator("svg.board").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    play_to_the_end(page)
    assert sent.view["position"] != before
    expect(page.get_by_role("timer")).to_have_count(0)
    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")

    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Take back the last stroke").click()

    wait_until(page, lambda: sent.view["position"] == before)
    wait_for_mode(page, "stroke")
    concede(page, sent)


def test_with_reduced_motion_nothing_flies_and_the_ways_are_drawn(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    start_match(page)
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("With reduced motion: show the paths of a stroke until I continue").check()
    page.keyboard.press("Escape")
    page.locator("svg.board").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    wait_for_mode(page, "watch", timeout=90_000)

    contacts = page.locator(".l-aim .contact")
    expect(contacts.first).to_be_attached()  # the server has answered: the ways are shown to their end
    expect(page.locator(".l-aim .track").first).to_be_attached()  # straight up: a line without a width
    whole = contacts.count()
    page.get_by_role("button", name="Step").click()
    assert 0 < contacts.count() < whole  # in a rack several discs press at one moment
    page.get_by_role("button", name="To the end").click()

    wait_for_mode(page, "stroke", "place", "panel")
    expect(page.locator(".track")).to_have_count(0)


def test_with_reduced_motion_the_ways_stay_while_the_focus_is_in_the_controls_beside_them(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    page.clock.install()
    start_match(page)
    page.locator("svg.board").focus()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)  # from here on time passes as this test says
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    wait_until(page, page.locator(".l-aim .contact").count)

    page.locator("#step").focus()
    page.clock.run_for(10_000)
    assert page.evaluate("document.body.dataset.mode") == "watch"
    expect(page.locator(".l-aim .contact").first).to_be_attached()
    page.locator("#step").blur()
    page.clock.run_for(2000)

    wait_for_mode(page, "stroke", "place", "panel")

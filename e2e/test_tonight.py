"""A club's evening on one phone: from names in a chat to the first call, and to the winner, with the network cut."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import SIDEWAYS, violations_of_new
from tests.support.browser.hand import Hand
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch
from tests.support.browser.visitor import Visitor

FIRST = "Asha Ben Cem Dev Eva Fay Gil Hana Ivo Jon Kim Lea Max Noa Oma Pia".split()
CHAT = "\n\n".join(f"{number}. {name} Nair" for number, name in enumerate(FIRST, 1))
HALF = "\n".join(CHAT.splitlines()[:15])  # eight, at half the boards


def begin(hand: Hand, names: str, way: str) -> None:
    page = hand.page
    hand.open("/tonight/")
    hand.tap(page.get_by_role("textbox", name="Who plays?"))
    hand.paste(names)
    hand.tap(page.get_by_text(way, exact=True))
    button = page.get_by_role("button", name=re.compile("^Play with"))
    hand.tap(button)
    page.wait_for_url("**/day/")


def started_by_http(page: Page, server: LiveServer, names: str, way: str) -> str:
    """The address of such an evening, whose host's browser is that of this page from now on."""
    host = Visitor(server)
    made = host.send("/tonight/", do="play", names=names, way=way, boards="2", minutes="20")
    host.go_on_in(page)
    return server.url + made.headers["Location"]


def check_accessible(page: Page) -> None:
    """Nothing that axe minds in both themes, and nothing sideways; where it looked before, in what is new since."""
    assert page.evaluate(SIDEWAYS) <= 0
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations_of_new(page, theme="dark") == "", "dark"
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert violations_of_new(page) == "", "light"


def save(page: Page) -> None:
    page.get_by_role("button", name="Save result").tap()
    expect(page.locator("#pad")).to_be_hidden()


def test_matches_and_hours_are_said_while_one_types_and_a_name_twice_is_two_people(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("422")
    page = open_page(PHONE, server)
    page.goto("/tonight/")
    page.get_by_role("textbox", name="Who plays?").fill(CHAT + "\n, asha nair")
    expect(page.locator("#count")).to_have_text("17 players")
    expect(page.locator("#names-help")).to_contain_text("the second as “asha nair (2)”")
    expect(page.locator("#cost-knockout")).to_contain_text("16 matches")
    page.get_by_role("button", name="One board more").tap()
    expect(page.get_by_label("Boards", exact=True)).to_have_value("5")
    check_accessible(page)
    page.get_by_role("textbox", name="Who plays?").fill("\n".join(f"Player {n}" for n in range(500)))
    expect(page.locator("#count")).to_have_text("500 players")
    page.get_by_role("button", name=re.compile("^Play with")).tap()
    expect(page.locator("#errors")).to_contain_text("500 names are too many for one evening")
    assert "Player 499" in page.get_by_role("textbox", name="Who plays?").input_value()


def test_a_whole_evening_to_its_winner_on_one_phone_with_the_network_cut(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    page = open_page(PHONE, server)
    hand = Hand(page)
    begin(hand, "\n".join(FIRST[:4]), "Knock-out")
    expect(page.locator(".board .who")).to_have_count(2)
    check_accessible(page)

    results = page.locator(".board").get_by_role("link", name=re.compile("^Result"))
    results.first.tap()
    names = page.locator("#pad [data-winner]")
    winner = names.first.inner_text()
    names.first.tap()
    expect(page.locator("#pad-notes")).to_contain_text(f"{winner} plays next")
    check_accessible(page)
    save(page)
    expect(page.locator(".last")).to_contain_text(f"{winner} beat")

    expect(results).to_have_count(1)
    page.context.set_offline(True)
    results.first.tap()
    page.get_by_role("button", name="Total").tap()
    for digit in ("2", "5", "1", "4"):
        page.locator(f"#pad [data-digit='{digit}']").tap()
    expect(page.locator("#pad-notes")).to_contain_text("No network")
    save(page)
    expect(page.locator("#unsent")).to_contain_text("sends it later")
    page.context.set_offline(False)
    expect(page.locator(".last")).to_contain_text("25-14")
    expect(page.locator("#unsent")).to_be_hidden()

    results.first.tap()
    page.get_by_role("button", name="Winner", exact=True).tap()
    names.first.tap()
    expect(page.locator("#pad-notes h3")).to_contain_text("beat")
    before = page.locator(".last").inner_text()
    save(page)
    expect(page.locator(".last")).not_to_have_text(before, use_inner_text=True)
    expect(page.locator("[data-live=now]")).to_contain_text("wins the evening")
    assert hand.loads == 2, "results need no page"
    check_accessible(page)

    page.get_by_role("button", name=re.compile("^Undo")).tap()
    expect(page.locator(".board .who")).to_have_count(1)
    expect(page.locator("[data-live=now]")).not_to_contain_text("wins the evening")


def test_sixteen_names_are_five_actions_and_late_leaving_missing_later_and_wrong_one_each_with_what_it_brings(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    hand = Hand(page)
    begin(hand, CHAT, "Everybody plays 4 rounds")
    expect(page.locator(".board .who")).to_have_count(4)
    assert (hand.actions, hand.typed, hand.loads) == (5, 0, 2)

    page.get_by_text("Late player", exact=True).tap()
    expect(page.get_by_text("Plays from round 2 on")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Zoe")
    page.get_by_role("button", name="Add").tap()
    expect(page.locator(".standing")).to_contain_text("Zoe")
    expect(page.locator(".last")).to_contain_text("Late player added: Zoe")

    first = page.locator(".board").first
    gone = first.locator(".names b").first.inner_text()
    first.get_by_text("Player missing, or wrong draw?").tap()
    page.get_by_role("button", name=re.compile(f"^{gone} did not come")).tap()
    expect(page.locator(".last")).to_contain_text(f"won without playing against {gone}")
    page.get_by_role("button", name=re.compile("^Undo")).tap()
    expect(page.locator(".board").first.locator(".names b").first).to_have_text(gone)

    first.get_by_text("Player missing, or wrong draw?").tap()
    first.get_by_role("button", name=re.compile("^Call it later")).tap()
    expect(page.locator(".board").first.locator(".names b").first).not_to_have_text(gone)

    page.get_by_text("Leaves early", exact=True).tap()
    page.locator("summary", has_text=re.compile("^Zoe$")).tap()
    page.get_by_role("button", name=re.compile("^Leaves now")).tap()
    expect(page.locator(".standing .gone")).to_have_text(re.compile("Zoe"))
    check_accessible(page)


def test_the_same_pad_stands_on_the_order_of_play_on_a_draw_and_on_a_fixture(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    event = started_by_http(page, server, HALF, "rounds").removesuffix("day/")

    page.goto(f"{event}play/")
    boards = page.locator(".live li")
    expect(boards).to_have_count(2)
    was = boards.first.inner_text()
    boards.first.get_by_role("link", name=re.compile("^Result")).tap()
    page.locator("#pad [data-winner]").first.tap()
    expect(page.locator("#pad-notes")).to_contain_text("is called")
    save(page)
    expect(boards.first).not_to_have_text(was, use_inner_text=True)

    page.goto(f"{event}draws/all/")
    fixture = page.locator(".slot", has_text="at board 2")
    name = fixture.get_attribute("id") or ""
    fixture.get_by_text("Officials").tap()
    fixture.get_by_role("link", name=re.compile("^Result")).tap()
    page.locator("#pad [data-winner]").last.tap()
    expect(page.locator("#pad-notes h3")).to_contain_text("beat")
    check_accessible(page)
    save(page)
    expect(fixture).to_have_count(1)
    expect(page.locator(f"[id='{name}'] .win")).to_have_count(1)

    page.goto(f"{event}draws/all/fixtures/{name.removeprefix('fixture-')}/")
    page.get_by_role("link", name=re.compile("^Correct")).tap()
    corrected = page.locator("#pad [data-winner]").first
    winner = corrected.inner_text()
    corrected.tap()
    expect(page.locator("#pad-notes .warn")).to_contain_text("Rounds already drawn stay")
    save(page)
    expect(page.locator(".slot .win")).to_have_text(re.compile(rf"{winner}\s+\+"), use_inner_text=True)


def test_a_player_enters_a_result_by_their_own_link_and_the_opponent_confirms(
    open_page: OpenPage, server: LiveServer
) -> None:
    host = open_page(PHONE, server)
    day = started_by_http(host, server, "Asha Nair\nBen Roy", "knockout")
    desk = host.request.get(day.replace("/day/", "/desk/")).text()
    links = list(dict.fromkeys(re.findall('href="(/registrations/[^/"]+/)"', desk)))
    asha, ben = (open_page(PHONE, server) for _two in range(2))
    asha.goto(links[0])

    asha.get_by_role("link", name=re.compile("^Result")).tap()
    asha.locator("#pad [data-winner]").first.tap()
    expect(asha.locator("#pad-notes")).to_contain_text("wins the event")
    check_accessible(asha)
    asha.get_by_role("button", name=re.compile("^Send to")).tap()
    expect(asha.get_by_text("You said:")).to_be_visible()
    check_accessible(asha)

    host.goto(day)
    expect(host.locator("[data-live=reports]")).to_contain_text("says")
    check_accessible(host)
    ben.goto(links[1])
    expect(ben.get_by_role("link", name=re.compile("^Different"))).to_be_visible()
    check_accessible(ben)
    ben.get_by_role("button", name="Confirm").tap()

    expect(host.locator("[data-live=now]")).to_contain_text("wins the evening")
    expect(host.locator("[data-live=reports]")).not_to_contain_text("says")


def test_the_television_turns_between_boards_next_and_table_with_whole_names(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    page.goto(started_by_http(page, server, HALF, "rounds"))
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))  # time passes when the test says so
    page.get_by_role("link", name="TV view").click()
    expect(page.locator("#time")).to_have_text(re.compile(r"\d\d:\d\d"))

    heading, titles = page.locator(".slide:not([hidden]) h2"), []
    for _slide in range(4):
        titles.append(heading.inner_text())
        assert "Nair" in page.locator(".slide:not([hidden])").inner_text()
        page.keyboard.press("ArrowRight")
    assert titles[0] == "On the boards" and titles[1] == "Next"
    assert any("Standings" in title for title in titles)

    shown = heading.inner_text()
    page.clock.run_for(11_000)
    assert heading.inner_text() == shown
    page.clock.run_for(1_500)
    assert heading.inner_text() != shown

"""A week of many 19-coin sets: pasted by the organiser, and reported by a player on their own link, on a phone."""

from datetime import date, timedelta

from playwright.sync_api import expect

from tests.support.browser.accessibility import check_as_it_is
from tests.support.browser.hand import Hand
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, Watch
from tests.support.browser.visitor import Visitor
from tests.support.thorough import one_of

COUNT = one_of(12, 30)
NAMES = [f"Asha {chr(ord('A') + at // 6)}{'aeiouy'[at % 6]}" for at in range(COUNT)]


def season_of_many(url: str) -> tuple[Visitor, str, str]:
    """A season that runs, its organiser and its address, and the link of a player who joined on a phone."""
    owner = Visitor(url)
    owner.send("/clubs/", name="Bay Area Carrom", own_name="Olive")
    first, last = date.today() - timedelta(days=1), date.today() + timedelta(days=26)
    changed = {"title": "Winter 19", "first_day": first.isoformat(), "last_day": last.isoformat()}
    made = owner.fill_in("/leagues/solo/new/?preset=baca-weeks", **changed)
    path = made.headers["Location"].removesuffix("organise/")
    owner.send(f"{path}organise/", do="open")
    for name in NAMES:
        owner.send(f"{path}organise/", do="enter-player", name=name, shows_name="on")
    player = Visitor(url)
    declared = {"equipment_declared": "on", "colours_differ": "on", "powder_kind": "boric acid"}
    joined = player.send(f"{path}join/", name="Ben Ode", email="ben@example.org", shows_name="on", **declared)
    return owner, path, joined.headers["Location"]


def test_a_week_of_sets_is_five_actions_and_a_player_reports_one_in_three_taps(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("422")
    owner, path, link = season_of_many(server.url)
    page = open_page(PHONE, server)
    owner.go_on_in(page)
    hand = Hand(page)
    table = "\n".join(f"{name}\t21\t24\t19\t27\t{20 + at % 9}" for at, name in enumerate(NAMES))

    hand.open(f"{path}weeks/1/sets/")
    hand.tap(page.locator("#text"))
    hand.paste(table.replace("\t21\t24\t19\t27\t20\n", "\t21\t24\tx\t27\t20\n", 1))
    hand.tap(page.get_by_role("button", name="Fill the sheet"))
    expect(page.get_by_text("“x” is not a number of strokes.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    hand.type(page.locator("[aria-invalid=true]"), "19")
    hand.tap(page.get_by_role("button", name="Check"))
    store = page.get_by_role("button", name=f"Store {COUNT} sets")
    expect(store).to_be_visible()  # the page with the answer has come
    check_as_it_is(page, "the sheet of a week")
    page.set_viewport_size(PHONE["viewport"])
    hand.tap(store)
    expect(page.get_by_text(f"{COUNT} sets are stored and count.")).to_be_visible()
    assert (hand.actions, hand.typed) == (7, 1)  # one of them a number that was wrong; five without it
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_text("are stored and count")).to_be_hidden()

    own = open_page(PHONE, server)
    hand = Hand(own)
    hand.open(link)
    hand.tap(own.get_by_role("link", name="Report a set"))
    expect(own.locator("#id_board_1")).to_be_focused()
    own.keyboard.type("2124192723")  # after two digits the next board has the focus
    expect(own.locator("#id_board_5")).to_have_value("23")
    hand.tap(own.get_by_role("button", name="Hand the set in"))
    expect(own.get_by_text("22.80").first).to_be_visible()
    assert hand.actions == 3

"""A season of 19-coin solo in the browser: a set played here, and one scored on a phone, end in it by themselves."""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import LEAST_TARGET, SMALL_TARGETS, check_as_it_is
from tests.support.browser.board import set_dues, strike_by_keys, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK, enter_strokes
from tests.support.browser.visitor import Visitor

# Strokes that reach no coin count as every other (B-037); at the cap each board is stopped (B-042). The messages are
# those of the page of a match; this page, which shows the standings, sends them faster than they can be watched.
PLAYS = """async ([match, pause]) => {
  const socket = new WebSocket(`ws://${location.host}/ws/matches/${match}/`);
  let told = null, sent = 0;
  const heard = new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.kind === 'refused') reject(new Error(message.text));
      if (!message.view) return;
      told = message.view;
      if (told.phase === 'over') return resolve(sent);
      const ask = told.awaiting.kind === 'cap' ? { kind: 'cap', answer: 'stop' }
        : { kind: 'stroke', offset: 0, angle: 0, speed: 0.05 };
      sent += 1;
      const send = () => socket.send(JSON.stringify({ ...ask, id: crypto.randomUUID(), after: told.version }));
      sent > 50 ? setTimeout(send, pause) : send();
    };
    socket.onclose = ({ code }) => reject(new Error(`closed: ${code}`));
  });
  const count = await heard;
  document.body.dataset.ended = String(performance.now());
  return count;
}"""


def announce(page: Page) -> str:
    """Found a club and announce a season that runs today, by hand; its address."""
    page.goto("/clubs/")
    page.get_by_label("Club name").fill("Bay Area Carrom")
    page.get_by_label("Your name").fill("Olive")
    page.get_by_role("button", name="Create").click()
    page.goto("/leagues/solo/new/?preset=baca-weeks")
    page.get_by_label("Title", exact=True).fill("Winter 19")
    page.get_by_label("First day").fill((date.today() - timedelta(days=1)).isoformat())
    page.get_by_label("Last day").fill((date.today() + timedelta(days=26)).isoformat())
    page.get_by_role("button", name="Save as a draft").click()
    page.get_by_role("button", name="Announce the season").click()
    expect(page.get_by_text("running", exact=True)).to_be_visible()
    return page.url.removesuffix("organise/")


def join(page: Page, season: str, name: str) -> str:
    """Join as somebody does on their phone, with a board declared; return the player's own address."""
    page.goto(season)
    page.get_by_role("link", name="Join the season").tap()
    page.get_by_label("Full name").fill(name)
    page.get_by_label("Email").fill(f"{name.split()[0].lower()}@example.org")
    page.get_by_label("My board, coins and striker").check()
    page.get_by_label("White, black and red pieces").check()
    page.get_by_label("Powder").select_option("boric acid")
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("heading", name="Hand in a set")).to_be_visible()
    return page.url


def season_by_http(server: LiveServer) -> tuple[Visitor, str]:
    """The organiser and the address of such a season, made by HTTP."""
    owner = Visitor(server)
    owner.send("/clubs/", name="Bay Area Carrom", own_name="Olive")
    first, last = date.today() - timedelta(days=1), date.today() + timedelta(days=26)
    days = {"first_day": first.isoformat(), "last_day": last.isoformat()}
    made = owner.fill_in("/leagues/solo/new/?preset=baca-weeks", title="Winter 19", **days)
    owner.send(made.headers["Location"], do="open")
    return owner, server.url + made.headers["Location"].removesuffix("organise/")


def join_by_http(season: str, server: LiveServer, name: str) -> str:
    """Join, with a board declared; the player's own address."""
    declared = {"equipment_declared": "on", "colours_differ": "on", "powder_kind": "boric acid"}
    person = {"name": name, "email": "player@example.org", "shows_name": "on"}
    joined = Visitor(server).send(f"{season}join/", **person, **declared)
    return server.url + joined.headers["Location"]


def check(page: Page, what: str) -> None:
    """Nothing that axe minds on the page as it is, nothing sideways, nothing too small for a finger."""
    check_as_it_is(page, what)
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == [], what


@pytest.mark.clause("B-037", "B-041", "B-042")
def test_a_set_played_in_the_browser_ends_in_the_standings_without_a_hand_on_it(
    open_page: OpenPage, server: LiveServer, record_property: Callable[[str, object], None]
) -> None:
    organiser, phone = open_page(DESKTOP, server), open_page(PHONE, server, reduced_motion="reduce")
    season = announce(organiser)
    join(phone, season, "Anu Nair")

    phone.get_by_role("button", name="Play a set here").tap()
    wait_for_mode(phone, "stroke")
    match = phone.url.rstrip("/").rsplit("/", 1)[1]
    strike_by_keys(phone)
    set_dues(phone)
    expect(phone.locator("#solo-strokes, #solo-small").first).to_contain_text("1")
    phone.goto(season)
    wait_for_script(phone, "() => document.body.dataset.follows")
    expect(phone.locator(".standings tbody tr")).to_contain_text("–")
    sent = phone.evaluate(PLAYS, [match, 1000 / 19])

    assert sent == 5 * 45 - 1 + 5
    expect(phone.locator(".standings tbody tr")).to_contain_text("45.00")
    record_property("standings_ms", phone.evaluate("performance.now() - Number(document.body.dataset.ended)"))
    check(phone, "season")
    phone.goto(season + "weeks/")
    check(phone, "weeks")
    phone.get_by_role("link", name="45.00").tap()
    expect(phone.locator(".boards-row").first.locator("li")).to_have_text([re.compile(r"45\s*$")] * 5)
    expect(phone.get_by_text("played on this site")).to_be_visible()
    check(phone, "set")
    for path in (f"{season}organise/", f"{season}embed/"):
        organiser.goto(path)
        check(organiser, path)


@pytest.mark.clause("B-006", "B-038")
def test_a_set_recorded_on_a_phone_without_a_network_comes_into_the_season_once(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    watch.allow("409")  # a second set of one week
    organiser, phone = open_page(DESKTOP, server), open_page(PHONE, server)
    owner, season = season_by_http(server)
    owner.go_on_in(organiser)
    own = join_by_http(season, server, "Ben Ode")
    phone.goto(own)

    phone.get_by_role("button", name="Record a set on this phone").tap()
    expect(phone.locator("#count")).to_have_text("0")
    phone.context.set_offline(True)
    for strokes in (21, 24, 19, 27, 23):
        enter_strokes(phone, strokes)
    expect(phone.locator("#count")).to_have_text("22.80")
    expect(phone.locator("#unsent")).to_have_text("5 saved on this phone")
    organiser.goto(season)
    wait_for_script(organiser, "() => document.body.dataset.follows")
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator("#unsent")).to_have_text("all sent", timeout=60_000)

    expect(organiser.locator(".standings tbody tr")).to_contain_text("22.80")
    phone.goto(own)
    expect(phone.locator(".set-list > li")).to_have_count(1)
    expect(phone.locator(".set-list > li")).to_contain_text("recorded on the phone")
    check(phone, "a player's own page")
    phone.get_by_text("Another set, of another day").tap()  # the week has all its sets
    phone.get_by_role("button", name="Record a set on this phone").tap()
    expect(phone.get_by_role("alert")).to_contain_text("the most allowed")
    with organiser.expect_download() as download:
        organiser.evaluate("address => { location.href = address; }", season + "whole.json")
    whole = json.loads(download.value.path().read_text())
    sets = [(one["strokes"], [proof["kind"] for proof in one["proofs"]]) for one in whole["season"]["sets"]]
    assert sets == [([21, 24, 19, 27, 23], ["record"])]
    phone.goto(season)
    phone.get_by_role("link", name="Ben Ode").tap()
    expect(phone.get_by_role("heading", name="Ben Ode")).to_be_visible()
    check(phone, "player")
    for path in (f"{own}report/", f"{season}files/"):
        phone.goto(path)
        check(phone, path)

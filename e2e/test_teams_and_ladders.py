"""A club's day of teams with a ladder: announced in a browser, line-ups handed in blind, a tie followed live."""

import re
from datetime import date
from html import unescape

from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import check_as_it_is
from tests.support.browser.live_server import LiveServer
from tests.support.browser.organising import organiser_of_a_club
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage
from tests.support.browser.visitor import Visitor


def announce(page: Page) -> str:
    """An event with a category of teams, whose ties are one single, and a ladder; its address.

    By hand: who plays and the format chosen say what else is asked.
    """
    today = date.today().isoformat()
    page.goto("/events/new/?preset=knock-out-evening")
    reported = {"Title": "Day of teams", "First day": today, "Entries until the end of": today, "Time zone": "UTC"}
    for label, text in (reported | {"From": "00:01", "To": "23:59"}).items():
        page.get_by_label(label, exact=True).fill(text)
    first, spare = page.locator(".category-form").first, page.locator(".category-form").last
    first.get_by_label("Category", exact=True).fill("Teams")
    expect(first.get_by_label("Least players in a team")).to_be_hidden()
    first.get_by_label("Who plays").select_option("team")
    first.get_by_label("Least players in a team").fill("1")
    first.get_by_label("Matches of a tie").fill("S")
    first.get_by_label("Fee", exact=True).fill("0")
    first.get_by_label("Match", exact=True).select_option("game")
    spare.get_by_label("Category", exact=True).fill("Ladder")
    expect(spare.get_by_text("Ladder: options")).to_be_hidden()
    spare.get_by_label("Format").select_option("ladder")
    spare.get_by_text("Ladder: options").click()
    spare.get_by_label("Rungs above").fill("1")
    for row in (first, spare):
        row.get_by_label("Least entries").fill("2")
    page.get_by_role("button", name="Save as a draft").click()
    page.get_by_role("button", name="Publish and open entries").click()
    expect(page.get_by_role("heading", name="Deadline")).to_be_visible()
    return page.url.removesuffix("organise/")


def hand_in_by_http(captain: Visitor, registration: str) -> None:
    """Hand in a line-up of the only player of a team, by the links that a captain follows."""
    path = registration
    for link in (r'href="([^"]*/teams/[^"]*)"', r'href="([^"]*line-up[^"]*/[^"]*)"'):
        found = re.search(link, captain.get(path).text)
        assert found, link
        path = unescape(found[1])
    captain.fill_in(path, match_1_0="0")


def test_captains_hand_in_blind_and_everybody_follows_the_tie(open_page: OpenPage, server: LiveServer) -> None:
    organiser, by_http = open_page(DESKTOP, server), organiser_of_a_club(server)
    by_http.go_on_in(organiser)
    event = announce(organiser)
    path = event.removeprefix(server.url)
    links, visitors = {}, {}
    for name, team in (("Rita Red", "Reds"), ("Berta Blue", "Blues")):
        visitor = visitors[team] = Visitor(server)
        keys = {"team_teams": team, "in_teams": "on"}
        person = {"name": name, "email": "x@example.org", "shows_name": "on", "in_ladder": "on"}
        answer = visitor.send(f"{path}register/", **person, **keys)
        links[team] = answer.headers["location"]
    by_http.send(f"{path}draws/teams/", do="draw")
    organiser.goto(event + "draws/teams/")
    organiser.get_by_role("link", name="Line-ups and matches").click()
    tie = organiser.url

    spectator, captain = open_page(PHONE, server), open_page(PHONE, server)
    spectator.goto(tie)
    captain.goto(links["Reds"])
    captain.get_by_role("link", name="Team, players, line-ups").tap()
    captain.get_by_role("link", name="Hand in your line-up").tap()
    captain.get_by_label("Match 1, single").last.select_option(label="Rita Red")
    captain.get_by_role("button", name="Hand in").tap()
    expect(spectator.locator(".chip.ok", has_text="handed in")).to_be_visible()
    expect(spectator.get_by_text("Rita Red")).to_have_count(0)

    hand_in_by_http(visitors["Blues"], links["Blues"])
    expect(spectator.get_by_text("Berta Blue")).to_be_visible()
    expect(spectator.get_by_text("Rita Red")).to_be_visible()

    organiser.reload()
    organiser.locator("#match-1 > summary").click()
    organiser.get_by_label("Boards, first side first").fill("12-0 12-0 3-0")
    organiser.get_by_role("button", name="Enter the result").click()
    expect(spectator.get_by_text("1 of 1 matches played")).to_be_visible()
    check_as_it_is(organiser, "tie")

    ladder = event + "ladders/ladder/"
    organiser.goto(ladder)
    organiser.get_by_role("button", name="Put 2 confirmed entries on the ladder").click()
    expect(organiser.locator(".rungs > li")).to_have_count(2)
    check_as_it_is(organiser, "ladder")

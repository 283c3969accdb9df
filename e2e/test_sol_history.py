"""A club comes over from SoL on a phone: files chosen, what will be made looked at, imported, undone."""

from dataclasses import replace

from playwright.sync_api import Page, expect

from carrom.tournament.sol_export import guid_of
from carrom.tournament.sol_file import write_sol
from tests.support.browser.accessibility import check_as_it_is
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage
from tests.support.tournament.sol_history import season, with_ratings


def test_two_files_become_a_history_and_an_undo_takes_it_away(open_page: OpenPage, server: LiveServer) -> None:
    page: Page = open_page(PHONE, server)
    page.goto("/clubs/")
    page.get_by_label("Club name").fill("Valley")
    page.get_by_label("Your name").fill("Olga")
    page.get_by_role("button", name="Create").click()
    page.get_by_role("link", name="From SoL").tap()
    later = season(2025)
    twin = replace(later.players[0], guid=guid_of("twin"), email=None)
    later = replace(later, players=(twin, *later.players[1:]))
    files = [
        {"name": "2024.sol", "mimeType": "application/yaml", "buffer": write_sol(with_ratings(season(2024), 2024))},
        {"name": "2025.sol.gz", "mimeType": "application/gzip", "buffer": write_sol(later, compressed=True)},
    ]
    page.get_by_label("Files of SoL").set_input_files(files)
    page.get_by_role("button", name="Read the files").tap()

    expect(page.get_by_role("heading", name="What will be made")).to_be_visible()
    expect(page.get_by_label("Ada Alder")).to_have_value("file:1")
    check_as_it_is(page, page.url)
    page.get_by_role("button", name="Import it").tap()
    expect(page.get_by_role("status")).to_have_text("Everything is here now.")
    expect(page.get_by_text("4 events, 2 championships, 1 rating list, 1 merged")).to_be_visible()
    check_as_it_is(page, page.url)
    page.get_by_role("button", name="Undo this import").tap()
    expect(page.get_by_role("status")).to_have_text("The import is undone.")

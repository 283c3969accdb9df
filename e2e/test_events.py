"""An event from its announcement to its result, by organiser, players, umpire and a spectator."""

from playwright.sync_api import expect

from tests.support.browser.accessibility import check_accessible, check_as_it_is
from tests.support.browser.live_server import LiveServer
from tests.support.browser.organising import announce, organiser_of_a_club
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch
from tests.support.browser.visitor import Visitor

PLAYERS = ("Anu Nair", "Binu Rao", "Chitra Das", "Dev Pillai")
ADULTS = "singles-above-18"


def register(server: LiveServer, event: str, name: str) -> str:
    """Register by HTTP; the address of the registration (test_kagw fills the form in by hand)."""
    person = {"name": name, "email": f"{name.split()[0].lower()}@example.org", "born": "1990-05-17"}
    chosen = {"method": "cash", "shows_name": "on", f"in_{ADULTS}": "on"}
    answer = Visitor(server).send(event + "register/", **person, **chosen)
    assert answer.status_code == 303, answer.text
    return server.url + answer.headers["Location"]


def test_an_event_goes_from_its_announcement_to_its_result(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("422")
    by_http = organiser_of_a_club(server)
    event = announce(by_http)
    organiser, player = open_page(DESKTOP, server), open_page(PHONE, server)
    by_http.go_on_in(organiser)

    player.goto(event + "register/")
    player.get_by_role("button", name="Register").tap()
    expect(player.locator("#errors")).to_be_focused()
    expect(player.locator("#errors li")).to_have_count(4)
    check_as_it_is(player, "a form with mistakes")
    player.set_viewport_size(PHONE["viewport"])
    own = [register(server, event, name) for name in PLAYERS][-1]
    for number in (1, 2, 3, 4):
        by_http.send(event + "desk/", do="pay", form=number, amount="10.00", method="cash")
    organiser.goto(event + "desk/")
    expect(organiser.get_by_text("certain")).to_have_count(4)
    expect(organiser.get_by_text("Received $40")).to_be_visible()
    check_as_it_is(organiser, "desk")

    draws = event + f"draws/{ADULTS}/"
    assert by_http.send(draws, do="draw").status_code == 303
    organiser.goto(draws)
    spectator = open_page(PHONE, server)
    spectator.goto(draws)
    expect(spectator.locator(".tie")).to_have_count(3)
    expect(spectator.get_by_text("Officials")).to_have_count(0)
    final = spectator.locator(".part", has_text="Final").last
    expect(final).to_contain_text("Winner of 1.1")

    fixture = organiser.locator("#fixture-1\\.1")
    fixture.get_by_text("Officials").click()
    fixture.get_by_role("button", name="Call", exact=True).click()
    expect(spectator.locator("#fixture-1\\.1")).to_contain_text("at board 1")
    fixture.get_by_text("Officials").click()
    check_as_it_is(organiser, "draw")
    fixture.get_by_role("link", name="Score this match").click()
    organiser.get_by_role("button", name="Start the sheet").click()
    expect(organiser.get_by_role("button", name="Toss here")).to_be_visible()
    organiser.get_by_role("button", name="Sheet menu").click()
    organiser.get_by_role("button", name="Concede…").click()
    loser = organiser.locator("#concede-about option").first.inner_text()
    organiser.locator("#concede-what").select_option("match")
    organiser.get_by_role("button", name="Concedes").click()

    expect(spectator.locator("#fixture-1\\.1")).to_contain_text("conceded")
    expect(final).not_to_contain_text("Winner of 1.1")
    expect(final).not_to_contain_text(loser)

    organiser.goto(event + "entries/")
    organiser.get_by_role("searchbox", name="Find a name").fill(PLAYERS[0].upper())
    expect(organiser.locator(".names-list li:visible")).to_have_text([PLAYERS[0]])
    check_as_it_is(organiser, "entries")
    for page, says in ((spectator, "Register · $10"), (organiser, "Enter them · $10")):  # the desk has its own form
        page.goto(event + "register/")
        page.locator(f"input[name=in_{ADULTS}]").check()
        expect(page.get_by_role("button", name=says)).to_be_visible()
    organiser.get_by_label("Full name", exact=True).fill("Wanda Walk")
    organiser.get_by_label("Date of birth", exact=True).fill("1991-04-02")
    organiser.get_by_label("Cash at the registrar's desk").check()
    organiser.get_by_role("button", name="Enter them").click()
    walk_in = organiser.locator(".desk-list li", has_text="Wanda Walk").first
    expect(walk_in).to_contain_text("certain")
    expect(walk_in).to_contain_text("here")

    player.goto(own)
    check_as_it_is(player, "registration")
    player.set_viewport_size(PHONE["viewport"])
    player.get_by_role("link", name="Change name, email, categories").tap()
    expect(player.get_by_text("You are in the draw here")).to_be_visible()
    player.get_by_label("Club", exact=True).fill("CC Pune")
    player.get_by_role("button", name="Save the change").tap()
    expect(player.get_by_role("heading", name="Entered")).to_be_visible()
    organiser.goto(event + f"desk/?find={PLAYERS[-1].split()[0]}")
    organiser.locator("summary", has_text="Changes").click()
    expect(organiser.locator(".changed ins")).to_have_text("CC Pune")
    organiser.get_by_role("button", name="Undo this change").click()
    organiser.locator("summary", has_text="Changes").click()
    expect(organiser.get_by_text("undone")).to_be_visible()
    player.get_by_role("link", name="Change name, email, categories").tap()
    expect(player.get_by_label("Club", exact=True)).to_have_value("")

    check_as_it_is(player, "a change")

    others = [event, event + "organise/", event + "play/", f"{server.url}/events/", f"{server.url}/events/new/"]
    check_accessible(organiser, others)


def test_the_options_of_another_format_take_the_place_of_those_shown_and_come_back_as_they_were_set(
    open_page: OpenPage, server: LiveServer
) -> None:
    page, olive = open_page(PHONE, server), Visitor(server)
    olive.send("/clubs/", name="Options Club", own_name="Olive")
    olive.go_on_in(page)
    page.goto("/events/new/?preset=swiss-weekend")
    row, chosen = page.locator("#category-1"), page.locator("select[name=c-0-format]")
    rounds = row.locator("input[name='c-0-option:swiss:rounds']")
    expect(row.get_by_role("button", name="Show options")).to_be_hidden()

    row.get_by_text("Swiss: options").tap()
    rounds.fill("4")
    chosen.select_option("ladder")
    expect(row.get_by_text("Ladder: options")).to_be_visible()
    expect(rounds).to_have_count(0)
    chosen.select_option("swiss")
    expect(rounds).to_have_value("4")

    page.get_by_role("button", name="Another category").tap()
    expect(page.locator(".category-form")).to_have_count(4)
    expect(rounds).to_have_value("4")

"""Opens each page of sheets, clubs and competitions in its states, as the test of every page needs it.

A walk shows several states one after the other and names each; what a state opens, the walk closes.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from tests.support.browser.match_leagues import shared_league


def _name_the_players(page: Page) -> None:
    for name, text in {"name": "Asha Ramachandran", "other_name": "Tomasz Wolski", "scorer_name": "Ravi"}.items():
        page.locator(f"input[name={name}]").fill(text)


def open_ceremony(page: Page) -> None:
    """All that is done before the first stroke of a match."""
    page.goto("/umpire/")
    _name_the_players(page)
    page.get_by_role("button", name="Start the sheet").click()
    expect(page.locator(".opening fieldset")).to_have_count(4)
    page.get_by_label("Both sides are here").check()


def walk_through_a_sheet(page: Page) -> Iterator[str]:
    """The form, strokes, a stroke that is corrected, a board; its links, and what those see whom they are for."""
    page.goto("/umpire/")
    page.locator("input[name=sides][value=doubles]").check(force=True)
    yield "new sheet"
    page.locator("input[name=sides][value=singles]").check(force=True)
    _name_the_players(page)
    page.locator("input[name=breaks][value=me]").check(force=True)
    page.locator("input[name=ceremony][value=short]").check(force=True)
    page.get_by_role("button", name="Start the sheet").click()
    expect(page.locator("#keys > .k")).to_have_count(5)
    page.evaluate("localStorage['carrom-sheet-auto'] = '0'")  # a page that stands still
    sheet = page.url

    page.locator("#more-open").click()
    page.get_by_role("button", name="Another foul or fact…").click()
    yield "declaring"
    page.reload()
    for piece in ("white", "striker"):
        page.locator(f"#keys [data-piece={piece}]").click()
    expect(page.locator("#record")).to_be_enabled()
    page.locator("#verdict-why").click()
    yield "ruling"
    page.locator("#why").get_by_role("button", name="Close").click()
    page.locator("#undo").click()
    yield from _correct_a_stroke(page)

    page.goto(sheet)
    page.get_by_role("button", name="Sheet menu").click()
    page.get_by_role("button", name="Just score: enter whole boards").click()
    page.get_by_role("button", name="Other…").click()
    for name, value in (("winner", "a"), ("coins", "3"), ("queen", "a")):
        page.locator(f"#board-{name}-{value}").check(force=True)
    expect(page.locator("#record")).to_be_enabled()
    yield "board"
    page.locator("#record").click()
    expect(page.locator("#boards tbody tr")).to_have_count(1)
    page.goto(sheet.replace("/umpire/", "/matches/"))
    expect(page.locator("#boards tbody tr")).to_have_count(1)
    yield "watched"
    yield from _open_by_its_links(page, sheet)


def _correct_a_stroke(page: Page) -> Iterator[str]:
    """A stroke is being corrected; what changes is shown. Then the entries, with the stroke corrected since."""
    page.locator("#keys [data-piece=white]").click()
    expect(page.locator("#record")).to_be_enabled()
    page.locator("#record").click()
    expect(page.locator("#verdict-over")).to_have_text("Recorded")
    page.goto(page.url + "history/")
    page.locator("[data-correct='1']").click()
    page.locator("#amend #nothing").click()
    page.locator("#amend #asks [data-answer=no]").click()  # it was the break
    page.locator("#amend .fold > summary").click()
    expect(page.locator("#amend-confirm")).to_be_enabled()
    yield "correction"
    page.locator("#amend-confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
    page.locator("#e1 summary").click()
    yield "history"


def _open_by_its_links(page: Page, sheet: str) -> Iterator[str]:
    """The links; a second person's paper, which says otherwise than the sheet; and whether one takes over."""
    page.goto(sheet + "links/")
    link = page.get_by_label("Link", exact=True).first  # the newest
    page.locator("select[name=role]").select_option("verifier")
    page.get_by_role("button", name="Create the link").click()
    to_verify = link.input_value()
    page.get_by_role("button", name="Create the link").click()
    expect(link).not_to_have_value(to_verify)
    to_score = link.input_value()
    yield "links"

    page.context.clear_cookies()  # somebody else opens each
    page.goto(to_verify)
    page.get_by_label("Your name").fill("Meera")
    page.get_by_role("button", name="Verify it").click()
    page.get_by_label("Won by").select_option("b")
    page.get_by_label("Points", exact=True).fill("3")
    page.get_by_role("button", name="Compare with the sheet").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "verifying"
    page.context.clear_cookies()
    page.goto(to_score)
    page.get_by_label("Your name").fill("Priya")
    page.get_by_role("button", name="Open the sheet").click()
    expect(page.locator("#scorer")).to_be_visible()
    page.get_by_role("button", name="Take over").click()
    yield "followed sheet"


def walk_through_a_club(page: Page) -> Iterator[str]:
    """Its page, and what it holds: a season, a championship, ratings."""
    page.goto("/clubs/")
    for name, text in {"Club name": "Carrom Club Pune", "Your name": "Asha"}.items():
        page.get_by_label(name).fill(text)
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Number or name").fill("Board 1")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Create the link").click()
    expect(page.get_by_label("Link", exact=True)).to_be_visible()
    yield "club"
    _open_season_weeks(page)
    yield "weeks of a season"
    _open_championship(page)
    yield "championship"
    _open_rated_player(page)
    yield "rated player"


def walk_through_a_league(page: Page) -> Iterator[str]:
    """A match league and the players of its club, as the organiser sees them; the club is shared with other tests."""
    page.goto("/leagues/")
    made = shared_league(page.evaluate("location.origin"))
    page.context.add_cookies(made.cookies_of(made.owner))  # type: ignore[arg-type]
    page.goto(made.path)
    yield "table"
    page.goto(f"{made.path}fixtures/1.1/")
    for fold in page.locator("details > summary").all():
        fold.click()
    yield "tie"
    page.goto(f"{made.path}nights/1/")
    page.locator(".night-tie summary").first.click()
    yield "night"
    page.goto(f"{made.path}organise/")
    yield "desk"

    page.goto("/clubs/")
    page.get_by_role("link", name="Open").first.click()
    page.get_by_role("link", name="Players", exact=True).click()
    expect(page.get_by_role("heading", name="Players", level=1)).to_be_visible()
    if not page.get_by_text("Merged players").count():
        _choose_two_to_merge(page, "Golds 1", "Golds 2")
        page.get_by_role("button", name="keep Golds 1").click()
    expect(page.get_by_text("Merged players")).to_be_visible()
    yield "players, two of whom were merged"
    players = page.url
    _choose_two_to_merge(page, "Kolkata Strikers 1", "Kolkata Strikers 2")
    expect(page.get_by_role("heading", name="Are these two one person?")).to_be_visible()
    yield "two players before they are merged"
    at_home = made.captain_at("1.1", 0)
    name = next(f"{team} 0" for team, captain in made.captains.items() if captain is at_home)
    page.goto(players)
    page.get_by_label("Part of a name or an email address").fill(name)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()
    yield "a player with matches in a league"


def _choose_two_to_merge(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Merge the two").click()


def _open_season_weeks(page: Page) -> None:
    """The weeks of a season one by one, with a break that was put in and what it does; four weeks show all kinds."""
    page.goto("/leagues/solo/new/?preset=baca-weeks")
    first = date.fromisoformat(page.locator("input[name=first_day]").input_value())
    page.locator("input[name=last_day]").fill((first + timedelta(days=27)).isoformat())
    page.get_by_role("button", name="Save as a draft").click()
    page.get_by_role("link", name="Change the weeks").click()
    page.get_by_role("button", name="Add the break").click()
    page.get_by_role("button", name="See what this does").click()
    expect(page.get_by_role("button", name="Save the weeks")).to_be_visible()


def open_account(page: Page) -> None:
    page.goto("/accounts/signup/")
    mark = page.evaluate("crypto.getRandomValues(new Uint32Array(1))[0]")
    for name, text in {"email": f"asha{mark}@example.org", "password1": "correct horse", "name": "Asha"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.get_by_role("button", name="Sign Up").click()
    expect(page.get_by_role("link", name="Passkeys and second factor")).to_be_visible()


def _open_championship(page: Page) -> None:
    """Its organiser's page, with an event to come and all that was done."""
    page.goto("/championships/new/")
    page.get_by_label("Title").fill("Valley Series")
    page.get_by_role("button", name="Start it").click()
    page.get_by_label("Title (leave empty to use the event's)").fill("Final")
    page.get_by_label("Day (leave empty to use the event's)").fill("2027-05-01")
    page.get_by_role("button", name="Add the event").click()
    page.get_by_text("Log and undo").click()
    expect(page.get_by_role("button", name="Undo 2")).to_be_visible()


def _open_rated_player(page: Page) -> None:
    """A rating that was brought along two periods ago, as a chart and as its table."""
    page.goto("/ratings/new/")
    page.get_by_label("Title").fill("Valley Ratings")
    page.get_by_role("button", name="Start it").click()
    day = page.evaluate("new Date(Date.now() - 62 * 86400e3).toISOString().slice(0, 10)")
    file = f"name,rating,deviation,day\nAnu Nair,1712,60,{day}\nBo Lind,1500,200,{day}\n".encode()
    page.get_by_label("A CSV with name and rating").set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": file}
    )
    page.get_by_role("button", name="Take them over").click()
    page.get_by_role("link", name="Ratings", exact=True).click()
    page.get_by_role("link", name="Anu Nair").click()
    page.get_by_text("The chart as a table").click()
    expect(page.get_by_role("cell", name="1712").first).to_be_visible()


STATES = (open_ceremony, open_account)

WALKS = (walk_through_a_sheet, walk_through_a_club, walk_through_a_league)

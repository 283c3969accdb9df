"""Opens each page of sheets, clubs and competitions in one of its states, as the test of every page needs it."""

from datetime import date, timedelta

from playwright.sync_api import Page, expect

from tests.support.browser.match_leagues import shared_league


def open_new_sheet(page: Page) -> None:
    page.goto("/umpire/")
    page.locator("input[name=sides][value=doubles]").check(force=True)


def open_sheet(page: Page) -> None:
    page.goto("/umpire/")
    for name, text in {"name": "Asha Ramachandran", "other_name": "Tomasz Wolski"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.locator("input[name=breaks][value=me]").check(force=True)
    page.locator("input[name=ceremony][value=short]").check(force=True)
    page.get_by_role("button", name="Start the sheet").click()
    expect(page.locator("#keys > .k")).to_have_count(5)
    page.evaluate("localStorage['carrom-sheet-auto'] = '0'")  # a page that stands still


def open_ceremony(page: Page) -> None:
    """All that is done before the first stroke of a match."""
    page.goto("/umpire/")
    for name, text in {"name": "Asha Ramachandran", "other_name": "Tomasz Wolski"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.get_by_role("button", name="Start the sheet").click()
    expect(page.locator(".opening fieldset")).to_have_count(4)
    page.get_by_label("Both sides are here").check()


def open_sheet_ruling(page: Page) -> None:
    open_sheet(page)
    for piece in ("white", "striker"):
        page.locator(f"#keys [data-piece={piece}]").click()
    expect(page.locator("#record")).to_be_enabled()
    page.locator("#verdict-why").click()


def open_sheet_board(page: Page) -> None:
    open_sheet(page)
    page.get_by_role("button", name="Sheet menu").click()
    page.get_by_role("button", name="Just score: enter whole boards").click()
    page.get_by_role("button", name="Other…").click()
    for name, value in (("winner", "a"), ("coins", "3"), ("queen", "a")):
        page.locator(f"#board-{name}-{value}").check(force=True)
    expect(page.locator("#record")).to_be_enabled()


def open_sheet_declaring(page: Page) -> None:
    open_sheet(page)
    page.locator("#more-open").click()
    page.get_by_role("button", name="Another foul or fact…").click()


def open_sheet_watched(page: Page) -> None:
    open_sheet_board(page)
    page.locator("#record").click()
    expect(page.locator("#boards tbody tr")).to_have_count(1)
    page.goto(page.url.replace("/umpire/", "/matches/"))
    expect(page.locator("#boards tbody tr")).to_have_count(1)


def open_links(page: Page) -> None:
    page.goto("/umpire/")
    for name, text in {"name": "Asha", "other_name": "Tomasz", "scorer_name": "Ravi"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.get_by_role("button", name="Start the sheet").click()
    page.wait_for_url("**/umpire/*/")
    page.goto(page.url + "links/")
    page.get_by_role("button", name="Create the link").click()
    expect(page.get_by_label("Link", exact=True)).to_be_visible()


def open_followed_sheet(page: Page) -> None:
    """A sheet that somebody else keeps, with the question whether to take it over."""
    browser = page.context.browser
    assert browser is not None
    page.goto("/umpire/")
    scorer = browser.new_context(base_url=page.url).new_page()
    open_links(scorer)
    page.goto(scorer.get_by_label("Link", exact=True).input_value())
    scorer.context.close()
    page.get_by_label("Your name").fill("Priya")
    page.get_by_role("button", name="Open the sheet").click()
    expect(page.locator("#scorer")).to_be_visible()
    page.get_by_role("button", name="Take over").click()


def open_club(page: Page) -> None:
    page.goto("/clubs/")
    for name, text in {"Club name": "Carrom Club Pune", "Your name": "Asha"}.items():
        page.get_by_label(name).fill(text)
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Number or name").fill("Board 1")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Create the link").click()
    expect(page.get_by_label("Link", exact=True)).to_be_visible()


def open_history(page: Page) -> None:
    """The entries, with a stroke corrected since."""
    open_correction(page)
    page.locator("#amend-confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
    page.locator("#e1 summary").click()


def open_correction(page: Page) -> None:
    """A stroke is being corrected; what changes is shown."""
    open_sheet(page)
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


def open_verifying(page: Page) -> None:
    """A second person's paper, which says otherwise than the sheet."""
    browser = page.context.browser
    assert browser is not None
    page.goto("/umpire/")
    scorer = browser.new_context(base_url=page.url).new_page()
    open_sheet_board(scorer)
    scorer.locator("#record").click()
    expect(scorer.locator("#boards tbody tr")).to_have_count(1)
    sheet = scorer.url
    scorer.goto(sheet + "links/")
    scorer.locator("select[name=role]").select_option("verifier")
    scorer.get_by_role("button", name="Create the link").click()
    page.goto(scorer.get_by_label("Link", exact=True).input_value())
    scorer.context.close()
    page.get_by_label("Your name").fill("Meera")
    page.get_by_role("button", name="Verify it").click()
    page.get_by_label("Won by").select_option("b")
    page.get_by_label("Points", exact=True).fill("3")
    page.get_by_role("button", name="Compare with the sheet").click()
    expect(page.get_by_role("alert")).to_be_visible()


def open_league(page: Page, path: str) -> None:
    """A page of a match league, as its organiser sees it."""
    made = shared_league(page.evaluate("location.origin"))
    page.context.add_cookies(made.cookies_of(made.owner))  # type: ignore[arg-type]
    page.goto(made.path + path)


def open_league_table(page: Page) -> None:
    page.goto("/leagues/")
    open_league(page, "")


def open_league_tie(page: Page) -> None:
    page.goto("/leagues/")
    open_league(page, "fixtures/1.1/")
    for fold in page.locator("details > summary").all():
        fold.click()


def open_league_night(page: Page) -> None:
    page.goto("/leagues/")
    open_league(page, "nights/1/")
    page.locator(".night-tie summary").first.click()


def open_league_desk(page: Page) -> None:
    page.goto("/leagues/")
    open_league(page, "organise/")


def open_players(page: Page) -> None:
    """The players of a club as its organiser sees them; two were merged, which the log tells."""
    open_league_table(page)
    page.goto("/clubs/")
    page.get_by_role("link", name="Open").first.click()
    page.get_by_role("link", name="Players", exact=True).click()
    expect(page.get_by_role("heading", name="Players", level=1)).to_be_visible()
    if not page.get_by_text("Merged players").count():  # the club is shared with other tests
        for name in ("Golds 1", "Golds 2"):
            page.get_by_role("checkbox", name=name).check()
        page.get_by_role("button", name="Merge the two").click()
        page.get_by_role("button", name="keep Golds 1").click()
    expect(page.get_by_text("Merged players")).to_be_visible()


def open_merge(page: Page) -> None:
    """Two players before they are merged."""
    open_players(page)
    for name in ("Kolkata Strikers 1", "Kolkata Strikers 2"):
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Merge the two").click()
    expect(page.get_by_role("heading", name="Are these two one person?")).to_be_visible()


def open_player(page: Page) -> None:
    """A player with matches in a league, as the club's organiser sees them."""
    open_players(page)
    made = shared_league(page.evaluate("location.origin"))
    at_home = made.captain_at("1.1", 0)
    name = next(f"{team} 0" for team, captain in made.captains.items() if captain is at_home)
    page.get_by_label("Part of a name or an email address").fill(name)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()


def open_season_weeks(page: Page) -> None:
    """The weeks of a season one by one, with a break that was put in and what it does; four weeks show all kinds."""
    open_club(page)
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


def open_championship(page: Page) -> None:
    """Its organiser's page, with an event to come and all that was done."""
    open_club(page)
    page.goto("/championships/new/")
    page.get_by_label("Title").fill("Valley Series")
    page.get_by_role("button", name="Start it").click()
    page.get_by_label("Title (leave empty to use the event's)").fill("Final")
    page.get_by_label("Day (leave empty to use the event's)").fill("2027-05-01")
    page.get_by_role("button", name="Add the event").click()
    page.get_by_text("Log and undo").click()
    expect(page.get_by_role("button", name="Undo 2")).to_be_visible()


def open_rated_player(page: Page) -> None:
    """A rating that was brought along two periods ago, as a chart and as its table."""
    open_club(page)
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


STATES = (
    # sheets
    open_new_sheet,
    open_ceremony,
    open_sheet_ruling,
    open_sheet_board,
    open_sheet_declaring,
    open_sheet_watched,
    open_history,
    open_correction,
    open_verifying,
    # rights
    open_links,
    open_followed_sheet,
    open_club,
    open_account,
    open_championship,
    open_rated_player,
    # leagues
    open_league_table,
    open_league_tie,
    open_league_night,
    open_league_desk,
    open_season_weeks,
    # players
    open_players,
    open_merge,
    open_player,
)

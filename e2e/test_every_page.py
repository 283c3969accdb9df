"""Every page in both themes at both sizes: nothing that axe minds, nothing sideways, light, and without other hosts."""

from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import COLOURS, LEAST_TARGET, SMALL_TARGETS, violations
from tests.support.browser.board import (
    listen,
    middle,
    play_to_the_end,
    start_match,
    start_match_by_http,
    start_match_under,
    strike_by_keys,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.match_leagues import shared_league
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch


def open_home(page: Page) -> None:
    page.goto("/")


def open_lesson(page: Page) -> None:
    page.goto("/learn/first/")
    expect(page.locator("#stage[data-ready]")).to_be_visible()


def open_lesson_of_rules(page: Page) -> None:
    page.goto("/learn/kagw/")
    expect(page.locator("#stage[data-ready]")).to_be_visible()
    page.get_by_text("The rule", exact=True).locator("visible=true").click()


def open_lobby(page: Page) -> None:
    """Somebody waits, and so does the visitor."""
    browser = page.context.browser
    assert browser is not None
    page.goto("/lobby/")
    other = browser.new_context(base_url=page.url).new_page()
    other.goto("/lobby/")
    other.locator("button.tile").first.click()
    expect(other.locator("button.tile[aria-pressed=true]")).to_be_visible()
    page.locator("button.tile").nth(1).click()
    expect(page.locator(".open button")).to_be_visible()
    other.context.close()


def open_lessons(page: Page) -> None:
    page.goto("/learn/")
    page.evaluate("() => localStorage.setItem('carrom-lesson-first', '[\"place\"]')")
    page.reload()
    expect(page.get_by_text("1 of 8 steps done")).to_be_visible()


def open_play(page: Page) -> None:
    page.goto("/play/")


def open_invitation(page: Page) -> None:
    page.goto("/play/?opponent=friend")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def open_taken(page: Page) -> None:
    invitation = start_match_by_http(page, opponent="friend")
    page.context.clear_cookies()  # somebody else opens the link,
    page.goto(invitation)
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("#arena")).to_be_visible()
    page.context.clear_cookies()  # and a third one
    page.goto(invitation)
    expect(page.get_by_role("heading", name="The seats are taken")).to_be_visible()


def open_own_matches(page: Page) -> None:
    start_match(page)
    page.goto("/matches/")
    expect(page.get_by_role("link", name="Go on").first).to_be_visible()


def open_nothing(page: Page) -> None:
    page.goto("/there-is-no-such-page/")


def open_saved_form(page: Page) -> None:
    page.goto("/clubs/")
    page.context.clear_cookies()  # the token of the open form is stale now
    page.get_by_label("Name of the club").fill("Pune Carrom Club")
    page.get_by_label("Your name").fill("Asha")
    page.get_by_role("button", name="Found it").click()
    expect(page.get_by_role("button", name="Send it again")).to_be_visible()
    page.get_by_text("What you typed", exact=True).click()


def open_stroke(page: Page) -> None:
    start_match(page)


def open_settings(page: Page) -> None:
    start_match(page)
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Settings").click()


def open_words(page: Page) -> None:
    start_match(page)
    page.locator("svg.board").focus()
    page.keyboard.press("b")


def open_ruling(page: Page) -> None:
    start_match(page)
    strike_by_keys(page)
    if page.locator("#ruling-sheet").is_hidden() and page.locator("#last").is_visible():
        page.locator("#last").click()


def open_pairs(page: Page) -> None:
    start_match_under(page, "kagw", pairs=True)


def open_solo(page: Page) -> None:
    start_match_under(page, "baca19", length="match")


def open_options(page: Page) -> None:
    page.goto("/play/?opponent=screen&ruleset=common")
    page.locator("input[name=sides][value=doubles]").check(force=True)
    page.get_by_text("Change these laws for this match").click()


def open_declaring(page: Page) -> None:
    start_match_under(page, "kagw")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Declare a fact").click()


def open_practice(page: Page) -> None:
    page.goto("/practice/")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.locator("svg.board").focus()
    page.keyboard.press("n")
    expect(page.locator(".predicted .track").first).to_be_attached()


def open_analysis(page: Page) -> None:
    page.goto("/analysis/")
    for fold in page.locator(".fold > summary").all():
        fold.click()
    page.locator("#hand-aim").press("ArrowRight")
    expect(page.locator("#chances li").first).to_be_visible()


def open_putting(page: Page) -> None:
    open_practice(page)
    page.get_by_role("button", name="Put pieces").click()
    page.locator("svg.board").focus()
    page.keyboard.press("n")
    page.keyboard.press("Delete")


def open_laws(page: Page) -> None:
    page.goto("/laws/?q=queen")


def open_ruleset(page: Page) -> None:
    page.goto("/laws/polish/")


def open_comparison(page: Page) -> None:
    page.goto("/laws/compare/?a=icf&b=polish")


def open_what_if(page: Page) -> None:
    page.goto("/laws/what-if/?ruleset=kagw&own=6&opponent=1&pocketed=own,striker&off_board=opponent&declared=push")
    for fold in ("#more-situation", "#declaring", "#off-board", "#more-stroke"):
        page.locator(f"{fold} > summary").click()


def open_impossible(page: Page) -> None:
    page.goto("/laws/what-if/?own=1&pocketed=own,own")


def open_new_sheet(page: Page) -> None:
    page.goto("/umpire/")
    page.locator("input[name=sides][value=doubles]").check(force=True)


def open_sheet(page: Page) -> None:
    page.goto("/umpire/")
    for name, text in {"name": "Asha Ramachandran", "other_name": "Tomasz Wolski"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.locator("input[name=breaks][value=me]").check(force=True)
    page.locator("input[name=ceremony][value=short]").check(force=True)
    page.get_by_role("button", name="Begin the sheet").click()
    expect(page.locator("#keys > .k")).to_have_count(5)
    page.evaluate("localStorage['carrom-sheet-auto'] = '0'")  # a page that stands still


def open_ceremony(page: Page) -> None:
    """The umpire is asked to look at strikers, coins and nets."""
    page.goto("/umpire/")
    for name, text in {"name": "Asha Ramachandran", "other_name": "Tomasz Wolski"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.get_by_role("button", name="Begin the sheet").click()
    page.get_by_role("button", name="Both sides are here").click()
    expect(page.locator(".checks > li")).to_have_count(4)


def open_sheet_ruling(page: Page) -> None:
    open_sheet(page)
    for piece in ("white", "striker"):
        page.locator(f"#keys [data-piece={piece}]").click()
    expect(page.locator("#record")).to_be_enabled()
    page.locator("#verdict-why").click()


def open_sheet_board(page: Page) -> None:
    open_sheet(page)
    page.get_by_role("button", name="Menu of the sheet").click()
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
    page.get_by_role("button", name="Begin the sheet").click()
    page.wait_for_url("**/umpire/*/")
    page.goto(page.url + "links/")
    page.get_by_role("button", name="Make the link").click()
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
    for name, text in {"Name of the club": "Carrom Club Pune", "Your name": "Asha"}.items():
        page.get_by_label(name).fill(text)
    page.get_by_role("button", name="Found it").click()
    page.get_by_label("Number or name").fill("Board 1")
    page.get_by_role("button", name="Put it up").click()
    page.get_by_role("button", name="Make the link").click()
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
    scorer.get_by_role("button", name="Make the link").click()
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
    if not page.get_by_text("Who was merged").count():  # the club is shared with other tests
        for name in ("Golds 1", "Golds 2"):
            page.get_by_role("checkbox", name=name).check()
        page.get_by_role("button", name="Merge the two").click()
        page.get_by_role("button", name="keep Golds 1").click()
    expect(page.get_by_text("Who was merged")).to_be_visible()


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
    page.get_by_label("A part of a name or an e-mail address").fill(name)
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
    page.get_by_role("button", name="Put the break in").click()
    page.get_by_role("button", name="See what this does").click()
    expect(page.get_by_role("button", name="Let the weeks be so")).to_be_visible()


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
    page.get_by_role("button", name="Begin it").click()
    page.get_by_label("Title (empty: as the event)").fill("Final")
    page.get_by_label("Day (empty: as the event)").fill("2027-05-01")
    page.get_by_role("button", name="Add the event").click()
    page.get_by_text("What was done, and undo").click()
    expect(page.get_by_role("button", name="Undo 2")).to_be_visible()


def open_rated_player(page: Page) -> None:
    """A rating that was brought along two periods ago, as a chart and as its table."""
    open_club(page)
    page.goto("/ratings/new/")
    page.get_by_label("Title").fill("Valley Ratings")
    page.get_by_role("button", name="Begin it").click()
    day = page.evaluate("new Date(Date.now() - 62 * 86400e3).toISOString().slice(0, 10)")
    file = f"name,rating,deviation,day\nAnu Nair,1712,60,{day}\nBo Lind,1500,200,{day}\n".encode()
    page.get_by_label("A CSV with name and rating").set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": file}
    )
    page.get_by_role("button", name="Bring them along").click()
    page.get_by_role("link", name="Ratings", exact=True).click()
    page.get_by_role("link", name="Anu Nair").click()
    page.get_by_text("The chart as a table").click()
    expect(page.get_by_role("cell", name="1712").first).to_be_visible()


OF_RIGHTS = (open_links, open_followed_sheet, open_club, open_account, open_championship, open_rated_player)
OF_SHEETS = (
    open_new_sheet,
    open_ceremony,
    open_sheet_ruling,
    open_sheet_board,
    open_sheet_declaring,
    open_sheet_watched,
    open_history,
    open_correction,
    open_verifying,
)
OF_PLAYERS = (open_players, open_merge, open_player)
OF_LEAGUES = (open_league_table, open_league_tie, open_league_desk, open_season_weeks)
STATES = (
    open_home,
    open_lesson,
    open_lesson_of_rules,
    open_lessons,
    open_lobby,
    open_play,
    open_options,
    open_invitation,
    open_taken,
    open_own_matches,
    open_nothing,
    open_saved_form,
    open_stroke,
    open_pairs,
    open_solo,
    open_settings,
    open_declaring,
    open_words,
    open_ruling,
    open_practice,
    open_putting,
    open_analysis,
    open_laws,
    open_ruleset,
    open_comparison,
    open_what_if,
    open_impossible,
    *OF_SHEETS,
    *OF_RIGHTS,
    *OF_LEAGUES,
    *OF_PLAYERS,
)


SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("state", STATES)
def test_axe_minds_nothing_and_nothing_is_sideways_or_too_small_at_any_size_of_text(
    open_page: OpenPage, server: LiveServer, watch: Watch, state: object
) -> None:
    watch.allow("40[34]")
    page = open_page(PHONE, server, color_scheme="light", reduced_motion="reduce")

    state(page)  # type: ignore[operator]

    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []
    for size in (PHONE, DESKTOP):  # the same page, turned into a wide one: opening is what takes the time
        page.set_viewport_size(size["viewport"])
        assert page.evaluate(SIDEWAYS) <= 0, size["viewport"]
        for theme, rules in (("light", ()), ("dark", COLOURS)):  # a theme changes colours and nothing else
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert violations(page, *rules) == "", f"{size['viewport']} {theme}"

    page.set_viewport_size(PHONE["viewport"])
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate(SIDEWAYS) <= 0, "text at twice its size"


def test_the_page_of_a_match_is_lighter_than_200_kb_over_the_wire(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    start_match(page)
    match = page.url
    fresh = open_page(PHONE, server)
    session = fresh.context.new_cdp_session(fresh)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    fresh.goto(match)
    expect(fresh.locator("#panel")).to_be_visible()
    fresh.wait_for_load_state("networkidle")

    assert len(sizes) > 20
    assert sum(sizes) < 200_000, f"{sum(sizes):,.0f} bytes in {len(sizes)} answers"


def test_who_watches_sees_the_board_and_has_no_controls(open_page: OpenPage, server: LiveServer) -> None:
    player = open_page(DESKTOP, server)
    start_match(player)
    watcher = open_page(PHONE, server)
    sent = listen(watcher)

    watcher.goto(player.url)

    expect(watcher.locator("#panel")).to_contain_text("breaks")
    expect(watcher.locator("#controls")).to_be_hidden()
    expect(watcher.locator("svg.board")).to_have_attribute("role", "img")
    assert not sent.of("stroke")


def test_what_the_other_aims_is_seen_by_who_watches(open_page: OpenPage, server: LiveServer) -> None:
    player, watcher = open_page(DESKTOP, server), open_page(DESKTOP, server)
    start_match(player)
    watcher.goto(player.url)
    expect(watcher.locator("#panel")).to_be_visible()

    player.locator("svg.board").focus()
    for _ in range(4):
        player.keyboard.press("ArrowLeft")
        player.wait_for_timeout(120)

    expect(watcher.locator(".l-others .line")).to_be_visible()
    expect(watcher.locator("#piece-0")).to_be_visible()


def test_a_friend_sits_down_by_link_and_both_come_to_the_match(open_page: OpenPage, server: LiveServer) -> None:
    host, friend = open_page(DESKTOP, server), open_page(PHONE, server)
    open_invitation(host)
    friend.goto(host.get_by_role("textbox", name="Link").input_value())

    friend.get_by_role("button", name="Sit down and play").tap()

    expect(friend.locator("#arena")).to_be_visible()
    expect(host.locator("#arena")).to_be_visible()
    assert host.url == friend.url


def test_a_second_tab_follows_along_until_it_takes_over(open_page: OpenPage, server: LiveServer) -> None:
    first = open_page(DESKTOP, server)
    start_match(first)
    second = first.context.new_page()
    second.goto(first.url)

    expect(second.get_by_text("You play in another tab")).to_be_visible()
    expect(second.locator("#controls")).to_be_hidden()
    second.get_by_role("button", name="Play here").click()

    expect(second.locator("#controls")).to_be_visible()
    expect(first.get_by_text("You play in another tab")).to_be_visible()
    expect(first.locator("#controls")).to_be_hidden()


def test_a_stroke_can_be_taken_back_from_the_menu(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    start_match(page)
    before = sent.view["position"]
    page.locator("svg.board").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    play_to_the_end(page)
    assert sent.view["position"] != before
    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")

    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Take the last stroke back").click()

    wait_until(page, lambda: sent.view["position"] == before)
    wait_for_mode(page, "stroke")


def test_with_reduced_motion_nothing_flies_and_the_ways_are_drawn(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    start_match(page)
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("With reduced motion: show the ways of a stroke until I go on").check()
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


def test_conceding_is_asked_for_once_and_ends_the_match(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    sent = listen(page)
    start_match(page)

    page.get_by_role("button", name="Match menu").tap()
    page.get_by_role("button", name="Concede the match").tap()
    assert sent.of("concede") == []
    page.get_by_role("button", name="Concede", exact=True).tap()

    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    review = page.get_by_role("link", name="Review the strokes").get_attribute("href")
    assert review == f"/analysis/?match={page.url.rstrip('/').rsplit('/', 1)[1]}"
    assert len(sent.of("concede")) == 1


def test_values_can_be_typed(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    start_match(page)
    page.locator("[data-exact=offset]").click()
    page.get_by_label("Place: millimetres").fill("-33.25")
    page.get_by_label("Aim: degrees").fill("7.125")
    page.get_by_label("Speed: metres").fill("1.5")
    page.get_by_role("button", name="Set these values").click()

    values = [page.locator(control).get_attribute("aria-valuenow") for control in ("#rail", "#wheel", "#handle")]
    assert values == ["-33.25", "7.125", "1.5"]
    assert middle(page, "#knob")[0] < middle(page, "#rail")[0]

"""Large draws: what a page costs, what it leaves to be fetched, and that caches never show an old result."""

import random
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from carrom.errors import CarromError
from carrom.terms import Side
from carrom.tournament import bracket_resolution, groups
from carrom.tournament.bracket_resolution import State
from carrom.tournament.formats import swiss_why
from carrom.tournament.formats.swiss import Swiss
from carrom_web.clubs.rights import Role
from carrom_web.competitions import kinds, page_cache
from carrom_web.competitions.events import contests, draw_parts, printouts
from carrom_web.competitions.events.models import BoardCall, Event
from carrom_web.competitions.events.pages.draw import page as draw_page
from carrom_web.competitions.events.services import calls, draws
from tests.support.thorough import one_of
from tests.support.web.clients import as_guest
from tests.support.web.draws import (
    BEST_OF_THREE,
    contest_of,
    draw_address,
    event_with_entries,
    owner_id,
    ready_fixtures,
    text_without_token,
)
from tests.support.web.events import ADULTS, NOW, official, organiser_of
from tests.support.web.markup import without_languages
from tests.support.web.people import say_consent

pytestmark = pytest.mark.django_db
ACTS = ("draw", "tell", "tell", "tell", "winner", "clear", "clear", "undo", "back", "call", "swap", "redraw", "leave")


def swiss(entries: int, rounds: int) -> Event:
    """An event in which all but the last round is played."""
    event = event_with_entries(entries, format_="swiss", format_values=(("rounds", rounds),))
    for number in range(rounds):
        draws.draw(event, owner_id(event), ADULTS, now=NOW)
        for fixture in ready_fixtures(event) if number + 1 < rounds else ():
            draws.report_boards(event, owner_id(event), ADULTS, fixture, BEST_OF_THREE, time_up=False, now=NOW)
    return event


def forget_all() -> None:
    bracket_resolution._LAST.clear()
    groups._RANKED.clear()
    draw_page.BODIES.clear()
    draw_page.PARTS.clear()
    draw_page.FIXTURES.clear()
    contests._FOLLOWED.clear()


def test_a_page_asks_for_standings_once_a_result_and_for_no_reasons(monkeypatch: pytest.MonkeyPatch):
    event = swiss(6, 2)
    asked: list[str] = []
    standings, why = Swiss.standings, swiss_why.why_these
    monkeypatch.setattr(Swiss, "standings", lambda *of: asked.append("standings") or standings(*of))
    monkeypatch.setattr(swiss_why, "why_these", lambda *of: asked.append("why") or why(*of))
    pages = [
        draw_address(event),
        *(f"/events/{event.slug}/{page}" for page in ("screen/", "results/", "results/results.json")),
    ]
    readers = (as_guest(organiser_of(event)), as_guest(official(event, Role.UMPIRE)), Client(), Client())

    draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], BEST_OF_THREE, time_up=False, now=NOW)
    for reader in readers:
        for page in pages:
            text_without_token(reader, page)
    assert asked == ["standings"]

    reasons = text_without_token(readers[-1], f"{draw_address(event)}fixtures/2.1/")
    assert (asked == ["standings", "why"] and "had not met" in reasons) or "points" in reasons


def test_forms_lists_of_all_sides_and_reasons_are_on_the_page_of_the_fixture():
    event = swiss(6, 2)
    owner = as_guest(organiser_of(event))
    page, fixture = (
        text_without_token(owner, draw_address(event)),
        text_without_token(owner, f"{draw_address(event)}fixtures/2.1/"),
    )

    for form in ('name="boards"', 'name="with"', 'name="loser"'):
        assert form not in page and form in fixture
    assert 'data-fold="2.1 officials"' in page and 'data-fold="2.1 officials"' in fixture
    assert 'href="fixtures/2.1/"' in page
    public = text_without_token(Client(), f"{draw_address(event)}fixtures/2.1/")
    assert "Why these two?" in public and "<form" not in without_languages(public) and "officials" not in public
    assert Client().get(f"{draw_address(event)}fixtures/9.9/").status_code == 404


def test_a_large_draw_shows_what_is_played_and_says_where_the_rest_is(monkeypatch: pytest.MonkeyPatch):
    event = swiss(8, 4)
    monkeypatch.setattr(draw_parts, "MOST", 8)  # two rounds of four
    stranger = Client()
    page = text_without_token(stranger, draw_address(event))

    assert [f'id="fixture-{number}.1"' in page for number in (1, 2, 3, 4)] == [False, False, True, True]
    assert 'href="?part=1#part-1"' in page and "Show its 4 matches" in page
    assert 'id="fixture-1.4"' in text_without_token(stranger, f"{draw_address(event)}?part=1")
    asked = text_without_token(stranger, f"{draw_address(event)}?fixture=2.3")
    assert [f'id="fixture-{number}.3"' in asked for number in (1, 2, 3, 4)] == [False, True, False, True]
    assert page.count('<th class="n">') == text_without_token(stranger, f"{draw_address(event)}?part=999999").count(
        '<th class="n">'
    )


def test_what_was_done_is_listed_from_its_newest_and_whole_when_asked():
    event = swiss(6, 5)
    owner = as_guest(organiser_of(event))

    assert text_without_token(owner, draw_address(event)).count('name="line"') == draw_page.NEWEST
    assert text_without_token(owner, f"{draw_address(event)}?log=all").count('name="line"') == 5 + 12


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_cached_page_is_what_a_page_made_now_would_be(monkeypatch: pytest.MonkeyPatch, seed: int):
    """Nothing that is stored here is reported to this process's cached pages, as if another had stored it.

    A draw, a result, a correction and an undo, then acts by chance: of those of a thorough run a few.
    """
    monkeypatch.setattr(page_cache, "LIFETIME_S", 600.0)
    monkeypatch.setattr(kinds, "PAGES", page_cache.PageCache())
    rng = random.Random(seed)
    event = event_with_entries(6, format_=("swiss", "knockout", "groups-knockout")[seed % 3])
    owner, umpire = organiser_of(event), official(event, Role.UMPIRE)
    readers = {"owner": as_guest(owner), "umpire": as_guest(umpire), "guest": as_guest(official(event, Role.PLAYER))}
    stranger = Client()
    done: set[str] = set()
    for what in ("draw", "tell", "clear", "undo", *rng.choices(ACTS, k=one_of(8, 46))):
        before = contests.shown(event.categories.get(key=ADULTS))
        try:
            do(event, what, rng)
            done.add(what)
        except CarromError:
            continue
        saved = {name: text_without_token(reader, draw_address(event)) for name, reader in readers.items()}
        of_all = text_without_token(stranger, draw_address(event))
        forget_all()
        assert saved == {name: text_without_token(reader, draw_address(event)) for name, reader in readers.items()}, (
            what
        )
        if what != "call" or before is None:  # without a cookie, calls of other processes show a second later
            monkeypatch.setattr(kinds, "PAGES", page_cache.PageCache())
            assert of_all == text_without_token(stranger, draw_address(event)), what
    assert {"draw", "tell", "clear", "undo"} <= done


def do(event: Event, what: str, rng: random.Random) -> Any:
    """One act by chance. Raises CarromError: it may not be done now."""
    owner = owner_id(event)
    if what == "draw":
        return draws.draw(event, owner, ADULTS, now=NOW)
    now = contest_of(event) if contests.shown(event.categories.get(key=ADULTS)) else None
    if now is None or not now.meetings:
        raise draws.NotReadyError("nothing is drawn")
    wanted = {"tell": State.READY, "winner": State.READY, "clear": State.DECIDED, "call": State.READY}.get(what)
    meeting = rng.choice([one for one in now.meetings if one.state is wanted] or now.meetings)
    fixture = meeting.fixture.id
    if what == "tell":
        line = rng.choice(("5-0 0-3 8-0", "0-5 0-1", "7-0 7-0"))
        return draws.report_boards(event, owner, ADULTS, fixture, line, time_up=False, now=NOW)
    if what == "winner":
        return draws.report_not_played(event, owner, ADULTS, fixture, "no-show", rng.choice((Side.A, Side.B)), now=NOW)
    if what == "clear":
        return draws.clear(event, owner, ADULTS, fixture, now=NOW)
    if what == "undo":
        return draws.undo(event, owner, ADULTS, rng.choice(now.record.entries[-6:]).number, now=NOW)
    if what == "back":
        return draws.bring_back(event, owner, ADULTS, now=NOW)
    if what == "leave":
        return draws.leave(event, owner, ADULTS, rng.choice(now.contest.entrants).key, now=NOW)
    if what == "redraw":
        return draws.redraw(event, owner, ADULTS, now=NOW)
    if what == "call":
        table = BoardCall.objects.filter(category__event=event, ended_at=None).first()
        if table is not None and rng.random() < 0.5:
            return calls.call_off(event, owner, table.pk, now=NOW)
        return calls.call(event, owner, ADULTS, fixture, rng.randrange(1, 5), now=NOW)
    other = rng.choice(now.meetings).fixture.id
    return draws.swap(event, owner, ADULTS, fixture, Side.A, other, Side.B, now=NOW)


def test_names_that_change_change_the_cached_page():
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    reader = as_guest(official(event, Role.PLAYER))
    assert "Player A" in text_without_token(reader, draw_address(event))

    say_consent([event.forms.get(name="Player A")], shows_name=False)

    assert "Player A" not in text_without_token(reader, draw_address(event)) and "P. A." in text_without_token(
        reader, draw_address(event)
    )
    assert "Player A" in text_without_token(as_guest(organiser_of(event)), draw_address(event))


def test_a_bye_first_and_a_bye_second_look_the_same():
    event = event_with_entries(3)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    found = contest_of(event)
    bye = next(one for one in found.meetings if one.state is State.BYE)
    turned = replace(bye, fixture=replace(bye.fixture, a=bye.fixture.b, b=bye.fixture.a), a=bye.b, b=bye.a)

    rows = [draw_parts.fixture_row(found, one, None)["sides"] for one in (bye, turned)]
    assert {printouts.sides_of(found, one) for one in (bye, turned)} == {(found.name(bye.winner), "Bye")}
    assert [[(side["name"], side["won"]) for side in row] for row in rows] == [
        [(found.name(bye.winner), True), ("Bye", False)]
    ] * 2

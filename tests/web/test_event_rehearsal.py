"""A rehearsal plays an event through by chance: it says what does not fit, can be stopped, and stores nothing."""

import asyncio
from dataclasses import replace
from datetime import date, time

import pytest

from carrom.tournament.category import CategoryTerms
from carrom.tournament.play_days import Day
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import contests, rehearsals
from carrom_web.competitions.events.models import Contest, Entry, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws, registration
from tests.support.web.clients import as_guest
from tests.support.web.events import LATE, NOW, application, cash_terms, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
CATEGORIES = (
    CategoryTerms(key="cup", title="Cup", format="knockout"),
    CategoryTerms(key="swiss", title="Weekend", format="swiss", format_values=(("rounds", 4),)),
)


def held(hours: int = 10, boards: int = 8, categories=CATEGORIES) -> Event:
    days = (Day(date(2022, 2, 5), time(9), time(9 + hours)),)
    return new_event(cash_terms(days=days, categories=categories, boards=boards))


def rehearsed(event: Event, **asked: object) -> str:
    asked = {"seed": 7, "entries-cup": 12, "entries-swiss": 10} | asked
    answer = as_guest(organiser_of(event)).get(f"/events/{event.slug}/rehearsal/", asked)

    async def whole() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return asyncio.run(whole()).decode()


def everything_stored() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (Event, Entry, Contest, AuditEntry)]


def test_an_event_that_nobody_has_entered_is_played_through_and_nothing_is_stored():
    event = held()
    before = everything_stored()

    page = rehearsed(event)

    assert "Everything fits." in page
    assert "entries: 12, rounds: 4, matches: 11" in page and "entries: 10, rounds: 4, matches: 20" in page
    assert "31 matches to play" in page
    assert page.index("Weekend: draw 4 played") < page.index("Putting all matches on the boards")
    assert page.rstrip().endswith("</html>")
    assert everything_stored() == before


def test_the_same_number_goes_the_same_way_and_another_one_another_way():
    event = held()
    first, again, other = (rehearsed(event, seed=seed).partition("Final standings")[2] for seed in (7, 7, 8))

    assert first == again != other


def test_what_does_not_fit_is_said_with_the_boards_that_would_be_enough():
    page = rehearsed(held(hours=4, boards=2))

    assert "Not everything fits" in page and "finds no time before the event closes" in page


def test_a_draw_that_is_made_goes_on_from_where_it_stands():
    event = held(categories=CATEGORIES[:1])
    owner = organiser_of(event)
    for sign in "ABCD":
        registration.hand_in(event, application(f"Player {sign}", "cup"), now=NOW)
    draws.draw(event, owner.pk, "cup", now=LATE)
    draws.report_boards(event, owner.pk, "cup", "1.1", "9-0 9-0", time_up=False, now=LATE)
    record = list(LogEntry.objects.values())

    page = rehearsed(event)

    assert "2 matches to play" in page and "4, drawn: continues from here" in page
    assert "Player A" in page
    assert list(LogEntry.objects.values()) == record


def test_too_few_entries_are_said_and_the_others_are_played():
    page = rehearsed(held(), **{"entries-cup": 1})

    assert 'class="note bad"' in page and "entries: 10, rounds: 4, matches: 20" in page


def test_it_stops_between_two_steps():
    event = held()
    terms = terms_of(event)
    made = rehearsals.Rehearsal(rehearsals.prepared(event, terms, {"cup": 64, "swiss": 64}), seed=1)
    steps = rehearsals.rehearse(made, terms)

    assert next(steps).title == "Cup"
    steps.close()

    assert made.plan is None and not made.categories[1].contest.draws


def test_doubles_need_nobody_twice_and_a_tenth_does_not_come():
    from carrom.tournament.category import Kind

    pairs = replace(CATEGORIES[0], key="pairs", kind=Kind.DOUBLES)
    page = rehearsed(held(categories=(pairs,)), absent=50, **{"entries-pairs": 16})

    assert "entries: 16" in page and "without play" in page


def test_only_organisers_rehearse(client):
    event = held()

    for who in (client, as_guest(official(event, Role.UMPIRE))):
        assert who.get(f"/events/{event.slug}/rehearsal/").status_code == 403
    assert as_guest(organiser_of(event)).get(f"/events/{event.slug}/rehearsal/").status_code == 200
    assert contests.shown(event.categories.first()) is None

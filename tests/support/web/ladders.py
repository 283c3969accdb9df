"""Ladders that are open."""

from carrom.tournament.category import CategoryTerms
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Entry, Event
from carrom_web.competitions.events.services import ladders, registration
from tests.support.web.events import NOW, application, cash_terms, new_event, organiser_of
from tests.support.web.stored_once import stored_once

LADDER = "ladder"


@stored_once
def ladder_of(count: int, **values: object) -> tuple[Event, list[Entry]]:
    """An open ladder; its entries from the highest rung."""
    category = CategoryTerms(
        key=LADDER, title="Club ladder", format="ladder", least=2, format_values=tuple({"reach": 2, **values}.items())
    )
    event = new_event(cash_terms(categories=(category,)))
    for number in range(count):
        registration.hand_in(event, application(f"Player {chr(65 + number)}", LADDER), now=NOW)
    ladders.open_ladder(event, organiser_of(event).pk, LADDER, now=NOW)
    return event, rungs(event)


def ladder_contest(event: Event) -> contests.ContestView:
    """The contest of the ladder."""
    found = contests.shown(event.categories.get(key=LADDER))
    assert found is not None
    return found


def rungs(event: Event) -> list[Entry]:
    """Its entries from the highest rung."""
    entries = {entry.key: entry for entry in Entry.objects.filter(category__event=event)}
    return [entries[row.key] for row in ladder_contest(event).standings]

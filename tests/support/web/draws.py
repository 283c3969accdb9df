"""Events that are drawn: entries, fixtures, the page of a draw."""

import re
from dataclasses import replace

from django.test import Client

from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import Method
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import payments, registration
from tests.support.web.events import ADULTS, NOW, application, cash_terms, new_event, organiser_of
from tests.support.web.stored_once import stored_once

BEST_OF_THREE = "5-0 0-3 8-0q"


@stored_once
def event_with_entries(count: int, *, format_: str = "knockout", **changes: object) -> Event:
    """An event of singles under kagw whose entries are paid."""
    category = CategoryTerms(key=ADULTS, title="Singles", fee=1000, least=2, format=format_)
    event = new_event(cash_terms(categories=(replace(category, **changes),)))
    for number in range(count):
        form = registration.hand_in(event, application(f"Player {chr(65 + number)}"), now=NOW)
        payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=1000, now=NOW)
    return event


def contest_of(event: Event) -> contests.ContestView:
    """The contest of the one category."""
    found = contests.shown(event.categories.get(key=ADULTS))
    assert found is not None
    return found


def owner_id(event: Event):
    """Who may draw: the owner of the event's club."""
    return organiser_of(event).pk


def ready_fixtures(event: Event) -> list[str]:
    """The fixtures that can be played now."""
    return [one.fixture.id for one in contest_of(event).meetings if one.state is State.READY]


TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


def draw_address(event: Event) -> str:
    """The page of the draw."""
    return f"/events/{event.slug}/draws/{ADULTS}/"


def text_without_token(client: Client, path: str) -> str:
    """A page, without what differs each time that it is made."""
    answer = client.get(path)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())

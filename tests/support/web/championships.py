"""A championship and its events: entered, drawn, played to their end, counted; and its table."""

from datetime import date

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import Method
from carrom_web.competitions.championships import event_results, repository, services
from carrom_web.competitions.championships.state import Counting, PutLeg
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.services import draws, organising, payments, registration
from tests.support.web.draws import event_with_entries, ready_fixtures
from tests.support.web.events import ADULTS, NOW, application, cash_terms, organiser_of
from tests.support.web.stored_once import stored_once

TEN = Counting(table="own", own=("10", "6", "3"))


def report_result(event, fixture):
    """Who comes first in the alphabet wins two boards to one."""
    meeting, found = contests.shown(event.categories.get()).meeting(fixture), contests.shown(event.categories.get())
    line = "5-0 0-3 8-0" if found.name(meeting.a) < found.name(meeting.b) else "0-5 3-0 0-8"
    draws.report_boards(event, organiser_of(event).pk, ADULTS, fixture, line, time_up=False, now=NOW)


def play_out(event):
    """Draw an event and play all its fixtures."""
    draws.draw(event, organiser_of(event).pk, ADULTS, now=NOW)
    for fixture in ready_fixtures(event):
        report_result(event, fixture)


@stored_once
def played_event(count, **terms):
    """An event with this many entries of whom all have played all others."""
    event = event_with_entries(count, format_="round-robin", **terms)
    play_out(event)
    return event


def another_event(club_of, *names):
    """A second event of the same club with these entries, not drawn yet."""
    category = CategoryTerms(key=ADULTS, title="Singles", fee=1000, least=2, format="round-robin")
    owner = organiser_of(club_of).pk
    event = organising.start_event(club_of.club, owner, cash_terms(categories=(category,)), now=NOW)
    organising.publish(event, owner, now=NOW)
    for name in names:
        form = registration.hand_in(event, application(name), now=NOW)
        payments.record_payment(form, owner, method=Method.CASH, cents=1000, now=NOW)
    return event


def started(event, counting=TEN):
    """A championship of the event's club that counts in this way."""
    return services.begin(event.club, organiser_of(event).pk, title="Valley Series", counting=counting, now=NOW)


def count(championship, event, key="one", **more):
    """Have the adults of an event count, under this key."""
    category = event.categories.get(key=ADULTS)
    leg = PutLeg(key=key, title=f"Cup {key}", day=date(2022, 2, 5), category=category.pk, **more)
    services.do(championship, organiser_of(event).pk, leg, now=NOW)


def table(championship, **asked):
    """The place and the total of each name, as the first table has them."""
    book = repository.state(championship)
    legs = event_results.leg_results(championship, book)
    names = event_results.names_in(legs)
    _, lines = event_results.table_of(book, legs, book.tables[0], **asked)
    return {names[line.key]: (line.place, line.total) for line in lines}


def key_of(championship, name):
    """The key of the line that bears this name."""
    book = repository.state(championship)
    return next(
        key for key, own in event_results.names_in(event_results.leg_results(championship, book)).items() if own == name
    )

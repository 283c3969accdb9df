"""Events of a championship: entered, drawn, played to their end."""

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import Method
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.services import draws, organising, payments, registration
from tests.support.web.draws import event_with_entries, ready_fixtures
from tests.support.web.events import ADULTS, NOW, application, cash_terms, organiser_of
from tests.support.web.stored_once import stored_once


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

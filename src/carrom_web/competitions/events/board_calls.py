"""A fixture that was called to a board, and the head of the match scored there."""

from dataclasses import dataclass

from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom.laws.ruleset import Ruleset
from carrom.match.entries import Head
from carrom.play.game import new_head
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.teams import fixture_and_number
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.models import BoardCall, Entry, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import line_ups


class NotCalledError(NotAllowedError):
    """No board was named for this match, or it has ended."""

    code = "not-called"


@dataclass(frozen=True, slots=True)
class Called:
    """A fixture at its board: who plays, under which laws."""

    table: BoardCall
    terms: EventTerms
    category: CategoryTerms
    laws: Ruleset
    a: tuple[str, ...]
    b: tuple[str, ...]


def called(event: Event, key: str, fixture: str) -> Called:
    """Give a fixture, or a match of a tie by its name ("1.2/3"), that was called to a board. Raises NotCalledError."""
    rows = BoardCall.objects.filter(category__event=event, category__key=key, fixture=fixture, ended_at=None)
    table = rows.select_related("category").first()
    if table is None:
        raise NotCalledError("match")
    terms = terms_of(event)
    category = terms.category(key)
    laws = contests.ruleset_of(terms, category)
    number = fixture_and_number(fixture)[1]
    a, b = (_of_line_up(table, key, number) if number else _names(table, key) for key in (table.a, table.b))
    return Called(table, terms, category, laws, a, b)


def head_of(called: Called) -> Head:
    """The head of a match without positions, with the toss: the event's laws, the sides' names, where it belongs."""
    seated = called.a + called.b if len(called.a) == 1 else (called.a[0], called.b[0], called.a[1], called.b[1])
    tags = {
        "date": timezone.now().astimezone(called.terms.zone).date().isoformat(),
        "event": called.terms.title,
        "place": f"{called.category.title}, {called.table.fixture}, board {called.table.board}",
    }
    return new_head(called.laws, players=seated, take_back="never", asks_claims=True, positions=False, tags=tags)


def _of_line_up(table: BoardCall, team: str, number: int) -> tuple[str, ...]:
    """Return the players of a tie's match for a team, by its open line-up."""
    found = contests.shown(table.category)
    fixture = fixture_and_number(table.fixture)[0]
    if found is None or not line_ups.are_open(found.contest, fixture, table.a, table.b):
        raise NotCalledError("line-ups")
    line_up = line_ups.line_up_of(found.contest, fixture, team)
    return found.persons(line_up.matches[number - 1]) if line_up else ()


def _names(table: BoardCall, key: str) -> tuple[str, ...]:
    """Return the players' public names: everybody may watch the match."""
    entry = Entry.objects.prefetch_related("members").get(category=table.category_id, key=key)
    if entry.team:  # one match of whole teams
        return (entry.team,)
    return tuple(selectors.shown_name(member) for member in sorted(entry.members.all(), key=lambda one: one.position))

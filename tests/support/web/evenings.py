"""An evening from a list of names, and its results one after another."""

from datetime import datetime, timedelta
from itertools import count

from django.utils import timezone

from carrom.tournament.evening import Way
from carrom_web.accounts.models import Guest
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import BoardCall, Event
from carrom_web.competitions.events.services import draws, evenings
from carrom_web.competitions.events.services.evenings import KEY
from tests.support.web.stored_once import stored_once

NAMES = tuple(
    f"{first} {last}"
    for first, last in zip(
        "Asha Ben Cem Dev Eva Fay Gil Hana Ivo Jon Kim Lea Max Noa Oma Pia".split(),
        "Nair Roy Das Rao Lee May Paz Ito Bo Fox Li Wu Ray Gad Sen Ek".split(),
        strict=True,
    )
)
SECONDS = count()


def now() -> datetime:
    """A moment after all before it."""
    return timezone.now() + timedelta(seconds=next(SECONDS))


def begin(host: Guest, way: Way = Way.ROUNDS, players: int = 16, boards: int = 4) -> Event:
    """Begin an evening of the first so many `NAMES`, with 20 minutes for a match."""
    return evenings.begin(host.pk, NAMES[:players], way, boards=boards, minutes=20, time_zone="Europe/Rome", now=now())


@stored_once
def evening(way: Way = Way.ROUNDS, players: int = 16, boards: int = 4) -> tuple[Event, Guest]:
    """An evening, and who began it."""
    host = Guest.objects.create(name="Olive")
    return begin(host, way, players, boards), host


def shown(event: Event) -> contests.ContestView:
    """The evening as its officials see it."""
    found = contests.shown(event.categories.get(), whole_names=True)
    assert found is not None
    return found


def at_boards(event: Event) -> list[tuple[int, str]]:
    """The number of each board in use and the fixture that is played there."""
    open_calls = BoardCall.objects.filter(category__event=event, ended_at=None).order_by("board")
    return list(open_calls.values_list("board", "fixture"))


def play_first(event: Event, host: Guest, winner: str = "a") -> str:
    """The side `winner` wins at the first board in use; give the fixture."""
    fixture = at_boards(event)[0][1]
    draws.report_winner(event, host.pk, KEY, fixture, winner, now=now())
    return fixture


def to_the_end(event: Event, host: Guest) -> int:
    """Report winners until no board is in use; give how many.

    Raises:
        AssertionError: it goes on after 300 matches.
    """
    for played in range(300):
        if not at_boards(event):
            return played
        play_first(event, host, "ab"[played % 2])
    raise AssertionError("it does not end")

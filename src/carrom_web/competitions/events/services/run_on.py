"""An event that runs itself: draws the next round when the last is played, and calls matches to free boards.

Both happen in the transaction of whatever made them possible, so that a reader never sees one without the other.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from carrom.tournament import format as formats
from carrom.tournament import record as records
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.format import CannotPairError, NothingToDrawError, TooFewError
from carrom.tournament.record import Record
from carrom_web.competitions.events import contests, notifications, repository, selectors
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.services import online

_RNG = random.SystemRandom()


def drawn_on(record: Record, *, boards: int, at: str) -> Record:
    """The record with the next round if all before it is played, or with the next matches as far as there are boards.

    A contest that is not drawn at all stays so.
    """
    form = formats.find(record.format)
    while records.contest_of(record).draws:
        waiting = [one for one in form.meetings(records.contest_of(record)) if not one.is_settled]
        if len(waiting) >= boards if form.draws_one_match else waiting:
            break
        try:
            record = records.draw(record, _RNG, at=at)
        except (NothingToDrawError, TooFewError, CannotPairError):
            break
    return record


def call_what_can_be(event: Event, *, now: datetime, first: tuple[str, str] | None = None) -> None:
    """Let calls follow the draws, and call the next matches to the boards that are free.

    Args:
        first: the category and fixture that is to be called before all others.
    """
    terms = repository.terms_of(event)
    shown = _contests(event)
    _follow_draws(event, shown, now=now)
    calls = list(BoardCall.objects.filter(category__event=event).values_list("category_id", "fixture", "ended_at"))
    called = Counter((category, fixture) for category, fixture, _ended in calls)
    open_now = {(category, fixture) for category, fixture, ended in calls if ended is None}
    waiting = [one for one in _waiting(shown) if (one[0].pk, one[2].fixture.id) not in open_now]
    waiting.sort(key=lambda one: ((one[0].key, one[2].fixture.id) != first, called[one[0].pk, one[2].fixture.id]))
    taken = set(BoardCall.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True))
    free = [board for board in range(1, terms.boards + 1) if board not in taken]
    for category, _found, meeting in waiting:
        if not free:
            return
        playing = selectors.at_boards(event, terms)
        if (category.key, meeting.a) in playing or (category.key, meeting.b) in playing:
            continue
        made = BoardCall.objects.create(
            category=category,
            fixture=meeting.fixture.id,
            a=meeting.a or "",
            b=meeting.b or "",
            board=free.pop(0),
            called_at=now,
        )
        if terms.is_online:
            online.begin(event, terms, made)
        notifications.announce(made)


def _contests(event: Event) -> dict[int, tuple[Category, contests.ContestView]]:
    found = ((row, contests.shown(row)) for row in event.categories.order_by("pk"))
    return {row.pk: (row, one) for row, one in found if one is not None}


def _follow_draws(event: Event, shown: dict[int, tuple[Category, contests.ContestView]], *, now: datetime) -> None:
    """End the calls of fixtures that are played or gone; where a draw was edited, call who plays now."""
    for call in BoardCall.objects.filter(category__event=event, ended_at=None):
        meeting = shown[call.category_id][1].followed.by_fixture.get(call.fixture)
        is_same = meeting is not None and (meeting.a, meeting.b) == (call.a, call.b)
        if meeting is None or meeting.state is not State.READY or (call.match_id is not None and not is_same):
            BoardCall.objects.filter(pk=call.pk).update(ended_at=now)
        elif not is_same:
            call.a, call.b = meeting.a or "", meeting.b or ""
            call.save(update_fields=["a", "b"])
            notifications.announce(call)


def _waiting(
    shown: dict[int, tuple[Category, contests.ContestView]],
) -> Iterator[tuple[Category, contests.ContestView, Meeting]]:
    """Return the fixtures that can be called, in the order of draws; ties are called match by match, by hand."""
    for category, found in shown.values():
        if found.contest.tie is None:
            for meeting in found.meetings:
                if meeting.state is State.READY:
                    yield category, found, meeting

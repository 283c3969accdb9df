"""An event that runs itself: draws the next round when the last is played, and calls matches to free boards.

Both happen in the transaction of whatever made them possible, so that a reader never sees one without the other.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from carrom.tournament import format as formats
from carrom.tournament import record as records
from carrom.tournament.bracket_resolution import Meeting, State, reported_tie_matches
from carrom.tournament.event import EventTerms
from carrom.tournament.format import CannotPairError, NothingToDrawError, TooFewError
from carrom.tournament.record import Record
from carrom.tournament.teams import fixture_and_number, match_name
from carrom_web.competitions.events import contests, notifications, repository, selectors
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.services import line_ups, online

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
    waiting = [one for one in _waiting(shown, terms) if (one[0].pk, one[2]) not in open_now]
    waiting.sort(key=lambda one: ((one[0].key, one[2]) != first, called[one[0].pk, one[2]]))
    taken = set(BoardCall.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True))
    free = [board for board in range(1, terms.boards + 1) if board not in taken]
    for category, meeting, name in waiting:
        if not free:
            return
        playing = selectors.at_boards(event, terms)
        if (category.key, meeting.a) in playing or (category.key, meeting.b) in playing:
            continue
        made = BoardCall(category=category, fixture=name, a=meeting.a or "", b=meeting.b or "", called_at=now)
        if name != meeting.fixture.id and not online.can_begin(event, made):
            continue
        made.board = free.pop(0)
        made.save()
        if terms.is_online:
            online.begin(event, terms, made)
        notifications.announce(made)


def _contests(event: Event) -> dict[int, tuple[Category, contests.ContestView]]:
    found = ((row, contests.shown(row)) for row in event.categories.order_by("pk"))
    return {row.pk: (row, one) for row, one in found if one is not None}


def _follow_draws(event: Event, shown: dict[int, tuple[Category, contests.ContestView]], *, now: datetime) -> None:
    """End the calls of fixtures that are played or gone; where a draw was edited, call who plays now."""
    for call in BoardCall.objects.filter(category__event=event, ended_at=None):
        found, (fixture, number) = shown[call.category_id][1], fixture_and_number(call.fixture)
        meeting = found.followed.by_fixture.get(fixture)
        is_same = meeting is not None and (meeting.a, meeting.b) == (call.a, call.b)
        is_settled = meeting is not None and number and number not in _open(found, meeting)
        is_moved = call.match_id is not None and not is_same
        if number and meeting is not None and not line_ups.are_open(found.contest, fixture, call.a, call.b):
            BoardCall.objects.filter(pk=call.pk).update(ended_at=now, is_overruled=True)
            notifications.announce_withdrawn(call)
        elif meeting is None or meeting.state is not State.READY or is_settled or is_moved:
            BoardCall.objects.filter(pk=call.pk).update(ended_at=now)
        elif not is_same:
            call.a, call.b = meeting.a or "", meeting.b or ""
            call.save(update_fields=["a", "b"])
            notifications.announce(call)


def _waiting(
    shown: dict[int, tuple[Category, contests.ContestView]], terms: EventTerms
) -> Iterator[tuple[Category, Meeting, str]]:
    """Return what can be called by its name, in the order of draws.

    Ties are called match by match: by themselves where they are played online, once their line-ups are open.
    """
    for category, found in shown.values():
        for meeting in found.meetings:
            if meeting.state is not State.READY:
                continue
            if found.contest.tie is None:
                yield category, meeting, meeting.fixture.id
            elif terms.is_online:
                for number in _open(found, meeting):
                    yield category, meeting, match_name(meeting.fixture.id, number)


def _open(found: contests.ContestView, meeting: Meeting) -> list[int]:
    """Return the matches of a tie, by their numbers, that have players and no result."""
    tie, a, b = found.contest.tie, meeting.a or "", meeting.b or ""
    if tie is None or not line_ups.are_open(found.contest, meeting.fixture.id, a, b):
        return []
    reported = reported_tie_matches(found.contest, meeting.fixture.id, a, b)
    return [number for number in range(1, len(tie.order) + 1) if number not in reported]

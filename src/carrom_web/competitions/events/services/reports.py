"""Results that players enter by their own links: one reports, the other confirms or objects.

What both say alike stands at once; what one says and the other does not deny stands after a while. Where they differ
both are stored until an official enters a result, be it one of theirs.
"""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from carrom.errors import CarromError, NotAllowedError
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.results import Result
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, repository
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Entry, Event, Registration, ReportedResult
from carrom_web.competitions.events.services.draws import contest_of, store_result
from carrom_web.competitions.events.services.organising import check_may
from carrom_web.competitions.events.services.pad import PadWay, result_on_pad

STANDS_AFTER = timedelta(minutes=10)
LADDER = "ladder"  # whose challenges have reports of their own
_log = logging.getLogger(__name__)


class ReportError(NotAllowedError):
    """A result that a player may not enter, or confirm, now."""

    code = "report"


def takes_reports(event: Event, found: contests.ContestView, meeting: Meeting) -> bool:
    """Whether the two of a match may enter its result."""
    is_single = found.contest.tie is None and found.record.format != LADDER
    return is_single and meeting.state is State.READY and repository.terms_of(event).players_report


def entry_in(form: Registration, key: str) -> Entry | None:
    """The entry of a registration in a category; None: it has none that stands."""
    return next((one for one in form.entries.filter(category__key=key) if one.takes_a_place), None)


def reported(event: Event, found: contests.ContestView, key: str, report: ReportedResult) -> Result:
    """The result that a report tells. Raises CarromError: it cannot be any more."""
    return result_on_pad(event, found, key, report.fixture, report.way, report.value, time_up=report.time_up)


def report(
    form: Registration, key: str, fixture: str, way: str, value: str, *, time_up: bool = False, now: datetime
) -> bool:
    """Keep what one of the two says of their match; True: the other has said the same, and it stands.

    Raises:
        ReportError: it is not theirs, or takes no report now. CarromError: it cannot be.
    """
    event, found, meeting, own = _own_match(form, key, fixture)
    result = result_on_pad(event, found, key, fixture, way, value, time_up=time_up)
    others = ReportedResult.objects.filter(category=found.row.category, fixture=fixture, a=meeting.a, b=meeting.b)
    other = others.exclude(by=own).first()
    if other is not None:
        theirs = reported(event, found, key, other)
        if _agree(theirs, result):
            _confirm(event, key, result if other.way == PadWay.WINNER else theirs, now=now)
            return True
    with transaction.atomic():
        ReportedResult.objects.update_or_create(
            category=found.row.category,
            fixture=fixture,
            by=own,
            defaults={
                "a": meeting.a or "",
                "b": meeting.b or "",
                "way": way,
                "value": " ".join(value.split())[:200],
                "time_up": time_up,
                "at": now,
            },
        )
        announcements.changed_after_commit(event.pk)
    return False


def confirm(form: Registration, key: str, fixture: str, number: int, *, now: datetime) -> None:
    """Let what the other has said stand; `number` is that of the report that was looked at. Raises ReportError."""
    event, found, _meeting, own = _own_match(form, key, fixture)
    others = ReportedResult.objects.filter(category=found.row.category, fixture=fixture).exclude(by=own)
    other = others.filter(pk=number).first()
    if other is None:
        raise ReportError("nothing-to-confirm")
    _confirm(event, key, reported(event, found, key, other), now=now)


def take_back(form: Registration, key: str, fixture: str) -> None:
    """Forget what one has said oneself, as long as it does not stand. Raises ReportError."""
    event, found, _meeting, own = _own_match(form, key, fixture)
    with transaction.atomic():
        ReportedResult.objects.filter(category=found.row.category, fixture=fixture, by=own).delete()
        announcements.changed_after_commit(event.pk)


def accept(event: Event, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Let an official take what one of the two has said. Raises NotOfficialError, ReportError, StaleContestError."""
    check_may(event, guest_id, Action.DRAW)
    rows = ReportedResult.objects.filter(category__event=event).select_related("category")
    row = rows.filter(pk=number).first()
    if row is None:
        raise ReportError("nothing-to-confirm")
    _category, found = contest_of(event, row.category.key)
    result = reported(event, found, row.category.key, row)
    store_result(event, guest_id, row.category.key, row.fixture, result, now=now)


def confirm_all_due(*, now: datetime) -> int:
    """Accept reports that nobody has disputed for a while; return how many."""
    due = ReportedResult.objects.filter(at__lte=now - STANDS_AFTER).select_related("category__event")
    confirmed = 0
    for row in due:
        event, key = row.category.event, row.category.key
        others = ReportedResult.objects.filter(category=row.category, fixture=row.fixture).exclude(by=row.by)
        found = contests.shown(row.category)
        meeting = found.followed.by_fixture.get(row.fixture) if found is not None else None
        if found is None or meeting is None or (meeting.a, meeting.b) != (row.a, row.b) or meeting.result is not None:
            row.delete()  # it was decided otherwise
        elif not others.exists():
            try:
                _confirm(event, key, reported(event, found, key, row), now=now)
                confirmed += 1
            except CarromError as error:  # an official decides: the others go on
                _log.warning("the report %s does not stand: %s", row, error)
    return confirmed


def _own_match(form: Registration, key: str, fixture: str) -> tuple[Event, contests.ContestView, Meeting, str]:
    event, entry = form.event, entry_in(form, key)
    if entry is None:
        raise ReportError("not-open")
    _category, found = contest_of(event, key, whole_names=event.club.for_evenings)
    meeting = found.followed.by_fixture.get(fixture)
    if meeting is None or entry.key not in meeting.keys or not takes_reports(event, found, meeting):
        raise ReportError("not-open")
    return event, found, meeting, entry.key


def _agree(one: Result, other: Result) -> bool:
    """Whether two say the same, one of them perhaps less of it."""
    return one == other or (one.winner is other.winner and "winner" in (one.detail, other.detail))


def _confirm(event: Event, key: str, result: Result, *, now: datetime) -> None:
    store_result(
        event,
        None,
        key,
        result.fixture,
        result,
        kind=AuditKind.RESULT_CONFIRMED,
        right=None,
        now=now,
        role=AuditEntry.Role.PLAYER,
    )

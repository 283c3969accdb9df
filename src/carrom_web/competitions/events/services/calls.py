"""Boards: a fixture is called to one, its match is scored there, and its result is taken over."""

import logging
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from carrom.errors import CarromError, NotAllowedError
from carrom.tournament.bracket_resolution import Meeting, State, reported_tie_matches
from carrom.tournament.commands import Act, Clear, ClearTieMatch, Tell, TellTieMatch
from carrom.tournament.teams import fixture_and_number
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, notifications, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import BoardCall, Event
from carrom_web.competitions.events.services import online
from carrom_web.competitions.events.services.draws import changing, contest_of
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.competitions.events.services.results import NotReadyError, check_line_ups_open, result_of_report
from carrom_web.matches import selectors as match_queries
from carrom_web.matches.results import fixture_result

_log = logging.getLogger(__name__)


class PlayerBusyError(NotAllowedError):
    """Somebody would be at two boards at once."""

    code = "player-busy"


class BoardBusyError(NotAllowedError):
    """A match is called to that board, or there is no such board."""

    code = "board-busy"


def call(event: Event, guest_id: UUID | None, key: str, fixture: str, board: int, *, now: datetime) -> BoardCall:
    """Call a fixture, or a match of a tie by its name ("1.2/3"), to a board that is free.

    Raises:
        NotOfficialError, NotReadyError, BoardBusyError.
        PlayerBusyError: somebody of it is at another board, be it in another category.
    """
    check_may(event, guest_id, Action.DRAW)
    category, found = contest_of(event, key)
    meeting = found.meeting(fixture)
    if meeting.state is not State.READY or not meeting.a or not meeting.b:
        raise NotReadyError("cannot-call")
    if found.contest.tie is not None:
        _check_tie_match_ready(found, meeting, fixture)
    terms = repository.terms_of(event)
    busy = set(BoardCall.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True))
    if not 1 <= board <= terms.boards or board in busy:
        raise BoardBusyError("board", board=board)
    playing = selectors.at_boards(event, terms)
    name = playing.get((key, meeting.a)) or playing.get((key, meeting.b))
    if name and not BoardCall.objects.filter(category=category, fixture=fixture, ended_at=None).exists():
        raise PlayerBusyError(name=name)
    try:
        with transaction.atomic():
            record_audit(event, guest_id, AuditKind.CALLED, now, fixture=fixture, board=board)
            made = BoardCall.objects.create(
                category=category, fixture=fixture, a=meeting.a, b=meeting.b, board=board, called_at=now
            )
            if terms.is_online:
                online.begin(event, terms, made)
            notifications.announce(made)
            return made
    except IntegrityError:
        raise BoardBusyError("called") from None


def _check_tie_match_ready(found: contests.ContestView, meeting: Meeting, name: str) -> None:
    check_line_ups_open(found, meeting, name)
    reported = reported_tie_matches(found.contest, meeting.fixture.id, meeting.a or "", meeting.b or "")
    if fixture_and_number(name)[1] in reported:
        raise NotReadyError("tie-match-has-result")


def call_off(event: Event, guest_id: UUID | None, table_id: int, *, now: datetime) -> None:
    """Take a call back; the board is free again. Raises NotOfficialError."""
    check_may(event, guest_id, Action.DRAW)
    record_audit(event, guest_id, AuditKind.CALL_CLEARED, now, table=table_id)
    BoardCall.objects.filter(pk=table_id, category__event=event, ended_at=None).update(ended_at=now)


def attach(table: BoardCall, match_id: UUID) -> None:
    """Set the match in which a called fixture is scored. Raises NotReadyError: it has one already, or is over."""
    if not BoardCall.objects.filter(pk=table.pk, match=None, ended_at=None).update(match_id=match_id):
        raise NotReadyError("already-scored")
    announcements.changed(table.category.event_id)


def take_results(*, now: datetime) -> int:
    """Take the results of all matches of events that have ended, or were corrected, since they were looked at."""
    changed = BoardCall.objects.filter(match__version__gt=F("seen_version"), is_overruled=False)
    due = changed.filter(Q(match__phase="over") | Q(ended_at__isnull=False)).select_related("category__event", "match")
    taken = 0
    for table in due:
        try:
            taken += take_result(table, now=now)
        except CarromError as error:  # the draw was changed meanwhile, or somebody tells a result: the others go on
            _log.warning("the result of %s could not be taken: %s", table, error)
    return taken


def take_result(table: BoardCall, *, now: datetime) -> bool:
    """Store the result of the match that is scored for a fixture; False if nothing changes.

    A correction on the sheet corrects the event too; an end that was undone on the sheet is taken back.
    """
    found = contests.shown(table.category)
    if found is None or table.match_id is None:
        return False
    loaded = match_queries.load(table.match_id)
    state, version = loaded.state.match, loaded.state.version
    fixture, number = fixture_and_number(table.fixture)
    sides = (fixture, table.a, table.b)
    reported = result_of_report(found.contest, *sides, number=number)
    act: Act | None = None
    result = fixture_result(loaded, *sides)
    if result is not None:
        if reported != result:
            act = TellTieMatch(number, result) if number else Tell(result)
    elif reported is not None and reported.how in ("played", "conceded", "agreed", "disqualified"):
        act = ClearTieMatch(number, *sides) if number else Clear(*sides)
    with transaction.atomic():
        if act is not None:
            event, key, kind = table.category.event, table.category.key, AuditKind.RESULT_OF_SHEET
            with changing(event, None, key, kind, now, right=None, fixture=table.fixture) as change:
                change.do(act)
        ended = None if state.result is None else now
        BoardCall.objects.filter(pk=table.pk).update(ended_at=ended, seen_version=version)
    return act is not None

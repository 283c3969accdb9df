"""Draws and results: each is one act of the category's record, stored and logged if nobody has written since."""

import logging
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from carrom import serialization
from carrom.errors import UnreadableError
from carrom.log import Entry as LogEntry
from carrom.terms import Side
from carrom.tournament import record as records
from carrom.tournament.commands import Act, Clear, ClearTieMatch, Enter, Leave, Swap, Tell, TellTieMatch
from carrom.tournament.contest import Contest as Folded
from carrom.tournament.event import EventTerms
from carrom.tournament.record import Record
from carrom.tournament.results import Result
from carrom.tournament.scoring import not_played
from carrom.tournament.teams import fixture_and_number
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, fixture_emails, repository, seeding
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import BoardCall, Category, Contest, Event, ReportedResult
from carrom_web.competitions.events.services import run_on
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.competitions.events.services.results import NotReadyError as NotReadyError
from carrom_web.competitions.events.services.results import (
    check_line_ups_open,
    reported_result,
    reported_winner,
)
from carrom_web.competitions.events.services.results import read_boards as read_boards
from carrom_web.core.hooks import registry
from carrom_web.outbox.backend import queue

_log = logging.getLogger(__name__)
_RNG = random.SystemRandom()
NotPlayed = Literal["walk-over", "no-show", "disqualified"]


class BadSeedsError(UnreadableError):
    """Seeds that were typed and cannot be; the message names whom they are about."""

    code = "bad-seeds"


@dataclass(frozen=True, slots=True)
class Seeds:
    """Seeds of a first draw: typed ones by the keys of entries, or else a list; without any, lots alone."""

    typed: Mapping[str, str] = field(default_factory=dict)
    source: str = ""

    def detail(self, club_id: int) -> dict[str, Any]:
        """Return the details for the audit log. Raises UnknownSeedsError: the club cannot take seeds from this list."""
        if self.typed:
            return {"seeds_by_hand": len(self.typed)}
        return {"seeds": seeding.title_of(club_id, self.source)} if self.source else {}

    def numbers(self, names: Mapping[str, str]) -> dict[str, int]:
        """The seeds that were typed for these entries, closed up from 1.

        Raises:
            BadSeedsError: one is no number from 1 to the number of entries, or stands twice.
        """
        holders: dict[int, str] = {}
        for key, text in self.typed.items():
            if key not in names:
                continue
            if not (text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= len(names)):
                raise BadSeedsError("not-a-seed", name=names[key], most=len(names), text=text[:20])
            if int(text) in holders:
                raise BadSeedsError("same-seed", one=names[holders[int(text)]], other=names[key], seed=int(text))
            holders[int(text)] = key
        return {holders[seed]: number for number, seed in enumerate(sorted(holders), 1)}


UNSEEDED = Seeds()


def draw(event: Event, guest_id: UUID | None, key: str, seeds: Seeds = UNSEEDED, *, now: datetime) -> None:
    """Draw a category: the whole bracket, or its next round. The first draw takes the confirmed entries, and seeds.

    Raises:
        NotOfficialError, BadSeedsError, UnknownSeedsError.
        NothingToDrawError, TooFewError, CannotPairError, StaleContestError.
    """
    with changing(event, guest_id, key, AuditKind.DRAWN, now, **seeds.detail(event.club_id)) as change:
        if change.begins_anew(seeds):
            change.record = initial_record(change.terms, change.category, change.at, seeds)
        change.record = records.draw(change.record, _RNG, at=change.at)


def initial_record(terms: EventTerms, category: Category, at: str, seeds: Seeds = UNSEEDED) -> Record:
    """The record of a category before its first draw: its format, and its entrants with their seeds.

    Those whom a list knows are seeded by what it says of them: a pair if it knows both, a team by the mean of those
    whom it knows. Raises BadSeedsError.
    """
    own = terms.category(category.key)
    entries = contests.entries_to_draw(category)
    numbers, ratings = seeds.numbers(contests.names_to_draw(category)) if seeds.typed else {}, {}
    if seeds.source and not seeds.typed:
        known = registry.hook.seed_strengths(source=seeds.source, people=seeding.candidates(entries))
        ratings = seeding.mean_strengths(entries, known)
        numbers = {key: number for number, key in enumerate(sorted(ratings, key=lambda key: (-ratings[key], key)), 1)}
    entrants = [
        replace(contests.entrant_of(one), seed=numbers.get(one.key), rating=ratings.get(one.key)) for one in entries
    ]
    return Record(
        format=own.format,
        options=dict(own.format_values),  # type: ignore[arg-type]
        regulation=contests.regulation_of(terms, own),
        tie=own.tie_terms,
        entries=tuple(LogEntry(number=number, act=Enter(one), at=at) for number, one in enumerate(entrants, 1)),
    )


def redraw(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Draw the last round again, before anything of it is played. Raises what `draw` raises, and ActError."""
    with changing(event, guest_id, key, AuditKind.DRAWN_AGAIN, now) as change:
        change.record = records.redrawn(change.record, _RNG, at=change.at)


def report_no_show(event: Event, key: str, fixture: str, loser: Side | None, minutes: int, *, now: datetime) -> Result:
    """Store that a side has not come to its match online in time; `loser` None: neither."""
    category, found = contest_of(event, key)
    reason = _("not there after %(minutes)s minutes") % {"minutes": minutes}
    result = not_played(found.meeting(fixture), loser=loser, how="no-show", reason=reason)
    store_result(event, None, category.key, fixture, result, right=None, now=now)
    return result


def enter_late(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> int:
    """Admit entries confirmed after the draw from the next round on, where the format takes them; return how many.

    Raises:
        NotOfficialError, NotReadyError, StaleContestError. ActError: the format takes nobody any more.
    """
    category, found = contest_of(event, key)
    late = contests.late_entrants(found, category)
    if not late:
        raise NotReadyError("no-late-entry")
    with changing(event, guest_id, key, AuditKind.LATE_ENTRIES, now, entries=len(late)) as change:
        for one in late:
            change.do(Enter(one))
    return len(late)


def undo(event: Event, guest_id: UUID | None, key: str, number: int, *, now: datetime) -> None:
    """Undo an act by the number of its line; results stay and count again where they fit. Raises ActError."""
    with changing(event, guest_id, key, AuditKind.REVERTED, now, line=number) as change:
        change.record = records.revert(change.record, number, at=change.at)


def bring_back(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Bring back what was undone last. Raises ActError: nothing was."""
    with changing(event, guest_id, key, AuditKind.RESTORED, now) as change:
        change.record = records.restore(change.record, at=change.at)


def report_boards(
    event: Event, guest_id: UUID | None, key: str, fixture: str, line: str, *, time_up: bool, now: datetime
) -> Result:
    """Store the result of a match entered board by board: "5-0 0-3q 8-0", q where the winner covered the queen.

    Or game by game, as "25-12" or "25-10 12-25 25-8", where places can be decided without boards. `fixture` may name a
    match of a tie ("1.2/3"). With `time_up` the leader has won, as the category says for its limit of time (L-095).

    Raises:
        BoardsUnreadableError, MissingDetailError, NotReadyError, ResultError, MatchNotOverError, StaleContestError.
    """
    category, found = contest_of(event, key)
    result = reported_result(event, found, key, fixture, line, time_up=time_up)
    store_result(event, guest_id, category.key, fixture, result, now=now)
    return result


def report_winner(event: Event, guest_id: UUID | None, key: str, fixture: str, winner: str, *, now: datetime) -> Result:
    """Store who won a match ("a", "b") or that it was tied ("tied"), where places need no more than that.

    `fixture` may name a match of a tie ("1.2/3").

    Raises:
        BoardsUnreadableError, MissingDetailError, NotReadyError, StaleContestError. ActError: it needs a winner.
    """
    category, found = contest_of(event, key)
    result = reported_winner(found, fixture, winner)
    store_result(event, guest_id, category.key, fixture, result, now=now)
    return result


def report_not_played(
    event: Event,
    guest_id: UUID | None,
    key: str,
    fixture: str,
    how: NotPlayed,
    loser: Side | None,
    *,
    reason: str = "",
    now: datetime,
) -> Result:
    """Store that a side did not or may not play; `loser` None: neither. Undone by `clear`.

    `fixture` may name a match of a tie ("1.2/3"); a fixture alone is the whole tie.

    Raises:
        NotReadyError, ResultError, StaleContestError.
    """
    category, found = contest_of(event, key)
    meeting = found.meeting(fixture)
    if fixture != meeting.fixture.id:
        check_line_ups_open(found, meeting, fixture)
    result = not_played(meeting, loser=loser, how=how, reason=reason)
    store_result(event, guest_id, category.key, fixture, result, now=now)
    return result


def clear(event: Event, guest_id: UUID | None, key: str, fixture: str, *, now: datetime) -> None:
    """Take back the result of a fixture, or of a match of its tie. What stands on it waits again.

    Raises:
        NotReadyError, ActError, StaleContestError.
    """
    _category, found = contest_of(event, key)
    do_act(event, guest_id, key, clearing(found, fixture), AuditKind.RESULT_CLEARED, now, fixture=fixture)


def clearing(found: contests.ContestView, name: str) -> Act:
    """The act that takes a result back. Raises NotReadyError: there is none."""
    meeting = found.meeting(name)
    number = fixture_and_number(name)[1]
    if not meeting.a or not meeting.b or (meeting.result is None and not number):
        raise NotReadyError("no-result")
    sides = (meeting.fixture.id, meeting.a, meeting.b)
    return ClearTieMatch(number, *sides) if number else Clear(*sides)


def check_version(event: Event, key: str, version: int) -> None:
    """Pass if nobody has written since the consequences were looked at. Raises StaleContestError."""
    if contest_of(event, key)[1].row.version != version:
        raise contests.StaleContestError("changed-since-preview")


def swap(
    event: Event,
    guest_id: UUID | None,
    key: str,
    fixture: str,
    side: Side,
    other: str,
    other_side: Side,
    *,
    now: datetime,
    version: int | None = None,
) -> None:
    """Exchange two sides of a draw by hand; `version` is that of the contest whose consequences were looked at.

    Raises:
        ActError, StaleContestError.
    """
    if version is not None:
        check_version(event, key, version)
    do_act(
        event,
        guest_id,
        key,
        Swap(fixture, side, other, other_side),
        AuditKind.EDITED,
        now,
        fixture=fixture,
        other=other,
    )


def leave(event: Event, guest_id: UUID | None, key: str, entrant: str, *, reason: str = "", now: datetime) -> None:
    """Take an entrant out from the next round on. Raises UnknownEntrantError, StaleContestError."""
    _category, found = contest_of(event, key)
    from_round = found.contest.rounds + 1
    open_rounds = [one.fixture.round for one in found.meetings if entrant in (one.a, one.b) and not one.is_settled]
    act = Leave(entrant, min(open_rounds, default=from_round), reason)
    do_act(event, guest_id, key, act, AuditKind.LEFT, now, entrant=found.name(entrant))


def store_result(
    event: Event,
    guest_id: UUID | None,
    key: str,
    name: str,
    result: Result,
    *,
    kind: AuditKind = AuditKind.RESULT,
    right: Action | None = Action.DRAW,
    now: datetime,
    **detail: Any,
) -> None:
    """Store the result of a fixture, or of a match of its tie; its board is free.

    `right` as `changing` takes it. Raises what `changing` raises, and CarromError: it may not be entered now.
    """
    number = fixture_and_number(name)[1]
    with changing(event, guest_id, key, kind, now, right=right, fixture=name, how=result.how, **detail) as change:
        change.do(TellTieMatch(number, result) if number else Tell(result))
        ReportedResult.objects.filter(category=change.category, fixture=name).delete()
        if change.terms.is_online:
            BoardCall.objects.filter(category=change.category, fixture=name).update(is_overruled=True)
    open_tables = BoardCall.objects.filter(category=change.category, fixture=name, ended_at=None)
    open_tables.filter(a=result.a, b=result.b).update(ended_at=now)


def do_act(
    event: Event, guest_id: UUID | None, key: str, act: Act, kind: AuditKind, now: datetime, **detail: Any
) -> None:
    """Do one act in a category's contest, and note it.

    Raises:
        NotOfficialError, StaleContestError, CarromError: it may not be done now.
    """
    with changing(event, guest_id, key, kind, now, **detail) as change:
        change.do(act)


@dataclass(kw_only=True)
class ContestChange:
    """The record of a category's contest, to be changed: what `record` is in the end, is stored."""

    category: Category
    terms: EventTerms
    found: contests.ContestView | None
    """The contest as it is stored; None before the first draw."""
    at: str

    @cached_property
    def record(self) -> Record:
        """The record by now."""
        return self.found.record if self.found else initial_record(self.terms, self.category, self.at)

    def do(self, act: Act) -> None:
        """Do one act. Raises CarromError: it may not be done now."""
        self.record = records.apply(self.record, act, at=self.at)

    def begins_anew(self, seeds: Seeds) -> bool:
        """Whether a draw now is the first: it seeds, and takes the terms and entries that there are by now."""
        if self.found is None:
            return True
        contest = self.found.contest
        if contest.draws or contest.lots:
            return False
        if seeds.typed or seeds.source:
            return True
        now = records.contest_of(initial_record(self.terms, self.category, ""))
        names = ("format", "options", "regulation", "tie", "entrants")
        return any(getattr(now, name) != getattr(contest, name) for name in names)


@contextmanager
def changing(
    event: Event,
    guest_id: UUID | None,
    key: str,
    kind: AuditKind,
    now: datetime,
    right: Action | None = Action.DRAW,
    **detail: Any,
) -> Iterator[ContestChange]:
    """Change the record of a category: what is made of it is stored and noted, if nobody has written since.

    `right` None: the caller has made sure that this person may, as a player in a matter of their own.

    Raises:
        NotOfficialError, StaleContestError, and what the block raises. Nothing was stored.
    """
    if right is not None:
        check_may(event, guest_id, right)
    with transaction.atomic():
        category = event.categories.get(key=key)
        found, terms = contests.shown(category), repository.terms_of(event)
        change = ContestChange(category=category, terms=terms, found=found, at=now.isoformat(timespec="seconds"))
        yield change
        runs_itself = event.runs_itself or terms.is_online
        if runs_itself:
            change.record = run_on.drawn_on(change.record, boards=terms.boards, at=change.at)
        audit = record_audit(event, guest_id, kind, now, category=key, **detail)
        store(category, found, change.record, audit=audit)
        _tell_captains(category, found.contest if found else None, change.record)
        if runs_itself:
            run_on.call_what_can_be(event, now=now)


def store(
    category: Category, found: contests.ContestView | None, record: Record, *, audit: AuditEntry | None = None
) -> None:
    """Store a record instead of the one that was read; `found` None: the category has none yet.

    Raises:
        StaleContestError: somebody has written meanwhile; nothing was stored.
    """
    initial = replace(record, entries=())
    terms = serialization.to_plain(initial)
    row = found.row if found is not None else Contest.objects.create(category=category, terms=terms)
    before = found.record.log if found is not None else initial.log
    contests.STORE.write(row, before, record.log, audit=audit, terms=terms)


def _tell_captains(category: Category, before: Folded | None, record: Record) -> None:
    """Send the captains of teams whose tie is known since an act the links for their line-ups."""
    if record.tie is None:
        return
    fixtures = contests.newly_ready(before, records.contest_of(record))
    if fixtures:
        queue(fixture_emails.ties_drawn, category.pk, fixtures)


def contest_of(event: Event, key: str, *, whole_names: bool = False) -> tuple[Category, contests.ContestView]:
    """Give a category with its contest. Raises NotReadyError: it is not drawn yet."""
    category = event.categories.get(key=key)
    found = contests.shown(category, whole_names=whole_names)
    if found is None:
        raise NotReadyError("not-drawn")
    return category, found

"""The actions of captains: rescheduling, blind line-ups, reporting and confirming results."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from carrom.errors import UnreadableError
from carrom.league import match_record as records
from carrom.league.match_commands import Act, Answer, Confirm, Propose, Report, Within
from carrom.league.match_fixtures import Slot
from carrom.league.match_record import LeagueRecord
from carrom.league.match_rescheduling import Proposal
from carrom.league.match_scores import handicap, result_of_games, with_handicap
from carrom.match.snapshot import Tally
from carrom.tournament.commands import NameLineUp, Tell, TellTieMatch
from carrom.tournament.results import Result
from carrom.tournament.scoring import result_of_boards
from carrom.tournament.teams import LineUp, fixture_and_number
from carrom_web.audit.log_store import iso
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.events.services.draws import NotReadyError, read_boards
from carrom_web.competitions.match_leagues import emails, repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.services.changes import (
    change_record,
    check_captain,
    check_may,
    do_act,
)
from carrom_web.outbox.backend import queue

_GAME = re.compile(r"(\d{1,2})\s*[-:]\s*(\d{1,2})", re.ASCII)
TRIES = 3


class FixtureNotReadyError(NotReadyError):
    """A fixture of a league whose sides or line-ups are not known yet, or that is settled."""


class GamesUnreadableError(UnreadableError):
    """A line of games that cannot be read."""

    code = "games-unreadable"


def name_of(league: League) -> str:
    """How a league is named where closed line-ups are stored."""
    return f"league {league.pk}"


def propose(team: Team, guest_id: UUID | None, slot: Slot, *, reason: str = "", now: datetime) -> None:
    """Ask for another day or venue; the other captain gets an email.

    Raises:
        NotCaptainError, ProposalError, DayRefusedError, StaleCompetitionError.
    """
    check_captain(team, guest_id)
    league = team.league
    terms = repository.terms_of(league)
    until = iso(now + timedelta(days=terms.answer_days))
    proposal = Proposal(by=team.key, slot=slot, answer_by=until, reason=reason)
    with transaction.atomic():
        detail = {"day": slot.day, "time": slot.time, "venue": slot.venue}
        kind = AuditKind.DAY_PROPOSED
        _do(team, guest_id, Propose(proposal), kind, now, fixture=slot.fixture, reason=reason, **detail)
        queue(emails.day_asked, league.pk, slot.fixture)


def answer(team: Team, guest_id: UUID | None, fixture: str, *, agrees: bool, now: datetime) -> None:
    """Agree to the other side's day, refuse it, or take one's own question back.

    Raises:
        NotCaptainError, ProposalError, DayRefusedError, StaleCompetitionError.
    """
    check_captain(team, guest_id)
    asked = repository.seen(team.league).league.proposals.get(fixture)
    own = asked is not None and asked.by == team.key
    agreed = AuditKind.DAY_AGREED if agrees else AuditKind.DAY_REFUSED
    kind = AuditKind.PROPOSAL_WITHDRAWN if own else agreed
    with transaction.atomic():
        act = Answer(fixture, team.key, agrees and not own)
        _do(team, guest_id, act, kind, now, fixture=fixture)
        if asked is not None and not own:
            queue(emails.day_answered, team.league.pk, fixture, asked.by, agrees)


def report(team: Team, guest_id: UUID | None, name: str, line: str, *, by_games: bool, now: datetime) -> Result:
    """Report a result, of a fixture or of a match of its tie ("1.2/3"); it counts when the other side confirms it.

    Raises:
        NotCaptainError, LeagueActError, and what `report_result` raises.
    """
    check_captain(team, guest_id)
    result = report_result(repository.seen(team.league), name, line, by_games=by_games)
    number = fixture_and_number(name)[1]
    with transaction.atomic():
        act = Report(team.key, number, result)
        _do(team, guest_id, act, AuditKind.RESULT_REPORTED, now, fixture=name)
        queue(emails.result_reported, team.league.pk, result.fixture, team.key)
    return result


def confirm(team: Team, guest_id: UUID | None, name: str, *, agrees: bool, reason: str = "", now: datetime) -> None:
    """Confirm the other side's result, or dispute it: the organiser decides. Raises NotCaptainError, LeagueActError."""
    check_captain(team, guest_id)
    fixture, number = fixture_and_number(name)
    kind = AuditKind.RESULT_CONFIRMED if agrees else AuditKind.RESULT_DISPUTED
    _do(team, guest_id, Confirm(fixture, number, team.key, agrees, reason), kind, now, fixture=name, reason=reason)


def _do(team: Team, guest_id: UUID | None, act: Act, kind: AuditKind, now: datetime, **detail: Any) -> None:
    do_act(team.league, guest_id, act, kind, now, role=AuditEntry.Role.PLAYER, team=team.key, **detail)


def hand_in(
    league: League, key: str, fixture: str, line_up: LineUp, *, guest_id: UUID | None, team: Team | None, now: datetime
) -> bool:
    """Store a line-up closed until the other is in too; True once both are open. Without `team` an official hands in.

    Raises:
        NotCaptainError, NotOfficialError, NotReadyError, LineUpTooLateError, LineUpsOpenError, LineUpError, ActError.
    """
    if team is None:
        check_may(league, guest_id, Action.DRAW)
    else:
        check_captain(team, guest_id)
    for attempt in range(1, TRIES + 1):
        try:
            return _hand_in(league, NameLineUp(fixture, key, line_up), guest_id, team is not None, now)
        except StaleCompetitionError:
            if attempt == TRIES:
                raise
    return False


def _hand_in(league: League, act: NameLineUp, guest_id: UUID | None, is_captain: bool, now: datetime) -> bool:
    of, opened = name_of(league), False

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        nonlocal opened
        found = records.league_of(record)
        meeting = found.meeting(act.fixture)
        if not meeting.a or not meeting.b:
            raise FixtureNotReadyError("teams")
        if is_captain:
            line_ups.check_in_time(of, act.fixture, now)
        contest, sides = found.contest_of(act.fixture), (meeting.a, meeting.b)
        for one in line_ups.keep(of, contest, act.fixture, sides, act, guest_id=guest_id, now=now):
            record = records.apply(record, Within(found.stage_of(act.fixture), one), at=at)
            opened = True
        return record

    kind, role = (
        (AuditKind.LINE_UP_SUBMITTED, AuditEntry.Role.PLAYER)
        if is_captain
        else (AuditKind.LINE_UP_SUBMITTED_FOR, AuditEntry.Role.ORGANISER)
    )
    change_record(league, guest_id, change, kind, now, role=role, fixture=act.fixture, team=act.team)
    return opened


def report_result(seen: repository.LeagueView, name: str, line: str, *, by_games: bool) -> Result:
    """Report a match from a line: its boards "5-0 0-3q", or its games "25-10 12-25 25-7". A handicap is added.

    Raises:
        NotReadyError: sides or line-ups are not known. BoardsUnreadableError, GamesUnreadableError, ResultError.
    """
    fixture, number = fixture_and_number(name)
    meeting = seen.league.meeting(fixture)
    if not meeting.a or not meeting.b:
        raise FixtureNotReadyError("sides")
    if fixture in seen.league.stands:
        raise FixtureNotReadyError("leg-by-leg")
    check_one_match(seen, name)
    laws = repository.laws_of(seen.terms, seen.league.length_of(fixture))
    if by_games:
        result = result_of_games(fixture, meeting.a, meeting.b, read_games(line), laws)
    else:
        result = result_of_boards(fixture, meeting.a, meeting.b, read_boards(line), laws)
    return with_handicap(result, handicap_of(seen, fixture, number))


def check_one_match(seen: repository.LeagueView, name: str) -> None:
    """Pass if this names one match that may be played: of a tie only with open line-ups. Raises NotReadyError."""
    fixture, number = fixture_and_number(name)
    contest = seen.league.contest_of(fixture)
    if contest.tie is None:
        if number:
            raise FixtureNotReadyError("not-a-tie")
        return
    if not 1 <= number <= len(contest.tie.order):
        raise FixtureNotReadyError("match-by-match")
    meeting = seen.league.meeting(fixture)
    if seen.terms.needs_line_ups and not line_ups.are_open(contest, fixture, meeting.a, meeting.b):
        raise FixtureNotReadyError("line-ups-closed")


def match_act(seen: repository.LeagueView, name: str, result: Result) -> Act:
    """The act that stores the result of a fixture or of a match of its tie."""
    fixture, number = fixture_and_number(name)
    inner = TellTieMatch(number, result) if number else Tell(result)
    return Within(seen.league.stage_of(fixture), inner)


def handicap_of(seen: repository.LeagueView, fixture: str, number: int) -> Tally:
    """The points that each side has in advance: by the ratings of those who play the match."""
    meeting = seen.league.meeting(fixture)
    return handicap(seen.terms, *(_strength(seen, fixture, number, key) for key in (meeting.a, meeting.b)))


def _strength(seen: repository.LeagueView, fixture: str, number: int, key: str | None) -> float | None:
    team = seen.teams.get(key or "")
    if team is None:
        return None
    ratings = {one.key: one.rating for one in team.members.all() if one.active or number}
    if number:
        line_up = line_ups.line_up_of(seen.league.contest_of(fixture), fixture, team.key)
        persons: Sequence[str] = line_up.matches[number - 1] if line_up else ()
    else:
        persons = tuple(ratings)
    known = [rating for one in persons if (rating := ratings.get(one)) is not None]
    return sum(known) / len(known) if known and len(known) == len(persons) else None


def read_games(line: str) -> list[Tally]:
    """Read "25-10 12-25 25-7". Raises GamesUnreadableError: the first part that is none."""
    games = []
    for part in re.split(r"[\s,;]+", line.strip()):
        found = _GAME.fullmatch(part)
        if not found:
            raise GamesUnreadableError(part=part)
        games.append(Tally(int(found[1]), int(found[2])))
    return games

"""A league night: results from the result pad, totals of ties, line-ups named by an official, undoing the last step."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from carrom.errors import CarromError, NotAllowedError, UnreadableError
from carrom.league import match_record as records
from carrom.league.match_commands import Report, Within, reported_result
from carrom.league.match_record import LeagueRecord
from carrom.league.match_scores import result_of_games, with_handicap
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament import tie_breaks
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.commands import Clear, ClearTieMatch, NameLineUp, Tell
from carrom.tournament.results import Result
from carrom.tournament.scoring import result_of_boards, result_of_games_won, result_of_winner
from carrom.tournament.teams import LineUp, LineUpError, check_line_up, fixture_and_number, result_of_total
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.services.draws import read_boards
from carrom_web.competitions.events.services.line_ups import line_up_of
from carrom_web.competitions.events.services.pad import PadWay
from carrom_web.competitions.match_leagues import emails, repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.services.captains import (
    FixtureNotReadyError,
    check_one_match,
    handicap_of,
    match_act,
    read_games,
)
from carrom_web.competitions.match_leagues.services.changes import (
    change_record,
    check_captain,
    check_may,
    do_act,
)
from carrom_web.competitions.match_leagues.services.organising import FixturesMadeError
from carrom_web.outbox.backend import queue

NO_RESULT = "none"  # as a winner: the result is taken back
WINNERS = {"a": Side.A, "b": Side.B, "tied": None}
UNDOABLE = (
    AuditKind.RESULT_RECORDED,
    AuditKind.RESULT_CLEARED,
    AuditKind.NOT_PLAYED,
    AuditKind.TIE_DECIDED,
    AuditKind.DAY_SET,
    AuditKind.LINE_UPS_NAMED,
)
LOOKED_AT = 20  # steps, from the last


class PadWayError(UnreadableError):
    """Something that the result pad does not send."""

    code = "bad-form"


class PointsNeededError(NotAllowedError):
    """A winner alone, where places are decided by points."""

    code = "not-ready"


def ways_of(seen: repository.LeagueView, fixture: str) -> list[PadWay]:
    """How results can be reported: the winner alone where neither a tie nor the table needs the points of a match."""
    laws = repository.laws_of(seen.terms, seen.league.length_of(fixture))
    ways = [PadWay.BOARDS] if laws.board_limit == 1 else [PadWay.TOTAL, PadWay.BOARDS]
    if not _needs_points(seen, fixture):
        ways[1:1] = [PadWay.GAMES] if laws.match_wins_needed > 1 else []
        ways.insert(0, PadWay.WINNER)
    return ways


def _needs_points(seen: repository.LeagueView, fixture: str) -> bool:
    tie = seen.league.contest_of(fixture).tie
    if tie is not None and tie.level == "points" and tie.may_be_level:
        return True
    if seen.league.stage_of(fixture) != "season":
        return seen.league.stage_of(fixture) == "series"
    # the points and games of a tie are those of its matches won, as every result says
    implied = ("", "points", "games") if tie is not None else ("",)
    bonus = seen.terms.bonus
    if tie is None and any(one is not None for one in (bonus.lost_by, bonus.won_by, bonus.each_game)):
        return True
    return any((tie_breaks.find(name).needs or "") not in implied for name in seen.terms.regulation.order)


def result_on_pad(seen: repository.LeagueView, name: str, way: str, value: str) -> Result:
    """The result of a fixture, or of a match of its tie ("1.2/3"), as the pad sends it. A handicap is added.

    Args:
        value: "a", "b" or "tied" for the winner; "25-14" or "25-10 12-25 25-8"; "2-1"; "5-0 0-3q".

    Raises:
        PadWayError, NotReadyError, BoardsUnreadableError, GamesUnreadableError, ResultError, PointsNeededError.
    """
    fixture, number = fixture_and_number(name)
    meeting = seen.league.meeting(fixture)
    if not meeting.a or not meeting.b:
        raise FixtureNotReadyError("sides")
    if fixture in seen.league.stands:
        raise FixtureNotReadyError("leg-by-leg")
    check_one_match(seen, name)
    laws = repository.laws_of(seen.terms, seen.league.length_of(fixture))
    sides = (fixture, meeting.a, meeting.b)
    if way in (PadWay.WINNER, PadWay.GAMES) and _needs_points(seen, fixture):
        raise PointsNeededError("winner-alone")
    match way:
        case PadWay.WINNER if value in WINNERS:
            return result_of_winner(*sides, WINNERS[value])
        case PadWay.GAMES if len(won := read_games(value)) == 1:
            return result_of_games_won(*sides, won[0], laws)
        case PadWay.TOTAL:
            result = result_of_games(*sides, read_games(value), laws)
        case PadWay.BOARDS:
            result = result_of_boards(*sides, read_boards(value), laws)
        case _:
            raise PadWayError("way", way=way)
    return with_handicap(result, handicap_of(seen, fixture, number))


def store(
    league: League, guest_id: UUID | None, team: Team | None, name: str, result: Result, *, now: datetime
) -> None:
    """Store a result: of an official it counts, of a captain (`team`) it waits for the other side.

    Raises:
        NotOfficialError, NotCaptainError, ActError, StaleCompetitionError.
    """
    number = fixture_and_number(name)[1]
    if team is None:
        check_may(league, guest_id, Action.DRAW)
        do_act(league, guest_id, match_act(repository.seen(league), name, result), AuditKind.RESULT_RECORDED, now,
               fixture=name)  # fmt: skip
        return
    check_captain(team, guest_id)
    act = Report(team.key, number, result)
    role = AuditEntry.Role.PLAYER
    do_act(league, guest_id, act, AuditKind.RESULT_REPORTED, now, role=role, team=team.key, fixture=name)
    queue(emails.result_reported, league.pk, result.fixture, team.key)


def record_total(
    league: League, guest_id: UUID | None, fixture: str, points: Tally, won: Tally, ahead: Side | None, *, now: datetime
) -> None:
    """Store the total of a tie of which nobody noted the matches. Raises NotOfficialError, ResultError, ActError."""
    check_may(league, guest_id, Action.DRAW)
    seen = repository.seen(league)
    meeting, contest = seen.league.meeting(fixture), seen.league.contest_of(fixture)
    if contest.tie is None or not meeting.a or not meeting.b:
        raise FixtureNotReadyError("sides" if contest.tie else "not-a-tie")
    result = result_of_total(fixture, meeting.a, meeting.b, contest.tie, points, won, ahead)
    act = Within(seen.league.stage_of(fixture), Tell(result))
    do_act(league, guest_id, act, AuditKind.RESULT_RECORDED, now, fixture=fixture)


def clear_tie(league: League, guest_id: UUID | None, fixture: str, *, now: datetime) -> None:
    """Take all results of a fixture back, those of its matches too. Raises NotOfficialError, FixturesMadeError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        found = records.league_of(record)
        meeting, contest = found.meeting(fixture), found.contest_of(fixture)
        sides = (fixture, meeting.a or "", meeting.b or "")
        numbers = range(1, len(contest.tie.order) + 1) if contest.tie else ()
        acts: list[Clear | ClearTieMatch] = []
        if any((one.fixture, one.pair) == (fixture, frozenset(sides[1:])) for one in contest.results):
            acts.append(Clear(*sides))
        acts += [ClearTieMatch(one, *sides) for one in numbers if reported_result(found, fixture, one) is not None]
        if not acts:
            raise FixturesMadeError("no-result")
        for act in acts:
            record = records.apply(record, Within(found.stage_of(fixture), act), at=at)
        return record

    change_record(league, guest_id, change, AuditKind.RESULT_CLEARED, now, fixture=fixture)


def name_line_ups(
    league: League, guest_id: UUID | None, fixture: str, line_ups: Mapping[str, LineUp], *, now: datetime
) -> None:
    """Name who plays the matches of a tie, of one team or both, where the league's line-ups are open.

    Raises:
        NotOfficialError, FixturesMadeError: the league's line-ups are closed. LineUpError, ActError.
    """
    check_may(league, guest_id, Action.DRAW)
    if repository.seen(league).terms.line_ups != "open":
        raise FixturesMadeError("not-open")

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        stage = records.league_of(record).stage_of(fixture)
        for team, line_up in line_ups.items():
            record = records.apply(record, Within(stage, NameLineUp(fixture, team, line_up)), at=at)
        return record

    change_record(league, guest_id, change, AuditKind.LINE_UPS_NAMED, now, fixture=fixture)


def last_line_ups(seen: repository.LeagueView, meeting: Meeting) -> dict[str, LineUp]:
    """The line-ups of both teams in their last tie before this, or {} unless both can be played again."""
    found: dict[str, LineUp] = {}
    for key in meeting.keys:
        for earlier in reversed(seen.league.meetings):
            contest = seen.league.contest_of(earlier.fixture.id)
            line_up = line_up_of(contest, earlier.fixture.id, key)
            if line_up is None or earlier.fixture.id == meeting.fixture.id or contest.tie is None:
                continue
            try:
                check_line_up(contest.tie, contest.entrant(key), line_up)
            except LineUpError:
                continue
            found[key] = line_up
            break
    return found if len(found) == 2 else {}


def line_ups_as_last_time(league: League, guest_id: UUID | None, fixture: str, *, now: datetime) -> None:
    """Name both line-ups of a tie as in the last tie of each team. Raises what `name_line_ups` raises."""
    seen = repository.seen(league)
    found = last_line_ups(seen, seen.league.meeting(fixture))
    if not found:
        raise FixturesMadeError("no-last-time")
    name_line_ups(league, guest_id, fixture, found, now=now)


def last_step(league: League) -> AuditEntry | None:
    """The last thing that was done in a league, if it is a result, a day or a line-up; it is undone as one step."""
    steps = league.audit_entries.order_by("-pk").prefetch_related("log_entries")[:LOOKED_AT]
    standing = {entry.number for entry in repository.seen(league).log.effective}
    for step in steps:
        numbers = {one.number for one in step.log_entries.all()}
        if step.kind == AuditKind.REVERTED or not numbers:
            continue
        if not numbers <= standing:
            continue
        return step if step.kind in UNDOABLE else None
    return None


def undo(league: League, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Take the last step back, by its number in the audit log. Raises NotOfficialError, FixturesMadeError."""
    check_may(league, guest_id, Action.DRAW)
    step = last_step(league)
    if step is None or step.pk != number:
        raise FixturesMadeError("not-the-last")
    lines = sorted((one.number for one in step.log_entries.all()), reverse=True)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        for line in lines:
            record = records.revert(record, line, at=at)
        return record

    detail: dict[str, Any] = {"was": step.kind, "fixture": step.detail.get("fixture", "")}
    change_record(league, guest_id, change, AuditKind.REVERTED, now, **detail)


def is_repeat(seen: repository.LeagueView, name: str, result: Result) -> bool:
    """Whether this result is there already, as when a phone sends it again."""
    fixture, number = fixture_and_number(name)
    try:
        before = reported_result(seen.league, fixture, number)
    except CarromError:
        return False
    waiting = seen.league.reported.get((fixture, number))
    return result in (before, waiting.result if waiting is not None and not waiting.disputed_by else None)

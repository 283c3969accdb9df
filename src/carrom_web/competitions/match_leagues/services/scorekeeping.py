"""Matches of a league, on score sheets or online: started for a fixture, their end is its result.

A correction on a sheet corrects the league. A match online ends once, and a result that was entered meanwhile stays.
"""

import logging
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from carrom.errors import CarromError
from carrom.league.match_commands import Act, Within, reported_result
from carrom.league.match_scores import with_handicap
from carrom.match.entries import Head
from carrom.play.game import new_head
from carrom.tournament.commands import Clear, ClearTieMatch
from carrom.tournament.teams import fixture_and_number
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League, SheetMatch
from carrom_web.competitions.match_leagues.services import online
from carrom_web.competitions.match_leagues.services.captains import (
    FixtureNotReadyError,
    check_one_match,
    handicap_of,
    match_act,
)
from carrom_web.competitions.match_leagues.services.changes import NotCaptainError, add_audit_entry, do_act
from carrom_web.matches import selectors as match_queries
from carrom_web.matches.results import fixture_result
from carrom_web.umpire import services as umpire

_log = logging.getLogger(__name__)


def may_keep_score(league: League, guest_id: UUID | None, fixture: str) -> bool:
    """Whether somebody may keep score of this fixture: an umpire of the club, or a captain of one of its sides."""
    if _is_official(league, guest_id):
        return True
    team = selectors.team_of(league, guest_id)
    return team is not None and team.key in repository.seen(league).league.meeting(fixture).keys


def _is_official(league: League, guest_id: UUID | None) -> bool:
    return any(selectors.may(league, guest_id, action) for action in (Action.UMPIRE, Action.DRAW))


def start_sheet(league: League, guest_id: UUID, name: str, *, now: datetime) -> UUID:
    """Start the sheet of a fixture, or of a match of its tie, and return its match; one that is open is given again.

    Raises:
        NotCaptainError: they are no umpire here and captain of neither side. NotReadyError: it cannot be played now.
    """
    fixture, number = fixture_and_number(name)
    if not may_keep_score(league, guest_id, fixture):
        raise NotCaptainError("scorekeeper")
    sheet = SheetMatch.objects.filter(league=league, fixture=name, ended_at=None).first()
    if sheet is not None:
        return sheet.match_id
    seen = repository.seen(league)
    meeting = seen.league.meeting(fixture)
    check_one_match(seen, name)
    if not meeting.a or not meeting.b or reported_result(seen.league, fixture, number) is not None:
        raise FixtureNotReadyError("settled")
    try:
        with transaction.atomic():
            match_id = umpire.start_sheet(_head(seen, name), guest_id)
            SheetMatch.objects.create(
                league=league, fixture=name, a=meeting.a, b=meeting.b, match_id=match_id, started_at=now
            )
            role = AuditEntry.Role.ORGANISER if _is_official(league, guest_id) else AuditEntry.Role.PLAYER
            add_audit_entry(league, guest_id, AuditKind.SHEET_STARTED, now, role=role, fixture=name)
    except IntegrityError:
        return SheetMatch.objects.get(league=league, fixture=name, ended_at=None).match_id
    return match_id


def start_online(league: League, guest_id: UUID | None, fixture: str, *, now: datetime) -> int:
    """Start what can be played now of a fixture of a league online, between its players' guests; return how many.

    Raises:
        NotCaptainError: they are no umpire here and captain of neither side.
        NotReadyError: the league is not played online, or nothing of the fixture can be played here now.
    """
    if not may_keep_score(league, guest_id, fixture):
        raise NotCaptainError("scorekeeper")
    if not repository.terms_of(league).is_online:
        raise FixtureNotReadyError("not-online")
    role = AuditEntry.Role.ORGANISER if _is_official(league, guest_id) else AuditEntry.Role.PLAYER
    count = online.begin_what_can_be(league, fixture, guest_id=guest_id, role=role, now=now)
    if not count:
        raise FixtureNotReadyError("nobody-online")
    return count


def take_results(*, now: datetime) -> int:
    """Take the results of all sheets that have ended, or were corrected, since they were looked at."""
    changed = SheetMatch.objects.filter(match__version__gt=F("seen_version"), is_withdrawn=False)
    due = changed.filter(Q(match__phase="over") | Q(ended_at__isnull=False)).select_related("league", "match")
    taken = 0
    for sheet in due:
        try:
            taken += take_result(sheet, now=now)
        except CarromError as error:  # somebody changed the league at the same time: look again
            _log.warning("the result of %s could not be taken: %s", sheet, error)
    return taken


def take_result(sheet: SheetMatch, *, now: datetime) -> bool:
    """Store the result of the sheet of a fixture; False if nothing changes.

    A correction on the sheet corrects the league too; an end that was undone on the sheet is taken back.
    """
    league, (fixture, number) = sheet.league, fixture_and_number(sheet.fixture)
    league.refresh_from_db()
    seen = repository.seen(league)
    loaded = match_queries.load(sheet.match_id)
    state, version = loaded.state.match, loaded.state.version
    sides = (fixture, sheet.a, sheet.b)
    if {seen.league.meeting(fixture).a, seen.league.meeting(fixture).b} != {sheet.a, sheet.b}:
        SheetMatch.objects.filter(pk=sheet.pk).update(seen_version=version)  # the fixture has other sides since
        return False
    before = reported_result(seen.league, fixture, number)
    act: Act | None = None
    result = fixture_result(loaded, *sides)
    if sheet.is_online and before is not None:
        pass  # it was entered meanwhile, or this match gave it
    elif result is not None:
        result = with_handicap(result, handicap_of(seen, fixture, number))
        if before != result:
            act = match_act(seen, sheet.fixture, result)
    elif before is not None and before.how in ("played", "conceded", "agreed", "disqualified"):
        inner = ClearTieMatch(number, *sides) if number else Clear(*sides)
        act = Within(seen.league.stage_of(fixture), inner)
    with transaction.atomic():
        if act is not None:
            do_act(league, None, act, AuditKind.SHEET_RESULT, now, role=AuditEntry.Role.SITE, fixture=sheet.fixture)
        ended = None if state.result is None else now
        SheetMatch.objects.filter(pk=sheet.pk).update(ended_at=ended, seen_version=version)
    if sheet.is_online and number:  # its players may play the next match of the tie
        online.begin_what_can_be(league, fixture, guest_id=None, role=AuditEntry.Role.SITE, now=now)
    return act is not None


def _head(seen: repository.LeagueView, name: str) -> Head:
    """The head of a match without positions, with the toss: the league's laws, the players' names, where it belongs."""
    a, b = players(seen, name)
    seated = a + b if len(a) == 1 else (a[0], b[0], a[1], b[1])
    slot = seen.league.slots.get(fixture_and_number(name)[0])
    tags = {
        "date": slot.day if slot else "",
        "event": seen.terms.title,
        "place": ", ".join(part for part in (name, slot.venue if slot else "") if part),
    }
    laws = repository.laws_of(seen.terms, seen.league.length_of(fixture_and_number(name)[0]))
    return new_head(laws, players=seated, take_back="never", asks_claims=True, positions=False, tags=tags)


def players(seen: repository.LeagueView, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players of a fixture, or of a match of its tie, with their public names. Raises NotReadyError."""
    fixture, number = fixture_and_number(name)
    meeting, contest = seen.league.meeting(fixture), seen.league.contest_of(fixture)
    check_one_match(seen, name)
    found = []
    for key in (meeting.a or "", meeting.b or ""):
        line_up = line_ups.line_up_of(contest, fixture, key) if number else None
        if number and line_up is None:
            raise FixtureNotReadyError("no-line-ups")
        found.append(seen.persons(line_up.matches[number - 1] if line_up else contest.entrant(key).persons))
    return found[0], found[1]

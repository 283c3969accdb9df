"""Actions of organisers: announce, make fixtures, set days, decide results, deduct, play-offs, undo."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.league import match_record as records
from carrom.league.match_commands import Deduct, Join, Place, Within, reported_result
from carrom.league.match_fixtures import Slot
from carrom.league.match_record import LeagueFold, LeagueRecord
from carrom.league.match_rescheduling import DayRefusedError, against
from carrom.league.match_terms import Ground, MatchLeagueTerms, check_terms
from carrom.log import Log
from carrom.terms import Side
from carrom.tournament.commands import Clear, ClearTieMatch, NameLineUp, Tell
from carrom.tournament.results import Result
from carrom.tournament.scoring import not_played
from carrom.tournament.teams import fixture_and_number
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import seeding
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.services import online
from carrom_web.competitions.match_leagues.services.captains import match_act, report_result
from carrom_web.competitions.match_leagues.services.changes import (
    RNG,
    NotOfficialError,
    add_audit_entry,
    change_record,
    check_may,
    do_act,
)
from carrom_web.competitions.models import free_slug
from carrom_web.core.hooks import Candidate

NotPlayed = Literal["walk-over", "no-show", "disqualified"]
BEFORE_FIXTURES = (
    "kind", "tie", "legs", "home_and_away", "pools", "into_pools", "at_once", "first_day", "every_days", "free_days",
    "time_zone", "ruleset", "length", "handicap_every", "handicap_most",
)  # fmt: skip
KIND_OF_STATE = {
    League.State.OPEN: AuditKind.ANNOUNCED,
    League.State.CLOSED: AuditKind.ARCHIVED,
    League.State.CANCELLED: AuditKind.CANCELLED,
}


class FixturesMadeError(NotAllowedError):
    """A change that the fixtures do not fit any more."""

    code = "fixtures-made"


def start_league(
    club: Club, guest_id: UUID | None, terms: MatchLeagueTerms, *, previous: League | None = None, now: datetime
) -> League:
    """Store a new league as a draft; `previous`: the one of the same club that it follows.

    Raises:
        NotOfficialError: they may not organise in this club.
        MatchLeagueError: it could not be played so.
    """
    previous = previous if previous is not None and previous.club_id == club.pk else None
    with transaction.atomic():
        league = create_league(club, guest_id, terms, previous=previous)
        add_audit_entry(league, guest_id, AuditKind.STARTED, now, title=terms.title)
    return league


def create_league(
    club: Club, guest_id: UUID | None, terms: MatchLeagueTerms, *, previous: League | None = None
) -> League:
    """Store the row of a new league, without an entry in its audit log. Raises what `start_league` raises."""
    if not clubs.may(club.pk, guest_id, Action.ORGANISE):
        raise NotOfficialError("organiser")
    check_terms(terms)
    return League.objects.create(
        club=club,
        slug=free_slug(League, terms.title, otherwise="league", year=terms.first_day[:4]),
        previous=previous,
        **_columns(terms),
    )


def change_league(league: League, guest_id: UUID | None, terms: MatchLeagueTerms, *, now: datetime) -> None:
    """Store other terms; once fixtures are made, what they stand on stays.

    Raises:
        NotOfficialError, MatchLeagueError, FixturesMadeError, StaleCompetitionError.
    """
    check_may(league, guest_id, Action.ORGANISE)
    check_terms(terms)
    seen = repository.seen(league)
    if seen.league.is_drawn:
        changed = [name for name in BEFORE_FIXTURES if getattr(terms, name) != getattr(seen.terms, name)]
        if changed:
            raise FixturesMadeError("terms", names=changed, count=len(changed))
    if terms.kind != seen.terms.kind and seen.teams:
        raise FixturesMadeError("entered")
    refolded = Log(LeagueFold(terms), seen.log.entries)
    with transaction.atomic():
        repository.STORE.write(league, seen.log, refolded, **_columns(terms))
        add_audit_entry(league, guest_id, AuditKind.TERMS_CHANGED, now)
    league.refresh_from_db()


def set_state(league: League, guest_id: UUID | None, state: League.State, *, now: datetime) -> None:
    """Announce a league, put it into the archive, open it again or cancel it. Raises NotOfficialError."""
    check_may(league, guest_id, Action.ORGANISE)
    with transaction.atomic():
        if League.objects.filter(pk=league.pk).exclude(state=state).update(state=state):
            add_audit_entry(league, guest_id, KIND_OF_STATE[state], now)
    league.refresh_from_db()


def make_fixtures(league: League, guest_id: UUID | None, *, now: datetime, seeds_from: str = "") -> None:
    """Make fixtures, days and venues; pools by the strengths of a list (`seeding.choices`) or those of the entries.

    Raises:
        NotOfficialError, TooFewError, LeagueActError, StaleCompetitionError, UnknownSeedsError.
    """
    check_may(league, guest_id, Action.DRAW)
    title = seeding.title_of(league.club_id, seeds_from) if seeds_from else ""
    teams = list(Team.objects.filter(league=league).prefetch_related("members"))
    own = {one.key: repository.entrant_of(one).rating for one in teams}
    strengths = _strengths(league, teams, seeds_from) if seeds_from else own

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        stands = records.league_of(record)
        for one in stands.season.entrants if not stands.is_drawn else ():
            if one.rating != (rating := strengths.get(one.key)):
                ground = stands.grounds.get(one.key, Ground())
                record = records.apply(record, Join(replace(one, rating=rating), ground), at=at)
        return records.draw(record, RNG, at=at)

    detail: dict[str, Any] = {"seeds": title} if title else {}
    change_record(league, guest_id, change, AuditKind.FIXTURES_MADE, now, **detail)


def _strengths(league: League, teams: Sequence[Team], source: str) -> dict[str, float | None]:
    """The mean of a team's rated players; of a pair both are rated, or it is not."""
    members = {one.key: [member for member in one.members.all() if member.active and member.name] for one in teams}
    people = [Candidate(one.key, one.person.root_id, one.name) for found in members.values() for one in found]
    known = seeding.strengths(league.club_id, source, people)
    needs_all = repository.terms_of(league).kind != "teams"
    found: dict[str, float | None] = {}
    for key, mine in members.items():
        rated = [known[one.key] for one in mine if one.key in known]
        found[key] = sum(rated) / len(rated) if rated and (len(rated) == len(mine) or not needs_all) else None
    return found


def set_day(
    league: League, guest_id: UUID | None, slot: Slot, *, reason: str = "", now: datetime
) -> tuple[DayRefusedError, ...]:
    """Set when and where a fixture is played; return what speaks against it, which the organiser may overrule.

    Raises:
        NotOfficialError, UnknownFixtureError, StaleCompetitionError. DayRefusedError: nobody plays twice on a day.
    """
    check_may(league, guest_id, Action.DRAW)
    stands_against = against(repository.seen(league).league, slot)
    for refused in stands_against:
        if refused.why in ("plays-already", "no-day"):
            raise refused
    detail: dict[str, Any] = {"fixture": slot.fixture, "day": slot.day, "time": slot.time, "venue": slot.venue}
    do_act(league, guest_id, Place((slot,), reason), AuditKind.DAY_SET, now, reason=reason, **detail)
    return stands_against


def record_result(
    league: League, guest_id: UUID | None, name: str, line: str, *, by_games: bool, now: datetime
) -> Result:
    """Store a result as an official: of a fixture, or of a match of its tie ("1.2/3").

    Raises:
        NotOfficialError, and what `captains.report_result` raises.
    """
    check_may(league, guest_id, Action.DRAW)
    seen = repository.seen(league)
    result = report_result(seen, name, line, by_games=by_games)
    do_act(league, guest_id, match_act(seen, name, result), AuditKind.RESULT_RECORDED, now, fixture=name)
    return result


def report_not_played(
    league: League,
    guest_id: UUID | None,
    name: str,
    how: NotPlayed,
    loser: Side | None,
    *,
    reason: str = "",
    now: datetime,
) -> None:
    """Store that a side did not or may not play; `loser` None: neither. Raises NotOfficialError, ResultError."""
    check_may(league, guest_id, Action.DRAW)
    seen = repository.seen(league)
    result = not_played(seen.league.meeting(fixture_and_number(name)[0]), loser=loser, how=how, reason=reason)
    do_act(
        league,
        guest_id,
        match_act(seen, name, result),
        AuditKind.NOT_PLAYED,
        now,
        reason=reason,
        fixture=name,
        how=how,
    )


def decide_level(league: League, guest_id: UUID | None, name: str, winner: Side, *, reason: str, now: datetime) -> None:
    """Say who goes on after a tie of the play-offs that is level. Raises NotOfficialError, NotAllowedError."""
    check_may(league, guest_id, Action.DRAW)
    seen = repository.seen(league)
    result = seen.league.meeting(name).result
    if result is None or result.winner is not None or result.both_lose:
        raise FixturesMadeError("not-level")
    act = Within(seen.league.stage_of(name), Tell(replace(result, winner=winner, how="agreed", reason=reason)))
    do_act(league, guest_id, act, AuditKind.TIE_DECIDED, now, fixture=name, reason=reason)


def clear_result(league: League, guest_id: UUID | None, name: str, *, now: datetime) -> None:
    """Take a result back; what stands on it waits again. Raises NotOfficialError, ActError."""
    check_may(league, guest_id, Action.DRAW)
    league.refresh_from_db()
    found = repository.seen(league).league
    fixture, number = fixture_and_number(name)
    meeting = found.meeting(fixture)
    if reported_result(found, fixture, number) is None:
        raise FixturesMadeError("no-result")
    sides = (fixture, meeting.a or "", meeting.b or "")
    act = ClearTieMatch(number, *sides) if number else Clear(*sides)
    do_act(league, guest_id, Within(found.stage_of(fixture), act), AuditKind.RESULT_CLEARED, now, fixture=name)


def take_line_ups_back(league: League, guest_id: UUID | None, fixture: str, *, now: datetime) -> None:
    """Take both open line-ups of a tie back, before its first match. Raises NotOfficialError, FixturesMadeError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        if any(one.result.fixture == fixture for one in records.league_of(record).contest_of(fixture).tie_matches):
            raise FixturesMadeError("tie-started")
        lines = [
            line.number
            for line in records.effective(record)
            if isinstance(line.act, Within) and isinstance(line.act.act, NameLineUp) and line.act.act.fixture == fixture
        ]
        if not lines:
            raise FixturesMadeError("no-line-up")
        for number in lines:
            record = records.revert(record, number, at=at)
        return record

    with transaction.atomic():
        seen = change_record(league, guest_id, change, AuditKind.LINE_UPS_REVERTED, now, fixture=fixture)
        online.withdraw(seen, now)


def deduct(league: League, guest_id: UUID | None, key: str, points: int, reason: str, *, now: datetime) -> None:
    """Take points of the table away. Raises NotOfficialError, UnknownEntrantError."""
    check_may(league, guest_id, Action.DRAW)
    act = Deduct(key, points, reason)
    do_act(league, guest_id, act, AuditKind.POINTS_DEDUCTED, now, reason=reason, team=key, points=points)


def draw_lots(league: League, guest_id: UUID | None, pool: str, *, now: datetime) -> None:
    """Draw lots for those of a pool who are level in the end. Raises NotOfficialError, FixturesMadeError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        level = [keys for one in records.league_of(record).tables if one.pool == pool for keys in one.lots]
        if not level:
            raise FixturesMadeError("nobody-level")
        for keys in level:
            record = records.draw_lots(record, keys, RNG, at=at)
        return record

    change_record(league, guest_id, change, AuditKind.LOTS_DRAWN, now, pool=pool)


def draw_playoff_lots(league: League, guest_id: UUID | None, fixture: str, *, now: datetime) -> None:
    """Draw lots for a pairing of the play-offs that is level in all. Raises NotOfficialError, LeagueActError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        return records.draw_playoff_lots(record, fixture, RNG, at=at)

    change_record(league, guest_id, change, AuditKind.LOTS_DRAWN, now, fixture=fixture)


def start_playoffs(league: League, guest_id: UUID | None, *, now: datetime) -> None:
    """Make the play-offs from the final table. Raises NotOfficialError, PlayOffsError, LeagueActError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        return records.start_playoffs(record, at=at)

    change_record(league, guest_id, change, AuditKind.PLAYOFFS_MADE, now)


def take_out(league: League, guest_id: UUID | None, key: str, *, reason: str = "", now: datetime) -> None:
    """Take a team out: before the fixtures as if it had not entered, later as the league's terms say.

    Raises:
        NotOfficialError, UnknownEntrantError, LeagueActError, StaleCompetitionError.
    """
    check_may(league, guest_id, Action.REGISTER)
    with transaction.atomic():
        remove(league, guest_id, key, reason=reason, now=now)


def remove(
    league: League,
    guest_id: UUID | None,
    key: str,
    *,
    role: AuditEntry.Role = AuditEntry.Role.ORGANISER,
    reason: str,
    now: datetime,
) -> None:
    """Take a team out of the league; the caller has checked the right to do so."""
    is_drawn = repository.seen(league).league.is_drawn

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        if is_drawn:
            return records.withdrawn(record, key, reason=reason, at=at)
        joined = [line.number for line in records.effective(record) if getattr(line.act, "entrant", None) is not None
                  and line.act.entrant.key == key]  # type: ignore[union-attr]  # fmt: skip
        for number in joined:
            record = records.revert(record, number, at=at)
        return record

    with transaction.atomic():
        change_record(league, guest_id, change, AuditKind.TAKEN_OUT, now, role=role, reason=reason, team=key)
        if not is_drawn:
            Team.objects.filter(league=league, key=key).update(standing=Team.Standing.WITHDRAWN)


def undo(league: League, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Undo what an entry of the log did. Raises NotOfficialError, LeagueActError, StaleCompetitionError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        return records.revert(record, number, at=at)

    with transaction.atomic():
        was = league.log_entries.filter(number=number).values_list("audit__kind", flat=True).first() or ""
        seen = change_record(league, guest_id, change, AuditKind.REVERTED, now, was=was)
        _standings_of_teams(league, seen)
        online.withdraw(seen, now)


def bring_back(league: League, guest_id: UUID | None, *, now: datetime) -> None:
    """Bring back what was undone last. Raises NotOfficialError, LeagueActError, StaleCompetitionError."""
    check_may(league, guest_id, Action.DRAW)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        return records.restore(record, at=at)

    with transaction.atomic():
        seen = change_record(league, guest_id, change, AuditKind.RESTORED, now)
        _standings_of_teams(league, seen)
        online.withdraw(seen, now)


def copy_of(terms: MatchLeagueTerms, *, first_day: date) -> MatchLeagueTerms:
    """Last season's terms from another day on: free days and the last day are to be chosen again."""
    return replace(terms, first_day=first_day.isoformat(), free_days=(), last_day="", entries_until="")


def _standings_of_teams(league: League, seen: repository.LeagueView) -> None:
    """Rows follow the log where an entry was undone or brought back."""
    inside = {one.key for one in seen.league.season.entrants}
    league.teams.exclude(key__in=inside).update(standing=Team.Standing.WITHDRAWN)
    league.teams.filter(key__in=inside).update(standing=Team.Standing.ENTERED)


def _columns(terms: MatchLeagueTerms) -> dict[str, Any]:
    return {"terms": repository.written(terms), "title": terms.title, "first_day": date.fromisoformat(terms.first_day)}

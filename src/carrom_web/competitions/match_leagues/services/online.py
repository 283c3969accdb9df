"""Matches of a league that is played online: a fixture, or each match of its tie, between its players' guests.

Only what can be played is started: nobody plays two matches at once, so the end of one begins what waited for its
players. Results are taken over as those of sheets are (`scorekeeping`).
"""

import random
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.laws.ruleset import effect_of
from carrom.league.match_commands import reported_result
from carrom.match.entries import Head, Player
from carrom.play.clocks import TIME_EXCEEDED
from carrom.play.game import new_head
from carrom.terms import Side
from carrom.tournament.event import NO_ONLINE_CLOCK
from carrom.tournament.teams import fixture_and_number, match_name
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.match_leagues import notifications, repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import Captain, League, SheetMatch, Team, TeamMember
from carrom_web.competitions.match_leagues.services.captains import FixtureNotReadyError, check_one_match
from carrom_web.competitions.match_leagues.services.changes import add_audit_entry
from carrom_web.matches import services
from carrom_web.matches.loaded import Player as Seated
from carrom_web.matches.models import Seat
from carrom_web.outbox.backend import queue
from carrom_web.push import services as push

_RNG = random.SystemRandom()
Named = tuple[str, UUID | None]
"""Somebody's public name, and their guest on this site, if they have one."""


def begin_what_can_be(
    league: League, fixture: str, *, guest_id: UUID | None, role: AuditEntry.Role, now: datetime
) -> int:
    """Begin the matches of a fixture whose players are all here and free; return how many.

    Raises:
        NotReadyError: its sides or line-ups are not known yet. Nothing was stored.
    """
    started: list[UUID] = []
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)  # of two who begin them at once, one does
        seen = repository.seen(league)
        if fixture in seen.league.stands:
            raise FixtureNotReadyError("leg-by-leg")
        if seen.league.meeting(fixture).result is not None:
            return 0
        taken = set(SheetMatch.objects.filter(league=league, ended_at=None).values_list("fixture", flat=True))
        busy = _who_plays(league, seen)
        for name in matches_of(seen, fixture):
            sides = players_of(seen, name)
            people = [guest for side in sides for _name, guest in side]
            if _has_result(seen, name) or name in taken or None in people:
                continue
            if busy & set(people) or len(set(people)) < len(people):
                continue
            started.append(_begin(seen, name, sides, now=now))
            busy |= set(people)
        if started:
            add_audit_entry(league, guest_id, AuditKind.ONLINE_STARTED, now, role=role, fixture=fixture)
        transaction.on_commit(lambda: services.announce_placed(started))
    return len(started)


def withdraw(seen: repository.LeagueView, now: datetime) -> None:
    """End what was started with line-ups that are not open any more, sheets too: its result does not count."""
    if not seen.terms.needs_line_ups:
        return
    for sheet in seen.row.sheets.filter(ended_at=None):
        fixture, number = fixture_and_number(sheet.fixture)
        if number and not line_ups.are_open(seen.league.contest_of(fixture), fixture, sheet.a, sheet.b):
            SheetMatch.objects.filter(pk=sheet.pk).update(ended_at=now, is_withdrawn=True)
            if sheet.is_online and push.is_used():
                queue(notifications.match_withdrawn, sheet.pk)


def _who_plays(league: League, seen: repository.LeagueView) -> set[UUID | None]:
    """The guests who play a match online of the league now; one whose result was entered otherwise holds nobody up."""
    rows = SheetMatch.objects.filter(league=league, ended_at=None, is_online=True)
    going_on = [one.match_id for one in rows if not _has_result(seen, one.fixture)]
    return set(Seat.objects.filter(match__in=going_on).values_list("guest", flat=True))


def _has_result(seen: repository.LeagueView, name: str) -> bool:
    return reported_result(seen.league, *fixture_and_number(name)) is not None


def matches_of(seen: repository.LeagueView, fixture: str) -> list[str]:
    """The names of the matches of a fixture: its own, or those of the tie."""
    tie = seen.league.contest_of(fixture).tie
    return [match_name(fixture, number) for number in range(1, len(tie.order) + 1)] if tie else [fixture]


def players_of(seen: repository.LeagueView, name: str) -> list[list[Named]]:
    """The players of both sides of a match, as its line-ups have them. Raises NotReadyError: they are not known."""
    fixture, number = fixture_and_number(name)
    meeting, contest = seen.league.meeting(fixture), seen.league.contest_of(fixture)
    if not meeting.a or not meeting.b:
        raise FixtureNotReadyError("sides")
    check_one_match(seen, name)
    found = []
    for key in (meeting.a, meeting.b):
        line_up = line_ups.line_up_of(contest, fixture, key) if number else None
        if number and line_up is None:
            raise FixtureNotReadyError("no-line-ups")
        persons = line_up.matches[number - 1] if line_up else contest.entrant(key).persons
        members = {one.key: one for one in seen.teams[key].members.all()}
        guests = [_guest_of(seen.teams[key], members.get(person)) for person in persons]
        found.append(list(zip(seen.persons(persons), guests, strict=True)))
    return found


def _guest_of(team: Team, member: TeamMember | None) -> UUID | None:
    """The guest who plays as a member of a team: who claimed the player, or acts for the team as its captain."""
    if member is None:
        return None
    claimed: UUID | None = member.person.guest_id or member.person.root.guest_id
    if claimed is not None or member.person.root != team.person.root:
        return claimed
    return Captain.objects.filter(team=team).order_by("-since", "-pk").values_list("guest", flat=True).first()


def _begin(seen: repository.LeagueView, name: str, sides: list[list[Named]], *, now: datetime) -> UUID:
    meeting = seen.league.meeting(fixture_and_number(name)[0])
    seats = [
        Seated(side.value, number, guest, "")
        for side, of_side in zip(Side, sides, strict=True)
        for number, (_name, guest) in enumerate(of_side)
    ]
    match_id = services.place_match(_head(seen, name, sides), seats)
    made = SheetMatch.objects.create(
        league=seen.row,
        fixture=name,
        a=meeting.a or "",
        b=meeting.b or "",
        match_id=match_id,
        started_at=now,
        is_online=True,
    )
    if push.is_used():
        queue(notifications.match_started, made.pk)
    return match_id


def _head(seen: repository.LeagueView, name: str, sides: list[list[Named]]) -> Head:
    """The head of a match online: the league's laws and clock, the players' public names; who breaks is drawn."""
    laws = repository.laws_of(seen.terms, seen.league.length_of(fixture_and_number(name)[0]))
    clock = seen.terms.online_clock
    has_clock = clock != NO_ONLINE_CLOCK and effect_of(laws, TIME_EXCEEDED) is not None
    players = [
        Player(side=side, name=of_side[number][0])
        for number in range(len(sides[0]))
        for side, of_side in zip(Side, sides, strict=True)
    ]
    return new_head(
        laws,
        players=players,
        options=dict.fromkeys(("stroke_seconds", "placing_seconds"), int(clock)) if has_clock else {},
        clocks=has_clock,
        breaks=_RNG.choice(tuple(Side)),
        take_back="never",
        tags={"event": seen.terms.title, "place": name},
    )

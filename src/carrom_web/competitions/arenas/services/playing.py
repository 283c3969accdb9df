"""An arena in play: people come and go, those who are free are paired, results are taken, it ends.

Each change is appended to the arena's log, if nobody has written since; else it is worked out again. Pairs, their rows
and their matches are stored in one transaction. Nothing waits in a process, so that a restart loses nothing.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from carrom.errors import CarromError
from carrom.match.entries import Head
from carrom.match.entries import Player as HeadPlayer
from carrom.play.game import new_head
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.arenas import pairing
from carrom_web.competitions.arenas.errors import ArenaError
from carrom_web.competitions.arenas.models import Arena, ArenaMatch, ArenaPlayer
from carrom_web.competitions.arenas.repository import FOLLOWERS, STORE
from carrom_web.competitions.arenas.state import Act, ArenaState, Join, Leave, LetGo, Pair, Result
from carrom_web.competitions.arenas.terms import NOBODY, laws_from
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.models import Competition
from carrom_web.competitions.repository import Close
from carrom_web.core.sockets import layer_errors
from carrom_web.matches import challenges, selectors, services
from carrom_web.matches.computers import level_title
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.loaded import Player as Seated
from carrom_web.matches.models import Match
from carrom_web.matches.proposals import visitor_name

LEASE = timedelta(seconds=75)  # a hidden page runs its timers once a minute
RELOAD = timedelta(seconds=10)  # how long somebody is there after their page is gone: a reload takes less
MOST_PLAYERS = 500
LAST_MATCHES = timedelta(minutes=15)  # so long after its end an arena takes results of matches that began in it
LAST_BOARDS = timedelta(hours=3)  # the same, where one plays everybody at once
IDLE = timedelta(minutes=8)  # a match in which nothing happens for so long holds nobody up
IDLE_WITHOUT_CLOCK = timedelta(minutes=40)
TRIES = 6  # to write before somebody else does
_SITE = AuditEntry.Role.SITE
_log = logging.getLogger(__name__)
T = TypeVar("T")


def join(arena: Arena, guest: Guest, *, device: str, now: datetime) -> ArenaPlayer:
    """Let somebody play, and pair them at once if somebody is free.

    Raises:
        ArenaError: it is over, or full.
        RatedError: it is rated, and they have no account.
    """

    def joined(row: Arena) -> ArenaPlayer:
        state = STORE.state(row)
        if state.closed or now >= row.ends_at:
            raise ArenaError("over")
        if state.terms.is_rated:
            challenges.check_rated(guest, form_of(state))
        with transaction.atomic():
            player = ArenaPlayer.objects.filter(competition=row, guest=guest).first()
            if player is None:
                if len(state.players) >= MOST_PLAYERS:
                    raise ArenaError("full", most=MOST_PLAYERS)
                player = ArenaPlayer(competition=row, guest=guest, free_since=now)
            player.here_until, player.free_since = now + LEASE, now
            player.device = device if state.terms.is_rated else ""
            player.save()
            known = state.players.get(player.key)
            if known is None or not known.is_in:
                act = Join(player=player.key)
                STORE.append(row, [act], act.kind, at=now, guest_id=guest.pk, role=AuditEntry.Role.PLAYER)
        return player

    player = _until_first(arena, joined)
    pair_free(arena, now=now)
    FOLLOWERS.changed(arena.pk)
    return player


def leave(arena: Arena, guest_id: UUID | None, *, now: datetime) -> None:
    """Let somebody be paired no more. A match that they play goes on and counts."""
    player = player_of(arena, guest_id)
    if player is None:
        return

    def left(row: Arena) -> None:
        state = STORE.state(row)
        known = state.players.get(player.key)
        if known is not None and known.is_in and not state.closed:
            act = Leave(player=player.key)
            STORE.append(row, [act], act.kind, at=now, guest_id=guest_id, role=AuditEntry.Role.PLAYER)

    _until_first(arena, left)
    FOLLOWERS.changed(arena.pk)


def player_of(arena: Arena, guest_id: UUID | None) -> ArenaPlayer | None:
    """Somebody as they play in an arena."""
    return ArenaPlayer.objects.filter(competition=arena, guest=guest_id).first() if guest_id else None


def taking_part(arena: Arena, guest_id: UUID | None) -> ArenaPlayer | None:
    """Somebody who has joined an arena and has not left it."""
    player = player_of(arena, guest_id)
    known = STORE.state(arena).players.get(player.key) if player is not None else None
    return player if known is not None and known.is_in else None


def arrive(player: ArenaPlayer, *, now: datetime) -> None:
    """Their page is open: they are free from now on, if they were not before."""
    if player.here_until < now:
        player.free_since = now
    player.here_until = now + LEASE
    player.save(update_fields=["here_until", "free_since"])
    pair_free(player.competition, now=now)


def renew(player_id: int, *, now: datetime, lease: timedelta = LEASE) -> None:
    """Their page lives, or was closed just now."""
    ArenaPlayer.objects.filter(pk=player_id).update(here_until=now + lease)


def pair_free(arena: Arena, *, now: datetime) -> int:
    """Begin the matches of all who are there and free; return how many."""
    placed: list[tuple[UUID, Pair]] = []

    def paired(row: Arena) -> None:
        placed.clear()
        state = STORE.state(row)
        if state.closed or not row.starts_at <= now < row.ends_at:
            return
        people = {one.key: one for one in _free_people(row, state, now=now)}
        if not people:
            return
        with transaction.atomic():
            placed.extend(_place(row, state, people, now=now))
            if placed:
                acts = [act for _match, act in placed]
                STORE.append(row, acts, Pair.kind, at=now, guest_id=None, role=_SITE, by="")

    _until_first(arena, paired)
    if placed:
        services.announce_placed(match for match, _act in placed)
        host = STORE.state(arena).host  # who plays everybody is led to a board once it waits
        for match, act in placed:
            _tell(arena, [key for key in (act.a, act.b) if key != host], match)
        FOLLOWERS.changed(arena.pk)
    return len(placed)


def take_results(*, now: datetime) -> int:
    """Take the results of matches that are over, let go of those that stand still, and pair who is free again."""
    rows = ArenaMatch.objects.filter(ended_at=None).filter(Q(match__phase="over") | Q(match__changed_at__lt=now - IDLE))
    found: dict[int, list[ArenaMatch]] = {}
    for one in rows.select_related("arena__club", "match"):
        found.setdefault(one.arena_id, []).append(one)
    for matches in found.values():
        arena = matches[0].arena
        try:
            if not STORE.state(arena).terms.has_clock:
                idle = now - IDLE_WITHOUT_CLOCK
                matches = [one for one in matches if one.match.phase == "over" or one.match.changed_at < idle]
            _take(arena, matches, now=now)
            pair_free(arena, now=now)
        except CarromError as error:  # the other arenas go on
            _log.warning("results of arena %s could not be taken: %s", arena, error)
    return sum(map(len, found.values()))


def run(*, now: datetime) -> None:
    """Pair who waits in the arenas that run, and end those whose time is up."""
    for arena in Arena.objects.filter(state=Competition.State.OPEN, starts_at__lte=now).select_related("club"):
        try:
            if now < arena.ends_at:
                pair_free(arena, now=now)
            else:
                _end_if_due(arena, now=now)
        except CarromError as error:  # the other arenas go on
            _log.warning("arena %s could not go on: %s", arena, error)


def end(arena: Arena, *, guest_id: UUID | None = None, now: datetime) -> None:
    """Close an arena. Matches that go on count nowhere here; without a guest the site does it."""

    def ended(row: Arena) -> None:
        state = STORE.state(row)
        if state.closed:
            return
        acts: list[Act] = [LetGo(match=key) for key, one in state.pairings.items() if one.is_running]
        role = _SITE if guest_id is None else AuditEntry.Role.ORGANISER
        with transaction.atomic():
            STORE.append(row, [*acts, Close()], Close.kind, at=now, guest_id=guest_id, role=role)
            Arena.objects.filter(pk=row.pk, ends_at__gt=now).update(ends_at=now)
            ArenaMatch.objects.filter(arena=row, ended_at=None).update(ended_at=now)

    _until_first(arena, ended)
    FOLLOWERS.changed(arena.pk)
    challenges.tell_lobby()


def form_of(state: ArenaState) -> NewMatch:
    """The form of a new match with the arena's terms: what may be rated is asked of it. Valid, as the terms are."""
    terms = state.terms
    form = challenges.form_of({"ruleset": terms.ruleset, "length": terms.length, "clock": terms.clock})
    form.is_valid()
    return form


def _end_if_due(arena: Arena, *, now: datetime) -> None:
    is_playing = ArenaMatch.objects.filter(arena=arena, ended_at=None).exists()
    last = LAST_BOARDS if STORE.state(arena).terms.is_simultaneous else LAST_MATCHES
    if not is_playing or now >= arena.ends_at + last:
        end(arena, now=now)


def _free_people(arena: Arena, state: ArenaState, *, now: datetime) -> list[ArenaPlayer]:
    rows = ArenaPlayer.objects.filter(competition=arena, here_until__gt=now, guest__isnull=False)
    free = {key for key, one in state.players.items() if one.is_in and one.match is None}
    return [one for one in rows.select_related("guest").order_by("free_since", "pk") if one.key in free]


def _place(
    arena: Arena, state: ArenaState, people: dict[str, ArenaPlayer], *, now: datetime
) -> list[tuple[UUID, Pair]]:
    """Store the matches of those who meet now, and against computers of those who have waited."""
    if state.terms.is_simultaneous:
        return _place_boards(arena, state, people, now=now)
    scores = {row.key: row.score for row in state.table()}
    by_guest = {one.guest_id: key for key, one in people.items()}
    free = [
        pairing.Free(
            key=key,
            score=scores[key],
            waited_s=(now - one.free_since).total_seconds(),
            last=state.players[key].last or None,
            apart=frozenset(by_guest[guest] for guest in selectors.apart_from(one.guest_id) if guest in by_guest)
            | _same_device(one, people),
        )
        for key, one in people.items()
    ]
    busy = any(one.is_in and one.match is not None for one in state.players.values())
    met = [
        sorted(two, key=lambda key: (state.players[key].broke, people[key].free_since))
        for two in pairing.pairs(free, others_play=busy or len(free) > 2)
    ]
    placed = [_begin(arena, state, people[first], people[second], now=now) for first, second in met]
    if state.terms.computer != NOBODY:
        alone = {one.key for one in free if one.waited_s >= pairing.COMPUTER_AFTER_S} - {
            key for two in met for key in two
        }
        placed += [_begin(arena, state, people[key], None, now=now) for key in sorted(alone)]
    return placed


def _place_boards(
    arena: Arena, state: ArenaState, people: dict[str, ArenaPlayer], *, now: datetime
) -> list[tuple[UUID, Pair]]:
    """Store the matches against the one who plays everybody: one for each who had none, on the boards that are free."""
    free = state.terms.most_boards - sum(one.is_running for one in state.pairings.values())
    met = {one.a for one in state.pairings.values()}
    host = ArenaPlayer.objects.select_related("guest").filter(competition=arena, key=state.host).first()
    if state.host and (host is None or host.guest is None):
        return []
    apart = selectors.apart_from(host.guest_id) if host else frozenset()
    new = [one for key, one in people.items() if key not in met and key != state.host and one.guest_id not in apart]
    return [_begin(arena, state, one, host, now=now) for one in new[: max(0, free)]]


def next_board(arena: Arena, guest_id: UUID | None) -> UUID | None:
    """The board that has waited longest for the one who plays everybody at once; None: none does."""
    player, state = player_of(arena, guest_id), STORE.state(arena)
    if player is None or player.key != state.host:
        return None
    ids = [UUID(key) for key in state.boards_of_host()]
    for match_id in Match.objects.filter(pk__in=ids).order_by("changed_at").values_list("pk", flat=True):
        loaded = selectors.load(match_id)
        if set(loaded.seats_of(guest_id)) & set(loaded.state.match.awaiting.seats):
            return match_id
    return None


def _same_device(one: ArenaPlayer, people: dict[str, ArenaPlayer]) -> frozenset[str]:
    """Those who joined a rated arena in the same browser: nobody plays against themselves."""
    if not one.device:
        return frozenset()
    return frozenset(key for key, other in people.items() if other.device == one.device and other.pk != one.pk)


def _begin(
    arena: Arena, state: ArenaState, first: ArenaPlayer, second: ArenaPlayer | None, *, now: datetime
) -> tuple[UUID, Pair]:
    terms = state.terms
    other = (second.guest_id, "") if second is not None else (None, terms.computer)
    seats = [Seated("a", 0, first.guest_id, ""), Seated("b", 0, *other)]
    match_id = services.place_match(
        _head(state, first, second), seats, is_listed=True, is_rated=terms.is_rated and second is not None
    )
    act = Pair(match=match_id.hex, a=first.key, b=second.key if second else "")
    ArenaMatch.objects.create(arena=arena, match_id=match_id, a=act.a, b=act.b)
    return match_id, act


def _head(state: ArenaState, first: ArenaPlayer, second: ArenaPlayer | None) -> Head:
    terms = state.terms
    names = [one.guest.name or visitor_name() for one in (first, second) if one is not None and one.guest is not None]
    level = terms.computer
    other = (
        HeadPlayer(side=Side.B, name=names[1])
        if second is not None
        else HeadPlayer(side=Side.B, name=level_title(level), kind="computer", level=level)
    )
    seconds = dict.fromkeys(("stroke_seconds", "placing_seconds"), int(terms.clock)) if terms.has_clock else {}
    return new_head(
        laws_from(state.own_laws) if state.own_laws else terms.ruleset,
        players=(HeadPlayer(side=Side.A, name=names[0]), other),
        length=terms.length,
        options=seconds,
        clocks=terms.has_clock,
        breaks=Side.A,
        take_back="never",
        tags={"event": state.title},
    )


def _take(arena: Arena, matches: Sequence[ArenaMatch], *, now: datetime) -> None:
    ended = {one.match_id.hex: selectors.load(one.match_id) for one in matches}

    def taken(row: Arena) -> None:
        state = STORE.state(row)
        acts = [_ending(key, loaded) for key, loaded in ended.items() if state.pairings[key].is_running]
        with transaction.atomic():
            if acts and not state.closed:
                STORE.append(row, acts, Result.kind, at=now, guest_id=None, role=_SITE, by="")
            ArenaMatch.objects.filter(pk__in=[one.pk for one in matches]).update(ended_at=now)
            keys = {key for one in matches for key in (one.a, one.b) if key}
            ArenaPlayer.objects.filter(competition=row, key__in=keys).update(free_since=now)

    _until_first(arena, taken)
    FOLLOWERS.changed(arena.pk)


def _ending(key: str, loaded: Loaded) -> Result | LetGo:
    match = loaded.state.match
    if match.result is None:
        return LetGo(match=key)
    points = {side: sum(board.points for board in match.boards if board.winner is side) for side in Side}
    winner = match.result.winner
    return Result(
        match=key,
        winner="" if winner is None else winner.value,
        points_a=points[Side.A],
        points_b=points[Side.B],
    )


def _until_first(arena: Arena, change: Callable[[Arena], T]) -> T:
    """Make a change, again from what is stored by then where somebody else was faster."""
    for attempt in range(TRIES):
        row = arena if attempt == 0 else Arena.objects.select_related(*Arena.READ_WITH).get(pk=arena.pk)
        try:
            with transaction.atomic():
                return change(row)
        except StaleCompetitionError:
            if attempt + 1 == TRIES:
                raise
    raise AssertionError  # the last try has returned or raised


def group_of(player_id: int) -> str:
    """The name of the group of somebody's own pages of an arena."""
    return f"arena-player.{player_id}"


def _tell(arena: Arena, keys: Sequence[str], match_id: UUID) -> None:
    """Lead the pages of those who were paired to their match."""
    url = reverse("match", args=[match_id])
    for player_id in ArenaPlayer.objects.filter(competition=arena, key__in=[key for key in keys if key]).values_list(
        "pk", flat=True
    ):
        try:
            async_to_sync(get_channel_layer().group_send)(group_of(player_id), {"type": "paired", "url": url})
        except layer_errors():
            return  # the page asks by itself

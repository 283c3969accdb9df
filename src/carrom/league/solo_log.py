"""Folding a season of solo sets from its acts, and comparing two of its states."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from carrom.errors import NotAllowedError
from carrom.league import solo_acts as acts
from carrom.league.solo_acts import Act, changed_by
from carrom.league.solo_state import (
    IN_PLAY,
    PlayerStatus,
    RequestStatus,
    SeasonPlayer,
    SeasonSet,
    SeasonState,
    SeasonStatus,
    SetRequest,
    SetStatus,
)
from carrom.league.solo_terms import SeasonTerms
from carrom.log import Entry, Fold


class SeasonLogError(NotAllowedError):
    """An act that does not fit the season, or that cannot be reverted now."""

    code = "season-log"


@dataclass(frozen=True)
class SeasonFold(Fold[SeasonState, Act]):
    """How a season follows from acts."""

    def start(self) -> SeasonState:
        """Nothing is announced."""
        return SeasonState()

    def apply(self, state: SeasonState, act: Act) -> SeasonState:
        """The season after an act. Raises SeasonLogError: who or what it is about is not there."""
        return _after(state, act)

    def check_revert(self, entries: Sequence[Entry[Act]], number: int) -> None:
        """The first act stays, and so does what a later act has decided again."""
        act = next(entry.act for entry in entries if entry.number == number)
        if number == 1 or isinstance(act, acts.Import):
            raise SeasonLogError("first-entry")
        decided = changed_by(act)  # type: ignore[arg-type]  # effective entries are no reverts
        if any(decided & changed_by(one.act) for one in entries if one.number > number):  # type: ignore[arg-type]
            raise SeasonLogError("changed-again")

    def belongs_to_earlier(self, act: Act) -> bool:
        """Whether an act concerns a player or a set that is gone: it is reverted with them."""
        return True

    def check_state(self, state: SeasonState) -> None:
        """No more players than places, and every set in a week."""
        if state.places is not None and state.taken > state.places:
            raise SeasonLogError("no-place", most=state.places)
        for one in state.sets.values():
            if not state.week_of(one) and state.status_of(one) in IN_PLAY:
                raise SeasonLogError("no-week", day=date.fromisoformat(one.day))


def _after(state: SeasonState, act: Act) -> SeasonState:
    match act:
        case acts.Announce() | acts.Change():
            return replace(state, terms=act.terms)
        case acts.ChangeWeeks():
            return replace(state, terms=act.terms, excuses=_moved_excuses(state, act.terms))
        case acts.Open():
            return replace(state, status=SeasonStatus.OPEN)
        case acts.Close():
            return replace(_without_started(state), status=SeasonStatus.CLOSED)
        case acts.Import():
            return replace(_without_started(state), status=SeasonStatus.DRAFT)
        case acts.DrawLots():
            return replace(state, lots=(*state.lots, *act.lots))
        case acts.Excuse():
            _player(state, act.player)
            return replace(state, excuses={**state.excuses, (act.player, act.week): act.reason})
        case acts.WithdrawExcuse():
            excuses = {key: reason for key, reason in state.excuses.items() if key != (act.player, act.week)}
            return replace(state, excuses=excuses)
        case acts.RequestCorrection() | acts.WithdrawRequest() | acts.DecideRequest():
            return _after_request(state, act)
        case acts.StartSet() | acts.ReportSet():
            _player(state, act.player)
            return _with_set(state, _new_set(act))
        case (
            acts.Join()
            | acts.Invite()
            | acts.AcceptPlace()
            | acts.Declare()
            | acts.MoveUp()
            | acts.Withdraw()
            | acts.Place()
            | acts.PlaceNext()
        ):
            return _after_player(state, act)
        case _:
            return _with_set(state, _after_set(_set(state, act.set), act))


def _player(state: SeasonState, key: str) -> SeasonPlayer:
    if key not in state.players:
        raise SeasonLogError("no-player")
    return state.players[key]


def _set(state: SeasonState, key: str) -> SeasonSet:
    if key not in state.sets:
        raise SeasonLogError("no-set")
    return state.sets[key]


def _with_set(state: SeasonState, one: SeasonSet) -> SeasonState:
    return replace(state, sets={**state.sets, one.key: one})


def _with_players(state: SeasonState, changed: Iterable[SeasonPlayer]) -> SeasonState:
    return replace(state, players={**state.players, **{one.key: one for one in changed}})


def _without_started(state: SeasonState, player: str = "") -> SeasonState:
    """The season with the sets that are being played taken out, or with those of one player."""
    gone = {
        one.key: replace(one, stage=SetStatus.STRUCK)
        for one in state.sets.values()
        if one.stage is SetStatus.STARTED and (not player or one.player == player)
    }
    return replace(state, sets={**state.sets, **gone}) if gone else state


def _after_player(state: SeasonState, act: Any) -> SeasonState:
    match act:
        case acts.Join():
            status = PlayerStatus.WAITING if act.waits else PlayerStatus.PLAYING
            new = SeasonPlayer(
                key=act.player, division=act.division, status=status, joined=act.day, equipment=act.equipment
            )
            return _with_players(state, [new])
        case acts.Invite():
            invited = PlayerStatus.INVITED
            return _with_players(
                state,
                [
                    SeasonPlayer(
                        key=one.player, division=one.division, status=invited, joined=one.day, equipment=one.equipment
                    )
                    for one in act.players
                ],
            )
        case acts.Place():
            placed = [replace(_player(state, key), division=division) for key, division in act.players]
            return _with_players(state, placed)
        case acts.PlaceNext():
            placed = [replace(_player(state, key), next_division=division) for key, division in act.players]
            return _with_players(state, placed)
    player = _player(state, act.player)
    match act:
        case acts.AcceptPlace():
            return _with_players(
                state, [replace(player, status=PlayerStatus.PLAYING, joined=max(player.joined, act.day))]
            )
        case acts.Declare():
            return _with_players(state, [replace(player, equipment=act.equipment)])
        case acts.MoveUp():
            return _with_players(state, [replace(player, status=PlayerStatus.PLAYING)])
        case _:
            withdrawn = replace(player, status=PlayerStatus.WITHDRAWN, left=act.day)
            return _without_started(_with_players(state, [withdrawn]), player.key)


def _new_set(act: acts.StartSet | acts.ReportSet) -> SeasonSet:
    if isinstance(act, acts.StartSet):
        return SeasonSet(
            key=act.set, player=act.player, day=act.day, origin=act.origin, stage=SetStatus.STARTED,
            started_at=act.at, source=act.source,
        )  # fmt: skip
    return SeasonSet(
        key=act.set, player=act.player, day=act.day, origin="reported", stage=SetStatus.COUNTS, started_at=act.at,
        strokes=act.strokes, handed_in_at=act.at, few_confirmed=act.few_confirmed, witness=act.witness, film=act.film,
        on_word=act.on_word,
    )  # fmt: skip


def _after_set(one: SeasonSet, act: Any) -> SeasonSet:
    match act:
        case acts.TakeRecord():
            if one.stage is SetStatus.STARTED:
                one = replace(one, handed_in_at=act.at, witness=one.witness or act.witness)
            elif act.strokes != one.strokes:
                one = replace(one, witnessed_at="")
            return replace(one, stage=SetStatus.COUNTS, strokes=act.strokes, film=act.film or one.film)
        case acts.ResumeSet():
            return replace(one, stage=SetStatus.STARTED, strokes=(), handed_in_at="", witnessed_at="")
        case acts.GiveUpSet() | acts.StrikeSet():
            return replace(one, stage=SetStatus.STRUCK)
        case acts.RefuseSet():
            return replace(one, stage=SetStatus.REFUSED)
        case acts.CorrectSet():
            corrected = replace(one, strokes=act.strokes, day=act.day, few_confirmed=act.few_confirmed)
            return replace(corrected, witnessed_at="", on_word=False) if act.is_seen_anew else corrected
        case acts.AskWitness():
            return replace(one, witness=act.witness, seen_by="")
        case acts.Testify():
            if act.saw:
                return replace(one, seen_by=act.witness, witnessed_at=act.at)
            return replace(one, seen_by=act.witness, stage=SetStatus.REFUSED)
        case acts.AddFilm():
            return replace(one, film=act.film)
        case acts.GiveWord():
            return replace(one, on_word=True, stage=SetStatus.COUNTS)
        case _:
            return replace(one, late_accepted=act.accepted)


def _after_request(
    state: SeasonState, act: acts.RequestCorrection | acts.WithdrawRequest | acts.DecideRequest
) -> SeasonState:
    one, before = _set(state, act.set), state.open_request(act.set)
    requests = dict(state.requests)
    if isinstance(act, acts.RequestCorrection):
        if before is not None:
            requests[before.key] = replace(before, status=RequestStatus.WITHDRAWN)
        requests[act.request] = SetRequest(
            key=act.request, set=act.set, strokes=act.strokes, day=act.day, few_confirmed=act.few_confirmed
        )
        return replace(state, requests=requests)
    if before is None:
        raise SeasonLogError("no-request")
    if isinstance(act, acts.WithdrawRequest):
        status = RequestStatus.WITHDRAWN
    else:
        status = RequestStatus.ACCEPTED if act.accepts else RequestStatus.REFUSED
    requests[before.key] = replace(before, status=status)
    state = replace(state, requests=requests)
    if status is not RequestStatus.ACCEPTED:
        return state
    fields = {"strokes": before.strokes, "day": before.day, "few_confirmed": before.few_confirmed}
    return _with_set(state, replace(one, **fields))  # type: ignore[arg-type]  # each of its type


def _moved_excuses(state: SeasonState, terms: SeasonTerms) -> Mapping[tuple[str, int], str]:
    """An excuse holds for the week in which the middle of its old week lies; where that is none, for nothing."""
    target: dict[int, int] = {}
    for week in state.terms.all_weeks:
        first, last = date.fromisoformat(week.first), date.fromisoformat(week.last)
        found = terms.week_of((first + (last - first) / 2).isoformat())
        target[week.number] = found.number if found else 0
    return {(player, target[week]): reason for (player, week), reason in state.excuses.items() if target.get(week)}


class Difference(NamedTuple):
    """One thing that is otherwise in another state of a season: of a player, set or request, by its key."""

    of: str
    key: str
    what: str
    was: bool | int | str | tuple[int, ...] | None
    now: bool | int | str | tuple[int, ...] | None


def differences(before: SeasonState, after: SeasonState) -> tuple[Difference, ...]:
    """Return the differences of two states of a season that matter to a reader: the effects of an act or a revert."""
    found = [Difference("season", "", "status", str(before.status), str(after.status))]
    found += _of_each("player", before.players, after.players, lambda state, one: {
        "status": str(one.status), "division": one.division, "next division": one.next_division or None,
    }, (before, after))  # fmt: skip
    found += _of_each("set", before.sets, after.sets, lambda state, one: {
        "status": str(state.status_of(one)), "strokes": one.strokes, "day": one.day,
        "week": state.week_of(one), "late accepted": one.late_accepted,
    }, (before, after))  # fmt: skip
    found += _of_each("request", before.requests, after.requests, lambda state, one: {
        "status": str(one.status),
    }, (before, after))  # fmt: skip
    for player, week in dict.fromkeys([*before.excuses, *after.excuses]):
        was, now = ((player, week) in state.excuses for state in (before, after))
        found.append(Difference("player", player, "excused in week", week if was else None, week if now else None))
    return tuple(one for one in found if one.was != one.now)


def _of_each(
    of: str, before: Mapping[str, Any], after: Mapping[str, Any], seen: Any, states: tuple[SeasonState, SeasonState]
) -> Iterator[Difference]:
    same_terms = states[0].terms is states[1].terms
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key), after.get(key)
        if one is other and same_terms:
            continue
        was = seen(states[0], one) if one is not None else {}
        now = seen(states[1], other) if other is not None else {}
        for what in now or was:
            yield Difference(of, key, what, was.get(what), now.get(what))

"""The sets of every player's season: which count, which are dropped, late, waiting or missing.

Depends on what was played and when it was handed in, never on the order of the sets.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from carrom.laws.ruleset import Ruleset
from carrom.league.solo_season import (
    AcceptLate,
    DrawnLots,
    ExcuseWeek,
    Player,
    RefuseSet,
    Season,
    SetResult,
    in_order,
)
from carrom.league.solo_terms import SeasonTerms, Week


class SetState(StrEnum):
    """State of a set in the standings."""

    COUNTS = "counts"
    DROPPED = "dropped"  # better ones count
    UNPROVEN = "unproven"  # what the league asks for is not there yet
    LATE = "late"  # came late and is not taken, or not yet
    REFUSED = "refused"
    BEYOND = "beyond"  # more than may be handed in that week
    OUTSIDE = "outside"  # played on no day of the season, or of this player's time in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A set with what it is for the standings; `extra` strokes are for coming late. `week` is None outside."""

    set: SetResult
    week: int | None
    state: SetState
    is_late: bool = False
    extra: int = 0

    @property
    def total(self) -> int:
        """Its strokes with what coming late costs."""
        return self.set.total + self.extra


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One set in a player's average. `set` is None where a missing one is charged; `boards` is empty there."""

    week: int
    day: str
    total: int
    boards: tuple[int, ...] = ()
    set: str | None = None

    @property
    def is_played(self) -> bool:
        """Whether it is a set, not a charge."""
        return self.set is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """One player's season: each set and its state, what counts, and the weeks in which sets are missing."""

    player: Player
    judged: tuple[Judged, ...]
    counted: tuple[Counted, ...]
    missing: tuple[int, ...]

    @property
    def played(self) -> tuple[Counted, ...]:
        """The sets that count, without charges."""
        return tuple(one for one in self.counted if one.is_played)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The tallies of those who are compared, with what tie-breaks may ask beside them."""

    tallies: Mapping[str, Tally]
    rules: Ruleset = field(repr=False)
    lots: tuple[str, ...] = ()

    def average(self, key: str) -> Fraction | None:
        """A player's exact average; None without a set. Law: B-034."""
        counted = self.tallies[key].counted
        if not counted:
            return None
        return Fraction(sum(one.total for one in counted), len(counted) * self.rules.boards_per_set)


def table_of(season: Season, players: Iterable[Player], *, today: str) -> Table:
    """The table of some players, as it stands on a day."""
    chosen = list(players)
    sets: dict[str, list[SetResult]] = {one.key: [] for one in chosen}
    for one in season.sets:
        if one.player in sets:
            sets[one.player].append(one)
    refused = {one.set for one in season.decisions if isinstance(one, RefuseSet)}
    accepted = {one.set for one in season.decisions if isinstance(one, AcceptLate)}
    judged = {
        one.key: _judged(season.terms, one, sorted(sets[one.key], key=in_order), refused, accepted) for one in chosen
    }
    worst = _worst_of_weeks(chosen, judged)
    return Table(
        tallies={one.key: _tally(season, one, judged[one.key], worst, today) for one in chosen},
        rules=season.terms.rules,
        lots=_lots(season),
    )


def is_late(terms: SeasonTerms, one: SetResult, week: Week) -> bool:
    """Whether a set was handed in after the last day for its week."""
    return terms.day_of(one.handed_in) > terms.deadline(week)


def is_proven(terms: SeasonTerms, one: SetResult) -> bool:
    """Whether what the league asks for is there."""
    asked = terms.evidence.of(one.origin)
    return not asked or any(proof.kind in asked for proof in one.proofs)


def _lots(season: Season) -> tuple[str, ...]:
    """All lots that were drawn in one order; a player drawn again has the later lot."""
    drawn = sorted((one for one in season.decisions if isinstance(one, DrawnLots)), key=lambda one: (one.at, one.order))
    order: list[str] = []
    for one in drawn:
        order = [key for key in order if key not in one.order] + list(one.order)
    return tuple(order)


def _judged(
    terms: SeasonTerms, player: Player, sets: Sequence[SetResult], refused: Set[str], accepted: Set[str]
) -> tuple[Judged, ...]:
    """All sets of a player in the order of play, those that may count still to be chosen from."""
    found: list[Judged] = []
    for one in sets:
        week = terms.week_of(one.day)
        if week is None or one.day < player.joined or (player.left and one.day > player.left):
            found.append(Judged(set=one, week=None, state=SetState.OUTSIDE))
            continue
        late = is_late(terms, one, week)
        takes = not late or one.key in accepted or terms.late in ("counts", "costs")
        if one.key in refused:
            state = SetState.REFUSED
        elif not takes:
            state = SetState.LATE
        else:
            state = SetState.COUNTS if is_proven(terms, one) else SetState.UNPROVEN
        extra = terms.late_strokes if late and terms.late == "costs" and one.key not in accepted else 0
        found.append(Judged(set=one, week=week.number, state=state, is_late=late, extra=extra))
    return _best_of_weeks(terms, tuple(found))


def _best_of_weeks(terms: SeasonTerms, judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """The sets, those that others of their week keep out marked."""
    states: dict[str, SetState] = {}
    for week in {one.week for one in judged if one.state is SetState.COUNTS}:
        ones = [one for one in judged if one.week == week and one.state in (SetState.COUNTS, SetState.UNPROVEN)]
        by_time = sorted(ones, key=lambda one: (one.set.handed_in, *in_order(one.set)))
        taken = by_time[: terms.sets_per_week] if terms.sets_per_week else by_time
        states |= {one.set.key: SetState.BEYOND for one in by_time[len(taken) :]}
        ready = sorted((one for one in taken if one.state is SetState.COUNTS), key=_goodness)
        states |= {one.set.key: SetState.DROPPED for one in ready[terms.counted_per_week :]}
    return tuple(replace(one, state=states.get(one.set.key, one.state)) for one in judged)


def _goodness(one: Judged) -> tuple[object, ...]:
    """Sorts sets from the best; those alike in everything that is compared anywhere may stand for each other."""
    return (one.total, sorted(one.set.strokes), *in_order(one.set))


def _tally(
    season: Season, player: Player, judged: tuple[Judged, ...], worst: Mapping[tuple[str, int], int], today: str
) -> Tally:
    terms = season.terms
    missing = _missing(season, player, judged, today)
    counted = [
        Counted(week=one.week, day=one.set.day, total=one.total, boards=one.set.strokes, set=one.set.key)
        for one in judged
        if one.state is SetState.COUNTS and one.week is not None
    ]
    for number in missing:
        charge = _charge(terms, worst.get((player.division, number)))
        if charge is not None:
            counted.append(Counted(week=number, day="", total=charge))
    if terms.counted and len(counted) > terms.counted:
        best = sorted(counted, key=lambda one: (one.total, not one.set, sorted(one.boards), one.week, one.day))
        counted = best[: terms.counted]
        counting = {one.set for one in counted}
        judged = tuple(
            replace(one, state=SetState.DROPPED)
            if one.state is SetState.COUNTS and one.set.key not in counting
            else one
            for one in judged
        )
    return Tally(
        player=player,
        judged=judged,
        counted=tuple(sorted(counted, key=lambda one: (one.week, one.day, one.set or ""))),
        missing=missing,
    )


def _missing(season: Season, player: Player, judged: Sequence[Judged], today: str) -> tuple[int, ...]:
    """The weeks that are over, each as often as a set is missing in it."""
    terms = season.terms
    there = [one.week for one in judged if one.state in (SetState.COUNTS, SetState.DROPPED)]
    found: list[int] = []
    for week in terms.all_weeks:
        if terms.deadline(week) < today and owes(season, player, week):
            found += [week.number] * max(0, terms.counted_per_week - there.count(week.number))
    return tuple(found)


def owes(season: Season, player: Player, week: Week) -> bool:
    """Whether sets of a week are due from a player: they are in the season for all of it, and nobody excused them."""
    excused = any(
        isinstance(one, ExcuseWeek) and (one.player, one.week) == (player.key, week.number) for one in season.decisions
    )
    return player.joined <= week.first and not (player.left and player.left < week.last) and not excused


def _charge(terms: SeasonTerms, worst: int | None) -> int | None:
    """The strokes of a missing set; None where nothing is charged."""
    if terms.missing == "cap" and terms.rules.stroke_cap is not None:
        return terms.rules.stroke_cap * terms.rules.boards_per_set
    return worst if terms.missing == "worst" else None


def _worst_of_weeks(players: Iterable[Player], judged: Mapping[str, Sequence[Judged]]) -> Mapping[tuple[str, int], int]:
    """The most strokes of a set that counts, by division and week."""
    worst: dict[tuple[str, int], int] = {}
    for player in players:
        for one in judged[player.key]:
            if one.state is SetState.COUNTS and one.week is not None:
                at = (player.division, one.week)
                worst[at] = max(worst.get(at, 0), one.total)
    return worst

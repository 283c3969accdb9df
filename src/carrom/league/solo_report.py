"""The report of a week of a 19-coin season: its best set and board, who climbed, who never missed, what comes next.

Reads a season, changes nothing; sentences are made elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from carrom.league.solo_season import Season, SetResult
from carrom.league.solo_standings import DivisionTable, standings
from carrom.league.solo_terms import Week

LEAST_STREAK = 2  # weeks in a row


@dataclass(frozen=True, slots=True)
class Climb:
    """A player who stands higher than before the week."""

    player: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekReport:
    """What happened in a week. Players are named by their keys, ties are all named.

    `best_sets` have the fewest strokes of the week, `best_board` the fewest of a board with who made it; `streak` is
    the longest run of weeks with a set that goes on, with who is in it; `missing` owe a set.
    """

    week: Week
    sets: int
    best_sets: tuple[SetResult, ...] = ()
    best_board: tuple[int, tuple[str, ...]] = (0, ())
    climbs: tuple[Climb, ...] = ()
    streak: tuple[int, tuple[str, ...]] = (0, ())
    missing: tuple[str, ...] = ()
    next_week: Week | None = None


def week_report(season: Season, number: int, *, today: str) -> WeekReport:
    """The report of a week by its number, as things are on a day; only sets that stand in the table count."""
    terms = season.terms
    weeks = {one.number: one for one in terms.all_weeks}
    week = weeks[number]
    tables = standings(season, today=today)
    counting = {key for table in tables for row in table.rows for key in (*row.counts, *row.dropped)}
    by_week: dict[int, list[SetResult]] = {}
    for one in season.sets:
        held = terms.week_of(one.day)
        if one.key in counting and held is not None:
            by_week.setdefault(held.number, []).append(one)
    own = by_week.get(number, [])
    fewest = min((sum(one.strokes) for one in own), default=0)
    board = min((strokes for one in own for strokes in one.strokes), default=0)
    return WeekReport(
        week=week,
        sets=len(own),
        best_sets=tuple(one for one in own if sum(one.strokes) == fewest),
        best_board=(board, tuple(dict.fromkeys(one.player for one in own if board in one.strokes))),
        climbs=_climbs(season, by_week, number, today),
        streak=_streak(by_week, number),
        missing=tuple(row.key for table in tables for row in table.rows if number in row.missing and not row.has_left),
        next_week=weeks.get(number + 1),
    )


def _climbs(season: Season, by_week: Mapping[int, Sequence[SetResult]], number: int, today: str) -> tuple[Climb, ...]:
    """Who climbed most by the sets of a week; several with as many places."""
    after = _places(standings(_until(season, number), today=today))
    before = _places(standings(_until(season, number - 1), today=today))
    players = dict.fromkeys(one.player for one in by_week.get(number, ()))
    climbs = [Climb(key, before[key], after[key]) for key in players if after.get(key, 0) < before.get(key, 0)]
    climbs = [one for one in climbs if one.player in after]
    most = max((one.before - one.after for one in climbs), default=0)
    return tuple(one for one in climbs if one.before - one.after == most)


def _until(season: Season, number: int) -> Season:
    """The season with the sets of no later week than this."""
    sets = tuple(one for one in season.sets if (week := season.terms.week_of(one.day)) and week.number <= number)
    known = {one.key for one in sets}
    decisions = tuple(one for one in season.decisions if getattr(one, "set", "") in {"", *known})
    return replace(season, sets=sets, decisions=decisions)


def _places(tables: Sequence[DivisionTable]) -> dict[str, int]:
    return {row.key: row.place for table in tables for row in table.rows if row.place is not None}


def _streak(by_week: Mapping[int, Sequence[SetResult]], number: int) -> tuple[int, tuple[str, ...]]:
    """The longest run of weeks, up to this one, in each of which somebody has a set; and who."""
    runs: dict[str, int] = {}
    for key in dict.fromkeys(one.player for one in by_week.get(number, ())):
        run = 0
        while any(one.player == key for one in by_week.get(number - run, ())):
            run += 1
        runs[key] = run
    longest = max(runs.values(), default=0)
    if longest < LEAST_STREAK:
        return 0, ()
    return longest, tuple(key for key, run in runs.items() if run == longest)

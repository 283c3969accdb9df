"""The report of a week of a 19-coin season: its best set and board, who climbed, who never missed, what comes next.

Reads a season, changes nothing; sentences are made elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from carrom.league.solo_season import Season, SetResult
from carrom.league.solo_standings import DivisionTable, standings
from carrom.league.solo_table import SetState, owes
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
    """News of a week. Players are named by their keys, ties are all named.

    `best_sets` have the fewest strokes of the week, `best_board` the fewest of a board with who made it; `streak` is
    the longest run of weeks with a set that goes on, with who is in it; `missing` owe a set. `tables` are the standings
    after the week, `places` those before it, of who had one.
    """

    week: Week
    sets: int
    best_sets: tuple[SetResult, ...] = ()
    best_board: tuple[int, tuple[str, ...]] = (0, ())
    climbs: tuple[Climb, ...] = ()
    streak: tuple[int, tuple[str, ...]] = (0, ())
    missing: tuple[str, ...] = ()
    next_week: Week | None = None
    tables: tuple[DivisionTable, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


def week_report(
    season: Season, number: int, *, today: str, tables: tuple[DivisionTable, ...] | None = None
) -> WeekReport:
    """The report of a week by its number, as things are on a day; only sets that stand in the table count.

    `tables` are the standings of that day, for who has them.
    """
    terms = season.terms
    weeks = {one.number: one for one in terms.all_weeks}
    week = weeks[number]
    tables = standings(season, today=today) if tables is None else tables
    counting = {key for table in tables for row in table.rows for key in (*row.counts, *row.dropped)}
    by_week: dict[int, list[SetResult]] = {}
    for one in season.sets:
        held = terms.week_of(one.day)
        if one.key in counting and held is not None:
            by_week.setdefault(held.number, []).append(one)
    own = by_week.get(number, [])
    fewest = min((sum(one.strokes) for one in own), default=0)
    board = min((strokes for one in own for strokes in one.strokes), default=0)
    until, day = _until(season, number), _day_after(season, number, today)
    after = tables if (until, day) == (season, today) else standings(until, today=day)
    before = standings(_until(season, number - 1), today=_day_after(season, number - 1, today))
    return WeekReport(
        week=week,
        sets=len(own),
        best_sets=tuple(one for one in own if sum(one.strokes) == fewest),
        best_board=(board, tuple(dict.fromkeys(one.player for one in own if board in one.strokes))),
        climbs=_climbs(by_week.get(number, ()), _places(before), _places(after)),
        streak=_streak(by_week, number),
        missing=tuple(row.key for table in tables for row in table.rows if number in row.missing and not row.has_left),
        next_week=weeks.get(number + 1),
        tables=after,
        places=_places(before),
    )


def owing(season: Season, number: int) -> tuple[str, ...]:
    """Return the players who owe a set of a week; a set that waits for evidence is handed in."""
    week = next(one for one in season.terms.all_weeks if one.number == number)
    found = []
    for table in standings(season, today=week.first):
        for key, tally in table.table.tallies.items():
            handed_in = any(one.week == number and one.state is not SetState.REFUSED for one in tally.judged)
            if not handed_in and owes(season, tally.player, week):
                found.append(key)
    return tuple(found)


def _day_after(season: Season, number: int, today: str) -> str:
    """The day of the standings after a week, so that what is missing later is not: when it is over, or today."""
    week = next((one for one in season.terms.all_weeks if one.number == number), None)
    if week is None:
        return min(today, season.terms.first_day)
    over = (date.fromisoformat(season.terms.deadline(week)) + timedelta(days=1)).isoformat()
    return min(today, over)


def _climbs(own: Sequence[SetResult], before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Climb, ...]:
    """Return who climbed most by the sets of a week; several with as many places."""
    players = dict.fromkeys(one.player for one in own)
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

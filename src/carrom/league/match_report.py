"""The report of a match day of a match league: its clearest win, who climbed, runs of wins, what comes next.

Reads a league, changes nothing; sentences are made elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from carrom.league.match_commands import League
from carrom.league.match_table import PoolTable
from carrom.tournament.bracket_resolution import Meeting, State

LEAST_RUN = 2  # wins in a row


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """An entrant who rose on the match day."""

    key: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayReport:
    """News of a match day. Those who are level in something are all named.

    `clearest` are the matches won by the most points, `closest` those by the fewest, each with how many; `run` is the
    longest run of wins that goes on, with who is in it. `tables` are those after the day, `places` those before.
    """

    round: int
    played: tuple[Meeting, ...] = ()
    clearest: tuple[int, tuple[Meeting, ...]] = (0, ())
    closest: tuple[int, tuple[Meeting, ...]] = (0, ())
    climbs: tuple[Climb, ...] = ()
    run: tuple[int, tuple[str, ...]] = (0, ())
    open: tuple[Meeting, ...] = ()
    following: tuple[Meeting, ...] = ()
    tables: tuple[PoolTable, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


def days_reported(league: League) -> tuple[int, ...]:
    """The match days of the season on which something was decided."""
    met = _of_season(league)
    return tuple(sorted({one.fixture.round for one in met if one.state is State.DECIDED}))


def day_report(league: League, number: int) -> DayReport:
    """The report of a match day by its number, with the results of that day and of those before it."""
    met = _of_season(league)
    own = [one for one in met if one.fixture.round == number]
    played = tuple(one for one in own if one.result is not None and one.result.is_played)
    after, before = _until(league, met, number), _until(league, met, number - 1)
    was, now = _places(before.tables), _places(after.tables)
    return DayReport(
        round=number,
        played=played,
        clearest=_by_margin(played, most=True),
        closest=_by_margin(played, most=False),
        climbs=_climbs({key for one in played for key in one.keys}, was, now) if number > 1 else (),
        run=_run(met, number, [key for one in played for key in one.keys]),
        open=tuple(one for one in own if one.state is State.READY),
        following=tuple(one for one in met if one.fixture.round == number + 1 and one.state is State.READY),
        tables=after.tables,
        places=was if number > 1 else {},
    )


def _of_season(league: League) -> list[Meeting]:
    """The fixtures of the season, those of the play-offs left out."""
    return [one for one in league.meetings if league.stage_of(one.fixture.id) == "season"]


def _until(league: League, met: Iterable[Meeting], number: int) -> League:
    """The league with the results of no later match day."""
    known = {one.fixture.id for one in met if one.fixture.round <= number}
    season = league.season
    results = tuple(one for one in season.results if one.fixture in known)
    ties = tuple(one for one in season.tie_matches if one.result.fixture in known)
    if (results, ties) == (season.results, season.tie_matches):
        return league  # whose tables are known
    return replace(league, season=replace(season, results=results, tie_matches=ties))


def _places(tables: Iterable[PoolTable]) -> dict[str, int]:
    return {row.key: row.row.place for table in tables for row in table.rows}


def _by_margin(played: Sequence[Meeting], *, most: bool) -> tuple[int, tuple[Meeting, ...]]:
    """The matches won by the most, or by the fewest, points, and by how many; none where only winners are known."""
    margins: dict[int, list[Meeting]] = {}
    for one in played:
        result = one.result
        if result is not None and result.winner is not None:
            ahead = result.points.of(result.winner) - result.points.of(result.winner.other)
            if ahead > 0:
                margins.setdefault(ahead, []).append(one)
    if not margins:
        return 0, ()
    chosen = max(margins) if most else min(margins)
    return chosen, tuple(margins[chosen])


def _climbs(keys: Iterable[str], was: Mapping[str, int], now: Mapping[str, int]) -> tuple[Climb, ...]:
    """Return who climbed most among those who played; several with as many places."""
    found = [Climb(key=key, before=was[key], after=now[key]) for key in sorted(keys) if now[key] < was[key]]
    most = max((one.before - one.after for one in found), default=0)
    return tuple(one for one in found if one.before - one.after == most)


def _run(met: Sequence[Meeting], number: int, keys: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """The longest run of wins up to a match day of those who played on it, and who is in it."""
    decided = sorted(
        (one for one in met if one.state is State.DECIDED and one.fixture.round <= number),
        key=lambda one: (one.fixture.round, one.fixture.id),
        reverse=True,
    )
    runs: dict[str, int] = {}
    for key in sorted(set(keys)):
        won = [one.winner == key for one in decided if key in one.keys]
        runs[key] = won.index(False) if False in won else len(won)
    longest = max(runs.values(), default=0)
    if longest < LEAST_RUN:
        return 0, ()
    return longest, tuple(key for key, run in runs.items() if run == longest)

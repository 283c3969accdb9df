"""The table of a match league: places by the regulation, with bonus points, and points that were taken away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from carrom.league.match_terms import MatchLeagueTerms, as_counted
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest
from carrom.tournament.fixtures import known_keys
from carrom.tournament.ranking import Row, need_lots, ranked
from carrom.tournament.results import Outcome
from carrom.tournament.table import Encounter, Table, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable(Table):
    """A table some of whose points were taken away."""

    deducted: Mapping[str, int] = field(default_factory=dict)

    def points(self, key: str) -> int:
        """The points of the standings, less what was taken away."""
        return sum(one.worth for one in self.encounters.get(key, ())) - self.deducted.get(key, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A line of a league's table: the place with its tie-breaks, and what the points are made of.

    `home` and `away` are won, tied, lost; `form` the last outcomes, the newest last; `own` and `other` the points made
    in matches.
    """

    row: Row
    points: int
    bonus: int
    deducted: int
    own: int
    other: int
    games: tuple[int, int]
    home: tuple[int, int, int]
    away: tuple[int, int, int]
    form: tuple[Outcome, ...]

    @property
    def key(self) -> str:
        """The entrant."""
        return self.row.key


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolTable:
    """The table of a pool, or of all where there is one; `lots`: who must draw lots."""

    pool: str
    rows: tuple[LeagueRow, ...]
    lots: tuple[frozenset[str], ...] = ()
    is_final: bool = False


def pool_tables(
    terms: MatchLeagueTerms, season: Contest, deducted: Mapping[str, int] | None = None
) -> tuple[PoolTable, ...]:
    """The tables of all pools, the same for results reported in any order. Before the draw all stand in one."""
    met = formats.find(season.format).meetings(season)
    names = sorted({one.fixture.group for one in met}) or [""]
    tables = []
    for name in names:
        mine = [one for one in met if one.fixture.group == name]
        keys = {key for one in mine for key in known_keys(one.fixture)} or {one.key for one in season.entrants}
        tables.append(_table(terms, season, name, mine, keys, deducted or {}))
    return tuple(tables)


def _table(
    terms: MatchLeagueTerms,
    season: Contest,
    pool: str,
    met: Sequence[Meeting],
    keys: set[str],
    deducted: Mapping[str, int],
) -> PoolTable:
    plain = table_of(replace(season, regulation=as_counted(terms)), met, keys)
    bonus: dict[str, int] = {}
    encounters: dict[str, tuple[Encounter, ...]] = {}
    for key, ones in plain.encounters.items():
        more = [terms.bonus.of(encounter) for encounter in ones]
        bonus[key] = sum(more)
        encounters[key] = tuple(one._replace(worth=one.worth + add) for one, add in zip(ones, more, strict=True))
    taken = {key: points for key, points in deducted.items() if key in keys}
    table = LeagueTable(
        encounters=encounters,
        entrants=plain.entrants,
        regulation=plain.regulation,
        rounds=plain.rounds,
        lots=plain.lots,
        deducted=taken,
    )
    rows = ranked(table)
    at_home = {one.fixture.id: one.a for one in met}
    is_final = bool(met) and all(one.is_settled for one in met)
    return PoolTable(
        pool=pool,
        rows=tuple(_row(table, row, bonus[row.key], taken.get(row.key, 0), at_home) for row in rows),
        lots=need_lots(table, rows) if is_final else (),
        is_final=is_final,
    )


def _row(table: LeagueTable, row: Row, bonus: int, deducted: int, at_home: Mapping[str, str | None]) -> LeagueRow:
    ones = sorted(table.encounters[row.key], key=lambda one: (one.round, one.fixture))
    home = [one.outcome for one in ones if at_home[one.fixture] == row.key]
    away = [one.outcome for one in ones if at_home[one.fixture] != row.key]
    return LeagueRow(
        row=row,
        points=table.points(row.key),
        bonus=bonus,
        deducted=deducted,
        own=sum(one.own.points for one in ones),
        other=sum(one.other.points for one in ones),
        games=(sum(one.own.games for one in ones), sum(one.other.games for one in ones)),
        home=_counted(home),
        away=_counted(away),
        form=tuple(one.outcome for one in ones[-5:]),
    )


def _counted(outcomes: Sequence[Outcome]) -> tuple[int, int, int]:
    return tuple(outcomes.count(one) for one in (Outcome.WON, Outcome.TIED, Outcome.LOST))  # type: ignore[return-value]

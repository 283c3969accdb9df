"""Standings of a season of solo sets as JSON and as table rows, for files, feeds and other sites."""

from collections.abc import Iterator, Sequence

from carrom import serialization
from carrom.league.solo_season import Season
from carrom.league.solo_standings import DivisionTable

COLUMNS = (
    "division",
    "place",
    "key",
    "name",
    "average",
    "strokes",
    "boards",
    "sets",
    "dropped",
    "waiting",
    "late",
    "missing",
    "best_board",
    "best_set",
    "apart_by",
)


def standings_values(season: Season, tables: Sequence[DivisionTable], *, today: str) -> dict[str, object]:
    """The standings as plain JSON: each division with its rows, averages as they are written."""
    return {
        "title": season.terms.title,
        "ruleset": season.terms.ruleset,
        "on": today,
        "order": list(season.terms.order),
        "divisions": [
            {
                "key": one.division.key,
                "title": one.division.title,
                "rows": [serialization.to_plain(row) for row in one.rows],
                "need_lots": [sorted(level) for level in one.need_lots],
            }
            for one in tables
        ],
    }


def rows_of(tables: Sequence[DivisionTable]) -> Iterator[tuple[object, ...]]:
    """The standings as rows under `COLUMNS`, which come first; empty where there is nothing to say."""
    yield COLUMNS
    for one in tables:
        for row in one.rows:
            yield (
                one.division.title or one.division.key,
                row.place or "",
                row.key,
                row.name,
                row.average,
                row.strokes,
                row.boards,
                len(row.counts),
                len(row.dropped),
                len(row.waiting),
                len(row.late),
                len(row.missing),
                row.best_board or "",
                row.best_set,
                row.apart_by,
            )

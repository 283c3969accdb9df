"""A season of solo sets as English text: standings, promotion and relegation, a player's figures."""

from collections.abc import Iterator, Sequence

from carrom.cli import one_line
from carrom.league.solo_season import Player, Season
from carrom.league.solo_standings import Change, DivisionTable, Row
from carrom.league.solo_statistics import Best, Figures
from carrom.league.solo_tie_breaks import TIE_BREAKS

_WHY = {
    "up": "goes up",
    "down": "goes down",
    "stays": "stays",
    "fills": "goes up to a free place",
    "decided": "was placed there by the organiser",
}
_BAR = 40


def render_tables(season: Season, tables: Sequence[DivisionTable]) -> Iterator[str]:
    """The standings, a line a player."""
    for one in tables:
        if len(tables) > 1 or one.division.title:
            yield one_line(one.division.title or one.division.key)
        wide = max((len(row.name) for row in one.rows), default=0)
        for row in one.rows:
            yield _table_row(row, wide)
        for level in one.need_lots:
            yield f"  Lots must be drawn for {', '.join(sorted(level))}."


def render_changes(season: Season, changes: Sequence[Change]) -> Iterator[str]:
    """Promotion and relegation as lines: everybody's division next season."""
    titles = {one.key: one.title or one.key for one in season.terms.divisions}
    names = {one.key: one.name for one in season.players}
    for one in changes:
        yield one_line(f"{names[one.key]}: {titles[one.before]} to {titles[one.after]} ({_WHY[one.why]})")


def render_player(player: Player, figures: Figures) -> Iterator[str]:
    """A player's bests, trend and distribution."""
    yield one_line(f"{player.name}: {figures.average or 'no'} strokes for each board in {_many(figures.sets, 'set')}")
    bests: tuple[tuple[str, Best | None], ...] = (
        ("Best board", figures.bests.board),
        ("Best set", figures.bests.set),
        ("Best three sets in a row", figures.bests.row),
    )
    for says, best in bests:
        if best is not None:
            yield f"{says}: {best.value} on {best.day}"
    if figures.trend is not None:
        change = figures.trend.per_week
        way = "fewer" if change < 0 else "more"
        yield f"Trend: {abs(change):.2f} strokes for each board {way} every week"
    if figures.distribution is not None:
        most = max(count for _, count in figures.distribution.counts)
        for strokes, count in figures.distribution.counts:
            yield f"{strokes:3} {'#' * round(_BAR * count / most)} {count or ''}".rstrip()


def _table_row(row: Row, wide: int) -> str:
    place = "   -" if row.place is None else f"{row.place:3}{'=' if row.level > 1 else '.'}"
    parts = [_many(len(row.counts), "set")]
    if row.best_board is not None:
        parts.append(f"best board {row.best_board}")
    for keys, says in ((row.waiting, "waiting"), (row.dropped, "dropped"), (row.refused, "refused")):
        if keys:
            parts.append(f"{len(keys)} {says}")
    if row.missing:
        parts.append(f"missing in week {', '.join(str(week) for week in dict.fromkeys(row.missing))}")
    if row.apart_by and row.apart_by not in ("average", "exact_average"):
        parts.append(f"by {TIE_BREAKS[row.apart_by].says}")
    if row.has_left:
        parts.append("has left")
    return one_line(f"{place} {row.name:{wide}}  {row.average or '-':>5}  {'; '.join(parts)}")


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

"""A match league as English text: its tables, play-offs and remaining fixtures."""

from collections.abc import Iterator, Mapping
from typing import Any

from carrom.cli import one_line
from carrom.league import match_record
from carrom.league.match_commands import League
from carrom.league.match_table import LeagueRow, PoolTable
from carrom.tournament.bracket_resolution import Meeting, State

COLUMNS = ("pool", "place", "name", "points", "played", "won", "tied", "lost", "bonus", "deducted", "made", "given")


def is_match_league(data: object) -> bool:
    """Whether plain JSON is the record of a match league, or the file of one as the site gives it out."""
    return isinstance(data, Mapping) and ("record" in data or ("terms" in data and "entries" in data))


def league_and_names(data: Any) -> tuple[League, dict[str, str]]:
    """The league that plain JSON tells, and the names by key where it has any. Raises BadJsonError, CarromError."""
    record = match_record.read(data.get("record", data))
    teams = data.get("teams", ())
    rows = teams if isinstance(teams, list) else ()
    names = {str(one.get("key")): str(one.get("name")) for one in rows if isinstance(one, Mapping)}
    return match_record.league_of(record), names


def rows_of(league: League, names: Mapping[str, str]) -> Iterator[tuple[object, ...]]:
    """The tables as rows below `COLUMNS`."""
    for table in league.tables:
        for row in table.rows:
            yield (table.pool, *_values(row, names))


def render_league(league: League, names: Mapping[str, str]) -> Iterator[str]:
    """The tables, a line an entrant; then the play-offs; then what is to be played next."""
    wide = max((len(names.get(one.key, one.key)) for one in league.season.entrants), default=0)
    for table in league.tables:
        yield from _table_lines(table, names, wide)
    for key, points in ((one.key, one.points) for one in league.deductions):
        yield one_line(f"{names.get(key, key)}, points deducted: {points}.")
    for one in league.meetings:
        if league.stage_of(one.fixture.id) != "season":
            yield one_line(_meeting_line(league, one, names))
    coming = [one for one in league.meetings if one.state is State.READY and one.fixture.id in league.slots]
    first = min((league.slots[one.fixture.id].day for one in coming), default="")
    for one in coming:
        if league.slots[one.fixture.id].day == first and league.stage_of(one.fixture.id) == "season":
            yield one_line(_meeting_line(league, one, names))


def _table_lines(table: PoolTable, names: Mapping[str, str], wide: int) -> Iterator[str]:
    if table.pool:
        yield f"Pool {table.pool}"
    for row in table.rows:
        place, name, points, played, won, tied, lost, *_, made, given = _values(row, names)
        yield one_line(
            f"{place:>3}  {name:<{wide}}  {points:>3} points  {played:>2} played  {won}-{tied}-{lost}  {made}-{given}"
        )
    for level in table.lots:
        yield one_line(f"  Lots must be drawn for {', '.join(sorted(names.get(key, key) for key in level))}.")


def _meeting_line(league: League, meeting: Meeting, names: Mapping[str, str]) -> str:
    slot = league.slots.get(meeting.fixture.id)
    a, b = (names.get(key or "", key or "?") for key in (meeting.a, meeting.b))
    when = f"{slot.day} {slot.time}".strip() if slot else ""
    score = f": {meeting.result.points.a}-{meeting.result.points.b}" if meeting.result else ""
    return f"{meeting.fixture.id}  {when}  {a} - {b}{score}"


def _values(row: LeagueRow, names: Mapping[str, str]) -> tuple[Any, ...]:
    one = row.row
    return (
        one.place, names.get(row.key, row.key), row.points, one.played, one.won, one.tied, one.lost, row.bonus,
        row.deducted, row.own, row.other,
    )  # fmt: skip

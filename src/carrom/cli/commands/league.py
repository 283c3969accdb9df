"""Show the standings of a league from its season as JSON, division by division.

FILE is a season of solo sets as the site exports it, or as written by hand (docs/api.md), or a league of matches, for
which the table, play-offs and next fixtures are shown; `-` reads standard input. The standings are those of today, or
of the day given with --on. --promotion shows who goes up and down instead; if players are level at a line, the output
says so and the exit status is 1. --player shows the figures of one player.
"""

import argparse
import csv
import sys
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from carrom import serialization
from carrom.cli.errors import UsageError
from carrom.cli.inputs import print_json, read_text
from carrom.cli.rendering_league import render_changes, render_player, render_tables
from carrom.cli.rendering_match_league import COLUMNS, is_match_league, league_and_names, render_league
from carrom.cli.rendering_match_league import rows_of as rows_of_matches
from carrom.league import solo_season
from carrom.league.solo_files import rows_of, standings_values
from carrom.league.solo_season import Season
from carrom.league.solo_standings import UndecidedError, promotion, standings
from carrom.league.solo_statistics import figures_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a season as JSON")
    parser.add_argument("--on", metavar="DAY", help="the standings on a day, e.g. 2026-02-03 (default: today)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--promotion", action="store_true", help="show who plays in which division next season")
    what.add_argument("--player", metavar="KEY", help="show one player's bests, trend and distribution of strokes")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print it as JSON")
    form.add_argument("--csv", action="store_true", help="print the standings as CSV")


def run(asked: argparse.Namespace) -> int:
    """Read and print. Raises UnreadableSeasonError, UsageError."""
    if asked.csv and (asked.promotion or asked.player):
        raise UsageError("csv-and-more")
    data = serialization.parse(read_text(asked.file))
    if is_match_league(data):
        return _match_league(data, asked)
    season = _season(data)
    today = (
        _day(asked.on)
        if asked.on
        else datetime.now(UTC).astimezone(ZoneInfo(season.terms.time_zone)).date().isoformat()
    )
    if asked.player:
        return _player(season, asked.player, as_json=asked.json)
    if asked.promotion:
        return _promotion(season, today, as_json=asked.json)
    tables = standings(season, today=today)
    if asked.json:
        print_json(standings_values(season, tables, today=today))
    elif asked.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows_of(tables))
    else:
        print("\n".join(render_tables(season, tables)))
    return 0


def _season(data: object) -> Season:
    """The season of a file of the site, which holds more beside it, or of one that is nothing else."""
    return solo_season.read(data["season"] if isinstance(data, dict) and "season" in data else data)


def _match_league(data: object, asked: argparse.Namespace) -> int:
    if asked.promotion or asked.player or asked.on:
        raise UsageError("match-league")
    league, names = league_and_names(data)
    rows = list(rows_of_matches(league, names))
    if asked.json:
        print_json({"title": league.terms.title, "table": [dict(zip(COLUMNS, row, strict=True)) for row in rows]})
    elif asked.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([COLUMNS, *rows])
    else:
        print("\n".join(render_league(league, names)))
    return 0


def _player(season: Season, key: str, *, as_json: bool) -> int:
    player = next((one for one in season.players if one.key == key), None)
    if player is None:
        raise UsageError("player", key=key, players=[one.key for one in season.players])
    figures = figures_of(season.sets_of(key), season.terms.rules)
    if as_json:
        print_json({"key": key, "name": player.name, **serialization.to_plain(figures)})
    else:
        print("\n".join(render_player(player, figures)))
    return 0


def _promotion(season: Season, today: str, *, as_json: bool) -> int:
    try:
        changes = promotion(season, today=today)
    except UndecidedError as error:
        if as_json:
            print_json({"level": [sorted(group) for group in error.groups]})
        else:
            print(error)
        return 1
    if as_json:
        print_json(serialization.to_plain(tuple(changes)))
    else:
        print("\n".join(render_changes(season, changes)))
    return 0


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError("day", text=text) from None

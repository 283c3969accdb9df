"""Read a .sol file of SoL: its events, their ranking by SoL's rules, and each as a contest to continue here.

    carrom sol cup.sol.gz                 # the events in it, the ranking of the last
    carrom sol cup.sol --event 1 --after 3
    carrom sol cup.sol --json > cup.json; carrom draw cup.json --why     # the next round
    carrom sol cup.json --to cup.sol --persons names.csv --title Cup --date 2026-05-09     # back to SoL

--to writes a record of `carrom draw` for SoL. Its persons are a CSV with a header: key, firstname,
lastname, and, if known, nickname, sex, nationality, club, guid.
"""

import argparse
import csv
import io
import sys
from datetime import date
from pathlib import Path
from typing import Any

from carrom.cli.errors import UsageError
from carrom.cli.inputs import CannotReadError, print_json, read_json_object, read_text, write_bytes
from carrom.tournament import record
from carrom.tournament.sol_event import SolEvent, event_of, record_of
from carrom.tournament.sol_export import Person, Terms, book_of
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_ranking import final_ranking, ranking
from carrom.tournament.sol_records import SolTourney


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a .sol or .sol.gz file; - reads stdin")
    parser.add_argument("--event", type=int, metavar="N", help="which event of the file (default: the last)")
    parser.add_argument("--after", type=int, metavar="ROUND", help="the ranking after that round")
    parser.add_argument("--json", action="store_true", help="print the record of the contest, for carrom draw")
    leaving = parser.add_argument_group("convert a record to SoL")
    leaving.add_argument("--to", metavar="FILE", help="the .sol or .sol.gz file to write; FILE is then a record")
    leaving.add_argument("--persons", metavar="CSV", help="who the entrants are")
    leaving.add_argument("--title", metavar="TEXT", help="of the event")
    leaving.add_argument("--date", metavar="DATE", help="of the event, as 2026-05-09")
    leaving.add_argument(
        "--club", metavar="TEXT", default="Club", help="of the club that holds it (default: %(default)s)"
    )
    leaving.add_argument("--series", metavar="TEXT", default="Events", help="its championship (default: %(default)s)")


def run(asked: argparse.Namespace) -> int:
    """Read and print, or write. Raises SolFileError, NotForSolError, UndecidedMatchError, UsageError."""
    if asked.to:
        return _write(asked)
    book = read_sol(_content(asked.file))
    number = len(book.tourneys) if asked.event is None else asked.event
    event = event_of(book, number)
    tourney = book.tourneys[number - 1]
    if asked.after is not None and not 1 <= asked.after <= tourney.currentturn:
        raise UsageError("after", most=tourney.currentturn)
    if asked.json:
        print_json(record.write(record_of(event)))
        return 0
    for index, one in enumerate(book.tourneys, 1):
        rounds = "1 round" if one.currentturn == 1 else f"{one.currentturn} rounds"
        print(f"{index}. {one.date}  {one.description}  {len(one.competitors)} competitors, {rounds}")
    _print_ranking(event, tourney, asked.after)
    return 0


def _write(asked: argparse.Namespace) -> int:
    if not (asked.persons and asked.title and asked.date):
        raise UsageError("to")
    try:
        day = date.fromisoformat(asked.date).isoformat()
    except ValueError:
        raise UsageError("date") from None
    contest = record.contest_of(record.read(read_json_object(asked.file)))
    terms = Terms(
        description=asked.title, date=day, modified=f"{day}T00:00:00", championship=asked.series, club=asked.club
    )
    exported = book_of(contest, terms, _persons(asked.persons))
    write_bytes(Path(asked.to), write_sol(exported.book, compressed=asked.to.endswith(".gz")))
    for note in exported.notes:
        print(f"{note.fixture or 'event'}: {_NOTES[note.code]}")
    return 0


_NOTES = {
    "both-lost": "left out: both lost, which SoL cannot store",
    "no-score": "left out: SoL reads 0-0 as a match that was not played",
    "score-hides-winner": "written as a walk-over: SoL would read the other as the winner",
    "above-25": "SoL's own form accepts no score above 25",
    "method": "SoL does not have this event's pairing; it will continue with dazed",
}
_COLUMNS = ("firstname", "lastname", "guid", "nickname", "sex", "nationality", "club")


def _persons(name: str) -> dict[str, Person]:
    rows = csv.DictReader(io.StringIO(read_text(name)))
    unknown = sorted(set(rows.fieldnames or ()) - {"key", *_COLUMNS})
    if unknown or not {"key", "firstname", "lastname"} <= set(rows.fieldnames or ()):
        raise UsageError("persons-columns", path=name, columns=tuple(_COLUMNS))
    found: dict[str, Person] = {}
    for number, row in enumerate(rows, 2):
        details: dict[str, Any] = {column: (row.get(column) or "").strip() for column in _COLUMNS}
        if (
            None in row
            or not (row["key"] and details["firstname"] + details["lastname"])
            or details["sex"] not in ("", "M", "F")
        ):
            raise UsageError("persons-line", path=name, line=number)
        found[row["key"].strip()] = Person(**details)
    return found


def _content(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CannotReadError("reason", path=name, why=error.strerror) from None


def _print_ranking(event: SolEvent, tourney: SolTourney, after: int | None) -> None:
    rows = final_ranking(tourney) if after is None else ranking(tourney, upto=after)
    names = list(event.names.values())
    width = max((len(name) for name in names), default=4)
    print(f"{'':>4}  {'':<{width}}  points  bucholz    net  total")
    for row in rows:
        sums = f"{row.points:>6}  {row.bucholz:>7}  {row.netscore:>5}  {row.totscore:>5}"
        print(f"{row.place:>4}  {names[row.competitor - 1]:<{width}}  {sums}")

"""Read a .sol file of SoL: its events, their ranking by SoL's rules, and each as a contest that goes on here.

carrom sol cup.sol.gz                 # the events in it, the ranking of the last
carrom sol cup.sol --event 1 --after 3
carrom sol cup.sol --json > cup.json; carrom draw cup.json --why     # the next round
"""

import argparse
import sys
from pathlib import Path

from carrom.cli import UsageError
from carrom.cli.reading import CannotReadError, print_json
from carrom.tournament import record
from carrom.tournament.sol_event import SolEvent, event_of, record_of
from carrom.tournament.sol_file import read_sol
from carrom.tournament.sol_ranking import final_ranking, ranking
from carrom.tournament.sol_records import SolTourney


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help="a .sol or .sol.gz file; - reads stdin")
    parser.add_argument("--event", type=int, metavar="N", help="of the events in it (default: the last)")
    parser.add_argument("--after", type=int, metavar="ROUND", help="the ranking after that round")
    parser.add_argument("--json", action="store_true", help="print the record of the contest, for carrom draw")


def run(asked: argparse.Namespace) -> int:
    """Read and print. Raises SolFileError, NotForSolError, UndecidedMatchError, CannotReadError, UsageError."""
    book = read_sol(_content(asked.file))
    number = len(book.tourneys) if asked.event is None else asked.event
    event = event_of(book, number)
    tourney = book.tourneys[number - 1]
    if asked.after is not None and not 1 <= asked.after <= tourney.currentturn:
        raise UsageError(f"--after is a round from 1 to {tourney.currentturn}")
    if asked.json:
        print_json(record.write(record_of(event)))
        return 0
    for index, one in enumerate(book.tourneys, 1):
        rounds = "1 round" if one.currentturn == 1 else f"{one.currentturn} rounds"
        print(f"{index}. {one.date}  {one.description}  {len(one.competitors)} competitors, {rounds}")
    _print_ranking(event, tourney, asked.after)
    return 0


def _content(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CannotReadError(f"{name}: {error.strerror}") from None


def _print_ranking(event: SolEvent, tourney: SolTourney, after: int | None) -> None:
    rows = final_ranking(tourney) if after is None else ranking(tourney, upto=after)
    names = list(event.names.values())
    width = max((len(name) for name in names), default=4)
    print(f"{'':>4}  {'':<{width}}  points  bucholz    net  total")
    for row in rows:
        sums = f"{row.points:>6}  {row.bucholz:>7}  {row.netscore:>5}  {row.totscore:>5}"
        print(f"{row.place:>4}  {names[row.competitor - 1]:<{width}}  {sums}")

"""Show the standings of a championship in a .sol file, and what a player needs in the remaining events.

carrom championship cup.sol.gz                   # the championships in it, the standings of the last
carrom championship cup.sol --number 2 --json
carrom championship cup.sol --needs "Anna Rossi" --entrants 16 --left 2 --target 3
"""

import argparse
import sys
from pathlib import Path

from carrom.cli.errors import UsageError
from carrom.cli.inputs import CannotReadError, print_json
from carrom.tournament.championship import Event, StandingsRow, Terms, standings
from carrom.tournament.championship_needs import Coming, needs
from carrom.tournament.sol_championship import championship_of
from carrom.tournament.sol_file import read_sol
from carrom.tournament.sol_records import SolBook

VERDICTS = {
    "certain": "certain already",
    "own-hands": "in their own hands: certain by winning all remaining events",
    "open": "possible, if others end as needed",
    "out": "out of reach",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a .sol or .sol.gz file; - reads stdin")
    parser.add_argument("--number", type=int, metavar="N", help="which championship of the file (default: the last)")
    parser.add_argument("--needs", metavar="NAME", help="what this player needs in the remaining events")
    parser.add_argument("--left", type=int, default=1, help="number of remaining events (default: %(default)s)")
    parser.add_argument(
        "--entrants", type=int, default=16, help="entrants of each remaining event (default: %(default)s)"
    )
    parser.add_argument("--target", type=int, default=1, help="the target place, or better (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(asked: argparse.Namespace) -> int:
    """Read and print. Raises SolFileError, NotForSolError, ChampionshipError, UsageError."""
    try:
        content = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    except OSError as error:
        raise CannotReadError("reason", path=asked.file, why=error.strerror) from None
    book = read_sol(content)
    number = len(book.championships) if asked.number is None else asked.number
    terms, events = championship_of(book, number)
    names = _names(book)
    lines = standings(terms, events)
    if asked.needs:
        return _needs(asked, terms, events, {line.key: _called(line.key, names) for line in lines})
    if asked.json:
        print_json(
            {
                "championship": book.championships[number - 1].description,
                "events": [one.key for one in events],
                "standings": [_plain(line, names) for line in lines],
            }
        )
        return 0
    for index, one in enumerate(book.championships, 1):
        print(f"{index}. {one.description}")
    width = max((len(_called(line.key, names)) for line in lines), default=4)
    for line in lines:
        results = "  ".join(
            "-" if one is None else f"({one})" if index in line.dropped else str(one)
            for index, one in enumerate(line.results)
        )
        print(f"{line.place:>4}  {_called(line.key, names):<{width}}  {line.total:>8}  {results}")
    return 0


def _needs(asked: argparse.Namespace, terms: Terms, events: tuple[Event, ...], names: dict[str, str]) -> int:
    keys = [key for key, name in names.items() if name.casefold() == asked.needs.casefold()]
    if not keys:
        raise UsageError("no-player-named", name=asked.needs)
    coming = [Coming(entrants=asked.entrants)] * max(asked.left, 0)
    found = needs(terms, events, keys[0], coming, target=asked.target)
    if asked.json:
        every = {name: getattr(found.every, name) for name in ("nothing", "as_now", "best")}
        answer = {"verdict": found.verdict, "certain": found.certain, "possible": found.possible, "every": every}
        print_json(answer | {"exact": found.is_exact})
        return 0 if found.verdict != "out" else 1
    print(VERDICTS[found.verdict])
    if coming:
        print(f"in the next event  certain: {_place(found.certain)}; possible: {_place(found.possible)}")
        print(
            f"in every remaining event  if nobody else scores: {_place(found.every.nothing)};"
            f" if all go on as before: {_place(found.every.as_now)}; whatever others do: {_place(found.every.best)}"
        )
    if not found.is_exact:
        print("very many outcomes are possible: these answers are on the safe side")
    return 0 if found.verdict != "out" else 1


def _place(place: int | None) -> str:
    return "with no place" if place is None else f"with place {place} or better"


def _names(book: SolBook) -> dict[str, str]:
    return {
        player.guid or f"player-{index}": f"{player.firstname} {player.lastname}".strip()
        for index, player in enumerate(book.players, 1)
    }


def _called(key: str, names: dict[str, str]) -> str:
    return " & ".join(names.get(part, part) for part in key.split(" "))


def _plain(line: StandingsRow, names: dict[str, str]) -> dict[str, object]:
    return {
        "place": line.place,
        "name": _called(line.key, names),
        "total": str(line.total),
        "events": line.events,
        "results": [None if one is None else str(one) for one in line.results],
        "dropped": list(line.dropped),
    }

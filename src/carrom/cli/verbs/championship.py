"""Tell the standings of a championship in a .sol file, and what somebody needs in its next event.

carrom championship cup.sol.gz                   # the championships in it, the standings of the last
carrom championship cup.sol --number 2 --json
carrom championship cup.sol --needs "Anna Rossi" --entrants 16 --target 3
"""

import argparse
import sys
from pathlib import Path

from carrom.cli import UsageError
from carrom.cli.reading import CannotReadError, print_json
from carrom.tournament.championship import Event, Standing, Terms, needs, standings
from carrom.tournament.sol_championship import championship_of
from carrom.tournament.sol_file import read_sol
from carrom.tournament.sol_records import SolBook


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help="a .sol or .sol.gz file; - reads stdin")
    parser.add_argument("--number", type=int, metavar="N", help="of the championships in it (default: the last)")
    parser.add_argument("--needs", metavar="NAME", help="what somebody needs in the next event")
    parser.add_argument("--entrants", type=int, default=16, help="of the next event (default: %(default)s)")
    parser.add_argument("--target", type=int, default=1, help="the place to reach, or better (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(asked: argparse.Namespace) -> int:
    """Read and print. Raises SolFileError, NotForSolError, ChampionshipError, UsageError."""
    try:
        content = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    except OSError as error:
        raise CannotReadError(f"{asked.file}: {error.strerror}") from None
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
        raise UsageError(f"nobody in this championship is called {asked.needs!r}")
    found = needs(terms, events, keys[0], entrants=asked.entrants, target=asked.target)
    if asked.json:
        print_json({"certain": found.certain, "possible": found.possible})
    else:
        print(f"certain: {_place(found.certain)}; possible: {_place(found.possible)}")
    return 0 if found.possible is not None else 1


def _place(place: int | None) -> str:
    return "with no place" if place is None else f"with place {place} or better"


def _names(book: SolBook) -> dict[str, str]:
    return {
        player.guid or f"player-{index}": f"{player.firstname} {player.lastname}".strip()
        for index, player in enumerate(book.players, 1)
    }


def _called(key: str, names: dict[str, str]) -> str:
    return " & ".join(names.get(part, part) for part in key.split(" "))


def _plain(line: Standing, names: dict[str, str]) -> dict[str, object]:
    return {
        "place": line.place,
        "name": _called(line.key, names),
        "total": str(line.total),
        "events": line.events,
        "results": [None if one is None else str(one) for one in line.results],
        "dropped": list(line.dropped),
    }

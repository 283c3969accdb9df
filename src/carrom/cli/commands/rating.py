"""Rate players by their results with Glicko-2: a CSV of results in, the rating list out.

    carrom rating results.csv
    carrom rating results.csv --list last-season.csv --until 2026-06-30 --csv > ratings.csv
    carrom rating results.csv --why "Anu Nair"     # what each of her results changed
    carrom rating --sol cup.sol.gz                 # the rating lists of a file of SoL

FILE has a header: day, a, b and points_a, points_b, or winner (a, b or tied); the two players of a pair are joined by
&. Singles and doubles are rated separately. --list starts from the ratings of another list (name, rating, deviation,
volatility, day). `-` reads standard input.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from carrom.cli.errors import UsageError
from carrom.cli.inputs import CannotReadError, print_json, read_text
from carrom.rating.families import KINDS
from carrom.rating.history import (
    Period,
    RatedResult,
    RatingRow,
    Start,
    Terms,
    changes,
    history,
    period_of,
    with_starts,
)
from carrom.rating.lists import RatingLine, ranked, read_list, read_results, sol_lists, write_list
from carrom.tournament.sol_file import read_sol

RatedByKind = dict[str, tuple[list[RatedResult], tuple[Period, ...]]]  # by kind: the results, and what they made


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="a CSV of results")
    parser.add_argument("--list", metavar="CSV", help="ratings to start from")
    parser.add_argument("--until", metavar="DAY", help="rate up to the period of this day (default: the last result's)")
    parser.add_argument("--period", choices=("week", "month", "quarter"), default="month", help="default: %(default)s")
    parser.add_argument(
        "--scoring",
        choices=("winner", "share"),
        default="winner",
        help="what counts (default: %(default)s)",
    )
    parser.add_argument("--why", metavar="NAME", help="what each result changed for one player")
    parser.add_argument("--sol", metavar="FILE", help="print the rating lists of a .sol file instead")
    parser.add_argument("--csv", action="store_true", help="print a CSV that --list takes")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(asked: argparse.Namespace) -> int:
    """Rate and print. Raises RatingListError, RatingError, SolFileError, UsageError."""
    if asked.sol:
        return _sol(asked)
    if not asked.file:
        raise UsageError("results-file")
    terms = Terms(period=asked.period, scoring=asked.scoring)
    results = read_results(read_text(asked.file), terms)
    starts = _starts(asked.list, results)
    if not results and not starts:
        raise UsageError("no-results", path=asked.file)
    until = _day(asked.until) or max([one.day for one in results] + [one.day for one in starts])
    rated: RatedByKind = {}
    for size, kind in enumerate(KINDS, 1):
        own = [one for one in results if len(one.a) == size and one.day <= until]
        if own or (size == 1 and starts):
            rated[kind] = (own, history(terms, own, starts if size == 1 else (), until=until))
    if asked.why:
        return _why(asked, terms, rated, starts)
    if asked.json:
        print_json({kind: _plain(terms, periods) for kind, (_, periods) in rated.items()})
        return 0
    for name, (_, periods) in rated.items():
        standings = periods[-1].standings
        if asked.csv:
            print(write_list(terms, standings, {}, until), end="")
        else:
            _print(name, terms, standings)
    return 0


def _starts(name: str | None, results: Sequence[RatedResult]) -> tuple[Start, ...]:
    if name is None:
        return ()
    first = min((one.day for one in results), default=date(2000, 1, 1))
    return tuple(Start(one.name, one.day or first, one.rating) for one in read_list(read_text(name)))


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError("until") from None


def _plain(terms: Terms, periods: Sequence[Period]) -> list[dict[str, object]]:
    return [
        {
            "place": place,
            "name": person,
            "rating": one.rating.value,
            "deviation": one.rating.deviation,
            "volatility": one.rating.volatility,
            "results": one.results,
            "provisional": terms.is_provisional(one.rating),
        }
        for place, person, one in ranked(periods[-1].standings)
    ]


def _print(kind: str, terms: Terms, standings: Mapping[str, RatingRow]) -> None:
    width = max((len(person) for person in standings), default=4)
    print(f"{kind}\n{'':>4}  {'':<{width}}  rating  deviation  results")
    for place, person, one in ranked(standings):
        provisional = "  provisional" if terms.is_provisional(one.rating) else ""
        numbers = f"{one.rating.value:>6.0f}  {one.rating.deviation:>9.0f}  {one.results:>7}"
        print(f"{place:>4}  {person:<{width}}  {numbers}{provisional}")


def _why(
    asked: argparse.Namespace,
    terms: Terms,
    rated: RatedByKind,
    starts: Sequence[Start],
) -> int:
    found = []
    for kind, (results, periods) in rated.items():
        before: dict[str, RatingRow] = {}
        for period in periods:
            arriving = [one for one in starts if period_of(one.day, terms.period) == period.first_day]
            beginning = with_starts(terms, before, arriving if kind == "singles" else ())
            here = [one for one in results if period_of(one.day, terms.period) == period.first_day]
            by_key = {one.key: one for one in here}
            for change in changes(terms, beginning, here, asked.why):
                one = by_key[change.key]
                found.append(
                    {
                        "day": change.day.isoformat(),
                        "kind": kind,
                        "a": " & ".join(one.a),
                        "b": " & ".join(one.b),
                        "score": round(change.score, 3),
                        "expected": round(change.expected, 3),
                        "points": round(change.points, 2),
                    }
                )
            before = dict(period.standings)
    if asked.json:
        print_json(found)
    else:
        for line in found:
            print(
                f"{line['day']}  {line['a']} v {line['b']}: {line['score']:g} where {line['expected']:g} was expected, "
                f"{line['points']:+.1f}"
            )
    if not found:
        print(f"{asked.why} has no result here", file=sys.stderr)
    return 0 if found else 1


def _sol(asked: argparse.Namespace) -> int:
    try:
        content = Path(asked.sol).read_bytes()
    except OSError as error:
        raise CannotReadError("reason", path=asked.sol, why=error.strerror) from None
    lists = sol_lists(read_sol(content))
    if asked.json:
        print_json([{"title": title, "ratings": [_line(one) for one in lines]} for title, lines in lists])
        return 0
    for title, lines in lists:
        print(title)
        for one in sorted(lines, key=lambda one: -one.rating.value):
            print(f"  {one.name}  {one.rating.value:.0f} ({one.rating.deviation:.0f})  {one.day}")
    return 0 if lists else 1


def _line(one: RatingLine) -> dict[str, object]:
    rating = one.rating
    return {
        "name": one.name,
        "rating": rating.value,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "day": one.day.isoformat() if one.day else None,
    }

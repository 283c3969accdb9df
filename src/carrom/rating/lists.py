"""Rating lists and results as files: CSV both ways, and the ratings of a `.sol` file."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from carrom.errors import UnreadableError
from carrom.rating.glicko import Rating, RatingError
from carrom.rating.history import RatedResult, RatingRow, Terms, score_of
from carrom.terms import Side
from carrom.tournament.sol_file import read_sol
from carrom.tournament.sol_records import SolBook

COLUMNS = ("name", "rating", "deviation", "volatility", "day")
MOST_LINES = 20_000


class RatingListError(UnreadableError):
    """A file that cannot be read as a rating list or a list of results."""

    code = "bad-rating-list"


@dataclass(frozen=True, slots=True)
class RatingLine:
    """One line of a rating list: who, their rating, and the day on which they had it (None: the file does not say)."""

    name: str
    rating: Rating
    day: date | None = None


def read_list(text: str) -> tuple[RatingLine, ...]:
    """The lines of a CSV with `name` and `rating`, and maybe `deviation`, `volatility` and `day`.

    Raises:
        RatingListError: the first line that cannot be read, and why.
    """
    rows = _rows(text, needed=("name", "rating"), known=("place", "results", "provisional", *COLUMNS))
    found = []
    for number, row in rows:
        name = row["name"]
        if not name:
            raise RatingListError("no-name", line=number)
        given = Rating()
        try:
            rating = Rating(
                float(row["rating"]),
                float(row.get("deviation") or given.deviation),
                float(row.get("volatility") or given.volatility),
            )
            day = date.fromisoformat(row["day"]) if row.get("day") else None
        except RatingError as error:
            raise RatingListError("line", line=number, name=name, cause=error) from None
        except ValueError:
            raise RatingListError("not-numbers", line=number, name=name) from None
        found.append(RatingLine(name, rating, day))
    return tuple(found)


def read_list_file(name: str, content: bytes, number: int = 1) -> tuple[str, tuple[RatingLine, ...]]:
    """Title and lines of a rating list: of a CSV, or of the list of this number in a `.sol` file.

    Raises RatingListError, SolFileError.
    """
    if not name.endswith((".sol", ".gz")):
        try:
            return name, read_list(content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise RatingListError("not-text") from None
    lists = sol_lists(read_sol(content))
    if not 1 <= number <= len(lists):
        raise RatingListError("no-such-list", count=len(lists), number=number)
    return lists[number - 1]


def write_list(
    terms: Terms, standings: Mapping[str, RatingRow], names: Mapping[str, str], day: date, separator: str = ","
) -> str:
    """The standings as CSV, the best first; `read_list` reads it again."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(("place", "name", "rating", "deviation", "volatility", "results", "provisional", "day"))
    for place, person, standing in ranked(standings):
        rating = standing.rating
        writer.writerow(
            (
                place,
                _safe(names.get(person, person)),
                f"{rating.value:.2f}",
                f"{rating.deviation:.2f}",
                f"{rating.volatility:.6f}",
                standing.results,
                "yes" if terms.is_provisional(rating) else "no",
                day.isoformat(),
            )
        )
    return out.getvalue()


def ranked(standings: Mapping[str, RatingRow]) -> Sequence[tuple[int, str, RatingRow]]:
    """The standings from the best rating, with places; who is level to a hundredth shares one."""
    order = sorted(standings.items(), key=lambda one: (-round(one[1].rating.value, 2), one[0]))
    values = [round(standing.rating.value, 2) for _, standing in order]
    return [(values.index(round(one.rating.value, 2)) + 1, person, one) for person, one in order]


def read_results(text: str, terms: Terms) -> tuple[RatedResult, ...]:
    """The results of a CSV with `day`, `a`, `b` and `points_a`, `points_b`, or `winner` (a, b or tied).

    Two names of a pair are joined by `&`. Persons are their names.

    Raises:
        RatingListError: the first line that cannot be read, and why.
    """
    found = []
    for number, row in _rows(text, needed=("day", "a", "b"), known=("points_a", "points_b", "winner")):
        try:
            points = (int(row.get("points_a") or 0), int(row.get("points_b") or 0))
            winner = _winner(row.get("winner", ""), *points)
            found.append(
                RatedResult(
                    key=f"{number:06d}",
                    day=date.fromisoformat(row["day"]),
                    a=_pair(row["a"]),
                    b=_pair(row["b"]),
                    score=score_of(terms.scoring, winner, *points),
                )
            )
        except RatingError:
            raise RatingListError("sides", line=number) from None
        except ValueError:
            raise RatingListError("result", line=number) from None
    return tuple(found)


def sol_lists(book: SolBook) -> tuple[tuple[str, tuple[RatingLine, ...]], ...]:
    """The rating lists of a `.sol` file: the title of each, and the latest rating of every player.

    Raises RatingListError: a rating is not valid.
    """
    found = []
    for number, one in enumerate(book.ratings, 1):
        latest: dict[int, RatingLine] = {}
        for rate in sorted((rate for rate in book.rates if rate.rating == number), key=lambda rate: rate.date):
            player = book.players[rate.player - 1]
            name = f"{player.firstname} {player.lastname}".strip()
            try:
                rating = Rating(float(rate.rate), float(rate.deviation), float(rate.volatility))
                latest[rate.player] = RatingLine(name, rating, date.fromisoformat(rate.date))
            except (RatingError, ValueError):
                raise RatingListError("rate", title=one.description, name=name, day=rate.date) from None
        found.append((one.description, tuple(latest.values())))
    return tuple(found)


def _rows(text: str, *, needed: Sequence[str], known: Iterable[str]) -> list[tuple[int, dict[str, str]]]:
    try:
        return _read_rows(text, needed, known)
    except csv.Error as error:
        raise RatingListError("not-csv", problem=str(error)) from None


def _read_rows(text: str, needed: Sequence[str], known: Iterable[str]) -> list[tuple[int, dict[str, str]]]:
    sample = text.splitlines()[0] if text.strip() else ""
    separator = max(",;\t", key=sample.count)
    lines = io.StringIO(text.removeprefix("\ufeff"), newline=None)  # a lone CR ends a line too
    reader = csv.DictReader(lines, delimiter=separator)
    names = [(name or "").strip().casefold() for name in reader.fieldnames or ()]
    reader.fieldnames = names
    missing = [name for name in needed if name not in names]
    if missing:
        raise RatingListError("missing-column", column=missing[0])
    unknown = [name for name in names if name not in {*needed, *known}]
    if unknown:
        raise RatingListError("unknown-column", column=unknown[0], columns=[*needed, *known])
    found = []
    for number, row in enumerate(reader, 2):
        if number > MOST_LINES:
            raise RatingListError("too-long", most=MOST_LINES)
        if None in row:
            raise RatingListError("too-many-columns", line=number)
        found.append((number, {name: " ".join((value or "").split()) for name, value in row.items()}))
    return found


def _winner(stated: str, points_a: int, points_b: int) -> Side | None:
    if stated:
        try:
            return {"a": Side.A, "b": Side.B, "tied": None}[stated.casefold()]
        except KeyError:
            raise ValueError(stated) from None
    return None if points_a == points_b else Side.A if points_a > points_b else Side.B


def _pair(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split("&") if (name := part.strip()))


def _safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name

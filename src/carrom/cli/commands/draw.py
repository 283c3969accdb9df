"""Draw a tournament: entrants in, fixtures out; add results and draw again, or rehearse it to its end.

FILE holds the entrants, as CSV with a header (key, seed, rating, club, country, players) or as a JSON list of such
objects or of names; or it is the record that --json printed, and the next draw is made. --results first adds results,
as CSV with fixture, points_a, points_b (and winner: a, b or nothing). `-` reads standard input.

With --hours the order of play is printed too: when and at which board each match is. If matches do not fit, the output
says why and how many boards would be enough; the exit status is then 1.
"""

import argparse
import csv
import io

from carrom import serialization
from carrom.cli.errors import UsageError
from carrom.cli.inputs import RULESET_HELP, BadInputError, print_json, read_text, ruleset_named
from carrom.cli.progress import counted
from carrom.cli.rendering_draws import render_fixture, render_plan, render_reason, render_round, render_row
from carrom.match.snapshot import Tally
from carrom.play.rng import SeededRng
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament import record
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.commands import Enter, Settle, Tell
from carrom.tournament.contest import Contest, Value
from carrom.tournament.entries import Entrant, in_order
from carrom.tournament.format import NothingToDrawError
from carrom.tournament.record import Record
from carrom.tournament.regulation import USUAL
from carrom.tournament.results import Result


class BadTableError(BadInputError):
    """A CSV that is not what it should be."""

    code = "bad-table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="entrants or a record; leave out to list the formats")
    parser.add_argument("--format", metavar="F", help="the format (default: knockout)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the lots (default: %(default)s)")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the format; may be repeated"
    )
    parser.add_argument("--order", metavar="A,B,...", help="tie-breaks from first to last, e.g. points,buchholz,lots")
    parser.add_argument("--results", metavar="CSV", help="results to add before the draw")
    parser.add_argument(
        "--rehearse", metavar="R", help=f"play it to the end with random results, under the laws of: {RULESET_HELP}"
    )
    parser.add_argument("--why", action="store_true", help="explain each pairing")
    parser.add_argument(
        "--hours",
        metavar="FROM/TO",
        action="append",
        help="when matches may be played, e.g. 2026-03-01T09:00+01:00/2026-03-01T18:00+01:00",
    )
    parser.add_argument("--boards", type=int, default=4, help="for the order of play (default: %(default)s)")
    parser.add_argument("--minutes", type=int, default=45, help="a match takes (default: %(default)s)")
    parser.add_argument(
        "--rest", type=int, default=5, help="minutes of rest between a player's matches (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print the record as JSON, for the next draw")


def run(asked: argparse.Namespace) -> int:
    """Draw and print. Raises CarromError; NothingToDrawError only where no results came either."""
    if asked.file is None:
        _list_formats(asked.format)
        return 0
    current = _started(asked)
    for result in _results(asked.results, current) if asked.results else ():
        current = record.apply(current, Tell(result))
    rng = SeededRng(asked.seed, len(current.entries))
    if asked.rehearse:
        return _rehearsed(asked, record.contest_of(current), rng)
    try:
        current = record.draw(current, rng)
    except NothingToDrawError:
        if not asked.results:
            raise
    if asked.json:
        print_json(record.write(current))
    else:
        _tell(record.contest_of(current), why=asked.why)
    return _planned(asked, record.contest_of(current)) if asked.hours else 0


def _planned(asked: argparse.Namespace, contest: Contest) -> int:
    """Tell the order of play; 1 if not everything fits. Raises DayError, UsageError."""
    from carrom.tournament.day import DayTerms, Hours, matches_to_play
    from carrom.tournament.order_of_play import order_of_play

    if asked.json:
        raise UsageError("json-and-hours")
    hours = tuple(Hours(*text.partition("/")[::2]) for text in asked.hours)
    terms = DayTerms(boards=asked.boards, hours=hours, rest_minutes=asked.rest)
    met = formats.find(contest.format).meetings(contest)
    sides = {one.fixture.id: render_fixture(one) for one in met}
    with counted("plan") as report:
        plan = order_of_play(matches_to_play("match", contest, met, minutes=asked.minutes), terms, report=report)
    print("\n".join(render_plan(plan, sides)))
    return 1 if plan.unfit else 0


def _started(asked: argparse.Namespace) -> Record:
    """The record to go on with: a new one with its entrants, or the one of the file."""
    text = read_text(asked.file)
    data = serialization.parse(text) if text.lstrip()[:1] in "[{" and text.strip() else None
    if isinstance(data, dict) and "entries" in data:
        if asked.format or asked.option or asked.order:
            raise UsageError("record-and-terms")
        return record.read(data)
    slug = asked.format or "knockout"
    current = Record(format=slug)
    options = tuple(_option(slug, text) for text in asked.option)
    regulation = serialization.from_plain(type(USUAL), {"order": asked.order.split(",")}) if asked.order else None
    if options or regulation:
        current = record.apply(current, Settle(options, regulation))
    entrants = _entrants(data) if data is not None else _table(text)
    for entrant in in_order(entrants):
        current = record.apply(current, Enter(entrant))
    return current


def _entrants(data: object) -> list[Entrant]:
    if not isinstance(data, list):
        raise BadInputError("entrants")
    return [Entrant(key=one) if isinstance(one, str) else serialization.from_plain(Entrant, one) for one in data]


def _table(text: str) -> list[Entrant]:
    rows = csv.DictReader(io.StringIO(text), restkey="")
    known = {"key", "seed", "rating", "club", "country", "players"}
    unknown = set(rows.fieldnames or ()) - known
    if unknown:
        raise BadTableError("unknown-columns", unknown=sorted(unknown), known=sorted(known))
    if "key" not in (rows.fieldnames or ()):
        raise BadTableError("no-key")
    found = []
    for number, row in enumerate(rows, 2):
        if "" in row or None in row.values():
            raise BadTableError("width", line=number)
        try:
            found.append(
                Entrant(
                    key=row["key"].strip(),
                    seed=int(row["seed"]) if row.get("seed", "").strip() else None,
                    rating=float(row["rating"]) if row.get("rating", "").strip() else None,
                    club=row.get("club", "").strip(),
                    country=row.get("country", "").strip(),
                    players=tuple(filter(None, map(str.strip, row.get("players", "").split("/")))),
                )
            )
        except ValueError as error:
            raise BadTableError("in-line", line=number, cause=error) from None
    return found


def _option(slug: str, text: str) -> tuple[str, Value]:
    """NAME=VALUE, its kind by the format's own default."""
    name, given, value = text.partition("=")
    option = formats.find(slug).options.get(name)
    if not given or option is None:
        raise UsageError("option", option=text, format=slug, options=tuple(formats.find(slug).options))
    if isinstance(option.default, bool):
        return name, {"yes": True, "no": False}.get(value, value)
    try:
        return name, type(option.default)(value)
    except ValueError:
        return name, value  # the format says what is wrong with it


def _results(file: str, current: Record) -> list[Result]:
    met = {one.fixture.id: one for one in formats.find(current.format).meetings(record.contest_of(current))}
    rows = csv.DictReader(io.StringIO(read_text(file)))
    if not {"fixture", "points_a", "points_b"} <= set(rows.fieldnames or ()):
        raise BadTableError("result-columns")
    found = []
    for number, row in enumerate(rows, 2):
        meeting = met.get(row["fixture"])
        if meeting is None or not meeting.a or not meeting.b:
            raise BadTableError("fixture", line=number, fixture=row["fixture"])
        try:
            points = Tally(int(row["points_a"]), int(row["points_b"]))
            winner_name = row.get("winner") or ""
            winner = (
                Side(winner_name)
                if winner_name
                else Side.A
                if points.a > points.b
                else Side.B
                if points.b > points.a
                else None
            )
        except (ValueError, TypeError):
            raise BadTableError("points", line=number) from None
        found.append(Result(fixture=row["fixture"], a=meeting.a, b=meeting.b, winner=winner, points=points))
    return found


def _rehearsed(asked: argparse.Namespace, contest: Contest, rng: SeededRng) -> int:
    from carrom.tournament.rehearsal import rehearse

    if formats.find(contest.format).options.get("rounds") and not contest.options.get("rounds"):
        raise UsageError("rehearsal-rounds")
    with counted("match") as report:
        played = rehearse(contest, rng, ruleset_named(asked.rehearse), report=report)
    if asked.json:
        print_json(serialization.to_plain(played))
    else:
        _tell(played, why=asked.why)
    return 0


def _tell(contest: Contest, *, why: bool) -> None:
    form = formats.find(contest.format)
    met = form.meetings(contest)
    title = ""
    for one in _by_round(met):
        if render_round(one.fixture) != title:
            title = render_round(one.fixture)
            print(f"{title}")
        print(f"  {one.fixture.id}  {render_fixture(one)}")
        for reason in form.why_these(contest, one.fixture.id) if why else ():
            print(f"      {render_reason(form, reason)}")
    if any(one.state is State.DECIDED for one in met):
        print("Standings")
        for row in form.standings(contest):
            print(render_row(row))


def _by_round(met: tuple[Meeting, ...]) -> list[Meeting]:
    return sorted(met, key=lambda one: (one.fixture.round, one.fixture.stage, one.fixture.group, one.fixture.place))


def _list_formats(slug: str | None) -> None:
    """The formats, or the options of one."""
    if slug is None:
        for name in formats.slugs():
            one = formats.find(name)
            print(f"{name}  {one.title}: {one.says}")
        return
    for name, option in formats.find(slug).options.items():
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        default = ("no", "yes")[option.default] if isinstance(option.default, bool) else option.default
        print(f"{name}={default}{choices}  {option.says}")

"""Play in the terminal, against a computer or with two people at one keyboard.

A stroke is three numbers: place of the striker in mm from the middle (right positive), angle in degrees from straight
ahead (left positive), speed in m/s: `120 -12.5 2.4`. `help` at any prompt lists the other commands.
"""

import argparse
import math
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from carrom.cli import one_line
from carrom.cli.inputs import RULESET_HELP, ruleset_named, surface_named, write_text
from carrom.cli.rendering import names_of, render_entry
from carrom.errors import CarromError, UnreadableError
from carrom.match import requests
from carrom.match.awaiting import Awaiting, Decision
from carrom.match.entries import Player
from carrom.match.requests import Request
from carrom.match.rules import LENGTHS
from carrom.notation.characters import ascii_board
from carrom.notation.record import write_match
from carrom.play.domain import PlacingDomain, StrokeDomain
from carrom.play.game import Match
from carrom.terms import Seat, Side, Stroke

_HELP = """\
a stroke      120 -12.5 2.4   place in mm (right +), angle in degrees (left +), speed in m/s
a placing     x y in mm as SOUTH sees the board, or nothing for the suggested place; `forgo` gives it up
a choice      one of the words that are shown; a claim: a number; the toss: nothing
pass  back  concede           where the laws and the match allow it
board  record FILE  quit      show the board, write the record, stop"""


class NotUnderstoodError(UnreadableError):
    """The input is not an answer."""

    code = "not-understood"


class _Leave(Exception):
    """The player has left."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--level", default="steady", help="the computer; `two` for two people (default: %(default)s)")
    parser.add_argument("--name", default="South", help="yours, at the seat south (default: %(default)s)")
    parser.add_argument("--ruleset", default="icf", help=f"whose laws: {RULESET_HELP} (default: %(default)s)")
    parser.add_argument(
        "--length", choices=[*LENGTHS], default="board", help="length of the match (default: %(default)s)"
    )
    parser.add_argument("--breaks", choices=["toss", "me", "computer"], default="toss", help="who breaks first")
    parser.add_argument("--surface", default="tournament", help="a name, or a TOML or JSON file (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="seed of rack, toss and computer; the same seed gives the same game")
    parser.add_argument("--record", metavar="FILE", help="write the record when the game stops")


def run(asked: argparse.Namespace) -> int:
    """Play until the match is over or the input ends. Raises UnknownBotError, BadHeadError."""
    from carrom import bots

    two = asked.level == "two"
    breaks: dict[str, Literal["toss"] | Side] = {"toss": "toss", "me": Side.A, "computer": Side.B}
    if not two:
        bots.find(asked.level)
    seed = random.SystemRandom().randrange(2**32) if asked.seed is None else asked.seed
    other = (
        Player(side=Side.B, name="North")
        if two
        else Player(side=Side.B, name=asked.level, kind="computer", level=asked.level)
    )
    match = Match.new(
        ruleset_named(asked.ruleset),
        players=[Player(side=Side.A, name=asked.name), other],
        length=asked.length,
        breaks=breaks[asked.breaks],
        seed=seed,
        surface=surface_named(asked.surface),
        take_back="last" if two else "own",
    )
    print(f"Seed {seed}. You sit at south. `help` lists the commands.")
    try:
        _play(match, random.Random(f"computer {seed}"))
    except _Leave:
        print("Stopped.")
    if asked.record:
        write_text(Path(asked.record), _record(match))
        print(f"Record: {asked.record}")
    return 0


def _record(match: Match) -> str:
    """The record with a sentence over each entry."""
    names = names_of(match.record.head)
    return write_match(match, remark=lambda entry: render_entry(entry, names))


def _play(match: Match, rng: random.Random) -> None:
    from carrom.bots import find
    from carrom.bots.protocol import asked_seat, waits_for_computer

    lines = _typed()
    while not match.over:
        if waits_for_computer(match.state):
            seat = asked_seat(match.state)
            request = find(match.state.match.player_at(seat).level or "").answer(match.state, rng, seat=seat)
            _answer(match, request, seat)
        else:
            _ask(match, lines)
    print(_score(match))


def _ask(match: Match, lines: Iterator[str]) -> None:
    """Ask the people until one answer is accepted."""
    awaiting = match.awaiting
    seat = awaiting.seats[0]
    if awaiting.kind in (Decision.STROKE, Decision.PLACING):
        _show(match, seat)
    while True:
        print(_prompt(match, seat), end=" ", flush=True)
        typed = next(lines, None)
        if typed is None:
            print()
            raise _Leave
        try:
            if _did_something_else(match, typed, seat):
                continue
            _answer(match, _request(match, awaiting, typed.split()), seat)
        except CarromError as error:
            print(f"error: {error.code}: {one_line(str(error))}")
        else:
            return


def _typed() -> Iterator[str]:
    for line in sys.stdin:
        yield line.strip()


def _did_something_else(match: Match, typed: str, seat: Seat) -> bool:
    """Obey a word that answers nothing. Raises _Leave."""
    word, _, rest = typed.partition(" ")
    match word.lower():
        case "help" | "?":
            print(_HELP)
        case "board":
            _show(match, seat)
        case "record" if rest:
            write_text(Path(rest), _record(match))
            print(f"Record: {rest}")
        case "quit" | "exit":
            raise _Leave
        case _:
            return False
    return True


def _request(match: Match, awaiting: Awaiting, words: list[str]) -> Request:
    """Return the input as a request. Raises NotUnderstoodError."""
    if words == ["back"]:
        return requests.TakeBack()
    if words == ["concede"]:
        return requests.Concede()
    match awaiting.kind:
        case Decision.TOSS if not words:
            return requests.Toss()
        case Decision.READY if not words:
            return requests.Ready()
        case Decision.CAP if words in (["stop"], ["play_on"]):
            return requests.AtCap("stop" if words == ["stop"] else "play_on")
        case Decision.CHOICE if len(words) == 1:
            return requests.Choose(words[0])
        case Decision.STROKE if words == ["pass"]:
            return requests.Pass()
        case Decision.STROKE if len(words) == 3:
            place, angle, speed = _reals(words)
            return requests.MakeStroke(Stroke(place / 1000, math.radians(angle), speed))
        case Decision.PLACING if words == ["forgo"]:
            return requests.Forgo()
        case Decision.PLACING if len(words) in (0, 2) and isinstance(match.domain, PlacingDomain):
            x, y = (value / 1000 for value in _reals(words)) if words else match.domain.suggested
            return requests.Place(match.domain.piece, x, y)
        case Decision.CLAIM if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 4:
            return requests.Claim(int(words[0]))
    raise NotUnderstoodError("no-answer", words=" ".join(words))


def _reals(words: list[str]) -> list[float]:
    try:
        values = [float(word) for word in words]
    except ValueError:
        raise NotUnderstoodError("number", words=" ".join(words)) from None
    if not all(math.isfinite(value) for value in values):
        raise NotUnderstoodError("not-finite")
    return values


def _answer(match: Match, request: Request, seat: Seat) -> None:
    before = len(match.entries)
    match.answer(request, author=seat.value, time=datetime.now(UTC).isoformat(timespec="seconds"))
    for entry in match.entries[before:]:
        print(render_entry(entry, names_of(match.record.head)))


def _show(match: Match, seat: Seat) -> None:
    position = match.state.position
    if position is not None:
        print(ascii_board(position, seat=seat))
    print(_score(match))


def _score(match: Match) -> str:
    state = match.state.match
    games = state.games_won
    words = f"Score {state.score.a} : {state.score.b}, games {games.a} : {games.b}"
    board = state.board
    if board is None:
        return words + "."
    owed = "".join(f", side {side.value.upper()} owes {board.owed_by(side)}" for side in Side if board.owed_by(side))
    return (
        f"{words}; white {board.white_up} up, black {board.black_up} up, queen {board.queen.replace('_', ' ')}{owed}."
    )


def _prompt(match: Match, seat: Seat) -> str:
    awaiting, name = match.awaiting, match.state.match.player_at(seat).name
    colour = match.state.match.board.colour_of(match.state.match.side_at(seat)) if match.state.match.board else None
    match awaiting.kind:
        case Decision.TOSS:
            return f"{name}: Enter tosses >"
        case Decision.CHOICE:
            return f"{name}: choose {' or '.join(awaiting.options)} >"
        case Decision.READY:
            return f"{name}: ready? Enter >"
        case Decision.CAP:
            return f"{name}: {' or '.join(awaiting.options)} >"
        case Decision.PLACING:
            return f"{name}: place {awaiting.dues[0].piece}, x y in mm, or Enter >"
        case Decision.CLAIM:
            return f"{name}: extra points, 0 to {awaiting.most} >"
        case _:
            stroke = match.domain
            places = (
                ", ".join(f"{1000 * low:.0f} to {1000 * high:.0f}" for low, high in stroke.spans)
                if isinstance(stroke, StrokeDomain)
                else ""
            )
            return f"{name} ({colour or 'colours open'}): place mm ({places}), angle, speed >"

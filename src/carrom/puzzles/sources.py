"""Sources of puzzles: the boards of recorded matches, and boards that computers play for it.

Each record, and each board of self-play, is a task of its own, whose puzzles depend on nothing else: tasks may be made
in other processes, and a run that was stopped goes on where it was.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from carrom.bots.self_play import SelfPlay, check, play_number
from carrom.errors import CarromError
from carrom.match.awaiting import Decision
from carrom.notation.record import read_matches
from carrom.play.record import Record, counting
from carrom.puzzles.finding import USUAL, Refused, puzzle_of
from carrom.puzzles.puzzle import Puzzle, Theme
from carrom.workers import Workers, run_tasks

PLAYERS = ("easy@1.0", "easy@1.75", "easy@2.5", "easy@4.0")  # each against itself: strong people to beginners
NO_POSITIONS = "no-positions"


class RecordError(CarromError):
    """A record of which no puzzles can be made."""

    code = "no-puzzles"


@dataclass(frozen=True)
class Made:
    """The puzzles of one record or board.

    Attributes:
        name: of the record, or the number of the board of self-play.
        puzzles: in the order of the match.
        refused: how many boards made none, for each reason.
        error: why the record made none at all.
    """

    name: str
    puzzles: tuple[Puzzle, ...] = ()
    refused: Counter[Refused] = field(default_factory=Counter)
    error: CarromError | None = None

    @property
    def boards(self) -> int:
        """How many boards between two strokes were looked at."""
        return len(self.puzzles) + self.refused.total()


def from_records(
    texts: Sequence[tuple[str, str]],
    *,
    seed: int = 1,
    themes: Collection[Theme] = USUAL,
    workers: int | Workers = 1,
) -> Iterator[Made]:
    """Puzzles of records, each with its name; a record that is broken makes none, and says why.

    Raises:
        NotPortableError, ProcessEndedError: with several workers.
    """
    return run_tasks(_of_text, [(name, text, seed, themes) for name, text in texts], workers)


def from_self_play(
    boards: int,
    *,
    seed: int = 1,
    first: int = 0,
    ruleset: str = "icf",
    players: Sequence[str] = PLAYERS,
    themes: Collection[Theme] = USUAL,
    workers: int | Workers = 1,
) -> Iterator[Made]:
    """Puzzles of boards that computers play, counted from `first`; each board is played by the next of `players`.

    A name is that of a computer that plays against itself, or two with a colon between them.

    Raises:
        UnknownBotError: no computer has this name.
        BadHeadError: no such ruleset. NotPortableError, ProcessEndedError: with several workers.
    """
    terms = SelfPlay(name=_self_play_name(seed, ruleset), ruleset=ruleset, players=tuple(players))
    check(terms)
    return run_tasks(_of_board, [(terms, first + index, seed, themes) for index in range(boards)], workers)


def self_play_number(name: str, seed: int, ruleset: str) -> int | None:
    """The number of a board of self-play with this seed and ruleset; None: the name is of something else."""
    start = f"{_self_play_name(seed, ruleset)}/"
    return int(name.removeprefix(start)) if name.startswith(start) and name.removeprefix(start).isdigit() else None


def _self_play_name(seed: int, ruleset: str) -> str:
    return f"self-play/{ruleset}/{seed}"


def _of_text(name: str, text: str, seed: int, themes: Collection[Theme]) -> Made:
    try:
        records = read_matches(text)
        if not any(record.head.positions for record in records):
            raise RecordError(NO_POSITIONS)
        start = f"{seed} {crc32(text.encode()):08x}"  # wherever the record lies
        found: list[Puzzle] = []
        refused: Counter[Refused] = Counter()
        for number, record in enumerate(records, start=1):
            place = name if len(records) == 1 else f"{name}/{number}"
            made = _of_record(place, record, start if len(records) == 1 else f"{start}/{number}", themes)
            found += made.puzzles
            refused += made.refused
        return Made(name, tuple(found), refused)
    except CarromError as error:
        return Made(name, error=error)


def _of_board(terms: SelfPlay, number: int, seed: int, themes: Collection[Theme]) -> Made:
    name = f"{terms.name}/{number}"
    return _of_record(name, Record(play_number(terms, number)), f"{seed} {name}", themes)


def _of_record(name: str, record: Record, seed: str, themes: Collection[Theme]) -> Made:
    states = record.states
    counted = {entry.number for entry in counting(record.entries, states[-1].match.struck)}
    found: list[Puzzle] = []
    refused: Counter[Refused] = Counter()
    for number, state in enumerate(states):
        if number not in counted or state.match.awaiting.kind not in (Decision.STROKE, Decision.PLACING):
            continue
        made = puzzle_of(state, f"{seed}#{number}", f"{name}#{number}", themes)
        if isinstance(made, Puzzle):
            found.append(made)
        else:
            refused[made] += 1
    return Made(name, tuple(found), refused)

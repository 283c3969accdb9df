"""Verifying a record: fold it, check the invariants, judge and simulate everything again.

Reads a record; changes nothing. A ruling that differs under the same version of the laws is a fault, under a newer one
it is listed and the record stands. Strokes of the installed engine are simulated again, bit for bit.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from carrom.errors import CarromError
from carrom.laws import judge as laws
from carrom.laws.ruling import Ruling
from carrom.match.entries import Entry
from carrom.match.requests import Amend, MakeStroke, TellBoard
from carrom.match.state import BrokenRecordError
from carrom.play import invariants
from carrom.play.context import Simulate, engine
from carrom.play.facts_from_motion import facts_from_motion
from carrom.play.record import Record, own_part
from carrom.play.score_sheet import reported_board
from carrom.play.settlement import jumped_of, settle
from carrom.play.state import PlayState, applied, follow
from carrom.play.surfaces import surface_of

FaultKind = Literal["fold", "invariant", "ruling", "facts", "motion", "returned", "cannot-judge"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a record that does not hold: at which entry, of what kind, in words for the reader."""

    entry: int
    kind: FaultKind
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The findings. `holds` says whether the record stands."""

    entries: int
    judged: int
    simulated: int
    faults: tuple[Fault, ...] = ()
    ruled_otherwise: tuple[int, ...] = ()  # entries that newer laws rule differently
    other_engine: tuple[int, ...] = ()  # strokes of another engine, not simulated again

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong with the record."""
        return not self.faults


def verify(
    record: Record,
    *,
    simulate: Simulate | None = None,
    strokes: bool = True,
    watched: Callable[[Sequence[Entry]], Iterable[Entry]] = iter,
) -> Verification:
    """Check a whole record, struck entries too.

    Args:
        watched: hands the entries on one by one, so that the caller can show progress.
        simulate: replaces the installed engine.
        strokes: simulate strokes again; without it the kernel is not loaded.
    """
    faults: list[Fault] = []
    otherwise: list[int] = []
    elsewhere: list[int] = []
    judged = simulated = 0
    states: list[PlayState] = []
    for entry in watched(record.entries):
        before = states[-1] if states else None
        try:
            after = follow(before, entry)
        except BrokenRecordError as error:
            faults.append(Fault(entry.number, "fold", str(error)))
            break
        states.append(after)
        faults += [Fault(entry.number, "invariant", broken) for broken in invariants.breaches(before, entry, after)]
        base = min(entry.followed.struck_out, default=entry.number)
        if before is None:
            continue
        if not 0 < base < len(states):
            faults.append(Fault(entry.number, "fold", f"it strikes out from entry {base} on"))
            continue
        found, newer, rulings = _ruled_again(states[base - 1], entry, after)
        faults += found
        otherwise += [entry.number] if newer else []
        judged += rulings
        if isinstance(entry.asked, MakeStroke) and strokes:
            if entry.engine != _engine():
                elsewhere.append(entry.number)
            else:
                simulated += 1
                faults += _simulated_again(before, entry, entry.asked, simulate)
    return Verification(
        entries=len(record.entries),
        judged=judged,
        simulated=simulated,
        faults=tuple(faults),
        ruled_otherwise=tuple(otherwise),
        other_engine=tuple(elsewhere),
    )


def _engine() -> str:
    from carrom.physics.surface import ENGINE

    return ENGINE


def _ruled_again(origin: PlayState, entry: Entry, after: PlayState) -> tuple[list[Fault], bool, int]:
    """The faults of all rulings in an entry, whether newer laws rule differently, and how many were judged.

    Entries that hold instead of struck ones are folded on from `origin`, and must lead to what the entry says.
    """
    faults: list[Fault] = []
    newer, rulings, state = False, 0, origin
    parts = (*entry.followed.instead, own_part(entry))
    for index, each in enumerate(parts, start=1):
        if isinstance(each.asked, TellBoard):
            found, is_newer = _found_again(state, each, each.asked)
        elif each.followed.ruling is not None:
            found, is_newer = _judged_again(state, each)
        else:
            found, is_newer = [], False
        rulings += isinstance(each.asked, TellBoard) or each.followed.ruling is not None
        newer = newer or is_newer
        faults += [replace(fault, entry=entry.number) for fault in found]
        if index < len(parts):
            now = applied(state, each)
            faults += [Fault(entry.number, "invariant", broken) for broken in invariants.breaches(state, each, now)]
            state = now
    if entry.followed.instead:
        faults += _other_results(state, entry, after)
    return faults, newer, rulings


def _other_results(state: PlayState, entry: Entry, after: PlayState) -> list[Fault]:
    """The fault of an entry that says otherwise than the entries that it lets hold; `state` is that after them."""
    own, held, said = own_part(entry).followed, state.match, after.match
    if (held.boards + own.board_results, held.games + own.game_results) != (said.boards, said.games):
        return [Fault(entry.number, "fold", "its results are not those of the entries that hold instead")]
    if isinstance(entry.asked, Amend) and (held.standing, held.result) != (said.standing, said.result):
        return [Fault(entry.number, "fold", "it stands otherwise than after the entries that hold instead")]
    return []


def _judged_again(before: PlayState, entry: Entry) -> tuple[list[Fault], bool]:
    """The faults of a ruling under the same laws, and whether newer laws rule differently."""
    followed, board = entry.followed, before.match.board
    if board is None or followed.facts is None or followed.ruling is None:
        return [Fault(entry.number, "cannot-judge", "a ruling is stored, but no board or no facts")], False
    ruleset = before.match.ruleset
    try:
        ruling: Ruling | None = laws.judge(board, followed.facts, ruleset)
    except CarromError as error:
        return [Fault(entry.number, "cannot-judge", f"{error.code}: {error}")], False
    if ruling != followed.ruling:
        if entry.laws != laws.VERSION:
            return [], True
        return [Fault(entry.number, "ruling", "the same laws rule this stroke otherwise")], False
    lying, old = followed.lying or followed.position, before.position
    if lying is None or old is None or followed.board_results or ruling is None:
        return [], False
    left = lying.numbers
    gone = tuple(number for number in old.numbers if number not in left)
    jumped = jumped_of(gone, followed.facts.left_board)
    settled = settle(ruling, lying, ruleset, gone=gone, jumped=jumped, seat=board.seat)
    if (settled.position, settled.hand, settled.no_room) != (followed.position, followed.hand, followed.no_room):
        return [Fault(entry.number, "returned", "pieces came back to other places, or others did")], False
    return [], False


def _found_again(before: PlayState, entry: Entry, sheet: TellBoard) -> tuple[list[Fault], bool]:
    """The faults of a board from a score sheet: its ruling and its points, and whether newer laws give others."""
    try:
        reported = reported_board(before.match, sheet)
    except CarromError as error:
        return [Fault(entry.number, "cannot-judge", f"{error.code}: {error}")], False
    results = entry.followed.board_results
    points = (results[0].winner, results[0].points) if results else None
    if reported.ruling == entry.followed.ruling and points == (reported.outcome.winner, reported.outcome.points):
        return [], False
    if entry.laws != laws.VERSION:
        return [], True
    return [Fault(entry.number, "ruling", "the same laws give this board otherwise")], False


def _simulated_again(before: PlayState, entry: Entry, asked: MakeStroke, simulate: Simulate | None) -> list[Fault]:
    """The faults of a stroke that the same engine made: where the pieces lay, what happened."""
    board, position = before.match.board, before.position
    if board is None or position is None:
        return [Fault(entry.number, "motion", "a stroke is stored, but nothing lay on the surface")]
    try:
        motion = engine(simulate)(position, asked.stroke, board.seat, surface_of(before.match.head))
    except CarromError as error:
        return [Fault(entry.number, "motion", f"{error.code}: {error}")]
    followed = entry.followed
    faults = []
    if motion.final != (followed.lying or followed.position):
        faults.append(Fault(entry.number, "motion", "the same engine leaves the pieces elsewhere"))
    if facts_from_motion(motion, position, asked.stroke, board.seat) != followed.facts:
        faults.append(Fault(entry.number, "facts", "the same engine tells other facts"))
    return faults

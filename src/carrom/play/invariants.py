"""Invariants, checked before an entry is stored and in every record: a breach is a bug, and nothing is stored.

Reads the state before, the entry, the state after, and the motion where there is one. Design: the match as a state
machine, invariants 1 to 5.
"""

from typing import TYPE_CHECKING

from carrom.equipment.position import Position
from carrom.equipment.validity import position_faults
from carrom.laws.board_state import COINS
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry
from carrom.match.requests import Place
from carrom.play import places
from carrom.play.errors import BrokenInvariantError
from carrom.play.state import PlayState
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Piece, piece_of

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

PIECES = frozenset((QUEEN_NUMBER, *WHITE_NUMBERS, *BLACK_NUMBERS))


def check(before: PlayState | None, entry: Entry, after: PlayState, motion: "Motion | None" = None) -> None:
    """Pass if the entry and the state after it hold together.

    Raises:
        BrokenInvariantError: the first breach found.
    """
    for breach in breaches(before, entry, after, motion):
        raise BrokenInvariantError(f"entry {entry.number} ({entry.kind}): {breach}")


def breaches(
    before: PlayState | None, entry: Entry, after: PlayState, motion: "Motion | None" = None
) -> tuple[str, ...]:
    """Every breach, in words for the one who mends it."""
    found = [*state_breaches(after)]
    if after.position is not None:
        found += _placed(before, entry)
        found += _stroke(before, entry, motion)
    return tuple(found)


def state_breaches(state: PlayState) -> tuple[str, ...]:
    """Every breach that a state shows by itself."""
    found = [*_counts(state), *_awaited(state)]
    if state.position is not None:
        found += _pieces(state)
        found += [str(fault) for fault in position_faults(state.position)]
    return tuple(found)


def _counts(state: PlayState) -> list[str]:
    """1: up and down make nine white, nine black, one queen; nothing is owed that could be paid is left to the laws."""
    board = state.match.board
    if board is None:
        return []
    found = [
        f"{up} {colour} coins are up"
        for colour, up in (("white", board.white_up), ("black", board.black_up))
        if not 0 <= up <= COINS
    ]
    if min(board.owed) < 0:
        found.append(f"owed is {board.owed}")
    if board.early_queen and board.queen_down:
        found.append("the early queen counts as down")
    return found


def _pieces(state: PlayState) -> list[str]:
    """2: pieces on the surface and in hand are those that count as up, kind by kind; what may be in hand."""
    board, position, hand = state.match.board, state.position or Position(), state.hand
    lying = set(position.numbers)
    found = []
    if unknown := [n for n in (*position.numbers, *hand) if n not in PIECES]:
        found.append(f"unknown pieces {unknown}")
        return found
    if lying & set(hand) or len(hand) != len(set(hand)):
        found.append(f"pieces in hand {hand} lie on the surface as well, or twice in hand")
    if board is None:
        return found
    here = [piece_of(number) for number in (*lying, *hand)]
    up = {Piece.QUEEN: int(not board.queen_down), Piece.WHITE: board.white_up, Piece.BLACK: board.black_up}
    found += [
        f"{count} {kind} count as up; {here.count(kind)} lie or are in hand"
        for kind, count in up.items()
        if here.count(kind) != count
    ]
    kind = state.match.awaiting.kind
    dues = tuple(due.number for due in state.match.awaiting.dues)
    if kind in (Decision.STROKE, Decision.PLACING):
        rest = (QUEEN_NUMBER,) if board.early_queen else ()
        if hand != (*dues, *rest):
            found.append(f"in hand are {hand}; dues are {dues}, early queen {rest}")
    return found


def _placed(before: PlayState | None, entry: Entry) -> list[str]:
    """4: a placed piece lies where the laws allow."""
    if before is None or before.position is None or not isinstance(entry.asked, Place):
        return []
    due, x, y = before.match.awaiting.dues[0], entry.asked.x, entry.asked.y
    fault = places.fault(before.position, due, x, y, before.match.ruleset)
    return [] if fault is None else [f"piece {due.number} is placed against the laws: {fault.reason}"]


def _stroke(before: PlayState | None, entry: Entry, motion: "Motion | None") -> list[str]:
    """3: piece by piece, what lay before the stroke lies after it, was pocketed or left the board, as the facts say."""
    followed = entry.followed
    if before is None or before.position is None or entry.kind != "stroke" or followed.facts is None:
        return []
    lying = followed.lying or followed.position or Position()
    lay, lie = before.position.numbers, lying.numbers
    gone = [number for number in lay if number not in lie]
    named = [*followed.facts.pocketed, *followed.facts.left_board]
    found = []
    if appeared := [number for number in lie if number not in lay]:
        found.append(f"pieces {appeared} came onto the surface by a stroke")
    if sorted(named) != sorted(piece_of(number) for number in gone):
        found.append(f"the facts name {named}; pieces {gone} are gone")
    if motion is not None:
        if motion.final != lying:
            found.append("the pieces lie elsewhere than the motion left them")
        if set(gone) != set(motion.trace.gone):
            found.append(f"the motion took away {motion.trace.gone}; pieces {gone} are gone")
    return found


def _awaited(state: PlayState) -> list[str]:
    """5: `awaiting` names somebody who sits there and has something to answer, or the match is over."""
    match, awaiting = state.match, state.match.awaiting
    over = awaiting.kind is Decision.OVER
    if over is not (match.result is not None):
        return [f"{awaiting.kind} is awaited; the result is {match.result}"]
    if over:
        return []
    seated = {s.seat for s in match.seats}
    found = []
    if not awaiting.seats or not seated.issuperset(awaiting.seats):
        found.append(f"{awaiting.seats} are to answer; {sorted(seated)} are seated")
    nothing_to_say = {
        Decision.CHOICE: not awaiting.options,
        Decision.PLACING: not awaiting.dues,
        Decision.CLAIM: awaiting.most < 1,
        Decision.STROKE: match.board is None,
    }
    if nothing_to_say.get(awaiting.kind, False):
        found.append(f"{awaiting.kind} is awaited with nothing to answer")
    if awaiting.kind is Decision.PLACING and state.position is not None and awaiting.dues:
        if places.suggested(state.position, awaiting.dues[0], match.ruleset) is None:
            found.append(f"there is no place for piece {awaiting.dues[0].number}")
    if awaiting.kind is Decision.STROKE and match.board is not None and awaiting.seats != (match.board.seat,):
        found.append(f"{awaiting.seats} are to strike; the laws say {match.board.seat}")
    return found

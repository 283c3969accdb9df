"""Taking back, declaring facts, restoring: one mechanism, an entry that strikes out others and says what holds instead.

Struck entries stay in the record. Correcting an older entry, after which later ones hold otherwise: `amending`. Reads
the record so far; folds it, never simulates.
"""

from dataclasses import replace

from carrom.laws.facts import StrokeFacts
from carrom.match import entries, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects, Entry
from carrom.match.state import MatchState
from carrom.play import strokes
from carrom.play.context import Context, Result
from carrom.play.effective_entries import (
    Counted,
    bare,
    counted,
    lapses,
    only_strikes_out,
    reports_a_stroke,
    states_of,
    struck_from,
)
from carrom.play.errors import (
    DeclarationForbiddenError,
    NotAwaitedError,
    NothingToTakeBackError,
    OutOfTurnError,
    TakeBackForbiddenError,
)
from carrom.play.state import PlayState
from carrom.terms import Side

KINDS = frozenset(
    {"take_back", "reply", "declare", "withdraw", "restore", "correct", "amend"}
)  # requests that need the record so far


def points(asked: Context) -> list[Counted]:
    """The entries of the record that count, in order.

    Raises:
        ValueError: the record was not passed in, or is not that of this state: a bug of the caller.
    """
    record = asked.entries
    if len(record) != asked.state.version + 1:
        raise ValueError(f"{len(record)} entries were given; the record of this state has {asked.state.version + 1}")
    return list(counted(record, asked.match.struck))


def strokes_made(asked: Context) -> list[Counted]:
    """The strokes and passes of the record that count, in order; none before a board entered as a whole."""
    found: list[Counted] = []
    for point in points(asked):
        if isinstance(point.entry.asked, requests.TellBoard):
            found.clear()  # entered as a whole: no stroke before it is the last one any more
        if reports_a_stroke(point.entry) and point.before.match.board is not None:
            found.append(point)
    return found


def may_take_back(match: MatchState, side: Side) -> bool:
    """Whether a side may strike out a stroke now without asking anybody."""
    if match.result is not None:
        return False
    made = match.standing.strokes_made
    return (match.head.take_back == "own" and made.of(side) > 0) or (match.head.take_back == "last" and sum(made) > 0)


def check_take_back(asked: Context, side: Side, *, by_agreement: bool) -> None:
    """Pass if this side may take a stroke back.

    Raises:
        TakeBackForbiddenError, NothingToTakeBackError.
    """
    allowed = asked.match.head.take_back
    if allowed == "never":
        raise TakeBackForbiddenError("never")
    if allowed == "agreed" and not by_agreement:
        raise TakeBackForbiddenError("consent")
    made = asked.match.standing.strokes_made
    if not (made.of(side) if allowed != "last" else sum(made)):
        raise NothingToTakeBackError("no-stroke")


def take_back(asked: Context, side: Side) -> Result:
    """The state before the last stroke: of anybody where two share a screen, else of this side.

    Raises NothingToTakeBackError.
    """
    anybody = asked.match.head.take_back == "last"
    last = next((made for made in reversed(strokes_made(asked)) if anybody or _side(made) is side), None)
    if last is None:
        raise NothingToTakeBackError("no-stroke")
    return _as_before(asked, last)


def take_back_last(asked: Context) -> Result:
    """Return the state before the last entry that counts, whatever it is: an umpire's own slip of the thumb.

    Of a correction: what it corrected holds again.

    Raises:
        NothingToTakeBackError: only the head is left.
    """
    for point in reversed(points(asked)):
        entry = point.entry
        if isinstance(entry.asked, requests.Amend | requests.Correct) and point.top == entry.number:
            return _as_before_correction(asked, point)
        if isinstance(entry.asked, requests.Declare):
            return withdraw(asked, requests.Withdraw())
        if not only_strikes_out(entry):
            return _as_before(asked, point)
    raise NothingToTakeBackError("no-entries")


def correct(asked: Context, request: requests.Correct) -> Result:
    """The last stroke corrected, judged on the board as it was before it.

    Raises:
        OutOfTurnError, NotAwaitedError: not by an umpire, not in a match without positions.
        NothingToTakeBackError: no stroke has been entered since the last board from a score sheet.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("umpire-corrects-own")
    if asked.state.position is not None:
        raise NotAwaitedError("restore")
    made = strokes_made(asked)
    if not made:
        raise NothingToTakeBackError("no-stroke-to-correct")
    last = made[-1]
    followed = strokes.judged(asked, last.before, request.facts, lying=None, counts=request.facts.made)
    return Result(followed=_struck(asked, last, followed))


def restore(asked: Context, request: requests.Restore) -> Result:
    """The umpire puts the position before the last stroke back; it is played again.

    Raises:
        OutOfTurnError: not by an umpire.
        NothingToTakeBackError: no stroke has been made yet.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("restore")
    made = strokes_made(asked)
    if not made:
        raise NothingToTakeBackError("no-stroke-yet")
    return _as_before(asked, made[-1])


def declare(asked: Context, request: requests.Declare) -> Result:
    """A fact that only a person sees: about the last stroke, judged again with it; or by itself, judged now.

    A player's word against the other side is a claim: nothing follows until that side agrees.

    Raises:
        DeclarationForbiddenError: no fact, no stroke that it could be about, or the match is over.
    """
    by_umpire = asked.author in (entries.UMPIRE, entries.CLOCK)
    if not by_umpire and asked.match.result is not None:
        raise DeclarationForbiddenError("match-over")
    if not request.facts:
        raise DeclarationForbiddenError("no-fact")
    judged = _declare_alone(asked, request) if not request.made else _declare_with_stroke(asked, request)
    return judged if by_umpire or asked.side is request.about else asked.unchanged()


def _declare_with_stroke(asked: Context, request: requests.Declare) -> Result:
    made = [stroke for stroke in strokes_made(asked) if stroke.entry.kind != "pass"]
    if not made:
        raise DeclarationForbiddenError("no-stroke")
    last = made[-1]
    old, board = last.entry.followed, last.before.match.board
    if old.facts is None or board is None:
        raise DeclarationForbiddenError("without-facts")
    by_opponent = request.about is not board.to_play
    if old.facts.declared and old.facts.by_opponent is not by_opponent:
        raise DeclarationForbiddenError("other-side")
    facts = replace(old.facts, declared=(*old.facts.declared, *request.facts), by_opponent=by_opponent)
    lying = old.lying or old.position
    before = last.before.position
    gone = () if lying is None or before is None else tuple(n for n in before.numbers if n not in lying.numbers)
    followed = strokes.judged(asked, last.before, facts, lying=lying, gone=gone)
    return Result(followed=_struck(asked, last, followed))


def _declare_alone(asked: Context, request: requests.Declare) -> Result:
    if asked.match.awaiting.kind is not Decision.STROKE:
        raise NotAwaitedError("fact-without-stroke")
    by_opponent = request.about is not asked.board.to_play
    facts = StrokeFacts(made=False, touched=False, declared=request.facts, by_opponent=by_opponent)
    followed = strokes.judged(asked, asked.state, facts, lying=asked.state.position, counts=False)
    return Result(followed=followed)


def withdraw(asked: Context, request: requests.Withdraw) -> Result:
    """The last declaration is struck out: the stroke is judged as without it, or all is as before it was made.

    Raises:
        NothingToTakeBackError: nothing was declared since the last stroke.
        DeclarationForbiddenError: the other side or the umpire declared it.
    """
    said = (p for p in reversed(points(asked)) if _declared_by(asked, p.entry) or reports_a_stroke(p.entry))
    last = next(said, None)
    declared = None if last is None else _declared_by(asked, last.entry)
    if last is None or declared is None:
        raise NothingToTakeBackError("no-declaration")
    if asked.author not in (entries.UMPIRE, last.entry.author, declared.author):
        raise DeclarationForbiddenError("withdraw")
    declaration = declared.asked
    if not isinstance(declaration, requests.Declare) or not declaration.made or last.entry.followed.ruling is None:
        return _as_before(asked, last)
    stroke = strokes_made(asked)[-1]
    old = stroke.entry.followed
    if old.facts is None:
        raise NothingToTakeBackError("without-facts")
    remaining = old.facts.declared[: len(old.facts.declared) - len(declaration.facts)]
    facts = replace(old.facts, declared=remaining, by_opponent=bool(remaining) and old.facts.by_opponent)
    lying, position = old.lying or old.position, stroke.before.position
    gone = () if lying is None or position is None else tuple(n for n in position.numbers if n not in lying.numbers)
    followed = strokes.judged(asked, stroke.before, facts, lying=lying, gone=gone)
    return Result(followed=_struck(asked, stroke, followed))


def _declared_by(asked: Context, entry: Entry) -> Entry | None:
    """The entry that said what this one did: a declaration or a penalty itself, the claim that a reply agreed to."""
    if isinstance(entry.asked, requests.Declare | requests.Penalise):
        return entry
    if isinstance(entry.asked, requests.Reply) and entry.followed.ruling is not None:
        return asked.entries[entry.asked.offer]
    return None


def _side(point: Counted) -> Side | None:
    """Whose stroke it was."""
    board = point.before.match.board
    return None if board is None else board.to_play


def _as_before(asked: Context, last: Counted) -> Result:
    """Everything from this entry on struck out: what held before it holds again."""
    return Result(followed=_struck(asked, last, _held(last.before)))


def _as_before_correction(asked: Context, correction: Counted) -> Result:
    """Make what counted before a correction hold again, as it was entered and ruled."""
    record, base = asked.entries[: correction.top], correction.base
    before = states_of(record)[-1]
    again = tuple(
        bare(point.entry)
        for point in counted(record, before.match.struck)
        if point.top >= base and not only_strikes_out(point.entry)
    )
    lapsed = tuple(lapses(record, before.match.struck, since=base))
    held = replace(_held(before), lapsed=lapsed)
    return Result(followed=_struck(asked, replace(correction, remaining=again), held))


def _held(before: PlayState) -> Effects:
    """Return an earlier state as the present one."""
    match = before.match
    return Effects(standing=match.standing, position=before.position, hand=before.hand, match_result=match.result)


def _struck(asked: Context, point: Counted, followed: Effects) -> Effects:
    """The same, with everything from this point on struck out."""
    changed = followed.standing.seats != asked.match.seats
    return struck_from(point, asked.state.version, replace(followed, sides_changed=changed))

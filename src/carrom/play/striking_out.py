"""Taking back, declaring facts, restoring: one mechanism, an entry that strikes out others and says what holds instead.

Struck entries stay in the record. A later correction of older entries adds a kind here and nothing else. Reads the
record so far; folds it, never simulates.
"""

from dataclasses import dataclass, replace

from carrom.laws.facts import StrokeFacts
from carrom.match import entries
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry, Followed
from carrom.match.state import MatchState
from carrom.play import strokes
from carrom.play.asked import Answered, Asked
from carrom.play.refusals import (
    DeclarationForbiddenError,
    NotAwaitedError,
    NothingToTakeBackError,
    OutOfTurnError,
    TakeBackForbiddenError,
)
from carrom.play.state import PlayState, follow
from carrom.terms import Side

KINDS = frozenset(
    {"take_back", "reply", "declare", "withdraw", "restore", "correct"}
)  # requests that need the record so far


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeMade:
    """A stroke that counts: the entry that tells how it was judged, the first entry it rests on, the state before."""

    entry: Entry
    base: int  # a declaration rests on the stroke that it judged again
    before: PlayState
    side: Side


def states_of(record: tuple[Entry, ...]) -> tuple[PlayState, ...]:
    """The state after each entry. Raises BrokenRecordError: entries that do not follow one another."""
    states: list[PlayState] = []
    for entry in record:
        states.append(follow(states[-1] if states else None, entry))
    return tuple(states)


def strokes_made(asked: Asked) -> list[StrokeMade]:
    """The strokes and passes of the record that count, in order.

    Raises:
        ValueError: the record was not passed in, or is not that of this state: a bug of the caller.
    """
    record = asked.entries
    if len(record) != asked.state.version + 1:
        raise ValueError(f"{len(record)} entries were given; the record of this state has {asked.state.version + 1}")
    states = states_of(record)
    found: list[StrokeMade] = []
    for entry in record:
        if entry.number in asked.match.struck:
            continue
        if isinstance(entry.asked, entries.TellBoard):
            found.clear()  # told whole: no stroke before it is the last one any more
        if not _tells_of_a_stroke(entry):
            continue
        base = min(entry.followed.struck_out, default=entry.number)
        before = states[base - 1]
        if before.match.board is not None:
            found.append(StrokeMade(entry=entry, base=base, before=before, side=before.match.board.to_play))
    return found


def may_take_back(match: MatchState, side: Side) -> bool:
    """Whether a side may strike out a stroke now without asking anybody."""
    if match.result is not None:
        return False
    made = match.standing.strokes_made
    return (match.head.take_back == "own" and made.of(side) > 0) or (match.head.take_back == "last" and sum(made) > 0)


def check_take_back(asked: Asked, side: Side, *, by_agreement: bool) -> None:
    """Pass if this side may take a stroke back.

    Raises:
        TakeBackForbiddenError, NothingToTakeBackError.
    """
    allowed = asked.match.head.take_back
    if allowed == "never":
        raise TakeBackForbiddenError("Nothing is taken back in this match.")
    if allowed == "agreed" and not by_agreement:
        raise TakeBackForbiddenError("A stroke is taken back only if the other side agrees: offer it.")
    made = asked.match.standing.strokes_made
    if not (made.of(side) if allowed != "last" else sum(made)):
        raise NothingToTakeBackError("There is no stroke to take back.")


def take_back(asked: Asked, side: Side) -> Answered:
    """The state before the last stroke: of anybody where two share a screen, else of this side."""
    anybody = asked.match.head.take_back == "last"
    last = next((made for made in reversed(strokes_made(asked)) if anybody or made.side is side), None)
    if last is None:
        raise NothingToTakeBackError("There is no stroke to take back.")
    return _as_before(asked, last)


def take_back_last(asked: Asked) -> Answered:
    """What held before the last entry that counts, whatever it is: an umpire's own slip of the thumb.

    Raises:
        NothingToTakeBackError: only the head is left.
    """
    counting = (entry for entry in reversed(asked.entries[1:]) if entry.number not in asked.match.struck)
    last = next((entry for entry in counting if not _only_strikes_out(entry)), None)
    if last is None:
        raise NothingToTakeBackError("Nothing has been entered yet.")
    if isinstance(last.asked, entries.Declare):
        return withdraw(asked, entries.Withdraw())
    base = min(last.followed.struck_out, default=last.number)
    before = states_of(asked.entries)[base - 1]
    held = Followed(standing=before.match.standing, position=before.position, hand=before.hand)
    return Answered(followed=_struck(asked, base, before, held))


def correct(asked: Asked, request: entries.Correct) -> Answered:
    """The last stroke told otherwise, judged on the board as it was before it.

    Raises:
        OutOfTurnError, NotAwaitedError: not by an umpire, not in a match without positions.
        NothingToTakeBackError: no stroke has been told since the last board from a score sheet.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("Only an umpire corrects what he told.")
    if asked.state.position is not None:
        raise NotAwaitedError("This match keeps positions: restore the stroke, it is played again.")
    made = strokes_made(asked)
    if not made:
        raise NothingToTakeBackError("There is no stroke to correct.")
    last = made[-1]
    followed = strokes.judged(asked, last.before, request.facts, lying=None, counts=request.facts.made)
    return Answered(followed=_struck(asked, last.base, last.before, followed))


def restore(asked: Asked, request: entries.Restore) -> Answered:
    """The umpire puts the position before the last stroke back; it is played again."""
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("Only an umpire restores a position.")
    made = strokes_made(asked)
    if not made:
        raise NothingToTakeBackError("No stroke has been made yet.")
    return _as_before(asked, made[-1])


def declare(asked: Asked, request: entries.Declare) -> Answered:
    """A fact that only a person sees: about the last stroke, judged again with it; or by itself, judged now.

    A player's word against the other side is a claim: nothing follows until that side agrees.
    """
    by_umpire = asked.author in (entries.UMPIRE, entries.CLOCK)
    if not by_umpire and asked.match.result is not None:
        raise DeclarationForbiddenError("The match is over; only an umpire declares facts now.")
    if not request.facts:
        raise DeclarationForbiddenError("No fact was named.")
    judged = _declare_alone(asked, request) if not request.made else _declare_with_stroke(asked, request)
    return judged if by_umpire or asked.side is request.about else asked.unchanged()


def _declare_with_stroke(asked: Asked, request: entries.Declare) -> Answered:
    made = [stroke for stroke in strokes_made(asked) if stroke.entry.kind != "pass"]
    if not made:
        raise DeclarationForbiddenError("No stroke has been made yet; declare the fact without one.")
    last = made[-1]
    old, board = last.entry.followed, last.before.match.board
    if old.facts is None or board is None:
        raise DeclarationForbiddenError("The last stroke is not told by facts.")
    by_opponent = request.about is not board.to_play
    if old.facts.declared and old.facts.by_opponent is not by_opponent:
        raise DeclarationForbiddenError("Facts about the other side are declared for this stroke already.")
    facts = replace(old.facts, declared=(*old.facts.declared, *request.facts), by_opponent=by_opponent)
    lying = old.lying or old.position
    before = last.before.position
    gone = () if lying is None or before is None else tuple(n for n in before.numbers if n not in lying.numbers)
    followed = strokes.judged(asked, last.before, facts, lying=lying, gone=gone)
    return Answered(followed=_struck(asked, last.base, last.before, followed))


def _declare_alone(asked: Asked, request: entries.Declare) -> Answered:
    if asked.match.awaiting.kind is not Decision.STROKE:
        raise NotAwaitedError("A fact without a stroke is declared while a stroke is awaited.")
    by_opponent = request.about is not asked.board.to_play
    facts = StrokeFacts(made=False, touched=False, declared=request.facts, by_opponent=by_opponent)
    followed = strokes.judged(asked, asked.state, facts, lying=asked.state.position, counts=False)
    return Answered(followed=followed)


def withdraw(asked: Asked, request: entries.Withdraw) -> Answered:
    """The last declaration is struck out: the stroke is judged as without it, or all is as before it was made.

    Raises:
        NothingToTakeBackError: nothing was declared since the last stroke.
        DeclarationForbiddenError: the other side or the umpire declared it.
    """
    last = next((entry for entry in reversed(asked.entries) if _is_since_the_stroke(asked, entry)), None)
    declared = None if last is None else _declared_by(asked, last)
    if last is None or declared is None:
        raise NothingToTakeBackError("Nothing was declared since the last stroke.")
    if asked.author not in (entries.UMPIRE, last.author, declared.author):
        raise DeclarationForbiddenError("Only who declared it takes a declaration back.")
    told = declared.asked
    if not isinstance(told, entries.Declare) or not told.made or last.followed.ruling is None:
        before = states_of(asked.entries)[last.number - 1]
        held = Followed(standing=before.match.standing, position=before.position, hand=before.hand)
        return Answered(followed=_struck(asked, last.number, before, held))
    stroke = strokes_made(asked)[-1]
    old = stroke.entry.followed
    if old.facts is None:
        raise NothingToTakeBackError("The last stroke is not told by facts.")
    kept = old.facts.declared[: len(old.facts.declared) - len(told.facts)]
    facts = replace(old.facts, declared=kept, by_opponent=bool(kept) and old.facts.by_opponent)
    lying, position = old.lying or old.position, stroke.before.position
    gone = () if lying is None or position is None else tuple(n for n in position.numbers if n not in lying.numbers)
    followed = strokes.judged(asked, stroke.before, facts, lying=lying, gone=gone)
    return Answered(followed=_struck(asked, stroke.base, stroke.before, followed))


def _declared_by(asked: Asked, entry: Entry) -> Entry | None:
    """The entry that said what this one did: a declaration or a penalty itself, the claim that a reply agreed to."""
    if isinstance(entry.asked, entries.Declare | entries.Penalise):
        return entry
    if isinstance(entry.asked, entries.Reply) and entry.followed.ruling is not None:
        return asked.entries[entry.asked.offer]
    return None


def _is_since_the_stroke(asked: Asked, entry: Entry) -> bool:
    """A declaration that holds, or the stroke before which none counts any more."""
    if entry.number in asked.match.struck:
        return False
    return _declared_by(asked, entry) is not None or _tells_of_a_stroke(entry)


def _as_before(asked: Asked, last: StrokeMade) -> Answered:
    """Everything from this stroke on struck out: what held before it holds again."""
    before = last.before
    restored = Followed(standing=before.match.standing, position=before.position, hand=before.hand)
    return Answered(followed=_struck(asked, last.base, before, restored))


def _struck(asked: Asked, base: int, before: PlayState, followed: Followed) -> Followed:
    """The same, with every entry from `base` on struck out; `before` is the state before that one."""
    return replace(
        followed,
        struck_out=tuple(range(base, asked.state.version + 1)),
        boards_kept=len(before.match.boards),
        games_kept=len(before.match.games),
        sides_changed=followed.standing.seats != asked.match.seats,
    )


def _only_strikes_out(entry: Entry) -> bool:
    """Whether an entry took something back and said nothing new."""
    told = entry.followed.facts
    return isinstance(entry.asked, entries.TakeBack | entries.Restore | entries.Withdraw) and told is None


def _tells_of_a_stroke(entry: Entry) -> bool:
    """Whether an entry says how a stroke or a pass was judged."""
    asked, facts = entry.asked, entry.followed.facts
    return (
        isinstance(asked, entries.MakeStroke | entries.StateFacts | entries.Correct | entries.Pass)
        or (isinstance(asked, entries.Declare | entries.Reply) and facts is not None and facts.made)
        or (isinstance(asked, entries.Withdraw) and entry.followed.facts is not None)
    )

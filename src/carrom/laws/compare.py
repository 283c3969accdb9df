"""Where two rulesets differ: by value, and by what they make of one stroke. Told by the engine itself."""

from dataclasses import dataclass

from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, Ruling
from carrom.laws.situations import Situation, possible, situations
from carrom.laws.values import parameters
from carrom.terms import Piece, Queen, Side


@dataclass(frozen=True, slots=True)
class DifferingStroke:
    """A situation that two rulesets rule otherwise, with both rulings."""

    situation: Situation
    left: Ruling
    right: Ruling


def differing_parameters(left: Ruleset, right: Ruleset) -> dict[str, tuple[object, object]]:
    """The values in which two rulesets differ, by name, in the order in which they are declared."""
    names = (name for name in parameters() if getattr(left, name) != getattr(right, name))
    return {name: (getattr(left, name), getattr(right, name)) for name in names}


def differing_strokes(left: Ruleset, right: Ruleset) -> list[DifferingStroke]:
    """The situations that two rulesets rule otherwise; none where one is played alone and the other is not."""
    if left.side_count != right.side_count:
        return []
    found = []
    for situation in situations(solo=left.side_count == 1):
        if not (possible(situation, left) and possible(situation, right)):
            continue
        one = judge(situation.board, situation.facts, left)
        other = judge(situation.board, situation.facts, right)
        if outcome(one) != outcome(other):
            found.append(DifferingStroke(situation, one, other))
    return found


def outcome(ruling: Ruling) -> tuple[object, ...]:
    """What a ruling comes to, whatever it is founded on."""
    after = ruling.after
    end = ruling.outcome
    if end is not None:
        return (end.end, end.winner, end.points)
    return (
        after.white_up,
        after.black_up,
        after.queen,
        after.queen_side,
        after.early_queen,
        after.owed,
        after.to_play,
        after.attempt,
        after.broken,
        ruling.warned,
        ruling.restore,
    )


def told(ruling: Ruling) -> str:
    """A ruling in a sentence, seen from the side that made the stroke (A)."""
    end, after = ruling.outcome, ruling.after
    if end is not None:
        if end.end is BoardEnd.WON:
            who = "wins" if end.winner is Side.A else "loses"
            return f"{who} the board, {end.points} {'point' if end.points == 1 else 'points'}"
        return {BoardEnd.DRAWN: "the board is drawn", BoardEnd.REPLAYED: "the board is played again"}.get(
            end.end, "the board is cleared"
        )
    parts = ["plays on" if after.to_play is Side.A else "the turn passes"]
    own_colour = (None if after.solo else after.colour_of(Side.A)) or Piece.WHITE
    own = sum(back.piece is own_colour for back in ruling.returns)
    other = sum(back.piece not in (own_colour, Piece.QUEEN) for back in ruling.returns)
    if own:
        parts.append(f"{own} own back")
    if other:
        parts.append(f"{other} of the other colour back")
    if any(back.piece is Piece.QUEEN for back in ruling.returns):
        parts.append("the queen back")
    elif after.early_queen:
        parts.append("the queen back when the turn ends")
    elif after.queen is Queen.AWAITING_COVER:
        parts.append("the queen to be covered")
    if after.owed[0]:
        parts.append(f"{after.owed[0]} owed")
    if ruling.warned:
        parts.append("a warning")
    return ", ".join(parts)

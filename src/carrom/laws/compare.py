"""The differences of two rulesets: in values, and in rulings on single strokes."""

from dataclasses import dataclass
from enum import StrEnum

from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, Ruling
from carrom.laws.situations import Situation, possible, situations
from carrom.laws.values import parameters
from carrom.terms import Piece, Queen, Side


@dataclass(frozen=True, slots=True)
class DifferingStroke:
    """A situation that two rulesets rule differently, with both rulings."""

    situation: Situation
    left: Ruling
    right: Ruling


def differing_parameters(left: Ruleset, right: Ruleset) -> dict[str, tuple[object, object]]:
    """The values in which two rulesets differ, by name, in the order in which they are declared."""
    names = (name for name in parameters() if getattr(left, name) != getattr(right, name))
    return {name: (getattr(left, name), getattr(right, name)) for name in names}


def differing_strokes(left: Ruleset, right: Ruleset) -> list[DifferingStroke]:
    """The situations that two rulesets rule differently; none where one is played alone and the other is not."""
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
    """The outcome of a ruling, without its reasons."""
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


class Comes(StrEnum):
    """The outcome of a ruling in short, seen from the side that made the stroke (A)."""

    WINS = "wins"
    LOSES = "loses"
    DRAWN = "drawn"
    REPLAYED = "replayed"
    CLEARED = "cleared"
    PLAYS_ON = "plays_on"
    TURN_PASSES = "turn_passes"
    OWN_BACK = "own_back"
    OTHER_BACK = "other_back"
    QUEEN_BACK = "queen_back"
    QUEEN_BACK_LATER = "queen_back_later"
    QUEEN_TO_COVER = "queen_to_cover"
    OWED = "owed"
    WARNING = "warning"


_WORDS = {
    Comes.WINS: "wins the board, {count} points",
    Comes.LOSES: "loses the board, {count} points",
    Comes.DRAWN: "the board is drawn",
    Comes.REPLAYED: "the board is played again",
    Comes.CLEARED: "the board is cleared",
    Comes.PLAYS_ON: "plays on",
    Comes.TURN_PASSES: "the turn passes",
    Comes.OWN_BACK: "{count} of the player's coins back",
    Comes.OTHER_BACK: "{count} of the other colour back",
    Comes.QUEEN_BACK: "the queen back",
    Comes.QUEEN_BACK_LATER: "the queen back when the turn ends",
    Comes.QUEEN_TO_COVER: "the queen to be covered",
    Comes.OWED: "{count} owed",
    Comes.WARNING: "a warning",
}


def render(ruling: Ruling) -> str:
    """A ruling in a sentence in English, seen from the side that made the stroke (A)."""
    said = [_WORDS[comes].format(count=count) for comes, count in rendered_parts(ruling)]
    return ", ".join(said).replace(" 1 points", " 1 point")


def rendered_parts(ruling: Ruling) -> tuple[tuple[Comes, int], ...]:
    """The parts of that sentence, each with its number (points, coins; else 0), for translation by a page."""
    end, after = ruling.outcome, ruling.after
    if end is not None:
        if end.end is BoardEnd.WON:
            return ((Comes.WINS if end.winner is Side.A else Comes.LOSES, end.points),)
        without = {BoardEnd.DRAWN: Comes.DRAWN, BoardEnd.REPLAYED: Comes.REPLAYED}
        return ((without.get(end.end, Comes.CLEARED), 0),)
    own_colour = (None if after.solo else after.colour_of(Side.A)) or Piece.WHITE
    own = sum(back.piece is own_colour for back in ruling.returns)
    other = sum(back.piece not in (own_colour, Piece.QUEEN) for back in ruling.returns)
    parts = [(Comes.PLAYS_ON if after.to_play is Side.A else Comes.TURN_PASSES, 0)]
    parts += [(Comes.OWN_BACK, own)] if own else []
    parts += [(Comes.OTHER_BACK, other)] if other else []
    if any(back.piece is Piece.QUEEN for back in ruling.returns):
        parts.append((Comes.QUEEN_BACK, 0))
    elif after.early_queen:
        parts.append((Comes.QUEEN_BACK_LATER, 0))
    elif after.queen is Queen.AWAITING_COVER:
        parts.append((Comes.QUEEN_TO_COVER, 0))
    parts += [(Comes.OWED, after.owed[0])] if after.owed[0] else []
    parts += [(Comes.WARNING, 0)] if ruling.warned else []
    return tuple(parts)

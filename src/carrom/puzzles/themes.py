"""The themes of a stroke, read from its goal and its motion."""

from carrom.bots.coach import way_of
from carrom.physics.motion import Happening, Motion
from carrom.play.lesson_goals import cut_of
from carrom.puzzles.puzzle import Goal, Theme
from carrom.terms import STRIKER_NUMBER, Piece, Stroke, piece_of

THIN = 0.5  # of the two radii: the piece leaves at 30 degrees from the striker's way, or more
MANY = 2
BY_GOAL = {
    Goal.SAFE: (Theme.SAFETY,),
    Goal.GUARD: (Theme.DUE,),
    Goal.QUEEN: (Theme.QUEEN,),
    Goal.COVER: (Theme.QUEEN,),
    Goal.QUEEN_AND_COVER: (Theme.QUEEN, Theme.TWO),
    Goal.TWO: (Theme.TWO,),
    Goal.WIN: (Theme.LAST,),
}


def themes_of(goal: Goal, stroke: Stroke, motion: Motion, helpful: frozenset[Piece]) -> tuple[Theme, ...]:
    """The themes of a stroke that reaches a goal, in their order; none for a plain straight one.

    Args:
        helpful: the kinds of pieces that the solver wants to pocket.
    """
    found = set(BY_GOAL.get(goal, ()))
    fell = [
        event.number
        for event in motion.events
        if event.what is Happening.POCKET and event.number != STRIKER_NUMBER and piece_of(event.number) in helpful
    ]
    if goal is Goal.WIN and len(fell) >= MANY:
        found.add(Theme.TWO)
    if goal is Goal.SAFE:
        fell = []
    if any(is_sent_by_a_piece(motion, piece) for piece in fell):
        found.add(Theme.COMBINATION)
    if any(way_of(motion, piece)[1] for piece in fell):
        found.add(Theme.BANK)
    elif fell and fell[0] == first_met(motion) and cut_of(stroke, motion) >= THIN:
        found.add(Theme.CUT)
    return tuple(theme for theme in Theme if theme in found)


def first_met(motion: Motion) -> int | None:
    """The number of the piece that the striker meets first."""
    first = next((event for event in motion.events if event.what is Happening.PAIR), None)
    return None if first is None else max(first.number, first.other)


def is_sent_by_a_piece(motion: Motion, piece: int) -> bool:
    """Whether a piece is met by other pieces alone, never by the striker."""
    pairs = [event for event in motion.events if event.what is Happening.PAIR and piece in (event.number, event.other)]
    return bool(pairs) and all(STRIKER_NUMBER not in (event.number, event.other) for event in pairs)

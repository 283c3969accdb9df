"""The break: made, tried again, passed on.

Law: ICF 44 to 47.
"""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft
from carrom.laws.ruling import Reason


def opening_break(draft: Draft) -> None:
    """While the break has not been made: was it made by this stroke, and if not, who tries next."""
    if draft.settled or draft.board.broken or not draft.made:
        return
    if any(why is Reason.BREAK_BEFORE_PLAY for why, _ in draft.fouls):
        draft.broken = draft.facts.touched
        draft.attempt = 1
        return
    if BREAK_MADE_BY[draft.rules.break_made_by](draft):
        draft.broken = True
        draft.attempt = 1
        draft.find(Reason.BREAK_MADE, draft.side)
        return
    draft.settled = True
    if draft.fouls or draft.striker:
        lost_at_once(draft)
    else:
        try_again(draft)


def lost_at_once(draft: Draft) -> None:
    """An attempt that made no break, improper or with the striker pocketed: the turn passes."""
    if draft.rules.break_attempts is not None:
        draft.find(Reason.BREAK_LOST_AT_ONCE, draft.side)
    BREAK_STRIKER_POCKETED[draft.rules.break_striker_pocketed](draft)
    draft.fouls.clear()
    if draft.rules.break_attempts is None:
        try_again(draft)
    else:
        pass_the_break(draft)


def turn_only(draft: Draft) -> None:
    """Nothing is owed."""


def as_foul(draft: Draft) -> None:
    """A coin is owed, as for any foul."""
    draft.own_dues.extend([Reason.BREAK_LOST_AT_ONCE] * draft.rules.foul_coins)


def try_again(draft: Draft) -> None:
    """An attempt that failed: the same player again, or the other side after the last one."""
    limit = draft.rules.break_attempts
    if limit is None:
        draft.attempt = min(draft.attempt + 1, 3)
    elif draft.attempt < limit:
        draft.attempt += 1
    else:
        draft.find(Reason.BREAK_PASSES, draft.side, count=draft.attempt)
        penalty = draft.rules.break_failure_penalty
        if penalty:
            draft.find(Reason.BREAK_FAILED_PENALTY, draft.side, count=penalty)
            draft.own_dues.extend([Reason.BREAK_FAILED_PENALTY] * penalty)
        pass_the_break(draft)
        return
    draft.keeps = True
    draft.find(Reason.BREAK_NOT_MADE, draft.side, count=draft.attempt)


def pass_the_break(draft: Draft) -> None:
    """The other side breaks; it keeps its colour where the laws say so."""
    draft.attempt = 1
    draft.keeps = False
    if not draft.rules.failed_breaker_keeps_colour and draft.white_side is not None:
        draft.white_side = draft.other


BREAK_MADE_BY: dict[str, Callable[[Draft], bool]] = {
    "contact": lambda draft: draft.facts.touched,
    "spread": lambda draft: draft.facts.has_spread,
}
BREAK_STRIKER_POCKETED = {"turn_only": turn_only, "foul": as_foul}

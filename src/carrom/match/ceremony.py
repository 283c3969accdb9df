"""The ceremony led by an umpire: the steps before the first stroke of a match, a game and a board, in order.

Each step is awaited as `Decision.READY`; `why` names it and `options` the steps that follow it, so a standing says by
itself what is still to come. Standard library only; reads values of the ruleset, never a clock.
Law: ICF 5, 39 to 47, 58 to 61, 115, 143; L-105, L-150.
"""

from typing import Literal

from carrom.laws.ruleset import Ruleset
from carrom.match.awaiting import Awaiting, Decision
from carrom.match.entries import Head
from carrom.match.sides import Seating, choices_after_toss

Step = Literal["report", "checks", "trial", "sides", "ready", "play", "time_out"]
REPORT: Step = "report"  # the players report at the board; who is late loses (ICF 143)
CHECKS: Step = "checks"  # strikers, coins, nets, powder are as they must be (ICF 115, L-150)
TRIAL: Step = "trial"  # a trial board is played or waived (ICF 40)
SIDES: Step = "sides"  # the players have changed sides (ICF 58 to 61)
BOTH_READY: Step = "ready"  # both sides say that they are ready (L-105); awaited without a `why`
PLAY: Step = "play"  # the umpire calls "Play" (ICF 5, 46)
TIME_OUT: Step = "time_out"  # a side takes a time-out

Occasion = Literal["match", "game", "board"]


def before_the_match(head: Head, ruleset: Ruleset) -> tuple[Step, ...]:
    """Return the steps before the toss."""
    if not head.ceremony:
        return ()
    reported = () if ruleset.reporting_minutes is None else (REPORT,)
    return (*reported, *((CHECKS,) if ruleset.checks else ()))


def before_a_board(head: Head, ruleset: Ruleset, occasion: Occasion, *, changed: bool = False) -> tuple[Step, ...]:
    """Return the steps before the first stroke of a board, the first one of a match or a game, or a later one.

    `changed`: the sides change places before it.
    """
    steps: list[Step] = []
    if head.ceremony and occasion == "match":
        steps += [TRIAL] * ruleset.trial_boards
    if head.ceremony and changed:
        steps.append(SIDES)
    if ruleset.ready_check and occasion != "board":
        steps.append(BOTH_READY)
    if head.ceremony:
        steps.append(PLAY)
    return tuple(steps)


def before_the_first_stroke(head: Head, ruleset: Ruleset) -> tuple[str, ...]:
    """All that is done before the first stroke of a match, in order; "toss" and "choice" where these laws have them."""
    tossed: tuple[str, ...] = ()
    if head.breaks == "toss" and ruleset.toss_choice != "none" and head.men > 1:
        tossed = ("toss", *(("choice",) if choices_after_toss(ruleset, head.men) else ()))
    return (*before_the_match(head, ruleset), *tossed, *before_a_board(head, ruleset, "match"))


def where(steps: tuple[str, ...], awaiting: Awaiting) -> int | None:
    """The place of what is awaited among all that is done before the first stroke; None: it is none of it."""
    name = {Decision.TOSS: "toss", Decision.CHOICE: "choice"}.get(awaiting.kind, awaiting.why or BOTH_READY)
    if awaiting.kind not in (Decision.TOSS, Decision.CHOICE, Decision.READY) or name not in steps:
        return None
    last = len(steps) - 1 - steps[::-1].index(name)
    return last - awaiting.options.count(name) if awaiting.kind is Decision.READY else last


def awaiting_step(steps: tuple[str, ...], seating: Seating) -> Awaiting:
    """The first of some steps is awaited, the rest follow it."""
    first, *rest = steps
    everybody = tuple(seated.seat for seated in seating)
    why = "" if first == BOTH_READY else first
    return Awaiting(kind=Decision.READY, seats=everybody, why=why, options=tuple(rest))


def is_step(awaiting: Awaiting, *steps: Step) -> bool:
    """Whether one of these steps is awaited."""
    return awaiting.kind is Decision.READY and (awaiting.why or BOTH_READY) in steps

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
TOSS = "toss"  # the toss and the choice are awaited as decisions of their own
CHOICE = "choice"

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


def remaining(head: Head, ruleset: Ruleset, awaiting: Awaiting, *, is_set_up: bool) -> tuple[str, ...]:
    """Everything left before the first stroke of a board, in order, what is awaited first; empty at other moments.

    "toss" and "choice" stand beside the steps. `is_set_up`: the board is there, so its breaker is known.
    """
    if awaiting.kind is Decision.READY and awaiting.why != TIME_OUT:
        steps = (awaiting.why or BOTH_READY, *awaiting.options)
        return steps if is_set_up else (*steps, *_from_the_toss(head, ruleset))
    if awaiting.kind is Decision.TOSS and awaiting.why != "match":
        return (TOSS, *before_a_board(head, ruleset, "board"))
    if awaiting.kind is Decision.TOSS:
        return _from_the_toss(head, ruleset)
    return (CHOICE, *before_a_board(head, ruleset, "match")) if awaiting.kind is Decision.CHOICE else ()


def _from_the_toss(head: Head, ruleset: Ruleset) -> tuple[str, ...]:
    chosen = (CHOICE,) if choices_after_toss(ruleset, head.men) else ()
    return (TOSS, *chosen, *before_a_board(head, ruleset, "match"))


def awaiting_step(steps: tuple[str, ...], seating: Seating) -> Awaiting:
    """The first of some steps is awaited, the rest follow it."""
    first, *rest = steps
    everybody = tuple(seated.seat for seated in seating)
    why = "" if first == BOTH_READY else first
    return Awaiting(kind=Decision.READY, seats=everybody, why=why, options=tuple(rest))


def is_step(awaiting: Awaiting, *steps: Step) -> bool:
    """Whether one of these steps is awaited."""
    return awaiting.kind is Decision.READY and (awaiting.why or BOTH_READY) in steps

"""Puzzles about a due: where is it placed, so that the opponent hardly pockets it?"""

import math
from dataclasses import replace

import numpy as np

from carrom.laws.ruling import Region
from carrom.physics.surface import TOURNAMENT
from carrom.play import places
from carrom.play.lessons import Put
from carrom.puzzles.goals import OTHER_FRICTIONS, Task, due_of
from carrom.puzzles.puzzle import Goal, Puzzle, Theme

SPACING = 0.012
STEP = 0.05
GOOD, MOST_GOOD = 0.07, 0.3  # of the legal places do, about; at most so many
MOST_LEFT = 0.4  # what the opponent may have left at most
LESS = 0.1  # than from the place that is suggested, and from the usual place
CLEARLY = 0.15  # less from the solution than from the place that is suggested
FEWEST_PLACES = 20
AGREES = 0.1  # as much more may be left on a board with other friction
DIGITS = 4


def guarding_puzzle(task: Task) -> Puzzle | None:
    """A puzzle of a board whose solver places a due; None: any place does, or none does clearly."""
    due, view, ruleset = due_of(task.state), task.view, task.ruleset
    if due.region is not Region.OUTER_CIRCLE or due.side is None or due.side is view.me or due.number is None:
        return None
    suggested = places.suggested(view.position, due, ruleset)
    spots = np.round(np.array(places.spots(view.position, due, ruleset, SPACING)).reshape(-1, 2), DIGITS)
    if suggested is None or len(spots) < FEWEST_PLACES:
        return None
    from_suggested = task.left_by(Put(*suggested))
    if from_suggested < CLEARLY:
        return None
    left = np.array([task.left_by(Put(*spot)) for spot in spots.tolist()])
    limit = round(math.ceil(float(np.quantile(left, GOOD)) / STEP) * STEP, 2)
    good, least = left <= limit, float(left.min())
    if limit > MOST_LEFT or min(from_suggested, float(np.median(left))) - limit < LESS or good.mean() > MOST_GOOD:
        return None
    solution = Put(*spots[int(np.argmin(left))].tolist())
    if from_suggested - least < CLEARLY or places.fault(view.position, due, *solution, ruleset) is not None:
        return None
    for friction in OTHER_FRICTIONS:
        surface = replace(TOURNAMENT, board_friction=TOURNAMENT.board_friction * friction)
        if task.left_by(solution, surface) > limit + (0.0 if friction == 1.0 else AGREES):
            return None
    return Puzzle(
        line="",
        goal=Goal.GUARD,
        themes=(Theme.DUE,),
        solution=solution,
        chance=round(float(good.mean()), 2),
        margin=round(from_suggested - least, 2),
        limit=limit,
    )

"""Making a puzzle of a board: is one stroke clearly the best for the reference hand, and does it hold elsewhere?

The coach names the ideas. The best one must be worth clearly more than the next, which is for another piece; it must
reach a goal that the other ideas reach clearly less often. Then the stroke is moved to where it is surest, and must do
the same on boards with other friction and restitution. What is said of it comes from fresh samples.
"""

import math
import random
from collections.abc import Collection
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from carrom.bots.coach import Idea, advise
from carrom.bots.evaluation import Standings, best_helpful, kind_columns
from carrom.bots.noise import Noise, draws, generator
from carrom.bots.tried import within_domain
from carrom.errors import CarromError
from carrom.match.awaiting import Decision
from carrom.notation.situation import write_situation
from carrom.physics.simulate import simulate
from carrom.play.domain import StrokeDomain, stroke_domain
from carrom.play.situation import Situation, first_entry, situation_of
from carrom.play.state import PlayState, follow
from carrom.puzzles.goals import REFERENCE, Task, holds_everywhere
from carrom.puzzles.guarding import guarding_puzzle
from carrom.puzzles.normal import normalised
from carrom.puzzles.opponents import CLUB
from carrom.puzzles.puzzle import Goal, Puzzle, Theme
from carrom.puzzles.safeties import safe_stroke
from carrom.puzzles.themes import themes_of
from carrom.terms import Piece, Stroke

Floats = NDArray[np.float64]

CLEARLY = 0.08  # of the chance to win the board
CLEARLY_TWO = 0.04  # the same where two coins fall at once: that is what is asked for, and what other ideas do not do
CLEARLY_ALONE = 0.6  # strokes
MORE_OFTEN = 0.25  # of the strokes of the reference hand
LEAST_CHANCE, MOST_CHANCE = 0.3, 0.95  # of the reference hand: neither luck nor a gift
CLEARLY_SAFE = 0.01  # of a club player's chance to win; a strong player hardly needs a safety
STEADY, STEADY_CHANCE = Noise(0.5), 0.6  # a steady hand must make it: what must be hit is not tiny
EASY, MANY_EASY = 0.7, 3  # with so many straight strokes as easy as that there is seldom a best one
NEAR = 96  # strokes beside the idea that are tried for a surer one
NEAR_HAND = Noise(2.5)
SAMPLES, FRESH = 32, 512
NEAR_SAFE, SAMPLES_SAFE, FRESH_SAFE = 8, 8, 64  # each of these has the opponent's best stroke looked for
DIGITS = (4, 4, 2)  # of offset, angle and speed, as a puzzle stores its solution

BY_POCKETING = frozenset({Theme.QUEEN, Theme.LAST, Theme.TWO, Theme.COMBINATION, Theme.BANK, Theme.CUT})
MOST_AT_ONCE = 3  # coins that one stroke ends a board with
USUAL = frozenset(Theme) - {Theme.SAFETY}  # which takes a search of its own
# the most special first: what a stroke reaches often enough is its goal
GOALS = (Goal.WIN, Goal.QUEEN_AND_COVER, Goal.TWO, Goal.COVER, Goal.QUEEN, Goal.POCKET)


class Refused(StrEnum):
    """Why a board makes no puzzle."""

    NOT_HERE = "not_here"  # doubles, the break, open colours, pieces that touch
    MANY_WAYS = "many_ways"  # several easy strokes
    NOT_CLEAR = "not_clear"  # the next idea is nearly as good
    NO_GOAL = "no_goal"  # what is good about it cannot be asked for
    CHANCE = "chance"  # too hard, or too easy
    FRAGILE = "fragile"  # it fails with a little more friction or restitution
    PLAIN = "plain"  # it has no theme
    OTHER_THEME = "other_theme"  # none of those that are wanted


def puzzle_of(
    state: PlayState, seed: int | str, source: str = "", themes: Collection[Theme] = USUAL
) -> Puzzle | Refused:
    """A puzzle of the board that a match waits on, or why there is none. The same board and seed give the same.

    Args:
        themes: only puzzles with one of these are made; others are not looked for where that saves something.
    """
    try:
        situation = normalised(situation_of(state))
    except CarromError:
        return Refused.NOT_HERE
    if situation is None or not situation.board.broken or _colours_open(situation):
        return Refused.NOT_HERE
    task = Task(follow(None, first_entry(situation)))
    found = _found(task, random.Random(f"puzzle {seed}"), themes)  # noqa: S311  # nothing secret
    if isinstance(found, Refused):
        return found
    if not {*found.themes} & {*themes}:
        return Refused.OTHER_THEME
    return replace(found, line=write_situation(situation), source=source)


def _found(task: Task, rng: random.Random, themes: Collection[Theme]) -> Puzzle | Refused:
    if task.state.match.awaiting.kind is Decision.PLACING:
        return (guarding_puzzle(task) if Theme.DUE in themes else None) or Refused.NOT_CLEAR
    found: Puzzle | Refused = Refused.OTHER_THEME
    may_end = task.view.board.own_up <= MOST_AT_ONCE or {*themes} != {Theme.LAST}
    if may_end and {*themes} & BY_POCKETING:
        found = _stroke_puzzle(task, rng)
    if isinstance(found, Refused) and Theme.SAFETY in themes:
        found = _safety(task, rng)
    return found


def _colours_open(situation: Situation) -> bool:
    return situation.board.white_side is None and not situation.board.solo


def _stroke_puzzle(task: Task, rng: random.Random) -> Puzzle | Refused:
    if _easy_ways(task, REFERENCE) >= MANY_EASY:
        return Refused.MANY_WAYS
    domain = stroke_domain(task.state)
    advice = advise(task.state, REFERENCE, rng)
    if not domain.spans or not advice.ideas:
        return Refused.NOT_HERE
    best, others = advice.ideas[0], advice.ideas[1:]
    ahead = best.worth - others[0].worth if others else math.inf
    if ahead < (CLEARLY_ALONE if advice.solo else CLEARLY_TWO):
        return Refused.NOT_CLEAR
    errors = draws(generator(rng), FRESH)
    goal = _goal(task, domain, best, others, errors)
    if goal is None:
        return Refused.NO_GOAL
    if ahead < CLEARLY and goal not in (Goal.TWO, Goal.QUEEN_AND_COVER):
        return Refused.NOT_CLEAR
    return _with_solution(task, goal, best.stroke, [idea.stroke for idea in others], 0.0, rng)


def _safety(task: Task, rng: random.Random) -> Puzzle | Refused:
    """A safety, where a club player's hand does better with it than with any try to pocket something."""
    view, domain = task.view, stroke_domain(task.state)
    if view.board.solo or not domain.spans or _easy_ways(task, CLUB) or not view.numbers.size:
        return Refused.MANY_WAYS
    found = safe_stroke(task, domain, generator(rng))
    if found is None:
        return Refused.NO_GOAL
    stroke, limit = found
    advice = advise(task.state, CLUB, rng, stroke)
    tries = [idea for idea in advice.ideas if idea.piece is not None]
    worth = advice.best - (advice.cost.idea if advice.cost else math.inf)
    if tries and worth - tries[0].worth < CLEARLY_SAFE:
        return Refused.NOT_CLEAR
    return _with_solution(task, Goal.SAFE, stroke, [], limit, rng)


def _with_solution(
    task: Task, goal: Goal, stroke: Stroke, others: list[Stroke], limit: float, rng: random.Random
) -> Puzzle | Refused:
    """A puzzle with the surest stroke near an idea as its solution, if it is sure enough and the others are not."""
    domain = stroke_domain(task.state)
    found = _surest(task, domain, stroke, goal, limit, generator(rng))
    if found is None:
        return Refused.FRAGILE
    errors = draws(generator(rng), FRESH_SAFE if goal is Goal.SAFE else FRESH)
    chance = _share(task, domain, found, REFERENCE, errors, goal, limit)
    rest = max((_share(task, domain, each, REFERENCE, errors, goal, limit) for each in others), default=0.0)
    steady = _share(task, domain, found, STEADY, errors, goal, limit)
    if not LEAST_CHANCE <= chance <= MOST_CHANCE or chance - rest < MORE_OFTEN or steady < STEADY_CHANCE:
        return Refused.CHANCE
    themes = themes_of(goal, found, simulate(task.view.own_axes, found), _helpful(task))
    if not themes:
        return Refused.PLAIN
    return Puzzle(
        line="",
        goal=goal,
        themes=themes,
        solution=found,
        chance=round(chance, 2),
        margin=round(chance - rest, 2),
        limit=limit,
    )


def _helpful(task: Task) -> frozenset[Piece]:
    """The kinds of pieces that the solver wants down."""
    colour = task.view.board.colour_of(task.view.me)
    alone = task.view.board.solo
    return frozenset({Piece.QUEEN, Piece.WHITE, Piece.BLACK} if alone or colour is None else {Piece.QUEEN, colour})


def _easy_ways(task: Task, hand: Noise) -> int:
    """How many useful pieces a straight stroke pockets easily."""
    view = task.view
    sights = view.sights(view.layout, hand)
    colour = None if view.board.solo else view.board.colour_of(view.me)
    chances = np.concatenate(
        [sights.mine[0, kind_columns(sights.kinds, kind)] for kind in (colour, Piece.QUEEN)],
    )
    boards = Standings.of(view.board, view.me)
    best = best_helpful(
        sights.mine,
        kind_columns(sights.kinds, colour),
        kind_columns(sights.kinds, Piece.QUEEN),
        boards.queen == 0,
        boards.up,
    )
    return int((chances >= EASY).sum()) if best[0] >= EASY else 0


def _goal(task: Task, domain: StrokeDomain, best: Idea, others: tuple[Idea, ...], errors: Floats) -> Goal | None:
    """The most special goal that the best idea reaches often enough, and clearly more often than the others."""
    led = task.led_to(_made(domain, best.stroke, REFERENCE, errors))
    rest = [task.led_to(_made(domain, idea.stroke, REFERENCE, errors)) for idea in others]
    for goal in GOALS:
        share = led.reached(goal).mean()
        if share >= LEAST_CHANCE and all(share - each.reached(goal).mean() >= MORE_OFTEN for each in rest):
            return goal
    return None


def _made(domain: StrokeDomain, stroke: Stroke, hand: Noise, errors: Floats) -> Floats:
    """A stroke as a hand makes it with these errors. Shapes: errors and result (n, 3)."""
    meant = np.array([[stroke.offset, stroke.angle, stroke.speed]])
    return within_domain(hand.spread(meant, errors).reshape(-1, 3), domain)


def _share(
    task: Task, domain: StrokeDomain, stroke: Stroke, hand: Noise, errors: Floats, goal: Goal, limit: float
) -> float:
    """How often a hand reaches a goal by a stroke."""
    return float(task.reached(goal, _made(domain, stroke, hand, errors), limit=limit).mean())


def _surest(
    task: Task, domain: StrokeDomain, stroke: Stroke, goal: Goal, limit: float, rng: np.random.Generator
) -> Stroke | None:
    """The stroke near an idea that reaches the goal most often, of those that do everywhere; None: none does."""
    count, samples = (NEAR_SAFE, SAMPLES_SAFE) if goal is Goal.SAFE else (NEAR, SAMPLES)
    near = _made(domain, stroke, NEAR_HAND, draws(rng, count))
    near[0] = stroke.offset, stroke.angle, stroke.speed
    near = np.stack([np.round(near[:, column], digits) for column, digits in enumerate(DIGITS)], axis=1)
    near = near[task.reached(goal, near, limit=limit)]
    if not len(near):
        return None
    errors = draws(rng, samples)
    made = within_domain(REFERENCE.spread(near, errors).reshape(-1, 3), domain)
    shares = task.reached(goal, made, limit=limit).reshape(len(near), -1).mean(axis=1)
    for row in np.argsort(-shares, kind="stable")[:8].tolist():
        found = Stroke(*near[row].tolist())
        if np.array_equal(within_domain(near[[row]], domain), near[[row]]) and holds_everywhere(
            task, goal, found, limit
        ):
            return found
    return None

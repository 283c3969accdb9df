"""Safeties: strokes that pocket nothing and leave the opponent no good stroke."""

import math

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.tried import within_domain
from carrom.play.domain import StrokeDomain
from carrom.puzzles.goals import Task
from carrom.terms import Stroke

Floats = NDArray[np.float64]

TRIED, PLACES, SPEEDS = 3000, 21, (0.6, 5.0)
BEST, USUAL = 12, 8
MANY = 10  # with so many pieces up the opponent always has something
GUESSED_USUAL, GUESSED_BEST = 0.55, 0.35  # what geometry must see of it, before anything is simulated
STEP, ROOM, MOST_LEFT = 0.05, 0.05, 0.5
LESS = 0.2  # than after most strokes, or everything would be safe


def safe_stroke(task: Task, domain: StrokeDomain, rng: np.random.Generator) -> tuple[Stroke, float] | None:
    """The stroke that leaves the opponent least, of many that nobody aimed, with what it leaves as a round limit.

    None: it leaves much, or most strokes leave as little. Geometry says which strokes are worth a simulated answer.
    """
    view = task.view
    if len(view.numbers) >= MANY:
        return None
    offsets = candidates.striker_offsets(domain.spans, PLACES, rng)
    strokes = within_domain(candidates.any_strokes(view.coins, offsets, *SPEEDS, rng, TRIED).strokes, domain)
    guessed = task.led_to(strokes).guessed_left()
    order = np.argsort(guessed, kind="stable")[: int(np.isfinite(guessed).sum())]
    if not len(order) or np.median(guessed[order]) < GUESSED_USUAL or guessed[order[0]] > GUESSED_BEST:
        return None
    usual = [task.left_after(Stroke(*strokes[row].tolist())) for row in order[:: max(1, len(order) // USUAL)]]
    usually = float(np.median([1.0 if chance is None else chance for chance in usual]))
    best, least = None, 1.0
    for row in order[:BEST].tolist():
        stroke = Stroke(*strokes[row].tolist())
        chance = task.left_after(stroke)
        if chance is not None and chance < least:
            best, least = stroke, chance
    limit = round(math.ceil((least + ROOM) / STEP) * STEP, 2)
    return (best, limit) if best is not None and limit <= min(MOST_LEFT, usually - LESS) else None

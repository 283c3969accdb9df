"""Quick candidates for many positions at once: the best straight strokes and cuts by geometry, then any others.

A computer that looks a stroke ahead asks for them after each stroke that it imagines, so all positions are answered
together. Axes, ghosts and windows are those of `carrom.bots.candidates`.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.candidates import FUNNEL, MOUTH, POCKETS, REACH, THINNEST, Felt, within
from carrom.bots.noise import Noise
from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, BASE_MIDDLE, COIN_RADIUS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

BESIDE = np.array([-0.12, -0.05, 0.0, 0.05, 0.12])  # metres from the place that lies best behind the coin
SPEED = 1.3  # times the least that geometry says
OF_A_LINE = 2  # strokes of the same coin and pocket
ANY_SPEEDS = (0.8, 4.5)  # m/s


def ready_strokes(
    layouts: Floats, wanted: Bools, felt: Felt, noise: Noise, count: int, rng: np.random.Generator
) -> Floats:
    """Give `count` strokes on each position, the likeliest first. No law was asked whether they may be made.

    Shapes: layouts (n, 20, 2) in the axes of those who strike, NaN where none lies; wanted (n, 20), the pieces that
        they would like to see fall; result (n, count, 3).
    """
    out = _any_strokes(layouts, count, rng)
    rows, numbers = np.nonzero(wanted & ~np.isnan(layouts[:, :, 0]))
    if not len(rows):
        return out
    rows, strokes, chance = _to_pockets(layouts, rows, numbers, felt, noise)
    order = np.lexsort((-chance, rows))
    rows, strokes = rows[order], strokes[order]
    rank = np.arange(len(rows)) - np.searchsorted(rows, rows)
    keep = rank < count
    out[rows[keep], rank[keep]] = strokes[keep]
    return out


def _to_pockets(layouts: Floats, rows: Ints, numbers: Ints, felt: Felt, noise: Noise) -> tuple[Ints, Floats, Floats]:
    """Return rows, strokes and chances of all clear ways of these pieces into pockets."""
    target = layouts[rows, numbers]
    way = POCKETS[None] - target[:, None]
    free = _clear(layouts[rows], numbers, target[:, None], way, 1.98 * COIN_RADIUS)
    which, pocket = np.nonzero(free)
    rows, numbers, target, way = rows[which], numbers[which], target[which], way[which, pocket]
    travel = np.maximum(np.linalg.norm(way, axis=-1), 1e-3)
    u = way / travel[:, None]
    ghost = target - REACH * u
    rise = np.where(np.abs(u[:, 1]) < 1e-6, 1e-6, u[:, 1])
    drop = ghost[:, 1] + BASE_MIDDLE
    behind = np.where(drop * rise > 0.0, ghost[:, 0] - u[:, 0] / rise * drop, -np.sign(u[:, 0]) * BASE_CIRCLE_OFFSET)
    offsets = np.clip(behind[:, None] + BESIDE, -BASE_CIRCLE_OFFSET, BASE_CIRCLE_OFFSET)
    start = np.stack([offsets, np.full_like(offsets, -BASE_MIDDLE)], axis=-1)
    ghosts = candidates.ghosts(target, u, start, felt)
    run = ghosts - start
    length = np.maximum(np.linalg.norm(run, axis=-1), 1e-6)
    line = target[:, None] - ghosts
    cut = np.sum(run * line, axis=-1) / (length * np.linalg.norm(line, axis=-1))
    angle = np.arctan2(-run[..., 0], run[..., 1])
    half = MOUTH / travel[:, None] * REACH * cut / length
    sigma = np.sqrt(noise.aim**2 + (noise.place * np.cos(angle) / length) ** 2) + 1e-6
    chance = np.where(cut > THINNEST, within(FUNNEL * np.maximum(half, 0.0) / sigma), -1.0)
    best = np.argsort(-chance, axis=1, kind="stable")[:, :OF_A_LINE]
    at_contact = felt.speed_to_go(travel * 1.25 + 0.02)[:, None] / (felt.passed_on * np.maximum(cut, 0.05))
    speed = SPEED * np.sqrt(at_contact**2 + 2.0 * felt.friction * candidates.GRAVITY * length)
    strokes = np.stack([offsets, angle, speed], axis=-1)
    each = np.arange(len(rows))[:, None]
    run, start, strokes, chance = run[each, best], start[each, best], strokes[each, best], chance[each, best]
    seen = _clear(layouts[rows], numbers, start, run, 0.999 * REACH) & (chance > 0.0)
    which, one = np.nonzero(seen)
    return rows[which], strokes[which, one], chance[which, one]


def _clear(layouts: Floats, but: Ints, start: Floats, way: Floats, reach: float) -> Bools:
    """Say which ways pass all pieces but one by at least `reach`.

    Shapes: layouts (w, 20, 2), but (w,), start (w, m, 2) or (w, 1, 2), way (w, m, 2), result (w, m).
    """
    length2 = np.maximum(np.sum(way * way, axis=-1), 1e-12)
    dx = layouts[:, None, :, 0] - start[..., 0][:, :, None]
    dy = layouts[:, None, :, 1] - start[..., 1][:, :, None]
    along = np.clip((dx * way[..., 0][:, :, None] + dy * way[..., 1][:, :, None]) / length2[:, :, None], 0.0, 1.0)
    dx = dx - along * way[..., 0][:, :, None]
    dy = dy - along * way[..., 1][:, :, None]
    near = dx * dx + dy * dy < reach * reach  # not where there is none: NaN
    near[np.arange(len(but)), :, but] = False
    return np.asarray(~near.any(axis=2), np.bool_)


def _any_strokes(layouts: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Give strokes at some piece of each position, full or thin, soft or hard. Shapes: result (n, count, 3)."""
    n = len(layouts)
    present = ~np.isnan(layouts[:, :, 0])
    order = np.argsort(~present, axis=1, kind="stable")
    pick = (rng.random((n, count)) * np.maximum(present.sum(axis=1), 1)[:, None]).astype(np.int64)
    target = layouts[np.arange(n)[:, None], np.take_along_axis(order, pick, axis=1)]
    target = np.nan_to_num(target) + rng.uniform(-0.9 * REACH, 0.9 * REACH, (n, count, 2))
    offset = rng.uniform(-BASE_CIRCLE_OFFSET, BASE_CIRCLE_OFFSET, (n, count))
    angle = np.arctan2(offset - target[..., 0], target[..., 1] + BASE_MIDDLE)
    speed = ANY_SPEEDS[0] + (ANY_SPEEDS[1] - ANY_SPEEDS[0]) * rng.random((n, count))
    return np.stack([offset, angle, speed], axis=-1)

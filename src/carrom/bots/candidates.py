"""Candidate strokes as a player sees them from their seat, by geometry alone.

All points are in the player's own axes (x to their right, y away; their base line lies at y = -BASE_MIDDLE). A stroke
found here is an aim to start from, not a promise: the engine is asked what it does. Reads no laws, knows no colours.

For a coin and a pocket the *ghost* is where the striker's centre must be at the contact: behind the coin on the line to
the pocket, turned a little against the throw that friction gives the coin. Rebounds aim at mirror images.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.bots.noise import Noise
from carrom.equipment.measurements import (
    BASE_CIRCLE_OFFSET,
    BASE_MIDDLE,
    COIN_MASS,
    COIN_RADIUS,
    HALF_SURFACE,
    POCKET_CENTRE,
    POCKET_RADIUS,
    STRIKER_MASS,
    STRIKER_RADIUS,
)
from carrom.physics import sight
from carrom.physics.native import native

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

GRAVITY = 9.80665
REACH = STRIKER_RADIUS + COIN_RADIUS
MOUTH = math.sqrt(POCKET_RADIUS**2 - COIN_RADIUS**2)  # a coin tips in when its centre passes so near
FUNNEL = 1.85  # the frames lead coins in: a hand's spread is forgiven so much more than MOUTH says (measured)
THINNEST = math.cos(math.radians(78))  # thinner cuts are left to the lucky
POCKETS: Floats = np.array(
    [
        [POCKET_CENTRE, POCKET_CENTRE],
        [-POCKET_CENTRE, POCKET_CENTRE],
        [-POCKET_CENTRE, -POCKET_CENTRE],
        [POCKET_CENTRE, -POCKET_CENTRE],
    ]
)
STRIKER_ROOM = HALF_SURFACE - STRIKER_RADIUS
COIN_ROOM = HALF_SURFACE - COIN_RADIUS

DIRECT, COIN_REBOUND, STRIKER_REBOUND, OPENING, ANY = range(5)
FAMILIES = ("direct", "coin rebound", "striker rebound", "opening", "any")


@dataclass(frozen=True, slots=True)
class Felt:
    """What a player knows of the surface they play on: how it slows, how pieces bounce and rub."""

    friction: float = 0.12
    restitution: float = 0.85
    contact_friction: float = 0.15
    frame_restitution: float = 0.75

    def speed_to_go(self, distance: Floats) -> Floats:
        """Return the speed at which a piece slides just so far. Units: metres in, m/s out, of any shape."""
        return np.sqrt(2.0 * self.friction * GRAVITY * distance)

    def throw(self, tangent: Floats) -> Floats:
        """Return the tangent of the angle by which a coin leaves the line of centres, for the tangent of the cut.

        Tangents of any shape.
        """
        return np.minimum(self.contact_friction, tangent / (3.0 * (1.0 + self.restitution)))

    @property
    def passed_on(self) -> float:
        """The share of the striker's speed that a coin hit full takes along."""
        return (1.0 + self.restitution) * STRIKER_MASS / (STRIKER_MASS + COIN_MASS)


@dataclass(frozen=True, slots=True)
class Aims:
    """Many strokes to think about, best first or in no order.

    `chance` is a guess from geometry and the hand's spread; `window` half the range of directions that do it, radians.
    """

    family: Ints
    coin: Ints  # number of the piece that is meant; -1 for none
    pocket: Ints  # 0 to 3, anticlockwise from far right; -1 for none
    strokes: Floats  # (n, 3): offset, angle, least speed that does it
    window: Floats
    chance: Floats

    def __len__(self) -> int:
        """How many they are."""
        return len(self.coin)

    def take(self, which: Ints | Bools) -> "Aims":
        """The same, only those."""
        return Aims(
            self.family[which],
            self.coin[which],
            self.pocket[which],
            self.strokes[which],
            self.window[which],
            self.chance[which],
        )


NO_AIMS = Aims(
    np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 3)), np.zeros(0), np.zeros(0)
)


def join(parts: Sequence[Aims]) -> Aims:
    """Put aims together."""
    if not parts:
        return NO_AIMS
    return Aims(
        np.concatenate([part.family for part in parts]),
        np.concatenate([part.coin for part in parts]),
        np.concatenate([part.pocket for part in parts]),
        np.concatenate([part.strokes for part in parts]),
        np.concatenate([part.window for part in parts]),
        np.concatenate([part.chance for part in parts]),
    )


def clear(start: Floats, end: Floats, points: Floats, reach: float, ignored: Ints | int = -1) -> Bools:
    """Say which ways from start to end pass all points by at least `reach`.

    Shapes: start, end (..., 2), points (k, 2), at most 20; ignored (...) rows of points that do not count, -1 for none;
        result (...).
    """
    ways = np.concatenate(np.broadcast_arrays(start, end), axis=-1)
    shape = ways.shape[:-1]
    but, free = np.empty(shape, np.int64), np.empty(shape, np.int8)
    but[...] = ignored
    native().find_clear_ways(ways, np.ascontiguousarray(points), but, np.array([reach]), free)
    return free.view(np.bool_)


def direct(coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise) -> Aims:
    """Find straight strokes and cuts: striker to coin, coin to pocket.

    Shapes: coins (k, 2) all pieces, numbers (k,) theirs; offsets (m,) where the striker may lie.
    """
    return _to_pockets(coins, numbers, wanted, offsets, felt, noise, mirror=None)


def coin_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes that send the coin off one frame into a pocket. Shapes: as of `direct`."""
    return join(
        [
            _to_pockets(coins, numbers, wanted, offsets, felt, noise, mirror=(axis, sign))
            for axis in (0, 1)
            for sign in (1.0, -1.0)
        ]
    )


def striker_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes in which the striker comes off one frame onto the coin. Shapes: as of `direct`."""
    parts = []
    for pocket, (which, target, u, travel) in enumerate(_lines(coins, numbers, wanted, None)):
        if not len(which):
            continue
        for axis in (0, 1):
            for sign in (1.0, -1.0):
                wall = sign * STRIKER_ROOM
                start = np.stack([offsets, np.full_like(offsets, -BASE_MIDDLE)], axis=-1)[None]  # (1, m, 2)
                image = start.copy()
                image[..., axis] = 2.0 * wall - image[..., axis]
                ghost = ghosts(target, u, image, felt)
                way = ghost - image
                length = np.linalg.norm(way, axis=-1)
                cut = np.sum(way * u[:, None], axis=-1) / length
                share = (wall - image[..., axis]) / np.where(way[..., axis] == 0, 1e-12, way[..., axis])
                touch = image + share[..., None] * way
                other = 1 - axis
                inside = (np.abs(touch[..., other]) < POCKET_CENTRE - POCKET_RADIUS) & (share > 0) & (share < 1)
                seen = cut > THINNEST
                free = (
                    seen
                    & inside
                    & clear(start, touch, coins, REACH)
                    & clear(touch, ghost, coins, REACH * 0.999, which[:, None])
                )
                at_contact = felt.speed_to_go(travel * 1.3 + 0.02)[:, None] / (felt.passed_on * np.maximum(cut, 0.05))
                before = np.linalg.norm(ghost - touch, axis=-1)
                after_frame = np.sqrt(at_contact**2 + 2.0 * felt.friction * GRAVITY * before)
                at_frame = after_frame / felt.frame_restitution
                speed = np.sqrt(at_frame**2 + 2.0 * felt.friction * GRAVITY * (length - before))
                window = MOUTH / travel[:, None] * REACH * cut / length
                direction = touch - start
                parts.append(
                    _aims(STRIKER_REBOUND, free, numbers[which], offsets, direction, speed, window, noise, 0.25, pocket)
                )
    return join(parts)


def openings(offsets: Floats, least: float, greatest: float, rng: np.random.Generator, count: int) -> Aims:
    """Give hard strokes at the middle of the board, as one breaks: from anywhere, full or a little beside.

    Shapes: offsets (m,); result `count` strokes. Units: metres, m/s.
    """
    offset = rng.choice(offsets, count)
    beside = rng.uniform(-2.2 * COIN_RADIUS, 2.2 * COIN_RADIUS, count)
    angle = np.arctan2(offset - beside, BASE_MIDDLE)
    speed = rng.uniform(least, greatest, count)
    return _loose(OPENING, offset, angle, speed)


def any_strokes(
    coins: Floats, offsets: Floats, least: float, greatest: float, rng: np.random.Generator, count: int
) -> Aims:
    """Give strokes that nobody listed: at some piece, full or thin, straight or off a frame, soft or hard.

    Shapes: coins (k, 2), offsets (m,); result `count` strokes. Units: metres, m/s.
    """
    if not len(coins):
        return NO_AIMS
    offset = rng.choice(offsets, count)
    target = coins[rng.integers(len(coins), size=count)] + rng.uniform(-REACH, REACH, (count, 2)) * 0.9
    mirrored = rng.random(count) < 0.3
    axis = rng.integers(2, size=count)
    wall = np.where(rng.random(count) < 0.5, STRIKER_ROOM, -STRIKER_ROOM)
    rows = np.arange(count)[mirrored]
    target[rows, axis[mirrored]] = 2.0 * wall[mirrored] - target[rows, axis[mirrored]]
    angle = np.arctan2(offset - target[:, 0], target[:, 1] + BASE_MIDDLE)
    speed = least + (greatest - least) * rng.random(count) ** 1.7
    return _loose(ANY, offset, angle, speed)


def striker_offsets(spans: tuple[tuple[float, float], ...], count: int, rng: np.random.Generator) -> Floats:
    """Give places for the striker: some in every span by its length, both ends of each, a little other every time."""
    total = sum(end - start for start, end in spans)
    parts = []
    for start, end in spans:
        share = max(1, round(count * (end - start) / total)) if total > 0 else 1
        inner = start + (end - start) * (np.arange(share) + rng.random()) / share
        parts.append(np.concatenate([[start, end], inner]))
    return np.unique(np.concatenate(parts))


def likeliest(aims: Aims, count: int) -> Aims:
    """Keep the likeliest aims, but few of the same coin and pocket, so that other ideas are heard too."""
    order = np.argsort(-aims.chance, kind="stable")
    seen: dict[tuple[int, int, int], int] = {}
    keep: list[int] = []
    for index in order:
        idea = (int(aims.family[index]), int(aims.coin[index]), int(aims.pocket[index]))
        if seen.get(idea, 0) >= max(3, count // 12):
            continue
        seen[idea] = seen.get(idea, 0) + 1
        keep.append(int(index))
        if len(keep) == count:
            break
    return aims.take(np.array(keep, np.int64))


BLOCKED = 0.22  # what is left of a chance when something lies in the way: there are rebounds and lucky strokes
HARD = 0.12  # nothing is quite without hope
SURE = 0.97
SECOND = 0.15  # what a second pocket adds of its own chance


def chances(layouts: Floats, asked: Iterable[int], noise: Noise, *, quarter_turns: int = 0) -> Floats:
    """Guess how likely one good stroke from the base line pockets each piece, in many positions at once.

    Straight strokes only, from the one place on the base line that lies best behind the coin, into the two likeliest
    pockets; a piece in the way makes it unlikely, not impossible.

    Args:
        asked: numbers of the pieces that matter.
        quarter_turns: how far anticlockwise the one who strikes sits from the player in whose axes the layouts are.
    Shapes: layouts (n, 20, 2), row = number, NaN where none lies; result (n, 20), 0 for pieces that are not asked for.
    """
    found = np.empty(layouts.shape[:2])
    mask = sum(1 << number for number in asked)
    native().guess_chances(np.ascontiguousarray(layouts), np.array([mask, quarter_turns]), sight_figures(noise), found)
    return found


@lru_cache(maxsize=64)
def sight_figures(noise: Noise) -> Floats:
    """What the compiled guess gets of a hand, the board and its tolerances (`carrom.physics.sight`).

    Shapes: result (SIGHT_FIGURES,).
    """
    figures = np.empty(sight.SIGHT_FIGURES)
    figures[[sight.S_LINE, sight.S_HALF_LINE]] = -BASE_MIDDLE, BASE_CIRCLE_OFFSET
    figures[[sight.S_AIM, sight.S_PLACE]] = noise.aim, noise.place
    figures[[sight.S_REACH, sight.S_ROOM, sight.S_POCKET]] = REACH, STRIKER_ROOM, POCKET_CENTRE
    figures[[sight.S_MOUTH, sight.S_THINNEST]] = FUNNEL * MOUTH, THINNEST
    figures[[sight.S_BLOCKED, sight.S_HARD, sight.S_SURE, sight.S_SECOND]] = BLOCKED, HARD, SURE, SECOND
    figures[[sight.S_COIN_CLEAR, sight.S_STRIKER_CLEAR]] = 1.9 * COIN_RADIUS, 0.97 * REACH
    return figures


def within(z: Floats) -> Floats:
    """The chance that a standard normal number lies within plus or minus z, to 2 %: no scipy, no loop. Any shape."""
    return np.sqrt(1.0 - np.exp(-2.0 / math.pi * np.minimum(z, 12.0) ** 2))


def _lines(
    coins: Floats, numbers: Ints, wanted: Sequence[int], mirror: tuple[int, float] | None
) -> Iterator[tuple[Ints, Floats, Floats, Floats]]:
    """Give, pocket by pocket, which coins have a free way there: rows, their centres, directions and ways."""
    rows = np.flatnonzero(np.isin(numbers, np.asarray(wanted, np.int64)))
    for pocket in POCKETS:
        goal = pocket.copy()
        if mirror is not None:
            axis, sign = mirror
            goal[axis] = 2.0 * sign * COIN_ROOM - goal[axis]
        target = coins[rows]
        way = goal - target
        travel = np.linalg.norm(way, axis=-1)
        u = way / travel[:, None]
        if mirror is None:
            free = clear(target, goal, coins, 1.98 * COIN_RADIUS, rows)
        else:
            axis, sign = mirror
            share = (sign * COIN_ROOM - target[:, axis]) / np.where(way[:, axis] == 0, 1e-12, way[:, axis])
            touch = target + share[:, None] * way
            inside = np.abs(touch[:, 1 - axis]) < POCKET_CENTRE - POCKET_RADIUS
            free = (
                inside
                & (share > 0.02)
                & clear(target, touch, coins, 1.98 * COIN_RADIUS, rows)
                & clear(touch, pocket, coins, 1.98 * COIN_RADIUS, rows)
            )
        keep = np.flatnonzero(free)
        yield rows[keep], target[keep], u[keep], travel[keep]


def ghosts(target: Floats, u: Floats, start: Floats, felt: Felt) -> Floats:
    """Where the striker must be at the contact, from each start; the throw is corrected, the frame respected.

    Shapes: target, u (k, 2), start (1, m, 2); result (k, m, 2).
    """
    n = np.broadcast_to(u[:, None, :], (len(u), start.shape[1], 2)).copy()
    for _ in range(3):
        ghost = target[:, None, :] - REACH * n
        way = ghost - start
        along = np.sum(way * n, axis=-1)
        across = way[..., 0] * -n[..., 1] + way[..., 1] * n[..., 0]  # to the left of n
        thrown = np.arctan(felt.throw(np.abs(across) / np.maximum(along, 1e-9))) * np.sign(across)
        # the coin leaves turned by `thrown` from n, so n must lie that much on the other side of u
        cos, sin = np.cos(-thrown), np.sin(-thrown)
        n = np.stack([u[:, None, 0] * cos - u[:, None, 1] * sin, u[:, None, 0] * sin + u[:, None, 1] * cos], axis=-1)
    return np.clip(target[:, None, :] - REACH * n, -STRIKER_ROOM, STRIKER_ROOM)


def _to_pockets(
    coins: Floats,
    numbers: Ints,
    wanted: Sequence[int],
    offsets: Floats,
    felt: Felt,
    noise: Noise,
    mirror: tuple[int, float] | None,
) -> Aims:
    parts = []
    start = np.stack([offsets, np.full_like(offsets, -BASE_MIDDLE)], axis=-1)[None]
    for pocket, (which, target, u, travel) in enumerate(_lines(coins, numbers, wanted, mirror)):
        if not len(which):
            continue
        ghost = ghosts(target, u, start, felt)
        way = ghost - start
        length = np.maximum(np.linalg.norm(way, axis=-1), 1e-6)
        cut = np.sum(way * (target[:, None] - ghost), axis=-1) / (
            length * np.linalg.norm(target[:, None] - ghost, axis=-1)
        )
        free = (cut > THINNEST) & clear(start, ghost, coins, REACH * 0.999, which[:, None])
        distance = travel * (1.25 if mirror is None else 2.2) + 0.02
        at_contact = felt.speed_to_go(distance)[:, None] / (felt.passed_on * np.maximum(cut, 0.05))
        speed = np.sqrt(at_contact**2 + 2.0 * felt.friction * GRAVITY * length)
        window = MOUTH / travel[:, None] * REACH * cut / length
        kind, trust = (DIRECT, 1.0) if mirror is None else (COIN_REBOUND, 0.4)
        parts.append(_aims(kind, free, numbers[which], offsets, way, speed, window, noise, trust, pocket))
    return join(parts)


def _aims(
    family: int,
    free: Bools,
    coin: Ints,
    offsets: Floats,
    direction: Floats,
    speed: Floats,
    window: Floats,
    noise: Noise,
    trust: float,
    pocket: int,
) -> Aims:
    rows, columns = np.nonzero(free)
    way = direction[rows, columns] if direction.shape[:2] == free.shape else direction[0, columns]
    angle = np.arctan2(-way[:, 0], way[:, 1])
    length = np.linalg.norm(way, axis=-1)
    half = window[rows, columns]
    sigma = np.sqrt(noise.aim**2 + (noise.place * np.cos(angle) / np.maximum(length, 1e-3)) ** 2) + 1e-6
    return Aims(
        np.full(len(rows), family, np.int64),
        coin[rows].astype(np.int64),
        np.full(len(rows), pocket, np.int64),
        np.stack([offsets[columns], angle, speed[rows, columns]], axis=-1),
        half,
        trust * within(FUNNEL * half / sigma),
    )


def _loose(family: int, offset: Floats, angle: Floats, speed: Floats) -> Aims:
    count = len(offset)
    return Aims(
        np.full(count, family, np.int64),
        np.full(count, -1, np.int64),
        np.full(count, -1, np.int64),
        np.stack([offset, angle, speed], axis=-1),
        np.full(count, math.radians(0.5)),
        np.zeros(count),
    )

"""Candidate strokes as a player sees them from their seat, by geometry alone.

All points are in the player's own axes (x to their right, y away; their base line lies at y = -BASE_MIDDLE). A stroke
found here is an aim to start from, not a promise: the engine is asked what it does. Reads no laws, knows no colours.

For a coin and a pocket the *ghost* is where the striker's centre must be at the contact: behind the coin on the line to
the pocket, turned a little against the throw that friction gives the coin. Rebounds aim at mirror images.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from carrom.bots.noise import Noise
from carrom.equipment.measurements import (
    BASE_MIDDLE,
    COIN_MASS,
    COIN_RADIUS,
    HALF_SURFACE,
    POCKET_CENTRE,
    POCKET_RADIUS,
    STRIKER_MASS,
    STRIKER_RADIUS,
)
from carrom.physics import kernel
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

DIRECT, COIN_REBOUND, STRIKER_REBOUND, OPENING, ANY, COMBINATION = range(6)
Mirror = tuple[int, float]  # of a frame: the axis across it and the sign there, 0 for none
STRAIGHT: Mirror = (0, 0.0)
MIRRORS: tuple[Mirror, ...] = ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0))
FAMILIES = ("direct", "coin rebound", "striker rebound", "opening", "any", "combination")


@dataclass(frozen=True, slots=True)
class Felt:
    """A player's idea of the surface: how it slows pieces, how they bounce and rub."""

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

    @property
    def is_rebound(self) -> Bools:
        """Whether coin or striker comes off a frame."""
        return np.asarray((self.family == COIN_REBOUND) | (self.family == STRIKER_REBOUND), np.bool_)

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
    return _to_pockets(coins, numbers, wanted, offsets, felt, noise, (STRAIGHT,))


def coin_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes that send the coin off one frame into a pocket. Shapes: as of `direct`."""
    return _to_pockets(coins, numbers, wanted, offsets, felt, noise, MIRRORS)


def direct_or_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find what `direct` finds, then what `coin_rebounds` and `striker_rebounds` do."""
    given = (coins, numbers, wanted, offsets, felt, noise)
    return join([_to_pockets(*given, (STRAIGHT, *MIRRORS)), striker_rebounds(*given)])


def striker_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes in which the striker comes off one frame onto the coin. Shapes: as of `direct`."""
    lines = lines_to_pockets(coins, numbers, wanted, (STRAIGHT,))
    if not len(lines):
        return NO_AIMS
    travel = lines.travel
    start = np.stack([offsets, np.full_like(offsets, -BASE_MIDDLE)], axis=-1)  # (m, 2)
    at_pocket = felt.speed_to_go(travel * 1.3 + 0.02) / felt.passed_on
    walls = np.arange(len(MIRRORS))
    axes, signs = (np.array(each) for each in zip(*MIRRORS, strict=True))
    wall = signs * STRIKER_ROOM
    image = np.repeat(start[None], len(walls), axis=0)  # (walls, m, 2)
    image[walls, :, axes] = 2.0 * wall[:, None] - image[walls, :, axes]
    image = image[:, None]
    ghost = ghosts(lines.target, lines.u, image, felt)  # (walls, k, m, 2)
    way = ghost - image
    length = length_of(way)
    cut = (way[..., 0] * lines.u[:, None, 0] + way[..., 1] * lines.u[:, None, 1]) / length
    towards, beside = way[walls, ..., axes], way[walls, ..., 1 - axes]
    share = (wall[:, None] - image[walls, 0, :, axes])[:, None] / np.where(towards == 0, 1e-12, towards)
    inside = np.abs(image[walls, 0, :, 1 - axes][:, None] + share * beside) < POCKET_CENTRE - POCKET_RADIUS
    at, rows, columns = np.nonzero((cut > THINNEST) & inside & (share > 0) & (share < 1))
    found = at, rows, columns
    touch = image[at, 0, columns] + share[found][:, None] * way[found]
    ghost, length, cut, begin = ghost[found], length[found], cut[found], start[columns]
    free = clear(begin, touch, coins, REACH) & clear(touch, ghost, coins, REACH * 0.999, lines.which[rows])
    before = length_of(ghost - touch)
    at_contact = at_pocket[rows] / np.maximum(cut, 0.05)
    after_frame = np.sqrt(at_contact**2 + 2.0 * felt.friction * GRAVITY * before)
    at_frame = after_frame / felt.frame_restitution
    speed = np.sqrt(at_frame**2 + 2.0 * felt.friction * GRAVITY * (length - before))
    window = MOUTH / travel[rows] * REACH * cut / length
    family, trust = np.full(len(rows), STRIKER_REBOUND), np.full(len(rows), 0.25)
    aims = aims_of(family, numbers[lines.which[rows]], offsets[columns], touch - begin, speed, window, noise, trust)
    return _by_pocket(replace(aims, pocket=lines.pocket[rows]).take(free))


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


def within(z: Floats) -> Floats:
    """The chance that a standard normal number lies within plus or minus z, to 2 %: no scipy, no loop. Any shape."""
    return np.sqrt(1.0 - np.exp(-2.0 / math.pi * np.minimum(z, 12.0) ** 2))


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Free ways of coins into pockets, straight or off a frame, in the order of the mirrors.

    Shapes: target and u (k, 2), all others (k,): rows of coins, pockets, whether straight, ways and their lengths.
    """

    which: Ints
    pocket: Ints
    straight: Bools
    target: Floats
    u: Floats
    travel: Floats

    def __len__(self) -> int:
        """How many they are."""
        return len(self.which)


def lines_to_pockets(coins: Floats, numbers: Ints, wanted: Sequence[int], mirrors: Sequence[Mirror]) -> Lines:
    """Return which coins have a free way to which pocket."""
    is_wanted = np.zeros(kernel.DISCS, np.bool_)
    is_wanted[list(wanted)] = True
    wished = np.flatnonzero(is_wanted[numbers])
    each = len(POCKETS) * len(wished)
    rows = np.tile(wished, len(POCKETS) * len(mirrors))
    pocket = np.tile(np.repeat(np.arange(len(POCKETS)), len(wished)), len(mirrors))
    axis, sign = (np.repeat(values, each) for values in zip(*mirrors, strict=True))
    every, off = np.arange(len(rows)), np.flatnonzero(sign != 0.0)
    hole, target = POCKETS[pocket], coins[rows]
    goal = hole.copy()
    goal[off, axis[off]] = 2.0 * sign[off] * COIN_ROOM - goal[off, axis[off]]
    way = goal - target
    travel = length_of(way)
    touch = goal
    free = np.ones(len(rows), np.bool_)
    if len(off):
        towards = way[every, axis]
        share = (sign * COIN_ROOM - target[every, axis]) / np.where(towards == 0, 1e-12, towards)
        touch = np.where((sign != 0.0)[:, None], target + share[:, None] * way, goal)
        inside = np.abs(touch[every, 1 - axis]) < POCKET_CENTRE - POCKET_RADIUS
        free[off] = (inside & (share > 0.02))[off] & clear(touch[off], hole[off], coins, 1.98 * COIN_RADIUS, rows[off])
    free &= clear(target, touch, coins, 1.98 * COIN_RADIUS, rows)
    keep = np.flatnonzero(free)
    return Lines(
        rows[keep], pocket[keep], sign[keep] == 0.0, target[keep], way[keep] / travel[keep, None], travel[keep]
    )


def length_of(ways: Floats) -> Floats:
    """How long they are. Shapes: ways (..., 2), result (...)."""
    return np.sqrt(ways[..., 0] * ways[..., 0] + ways[..., 1] * ways[..., 1])


def _by_pocket(aims: Aims) -> Aims:
    """Those of one pocket after those of the other."""
    return aims.take(np.argsort(aims.pocket, kind="stable"))


def ghosts(target: Floats, u: Floats, start: Floats, felt: Felt, reach: float = REACH) -> Floats:
    """Places of the striker at the contact, from each start; the throw is corrected, the frame respected.

    With another `reach` they are those of a coin.

    Shapes: target, u (k, 2), start (..., 1, m, 2); result (..., k, m, 2).
    """
    ux, uy, x, y = u[:, None, 0], u[:, None, 1], target[:, None, 0], target[:, None, 1]
    nx, ny = ux, uy
    for _ in range(3):
        way_x, way_y = x - reach * nx - start[..., 0], y - reach * ny - start[..., 1]
        along = way_x * nx + way_y * ny
        across = way_y * nx - way_x * ny  # to the left of n
        thrown = felt.throw(np.abs(across) / np.maximum(along, 1e-9))
        cos = 1.0 / np.sqrt(1.0 + thrown * thrown)
        sin = np.copysign(thrown * cos, -across)
        # the coin leaves turned by `thrown` from n, so n must lie that much on the other side of u
        nx, ny = ux * cos - uy * sin, ux * sin + uy * cos
    return np.clip(np.stack([x - reach * nx, y - reach * ny], axis=-1), -STRIKER_ROOM, STRIKER_ROOM)


def _to_pockets(
    coins: Floats,
    numbers: Ints,
    wanted: Sequence[int],
    offsets: Floats,
    felt: Felt,
    noise: Noise,
    mirrors: Sequence[Mirror],
) -> Aims:
    lines = lines_to_pockets(coins, numbers, wanted, mirrors)
    if not len(lines):
        return NO_AIMS
    start = np.stack([offsets, np.full_like(offsets, -BASE_MIDDLE)], axis=-1)[None]
    ghost = ghosts(lines.target, lines.u, start, felt)
    way, line = ghost - start, lines.target[:, None] - ghost
    length = np.maximum(length_of(way), 1e-6)
    cut = (way[..., 0] * line[..., 0] + way[..., 1] * line[..., 1]) / (length * length_of(line))
    rows, columns = np.nonzero(cut > THINNEST)
    free = clear(start[0, columns], ghost[rows, columns], coins, REACH * 0.999, lines.which[rows])
    rows, columns = rows[free], columns[free]
    way, length, cut = way[rows, columns], length[rows, columns], cut[rows, columns]
    straight, travel = lines.straight[rows], lines.travel[rows]
    distance = travel * np.where(straight, 1.25, 2.2) + 0.02
    at_contact = felt.speed_to_go(distance) / (felt.passed_on * np.maximum(cut, 0.05))
    speed = np.sqrt(at_contact**2 + 2.0 * felt.friction * GRAVITY * length)
    window = MOUTH / travel * REACH * cut / length
    kind, trust = np.where(straight, DIRECT, COIN_REBOUND), np.where(straight, 1.0, 0.4)
    found = aims_of(kind, numbers[lines.which[rows]], offsets[columns], way, speed, window, noise, trust)
    return replace(found, pocket=lines.pocket[rows])


def aims_of(
    family: Ints, coin: Ints, offsets: Floats, way: Floats, speed: Floats, window: Floats, noise: Noise, trust: Floats
) -> Aims:
    """Aims at no pocket yet. Shapes: way (n, 2), all others (n,)."""
    angle = np.arctan2(-way[:, 0], way[:, 1])
    sigma = np.sqrt(noise.aim**2 + (noise.place * np.cos(angle) / np.maximum(length_of(way), 1e-3)) ** 2) + 1e-6
    return Aims(
        family.astype(np.int64),
        coin.astype(np.int64),
        np.full(len(way), -1, np.int64),
        np.stack([offsets, angle, speed], axis=-1),
        window,
        trust * within(FUNNEL * window / sigma),
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

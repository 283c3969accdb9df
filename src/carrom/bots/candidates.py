"""Candidate strokes as a player sees them from their seat, by geometry alone.

All points are in the player's own axes (x to their right, y away; their base line lies at y = -BASE_MIDDLE). A stroke
found here is an aim to start from, not a promise: the engine is asked what it does. Reads no laws, knows no colours.

For a coin and a pocket the *ghost* is where the striker's centre must be at the contact: behind the coin on the line to
the pocket, turned a little against the throw that friction gives the coin. Rebounds aim at mirror images.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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
from carrom.physics import aims
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
MIRRORS = ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0))  # of each frame the axis across it and the sign there
STRAIGHT, OFF_FRAMES, ALL_WAYS = range(1), range(1, 5), range(5)  # ways into pockets: straight, off each frame
CLEARANCES = -BASE_MIDDLE, REACH, REACH * 0.999, 1.98 * COIN_RADIUS
ANYWHERE = np.array(
    [0.3, 0.5, STRIKER_ROOM, BASE_MIDDLE, -REACH, 2.0 * REACH, 0.9]
)  # figures of strokes that nobody listed
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
        of = self.family[which], self.coin[which], self.pocket[which]
        return Aims(*of, self.strokes[which], self.window[which], self.chance[which])


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
    return _to_pockets(coins, numbers, wanted, offsets, felt, noise, STRAIGHT)


def coin_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes that send the coin off one frame into a pocket. Shapes: as of `direct`."""
    return _to_pockets(coins, numbers, wanted, offsets, felt, noise, OFF_FRAMES)


def direct_or_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find what `direct` finds, then what `coin_rebounds` and `striker_rebounds` do."""
    given = (coins, numbers, wanted, offsets, felt, noise)
    return join([_to_pockets(*given, ALL_WAYS), striker_rebounds(*given)])


def striker_rebounds(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes in which the striker comes off one frame onto the coin. Shapes: as of `direct`."""
    lines = lines_to_pockets(coins, numbers, wanted)
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
    at, rows, columns = each = np.nonzero((cut > THINNEST) & inside & (share > 0) & (share < 1))
    touch = image[at, 0, columns] + share[each][:, None] * way[each]
    ghost, length, cut, begin = ghost[each], length[each], cut[each], start[columns]
    free = clear(begin, touch, coins, REACH) & clear(touch, ghost, coins, REACH * 0.999, lines.which[rows])
    before = length_of(ghost - touch)
    at_contact = at_pocket[rows] / np.maximum(cut, 0.05)
    after_frame = np.sqrt(at_contact**2 + 2.0 * felt.friction * GRAVITY * before)
    at_frame = after_frame / felt.frame_restitution
    speed = np.sqrt(at_frame**2 + 2.0 * felt.friction * GRAVITY * (length - before))
    window = MOUTH / travel[rows] * REACH * cut / length
    family, trust = np.full(len(rows), STRIKER_REBOUND), np.full(len(rows), 0.25)
    coin, pocket = numbers[lines.which[rows]], lines.pocket[rows]
    found = aims_of(family, coin, offsets[columns], touch - begin, speed, window, noise, trust, pocket)
    found = found.take(free)
    return found.take(np.argsort(found.pocket, kind="stable"))  # those of one pocket after those of the other


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
    offset, angle, speed = strokes_anywhere(coins, offsets, least, greatest, rng, count).T
    return _loose(ANY, offset, angle, speed)


def strokes_anywhere(
    coins: Floats, offsets: Floats, least: float, greatest: float, rng: np.random.Generator, count: int
) -> Floats:
    """Give what `any_strokes` gives, without what is known of aims. Shapes: result (count, 3), (0, 3) without coins."""
    if not len(coins):
        return np.zeros((0, 3))
    strokes, ways = np.empty((count, 3)), np.empty((2, count))
    # where from, at which piece, how far beside it (two rows), off a frame or not, off which (two rows), how fast
    below = np.array([len(offsets), len(coins), 0, 0, 0, 2, 0, 0])
    wholes, shares = np.empty((len(below), count), np.int64), np.empty((len(below), count))
    native().draw_rows(rng.bit_generator.capsule, below, wholes.reshape(-1), shares.reshape(-1))
    offset, beside = offsets.take(wholes[0]), shares[2:4].reshape(count, 2)
    asked = (coins, wholes[1], beside, shares[4], wholes[5], shares[6], offset, ANYWHERE)
    native().aim_anywhere(*asked, ways.reshape(-1))
    strokes[:, 0] = offset
    strokes[:, 1] = np.arctan2(*ways)
    strokes[:, 2] = least + (greatest - least) * shares[7] ** 1.7
    return strokes


def striker_offsets(spans: tuple[tuple[float, float], ...], count: int, rng: np.random.Generator) -> Floats:
    """Give places for the striker: some in every span by its length, both ends of each, a little other every time."""
    total = sum([end - start for start, end in spans])
    places: list[float] = []
    for start, end in spans:
        share = max(1, round(count * (end - start) / total)) if total > 0 else 1
        little = rng.random()
        places += start, end
        places += [start + (end - start) * (at + little) / share for at in range(share)]
    return np.array(sorted(set(places)))


def likeliest(found: Aims, count: int) -> Aims:
    """Keep the likeliest aims, but few of the same coin and pocket, so that other ideas are heard too."""
    return found.take(likeliest_rows(found, count))


def likeliest_rows(found: Aims, count: int) -> Ints:
    """Return the rows of those that `likeliest` keeps."""
    order, taken = np.argsort(-found.chance, kind="stable"), np.empty(len(found), np.int64)
    most, number = np.array([count, max(3, count // 12)]), _count()
    native().choose_ideas(order, found.family, found.coin, found.pocket, most, taken, number)
    return taken[: number[0]]


def within(z: Floats) -> Floats:
    """The chance that a standard normal number lies within plus or minus z, to 2 %: no scipy, no loop. Any shape."""
    return np.sqrt(1.0 - np.exp(-2.0 / math.pi * np.minimum(z, 12.0) ** 2))


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Free ways of coins into pockets, straight or off a frame, in the order of the mirrors.

    Shapes: found (k, LINE_COLUMNS) and lines (k, LINE_FIGURES) as `carrom.physics.aims` has them.
    """

    found: Ints
    lines: Floats

    def __len__(self) -> int:
        """How many they are."""
        return len(self.found)

    @property
    def which(self) -> Ints:
        """The rows of their coins. Shapes: (k,)."""
        return self.found[:, aims.L_COIN]

    @property
    def pocket(self) -> Ints:
        """Their pockets. Shapes: (k,)."""
        return self.found[:, aims.L_POCKET]

    @property
    def target(self) -> Floats:
        """The places of the coins. Shapes: (k, 2)."""
        return self.lines[:, aims.L_X : aims.L_Y + 1]

    @property
    def u(self) -> Floats:
        """Their directions. Shapes: (k, 2)."""
        return self.lines[:, aims.L_UX : aims.L_UY + 1]

    @property
    def travel(self) -> Floats:
        """The lengths of their ways, metres. Shapes: (k,)."""
        return self.lines[:, aims.L_TRAVEL]


def lines_to_pockets(coins: Floats, numbers: Ints, wanted: Sequence[int], mirrors: range = STRAIGHT) -> Lines:
    """Return which coins have a free way to which pocket."""
    most = aims.WAYS_TO_POCKETS * len(coins)
    found, lines, count = np.empty((most, aims.LINE_COLUMNS), np.int64), np.empty((most, aims.LINE_FIGURES)), _count()
    asked = np.array([sum(1 << number for number in wanted), mirrors.start, mirrors.stop])
    native().find_lines(coins, numbers, asked, aim_figures(Felt()), found, lines, count)
    return Lines(found[: count[0]], lines[: count[0]])


@lru_cache(maxsize=64)
def aim_figures(felt: Felt) -> Floats:
    """Figures of the board and of what a player feels, for the compiled aims (`carrom.physics.aims`).

    Shapes: result (AIM_FIGURES,).
    """
    figures = np.empty(aims.AIM_FIGURES)
    figures[[aims.D_LINE, aims.D_REACH, aims.D_CLEAR, aims.D_COIN_CLEAR]] = CLEARANCES
    figures[[aims.D_ROOM, aims.D_COIN_ROOM, aims.D_POCKET]] = STRIKER_ROOM, COIN_ROOM, POCKET_CENTRE
    figures[[aims.D_STRAIGHT_FRAME, aims.D_MOUTH, aims.D_THINNEST]] = POCKET_CENTRE - POCKET_RADIUS, MOUTH, THINNEST
    figures[[aims.D_RUBBING, aims.D_THROWING]] = felt.contact_friction, 3.0 * (1.0 + felt.restitution)
    figures[[aims.D_SLOWING, aims.D_PASSED_ON]] = 2.0 * felt.friction * GRAVITY, felt.passed_on
    figures[[aims.D_FARTHER, aims.D_FARTHER_OFF, aims.D_INTO]] = 1.25, 2.2, 0.02
    return figures


def _count() -> Ints:
    """Room for how many there are."""
    return np.empty(1, np.int64)


def length_of(ways: Floats) -> Floats:
    """How long they are. Shapes: ways (..., 2), result (...)."""
    return np.sqrt(ways[..., 0] * ways[..., 0] + ways[..., 1] * ways[..., 1])


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
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise, mirrors: range
) -> Aims:
    lines = lines_to_pockets(coins, numbers, wanted, mirrors)
    most, count = len(lines) * len(offsets), _count()
    chosen, strokes = np.empty((most, aims.AIM_COLUMNS), np.int64), np.empty((most, 3))
    ways, windows = np.empty((aims.WAY_COLUMNS, most)), np.empty(most)
    given = (coins, lines.found, lines.lines, offsets, aim_figures(felt))
    native().find_aims(*given, chosen, strokes, ways.reshape(-1), windows, count)
    n = int(count[0])
    if not n:
        return NO_AIMS
    which, pocket, straight = lines.found.take(chosen[:n, aims.A_LINE], axis=0).T
    angle = np.arctan2(ways[aims.WAY_LEFT, :n], ways[aims.WAY_FORWARD, :n])
    strokes[:n, 1] = angle
    powers = np.empty(n)
    native().forgive(ways[aims.WAY_LENGTH], windows, np.cos(angle), forgiving_figures(noise), powers)
    chance = np.sqrt(1.0 - np.exp(powers))
    if mirrors == STRAIGHT:
        family = np.zeros(n, np.int64)
    else:
        family = _FAMILIES.take(straight)
        chance *= _TRUSTS.take(straight)
    return Aims(family, numbers.take(which), pocket.copy(), strokes[:n], windows[:n], chance)


@lru_cache(maxsize=64)
def forgiving_figures(noise: Noise) -> Floats:
    """Figures of a hand for the compiled guess of what is forgiven. Shapes: result (FORGIVING_FIGURES,)."""
    return np.array([noise.aim**2, noise.place, FUNNEL, -2.0 / math.pi])


_FAMILIES, _TRUSTS = np.array([COIN_REBOUND, DIRECT]), np.array([0.4, 1.0])  # off a frame, straight


def aims_of(
    family: Ints,
    coin: Ints,
    offsets: Floats,
    way: Floats,
    speed: Floats,
    window: Floats,
    noise: Noise,
    trust: Floats,
    pocket: Ints,
) -> Aims:
    """Aims by the striker's ways. Shapes: way (n, 2), all others (n,)."""
    strokes = np.empty((len(way), 3))
    angle = np.arctan2(-way[:, 0], way[:, 1])
    strokes[:, 0], strokes[:, 1], strokes[:, 2] = offsets, angle, speed
    aside = noise.place * np.cos(angle) / np.maximum(length_of(way), 1e-3)
    sigma = np.sqrt(noise.aim**2 + aside * aside) + 1e-6
    return Aims(family, coin, pocket, strokes, window, trust * within(FUNNEL * window / sigma))


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

"""Fit the kernel's rule of pockets to discs that tip in three dimensions.

python -m tests.support.physics.fit_pockets run FILE      plays random entries by `tipping` (some minutes), writes a CSV
python -m tests.support.physics.fit_pockets fit FILE      what the rule makes of them, and the best two parameters
"""

import csv
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from carrom.physics.pocket_rule import WayOver, way_over
from carrom.physics.surface import TOURNAMENT, Surface
from tests.support.physics.tipping import Disc, Fall, cross

TABLE = Path(__file__).parents[3] / "docs" / "physics" / "tipping.csv"
SEED = 33
COUNTS = {"coin": 240, "striker": 160}
STEP = 4e-6  # seconds
FASTEST = 4.0  # m/s over the chord
RESTITUTIONS = np.linspace(0.1, 0.95, 35)
DROPS = np.linspace(0.0, 0.02, 81)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """How a disc comes over a pocket's chord; `offset` and `angle` as in `carrom.physics.pocket_rule.way_over`."""

    disc: str  # "striker" or "coin"
    speed: float
    offset: float
    angle: float


@dataclass(frozen=True, slots=True)
class Row:
    """An entry, and what a tipping disc does. Units: SI."""

    entry: Entry
    outcome: str  # held, out, or rim: it lies half over the hole or moves on there; left out of the fit
    speed_out: float
    sink_at_wall: float


def disc_of(name: str, surface: Surface = TOURNAMENT) -> Disc:
    """The disc in three dimensions."""
    coin = name == "coin"
    return Disc(
        radius=surface.coin_radius if coin else surface.striker_radius,
        mass=surface.coin_mass if coin else surface.striker_mass,
        pocket_radius=surface.pocket_radius,
        board_friction=surface.board_friction,
        frame_friction=surface.frame_friction,
        frame_restitution=surface.frame_restitution,
    )


def entries(seed: int = SEED) -> list[Entry]:
    """Random ways to a pocket: speeds up to 4 m/s, lines over the whole chord, up to 40 degrees off the diagonal."""
    rng = np.random.default_rng(seed)
    found: list[Entry] = []
    for name, count in COUNTS.items():
        disc, wanted = disc_of(name), len(found) + count
        room = disc.pocket_radius - disc.radius
        while len(found) < wanted:
            speed, offset, angle = (
                float(rng.uniform(0.1, FASTEST)),
                float(rng.uniform(-0.95, 0.95)) * disc.tip,
                float(np.radians(rng.uniform(-40, 40))),
            )
            ux, uy = math.cos(math.pi / 4 + angle), math.sin(math.pi / 4 + angle)
            back = math.sqrt(disc.tip**2 - offset**2)
            if max(-back * ux - offset * uy, -back * uy + offset * ux) < room:  # it is on the board before
                found.append(Entry(disc=name, speed=round(speed, 3), offset=round(offset, 5), angle=round(angle, 4)))
    return found


def outcome(fall: Fall) -> str:
    """What became of it, in a word."""
    return "held" if fall.held else "out" if fall.settled else "rim"


def write(path: Path, rows: Sequence[Row]) -> None:
    """Keep them as a CSV."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("disc", "speed_m_s", "offset_mm", "angle_deg", "outcome", "speed_out_m_s", "sink_mm"))
        for row in rows:
            e = row.entry
            writer.writerow(
                (
                    e.disc,
                    e.speed,
                    round(1e3 * e.offset, 2),
                    round(math.degrees(e.angle), 3),
                    row.outcome,
                    f"{row.speed_out:.3f}",
                    f"{1e3 * row.sink_at_wall:.3f}",
                )
            )


def read(path: Path = TABLE) -> list[Row]:
    """The rows that `write` wrote."""
    with path.open(newline="") as file:
        return [
            Row(
                Entry(
                    disc=line["disc"],
                    speed=float(line["speed_m_s"]),
                    offset=float(line["offset_mm"]) / 1e3,
                    angle=math.radians(float(line["angle_deg"])),
                ),
                line["outcome"],
                float(line["speed_out_m_s"]),
                float(line["sink_mm"]) / 1e3,
            )
            for line in csv.DictReader(file)
        ]


def ways(rows: Sequence[Row], restitution: float) -> list[WayOver]:
    """The ways that the rule takes over the hole."""
    surface = replace(TOURNAMENT, pocket_restitution=restitution)
    found = [way_over(surface, row.entry.disc, row.entry.offset, row.entry.angle) for row in rows]
    return [way for way in found if way is not None]


def held_by_rule(rows: Sequence[Row], restitution: float, drops: np.ndarray) -> np.ndarray:
    """What the rule makes of each. Shapes: drops (d,), result (rows, d)."""
    speeds = np.array([row.entry.speed for row in rows])
    found = ways(rows, restitution)
    over = np.array([way.length for way in found]) / speeds
    stays = np.array([way.part for way in found]) * speeds <= TOURNAMENT.gravity * over
    return stays[:, None] | (over[:, None] >= np.sqrt(2 * drops / TOURNAMENT.gravity))


def differing(rows: Sequence[Row], restitution: float, drops: np.ndarray = DROPS) -> np.ndarray:
    """Whether the rule decides otherwise. Shapes: drops (d,), result (rows, d)."""
    return held_by_rule(rows, restitution, drops) != np.array([row.outcome == "held" for row in rows])[:, None]


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters that decide fewest entries otherwise, and how sure that is: of 400 drawn again, 95 %."""

    drop: float
    restitution: float
    differ: float  # part of the entries
    drops: tuple[float, float]
    restitutions: tuple[float, float]
    now: float  # part that the tournament board decides otherwise
    gain: tuple[float, float]  # `now` less `differ`, 95 %


def fit(rows: Sequence[Row], *, again: int = 400) -> Fit:
    """Find them on a grid."""
    rows = [row for row in rows if row.outcome != "rim"]
    off = np.stack([differing(rows, e) for e in RESTITUTIONS], axis=1)  # (rows, restitutions, drops)
    today = differing(rows, TOURNAMENT.pocket_restitution, np.array([TOURNAMENT.pocket_drop]))[:, 0]
    rng = np.random.default_rng(1)
    found = [best(off.mean(axis=0))]
    gains = []
    for _ in range(again):
        drawn = rng.integers(len(rows), size=len(rows))
        found.append(best(off[drawn].mean(axis=0)))
        gains.append(today[drawn].mean() - off[drawn, found[0][0], found[0][1]].mean())
    e, d = np.array(found).T
    low, high = np.quantile(gains, (0.025, 0.975))
    return Fit(
        drop=float(DROPS[d[0]]),
        restitution=float(RESTITUTIONS[e[0]]),
        differ=float(off[:, e[0], d[0]].mean()),
        drops=(float(np.quantile(DROPS[d[1:]], 0.025)), float(np.quantile(DROPS[d[1:]], 0.975))),
        restitutions=(
            float(np.quantile(RESTITUTIONS[e[1:]], 0.025)),
            float(np.quantile(RESTITUTIONS[e[1:]], 0.975)),
        ),
        now=float(today.mean()),
        gain=(float(low), float(high)),
    )


def best(off: np.ndarray) -> tuple[int, int]:
    """The middle one of the places where fewest differ."""
    places = np.argwhere(off <= off.min() + 1e-12)
    chosen = places[np.abs(places - places.mean(axis=0)).sum(axis=1).argmin()]
    return int(chosen[0]), int(chosen[1])


def main(arguments: Sequence[str]) -> None:
    what, path = arguments[0], Path(arguments[1]) if len(arguments) > 1 else TABLE
    if what == "run":
        rows = []
        for entry in entries():
            fall = cross(disc_of(entry.disc), entry.speed, entry.offset, entry.angle, step=STEP)
            rows.append(Row(entry, outcome(fall), fall.speed, fall.at_wall))
        write(path, rows)
        return
    rows = read(path)
    for name in ("coin", "striker", "both"):
        chosen = [row for row in rows if name in (row.entry.disc, "both")]
        print(name, len(chosen), fit(chosen))
        for low in (0, 1, 2, 3):
            band = [row for row in chosen if low <= row.entry.speed < low + 1]
            clear = [row for row in band if row.outcome != "rim"]
            rule = held_by_rule(clear, TOURNAMENT.pocket_restitution, np.array([TOURNAMENT.pocket_drop]))
            print(
                f"  {low} to {low + 1} m/s: {len(band)} entries, on the rim {len(band) - len(clear)}, held "
                f"{np.mean([row.outcome == 'held' for row in clear]):.3f}, by the rule "
                f"{rule.mean():.3f}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])

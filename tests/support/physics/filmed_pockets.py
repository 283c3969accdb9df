"""Films of a pocket that nobody shot: discs that fall by the rule, written down with errors."""

import math

import numpy as np

from carrom.physics.pocket_rule import way_over
from carrom.physics.surface import Surface

HEADER = "kind,disc,speed_m_s,offset_cm,angle_deg,fell\n"


def session(rng: np.random.Generator, surface: Surface, count: int) -> str:
    """A CSV of so many discs, 0.8 to 4 m/s fast, over the whole chord; speeds to 8 %, lines to 1.5 mm."""
    rows: list[str] = []
    while len(rows) < count:
        disc = str(rng.choice(["coin", "striker"]))
        tip = surface.tip_distance(surface.coin_radius if disc == "coin" else surface.striker_radius)
        speed, angle = rng.uniform(0.8, 4.0), math.radians(rng.integers(-25, 26))
        offset = rng.uniform(-0.95, 0.95) * tip
        seen = offset + rng.normal(0, 0.0015)
        way = way_over(surface, disc, offset, angle)
        if way is None or abs(seen) > tip - 1e-4:
            continue
        fell = "yes" if way.held(speed, surface) else "no"
        read_off = speed * math.exp(rng.normal(0, 0.08))
        rows.append(f"pocket,{disc},{read_off:.2f},{100 * seen:.2f},{math.degrees(angle):.0f},{fell}\n")
    return HEADER + "".join(rows)

"""How far a disc sinks over a hole while the hole's edge bears it: what explains most of `tipping`, in one dimension.

Seen from the side a disc past the chord turns about the line of its support. A pivot on a fixed line has that line stay
at the chord. In truth it joins the two points at which the disc's rim crosses the round edge, so it runs back below the
disc, and bears it less and less; past some point it bears nothing, and the disc falls freely.
"""

import math

from tests.support.physics.tipping import GRAVITY, Disc

STEP = 1e-6  # seconds


def sunk_at_corner(disc: Disc, speed: float, *, fixed: bool) -> tuple[float, float]:
    """How far its centre has sunk when it meets the corner, straight down the diagonal, and where it was borne last.

    Units: SI; the second is the way past the chord.
    """
    turning = (3 * disc.radius**2 + disc.thickness**2) / 12  # moment of inertia over mass
    tip2, inside = disc.tip**2, disc.pocket_radius - disc.radius
    end = disc.tip + math.sqrt(2) * inside
    past = angle = turns = sunk = sinks = 0.0
    borne, last = True, end
    while past < end:
        at = past - disc.tip
        if borne and (fixed or at < -inside):
            arm, grows, bends = past, speed, 0.0  # how far the line lies behind the centre, and how that grows
            if not fixed:
                arm, grows = at / 2 - tip2 / (2 * at), speed * (0.5 + tip2 / (2 * at**2))
                bends = speed**2 * -tip2 / at**3
            turned = (GRAVITY - 2 * grows * turns - bends * angle) * arm / (turning + arm**2)
            if arm * turned + 2 * grows * turns + bends * angle > GRAVITY:  # the line would have to hold it back
                borne, last = False, past
        elif borne:
            borne, last = False, past
        if borne:
            turns += STEP * turned
            angle += STEP * turns
            sunk, sinks = arm * angle, arm * turns + grows * angle
        else:
            sinks += STEP * GRAVITY
            sunk += STEP * sinks
        past += STEP * speed
    return sunk, last

"""The figures that play needs, in metres and kilograms: the middle of what the laws allow.

Source: ICF Laws of Carrom and catalogue clauses C-009 to C-031; derived geometry as
`docs/physics/board.md` tells. The tolerances stand in `figures`, what the lines make of these in `markings`.
"""

import math


def cm(centimetres: float) -> float:
    """Centimetres, as the laws state them, in metres."""
    return centimetres / 100


HALF_SURFACE = cm(74) / 2  # C-011, upper end of 73.5 to 74
COIN_RADIUS = cm(3.18) / 2  # C-027
COIN_MASS = 0.0053  # C-028, within 5.25 to 5.50 g
STRIKER_RADIUS = cm(4.13) / 2  # C-030
STRIKER_MASS = 0.015  # C-031
FRAME_HEIGHT = cm(2.0)  # C-013, within 1.90 to 2.54
POCKET_RADIUS = cm(4.45) / 2  # C-015
POCKET_CENTRE = HALF_SURFACE - POCKET_RADIUS  # tangent to both frames
CENTRE_CIRCLE_RADIUS = cm(3.18) / 2  # C-017
OUTER_CIRCLE_RADIUS = cm(17) / 2  # C-018
BASE_CIRCLE_RADIUS = cm(3.18) / 2  # C-022
BASE_FILL_RADIUS = cm(2.54) / 2  # C-022
REAR_LINE = HALF_SURFACE - cm(10.15)  # C-020, outer edge of the line nearer to the frame, from the centre
FRONT_LINE = REAR_LINE - 2 * BASE_CIRCLE_RADIUS  # outer edge of the line nearer to the centre
BASE_MIDDLE = REAR_LINE - BASE_CIRCLE_RADIUS  # 0.2526: where the striker's centre lies
BASE_CIRCLE_OFFSET = cm(47) / 2 - BASE_CIRCLE_RADIUS  # 0.2191, C-021 with the circles included
ARROW_HALF_GAP = 0.00075  # half the thickness of the arrow's line, C-024
ARROW_TIP = math.sqrt(2) * POCKET_CENTRE - POCKET_RADIUS - cm(5)  # along the diagonal, from the centre
ARROW_TAIL = ARROW_TIP - cm(26.70)  # C-024


def capture_radius(disc_radius: float) -> float:
    """How near to a pocket's centre a disc's centre must come to tip over the rim and fall.

    It tips when its centre passes the chord between the two points at which its rim crosses the
    pocket's rim; farther out it may hang at rest.

    Source: statics of a thin disc over a round hole.
    """
    return math.sqrt(POCKET_RADIUS**2 - disc_radius**2)


COIN_CAPTURE = capture_radius(COIN_RADIUS)  # 15.6 mm

SPEED_LIMIT = 8.0  # m/s, of the striker in any stroke, simulated or played: a full flick is 4 to 6

"""The markings of a board as geometry (catalogue C-015 to C-024, ICF-16 to ICF-23)."""

import json
import math

import pytest

from carrom.equipment.markings import MARKINGS, as_dict
from carrom.equipment.position import turn


def test_pockets_touch_both_frames_of_their_corner():
    for pocket in MARKINGS.pockets:
        assert abs(pocket.x) + pocket.radius == pytest.approx(0.37)
        assert abs(pocket.y) + pocket.radius == pytest.approx(0.37)
    assert {(p.x > 0, p.y > 0) for p in MARKINGS.pockets} == {(a, b) for a in (True, False) for b in (True, False)}


def test_base_lines_run_47_cm_over_their_circles_at_10_15_cm_from_the_frame():
    south = MARKINGS.sides[0]
    left, right = south.circles

    assert right.x + right.radius - (left.x - left.radius) == pytest.approx(0.47)
    assert -south.rear.y1 + south.rear.thickness / 2 == pytest.approx(0.37 - 0.1015)


def test_base_circles_close_both_lines():
    for side, quarter in zip(MARKINGS.sides, range(4), strict=True):
        for circle in side.circles:
            _, y = turn(circle.x, circle.y, -quarter)
            assert -y + circle.radius == pytest.approx(0.2685)
            assert -y - circle.radius == pytest.approx(0.2367)


def test_base_circles_of_neighbours_leave_a_gap_for_the_arrow():
    south, east = MARKINGS.sides[0].circles[1], MARKINGS.sides[1].circles[0]

    assert math.dist((south.x, south.y), (east.x, east.y)) - 2 * south.radius == pytest.approx(0.0156, abs=1e-4)


def test_arrows_run_at_45_degrees_26_7_cm_to_5_cm_before_the_pocket():
    for arrow, pocket in zip(MARKINGS.arrows, MARKINGS.pockets, strict=True):
        tip, tail, hole = (arrow.tip_x, arrow.tip_y), (arrow.tail_x, arrow.tail_y), (pocket.x, pocket.y)
        assert abs(arrow.tip_x) == pytest.approx(abs(arrow.tip_y))
        assert math.dist(tip, tail) == pytest.approx(0.267)
        assert math.dist(tip, hole) - pocket.radius == pytest.approx(0.05)
        assert math.dist(tail, hole) > math.dist(tip, hole)


def test_the_dictionary_is_plain_json_and_has_eight_base_lines():
    data = json.loads(json.dumps(as_dict()))

    assert len([line for side in data["sides"] for line in (side["rear"], side["front"])]) == 8
    assert data["outer"]["radius"] == 0.085

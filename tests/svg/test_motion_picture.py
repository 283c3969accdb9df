"""A stroke's picture, at rest and at one moment."""

from xml.etree import ElementTree

import pytest

from carrom import svg
from carrom.equipment.measurements import COIN_RADIUS, STRIKER_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate
from carrom.svg.motion_picture import motion
from carrom.terms import Seat, Stroke

SPACE = "{http://www.w3.org/2000/svg}"
POSITION = Position((PlacedPiece(2, 0.0, 0.0), PlacedPiece(11, 0.2, 0.2)))


@pytest.fixture(scope="module")
def stroke() -> Motion:
    return simulate(POSITION, Stroke(0.0, 0.0, 1.2))


def circles(picture: str, radius: str) -> list[tuple[float, float]]:
    root = ElementTree.fromstring(picture)
    found = [dot for dot in root.iter(f"{SPACE}circle") if dot.get("r") == radius and dot.get("cx")]
    return [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in found]


def discs(picture: str) -> dict[str, tuple[float, float]]:
    root = ElementTree.fromstring(picture)
    return {
        use.get("data-piece", ""): (float(use.get("x", "")), float(use.get("y", "")))
        for use in root.iter(f"{SPACE}use")
    }


def test_it_shows_a_track_for_each_disc_that_moved(stroke: Motion):
    root = ElementTree.fromstring(motion(stroke))

    assert [line.get("data-kind") for line in root.iter(f"{SPACE}polyline")] == ["striker", "white"]


def test_a_dot_lies_where_the_rims_met(stroke: Motion):
    (contact,) = [event for event in stroke.events if event.what == "pair"]
    reach = 1000 * COIN_RADIUS

    (dot,) = circles(motion(stroke, at=contact.time), "2")
    assert dot == pytest.approx((0.0, -reach), abs=1e-3)


def test_ghosts_show_where_discs_lay_and_where_the_striker_met_a_piece(stroke: Motion):
    picture = motion(stroke)
    ghost, start = circles(picture, f"{1000 * STRIKER_RADIUS:g}"), circles(picture, f"{1000 * COIN_RADIUS:g}")

    assert (0.0, -252.6) in ghost
    assert (0.0, pytest.approx(-1000 * (COIN_RADIUS + STRIKER_RADIUS), abs=1e-3)) in ghost
    assert (0.0, 0.0) in start
    assert not circles(motion(stroke, ghosts=False), f"{1000 * STRIKER_RADIUS:g}")


def test_at_a_moment_all_lie_where_they_are_then_and_nothing_later_is_drawn(stroke: Motion):
    first = stroke.events[0].time
    before = motion(stroke, at=first / 2)
    then = {str(disc.number): (1000 * disc.x, 1000 * disc.y) for disc in stroke.at(first / 2)}

    assert {number: pytest.approx(place, abs=1e-3) for number, place in then.items()} == discs(before)
    assert [line.get("data-kind") for line in ElementTree.fromstring(before).iter(f"{SPACE}polyline")] == ["striker"]
    assert not circles(before, "2")
    assert discs(motion(stroke)) == discs(motion(stroke, at=99.0))


def test_it_is_turned_to_who_looks(stroke: Motion):
    assert 'transform="rotate(180) scale(1,-1)"' in svg.motion(stroke, seat=Seat.NORTH)


@pytest.mark.parametrize(("seat", "box"), [("south", "300 -380 80 80"), ("east", "300 300 80 80")])
def test_a_window_shows_a_part_of_the_board_turned_to_who_looks(stroke: Motion, seat: str, box: str):
    window = svg.Window(0.34, 0.34, 0.04)

    for picture in (
        svg.motion(stroke, seat=Seat(seat), window=window),
        svg.board(POSITION, seat=Seat(seat), window=window),
    ):
        assert f'viewBox="{box}"' in picture
    assert f'viewBox="{box}"' in svg.animation(stroke, seat=Seat(seat), window=window)

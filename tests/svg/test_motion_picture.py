"""A stroke's picture."""

from xml.etree import ElementTree

from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.simulate import simulate
from carrom.svg.motion_picture import motion
from carrom.terms import Stroke


def test_it_shows_a_track_for_each_disc_that_moved_and_a_dot_for_each_contact():
    position = Position((PlacedPiece(2, 0.0, 0.0), PlacedPiece(11, 0.2, 0.2)))
    stroke = simulate(position, Stroke(0.0, 0.0, 1.2))
    root = ElementTree.fromstring(motion(stroke))
    space = "{http://www.w3.org/2000/svg}"

    assert [line.get("data-kind") for line in root.iter(f"{space}polyline")] == ["striker", "white"]
    contacts = [event for event in stroke.events if event.what == "pair"]
    assert (
        len([dot for dot in root.iter(f"{space}circle") if dot.get("r") == "2" and dot.get("cx")]) >= len(contacts) > 0
    )

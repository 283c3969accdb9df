"""A stroke as a moving picture: exact at every moment, and it needs nothing else."""

import random
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from carrom import svg
from carrom.equipment.arrangement import opening
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import POCKET, Motion
from carrom.physics.simulate import simulate
from carrom.physics.surface import SURFACES
from carrom.terms import Stroke

SPACE = "{http://www.w3.org/2000/svg}"
WAIT, SLOWER = 0.25, 2.0


class Slide(NamedTuple):
    """What a viewer reads of one disc."""

    whole: float
    times: list[float]
    places: list[tuple[float, float]]
    curves: list[tuple[float, ...]]

    def at(self, t: float) -> tuple[float, float]:
        """The place that a viewer shows at a time of the picture, by the rules of SMIL."""
        part = t / self.whole
        k = max(i for i in range(len(self.times) - 1) if self.times[i] <= part or i == 0)
        u = min((part - self.times[k]) / (self.times[k + 1] - self.times[k]), 1.0)
        x1, y1, x2, y2 = self.curves[k]
        low, high = 0.0, 1.0
        for _ in range(50):  # the curve's parameter at which its time is u
            middle = (low + high) / 2
            if bezier(middle, x1, x2) < u:
                low = middle
            else:
                high = middle
        gone = bezier(low, y1, y2)
        (ax, ay), (bx, by) = self.places[k], self.places[k + 1]
        return ax + gone * (bx - ax), ay + gone * (by - ay)


def bezier(s: float, one: float, two: float) -> float:
    return 3 * (1 - s) ** 2 * s * one + 3 * (1 - s) * s * s * two + s**3


def slides(picture: str) -> dict[int, Slide]:
    found = {}
    for group in ElementTree.fromstring(picture).iter(f"{SPACE}g"):
        change = group.find(f"{SPACE}animateTransform")
        if group.get("data-piece") is None or change is None:
            continue
        assert (change.get("type"), change.get("calcMode")) == ("translate", "spline")
        assert change.get("repeatCount") == "indefinite"
        found[int(group.get("data-piece", ""))] = Slide(
            float(change.get("dur", "").removesuffix("s")),
            [float(word) for word in change.get("keyTimes", "").split(";")],
            [tuple(map(float, pair.split())) for pair in change.get("values", "").split(";")],  # type: ignore[misc]
            [tuple(map(float, curve.split())) for curve in change.get("keySplines", "").split(";")],
        )
    return found


@pytest.fixture(scope="module")
def opening_break() -> Motion:
    return simulate(opening(random.Random(1)), Stroke(0.02, 0.07, 5.0))


def test_every_disc_is_where_the_motion_says_at_every_moment(opening_break: Motion):
    seen = slides(svg.animation(opening_break, wait=WAIT, slower=SLOWER))

    assert len(seen) == 20
    for step in range(400):
        t = step / 400 * opening_break.duration
        for disc in opening_break.at(t):
            x, y = seen[disc.number].at(WAIT + SLOWER * t)
            assert (x, y) == pytest.approx((1000 * disc.x, 1000 * disc.y), abs=0.05)  # mm


def test_what_a_viewer_reads_is_well_formed(opening_break: Motion):
    for slide in slides(svg.animation(opening_break)).values():
        assert slide.times[0] == 0 and slide.times[-1] == 1
        assert slide.times == sorted(slide.times)
        assert len(slide.times) == len(slide.places) == len(slide.curves) + 1
        assert all(0 <= value <= 1 for curve in slide.curves for value in curve)


def test_it_waits_before_the_release_and_holds_at_rest():
    motion = simulate(Position((PlacedPiece(2, 0.0, 0.0),)), Stroke(0.0, 0.0, 1.0))
    striker = slides(svg.animation(motion, wait=0.5, hold=1.5))[0]

    assert striker.whole == pytest.approx(motion.duration + 2.0, abs=1e-3)
    assert striker.at(0.0) == striker.at(0.49) == (0.0, -252.6)
    assert striker.at(striker.whole - 0.01) == striker.at(striker.whole - 1.4)


def test_what_fell_is_seen_no_more():
    motion = simulate(Position((PlacedPiece(2, 0.334, 0.334),)), Stroke(0.219, -0.19, 3.0))
    assert 2 in motion.pocketed
    fell = next(row[0] for row in motion.event_table.tolist() if row[1] == POCKET and row[2] == 2)
    root = ElementTree.fromstring(svg.animation(motion, wait=0.5))
    (disc,) = [group for group in root.iter(f"{SPACE}g") if group.get("data-piece") == "2"]
    fade = disc.find(f"{SPACE}animate")

    assert fade is not None and fade.get("values") == "1;1;0;0"
    times = [float(word) * float(fade.get("dur", "").removesuffix("s")) for word in fade.get("keyTimes", "").split(";")]
    assert times[1] == pytest.approx(0.5 + fell, abs=1e-3)


def test_a_disc_that_never_moves_stands_still():
    motion = simulate(Position((PlacedPiece(2, 0.0, 0.0), PlacedPiece(11, 0.3, -0.3))), Stroke(0.0, 0.0, 1.0))

    assert set(slides(svg.animation(motion))) == {0, 2}


def test_it_runs_nothing_and_is_small(opening_break: Motion):
    picture = svg.animation(opening_break, lines=True)

    assert not any(word in picture for word in ("<script", "<style", "style=", "url(", "@import"))
    assert len(picture) < 60_000


@pytest.mark.parametrize("bad", [{"slower": 0.0}, {"slower": -1.0}, {"wait": -0.1}, {"hold": -1.0}])
def test_times_that_cannot_be_are_refused(opening_break: Motion, bad: dict[str, float]):
    with pytest.raises(ValueError):
        svg.animation(opening_break, **bad)


def test_what_went_over_a_frame_is_seen_no_more():
    motion = simulate(Position((PlacedPiece(2, 0.0, 0.3),)), Stroke(0.0, 0.0, 8.0), surface=SURFACES["low-frames"])
    root = ElementTree.fromstring(svg.animation(motion))
    (disc,) = [group for group in root.iter(f"{SPACE}g") if group.get("data-piece") == "2"]

    assert 2 in motion.trace.jumped and set(motion.gone) == {2}
    assert disc.find(f"{SPACE}animate") is not None

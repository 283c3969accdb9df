"""Boards by name, strikers by mass, and rebounds as the way to check and to set a board."""

import math
from dataclasses import fields, replace

import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.rebounds import FULL_STRENGTH, LEAST_REBOUNDS, rebounds, with_rebounds
from carrom.physics.simulate import simulate
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface, SurfaceError
from carrom.terms import Stroke

# The ranges of docs/physics/model.md in which measurements and the laws leave a board.
LIKELY = {
    "board_friction": (0.07, 0.20),
    "disc_restitution": (0.80, 0.93),
    "disc_friction": (0.10, 0.20),
    "frame_restitution": (0.65, 0.85),
    "frame_friction": (0.10, 0.25),
    "pocket_restitution": (0.4, 0.75),
    "frame_height": (0.019, 0.0254),
}


@pytest.mark.parametrize("name", SURFACES)
def test_every_board_lies_within_what_is_known(name: str):
    for value, (least, most) in LIKELY.items():
        assert least <= getattr(SURFACES[name], value) <= most, value


@pytest.mark.parametrize("name", SURFACES)
def test_every_board_passes_the_laws_test_of_rebounds(name: str):
    assert rebounds(SURFACES[name]) >= LEAST_REBOUNDS


def test_boards_differ_as_players_know_them():
    fresh, tournament, club, worn = (SURFACES[name] for name in ("fresh-powder", "tournament", "club", "worn"))
    stops = [simulate(Position(), Stroke(0.0, 0.0, 0.9), surface=surface).duration for surface in SURFACES.values()]

    assert rebounds(fresh) > rebounds(tournament) > rebounds(club) > rebounds(worn)
    assert stops[1] > stops[0] > stops[2] > stops[3]
    assert fresh.disc_friction < tournament.disc_friction < worn.disc_friction
    assert {field.name for field in fields(Surface)} == set(TOURNAMENT.to_dict())


@pytest.mark.parametrize("name", ["fresh-powder", "tournament", "club", "worn"])
@pytest.mark.parametrize("speed", [1.0, 2.5, 4.0, 6.0])
def test_rebounds_are_those_of_a_simulated_stroke(name: str, speed: float):
    surface = SURFACES[name]
    motion = simulate(Position(), Stroke(0.0, 0.0, speed), surface=surface)
    frames = [event for event in motion.events if event.what == "frame"]
    reach = m.HALF_SURFACE - m.STRIKER_RADIUS
    start = -m.BASE_MIDDLE if not frames else (reach if frames[-1].other == 2 else -reach)
    way = 2 * reach if frames else reach + m.BASE_MIDDLE

    assert rebounds(surface, speed) == pytest.approx(len(frames) + abs(motion.segments[-1, 3] - start) / way, abs=1e-9)


def test_three_and_a_half_is_the_middle_of_the_board_after_the_third_frame():
    reach = m.HALF_SURFACE - m.STRIKER_RADIUS
    e2, loss = 0.75**2, 2 * 0.12 * 9.81
    before_third = (loss * reach) / e2  # squares of speeds, backwards from rest in the middle
    before_second = (before_third + loss * 2 * reach) / e2
    before_first = (before_second + loss * 2 * reach) / e2
    speed = math.sqrt(before_first + loss * (reach + m.BASE_MIDDLE))

    assert rebounds(TOURNAMENT, speed) == pytest.approx(3.5, abs=1e-9)
    assert speed == pytest.approx(3.8, abs=0.05)


@pytest.mark.parametrize("by", ["frame_restitution", "board_friction"])
@pytest.mark.parametrize("count", [3.0, 3.5, 4.25, 5.5])
def test_a_board_is_set_by_its_rebounds(by: str, count: float):
    board = with_rebounds(TOURNAMENT, count, by=by)  # type: ignore[arg-type]

    assert rebounds(board) == pytest.approx(count, abs=1e-9)
    assert replace(board, **{by: getattr(TOURNAMENT, by)}) == TOURNAMENT


def test_rebounds_that_no_board_gives_are_refused():
    for count in (-1.0, 0.0, 500.0, math.nan):
        with pytest.raises(SurfaceError):
            with_rebounds(TOURNAMENT, count)
    with pytest.raises(SurfaceError, match="rebounds at 6 m/s"):
        with_rebounds(TOURNAMENT, 100.0, by="board_friction")


def test_a_frame_that_gives_all_back_and_hardly_any_powder_still_ends():
    assert 50 < rebounds(replace(TOURNAMENT, frame_restitution=1.0, board_friction=0.01), 10.0) < 1_000
    assert rebounds(replace(TOURNAMENT, frame_restitution=0.0), FULL_STRENGTH) == 1


@pytest.mark.parametrize("grams", [8, 10, 12.5, 15])
def test_a_striker_of_every_mass_hands_on_what_its_mass_says(grams: float):
    surface = TOURNAMENT.with_striker(grams)
    motion = simulate(Position((PlacedPiece(2, 0.0, 0.0),)), Stroke(0.0, 0.0, 2.0), surface=surface)
    hit = motion.events[0]
    after = {int(row[0]): row[5] for row in motion.segments if row[1] == hit.time}
    big, small = grams / 1000, m.COIN_MASS

    assert after[0] == pytest.approx(hit.speed * (big - 0.85 * small) / (big + small))
    assert after[2] == pytest.approx(hit.speed * 1.85 * big / (big + small))
    assert rebounds(surface) == rebounds(TOURNAMENT)


@pytest.mark.parametrize("grams", [0, 7.9, 15.1, -12, math.nan])
def test_other_strikers_are_refused(grams: float):
    with pytest.raises(SurfaceError, match="8 to 15 g"):
        TOURNAMENT.with_striker(grams)

"""Films from the library and the command line: what they show, how long, and what they refuse."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from carrom import Match, Stroke, read_position, simulate, write_match
from carrom.equipment.position import Position
from carrom.physics.motion import Motion
from carrom.printing.films import EACH, HOLD, MOST_FRAMES, WAIT, motion_film, positions_film
from carrom.svg import drawing
from carrom.terms import Seat
from tests.support.command_line import carrom, refused

TEXT, STROKE = "w2(0,0) b11(0.2,0.2)", "offset 0 angle 0 speed 2"
SMALL = 110
WHOLE = 2 * drawing.HALF / 1000  # m of a picture's side
DARK = 90  # of 255: all colours of a black coin's middle are below
BLACK = (round(SMALL * (0.5 + 0.2 / WHOLE)), round(SMALL * (0.5 - 0.2 / WHOLE)))  # the coin that nothing touches


@pytest.fixture(scope="module")
def motion() -> Motion:
    return simulate(read_position(TEXT), Stroke(offset=0.0, angle=0.0, speed=2.0))


def frames(film: bytes) -> list[tuple[Image.Image, float]]:
    """Each picture with the seconds for which it is shown."""
    shown = ImageSequence.Iterator(Image.open(io.BytesIO(film)))
    return [(one.convert("RGB"), one.info["duration"] / 1000) for one in shown]


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_stroke_takes_its_time_and_slower_longer(motion: Motion, kind: str):
    plain = frames(motion_film(motion, kind=kind, size=SMALL))
    slow = frames(motion_film(motion, kind=kind, size=SMALL, slower=2))

    assert plain[0][0].size == (SMALL, SMALL)
    for film, times in ((plain, 1), (slow, 2)):
        assert sum(seconds for _, seconds in film) == pytest.approx(times * motion.duration + WAIT + HOLD, abs=0.2)


def test_a_film_begins_with_what_lay_there_and_ends_with_what_lies_there(motion: Motion):
    before, after = read_position(TEXT), motion.final

    shown = frames(motion_film(motion, kind="gif", size=SMALL))

    first, last = frames(positions_film([before, after], kind="gif", size=SMALL))
    assert [one[1] for one in (first, last)] == pytest.approx([EACH, EACH])
    for picture in (shown[0][0], shown[-1][0], first[0], last[0]):
        assert max(picture.getpixel(BLACK)) < DARK
    assert shown[-1][0].tobytes() != shown[0][0].tobytes() and first[0].tobytes() != last[0].tobytes()


def test_a_film_is_seen_from_a_seat():
    position = read_position("b11(0.3,0)")

    def is_dark(seat: Seat, x: float, y: float) -> bool:
        ((picture, _),) = frames(positions_film([position], seat=seat, size=SMALL))
        return max(picture.getpixel((round(x * SMALL), round(y * SMALL)))) < DARK

    right, left = 0.5 + 0.3 / WHOLE, 0.5 - 0.3 / WHOLE
    assert is_dark(Seat.SOUTH, right, 0.5) and not is_dark(Seat.SOUTH, left, 0.5)
    assert is_dark(Seat.NORTH, left, 0.5) and not is_dark(Seat.NORTH, right, 0.5)


def test_a_long_match_keeps_its_last_position():
    empty, full = Position(()), read_position(TEXT)
    many = [empty, full] * MOST_FRAMES + [full]

    film = frames(positions_film(many, kind="gif", size=SMALL))

    assert MOST_FRAMES / 2 < len(film) <= MOST_FRAMES + 1
    assert max(film[0][0].getpixel(BLACK)) > DARK > max(film[-1][0].getpixel(BLACK))


def test_what_is_no_film_is_refused(motion: Motion):
    with pytest.raises(ValueError, match="above zero"):
        motion_film(motion, slower=0)
    with pytest.raises(ValueError, match="needs a position"):
        positions_film([])


def test_commands_write_pictures_in_pixels(tmp_path: Path):
    stroke = ("simulate", "--position", TEXT, "--stroke", STROKE)
    files = {name: tmp_path / name for name in ("p.png", "s.png", "a.gif", "a.webp")}

    assert carrom("position", TEXT, "--png", str(files["p.png"]))[0] == 0
    assert carrom(*stroke, "--png", str(files["s.png"]), "--animate", str(files["a.gif"]))[0] == 0
    assert carrom(*stroke, "--animate", str(files["a.webp"]))[0] == 0

    kinds = {name: Image.open(file).format for name, file in files.items()}
    assert kinds == {"p.png": "PNG", "s.png": "PNG", "a.gif": "GIF", "a.webp": "WEBP"}
    assert files["p.png"].read_bytes() != files["s.png"].read_bytes()


def test_a_match_becomes_a_film(tmp_path: Path):
    match = Match.new("baca19", players=["Ana"])
    match.play_stroke(0.0, 0.0, 4.0)
    record = tmp_path / "solo.carrom"
    record.write_text(write_match(match))

    status, out, _ = carrom("replay", str(record), "--film", str(tmp_path / "m.gif"))

    assert status == 0 and out.startswith("2 positions")
    assert len(frames((tmp_path / "m.gif").read_bytes())) == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("position", TEXT, "--png", "a.svg"), "other-format"),
        (("simulate", "--position", TEXT, "--stroke", STROKE, "--animate", "a.mp4"), "other-format"),
        (("simulate", "--position", TEXT, "--stroke", STROKE, "--png", "x", "--animate", "x"), "bad-usage"),
        (("simulate", "--position", TEXT, "--stroke", STROKE, "--animate", "x.gif", "--window", "0,0,1"), "bad-usage"),
    ],
)
def test_names_that_mean_something_else_are_refused(arguments: tuple[str, ...], code: str):
    assert refused(*arguments) == code

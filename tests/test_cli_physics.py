"""The commands about strokes: `simulate` with its pictures, `calibrate`."""

import json
import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from carrom.equipment.measurements import SPEED_LIMIT
from carrom.notation.record import read_match
from carrom.physics.surface import SURFACES, TOURNAMENT
from carrom.physics.surface_file import read_surface
from carrom.play.domain import StrokeDomain, domain
from carrom.play.game import Match
from carrom.terms import Side
from tests.support.command_line import carrom, refused

POSITION, STROKE = "w2(0,0) b11(0.2,0.2)", "offset 0 angle 0.02 speed 2.5"
TEXTS = ("simulate", "--position", POSITION, "--stroke", STROKE)
AS_JSON = json.dumps({"position": POSITION, "stroke": STROKE})


def test_what_happened_is_described_in_lines():
    status, out, _ = carrom(*TEXTS)
    lines = out.splitlines()

    assert status == 0
    assert lines[0] == "  0.0884 s  the striker meets w2 at 2.373 m/s"
    assert lines[1].endswith(" m/s") and "w2 meets the far frame" in lines[1]
    assert lines[-3].endswith("all at rest")
    assert lines[-2:] == ["pocketed: nothing", f"position: {lines[-1].removeprefix('position: ')}"]
    assert carrom("position", lines[-1].removeprefix("position: "))[0] == 0


def test_what_fell_is_reported_with_its_pocket():
    out = carrom("simulate", "--position", "w2(0.334,0.334)", "--stroke", "offset 0.219 angle -0.19 speed 3")[1]

    assert "w2 falls into the far right pocket" in out
    assert "pocketed: w2" in out


def test_what_went_over_a_frame_is_reported():
    stroke = ("--stroke", "offset 0 angle 0 speed 8", "--surface", "low-frames")
    out = carrom("simulate", "--position", "w2(0,0.3)", *stroke)[1]

    assert "w2 goes over the far frame at " in out
    assert "over the frame: w2\npocketed: nothing\nposition: empty\n" in out


def test_texts_and_json_tell_of_the_same_stroke():
    one, other = carrom(*TEXTS, "--json")[1], carrom("simulate", stdin=AS_JSON)[1]

    assert one == other
    reported = json.loads(one)
    assert reported["surface"] == TOURNAMENT.to_dict()
    assert reported["engine"]


def test_the_opening_has_gaps_by_its_seed():
    arguments = ("simulate", "--position", "opening", "--stroke", "offset 0 angle 0 speed 5", "--json")
    first, again, other = (carrom(*arguments, "--seed", seed)[1] for seed in ("1", "1", "2"))

    assert first == again != other


def test_a_seat_and_a_surface_may_be_given_beside_the_json():
    north, south = (carrom("simulate", "--seat", seat, stdin=AS_JSON)[1] for seat in ("north", "south"))
    worn = json.loads(carrom("simulate", "--surface", "worn", stdin=AS_JSON)[1])

    assert north != south
    assert worn["surface"] == SURFACES["worn"].to_dict()


@pytest.mark.parametrize("text", ['base = "club"\nboard_friction = 0.2\n', '{"base": "club", "board_friction": 0.2}'])
def test_a_surface_comes_from_a_file(text: str, tmp_path: Path):
    (tmp_path / "ours.toml").write_text(text)
    reported = json.loads(carrom(*TEXTS, "--json", "--surface", str(tmp_path / "ours.toml"))[1])

    assert reported["surface"] == {**SURFACES["club"].to_dict(), "board_friction": 0.2}
    in_json = {"position": POSITION, "stroke": STROKE, "surface": {"base": "club", "board_friction": 0.2}}
    assert json.loads(carrom("simulate", stdin=json.dumps(in_json))[1]) == reported


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("board_friction", "surface-file"),
        ("{", "surface-file"),
        ("board_friction = 2", "surface"),
        ('board_friction = "slow"', "surface"),
        ("board_friktion = 0.1", "surface"),
        ('base = "ice"', "surface"),
        ("base = 1", "surface"),
    ],
)
def test_a_bad_surface_file_is_refused(text: str, code: str, tmp_path: Path):
    (tmp_path / "bad.toml").write_text(text)

    assert refused(*TEXTS, "--surface", str(tmp_path / "bad.toml")) == code


def test_a_theme_that_is_not_there_is_refused(tmp_path: Path):
    assert refused(*TEXTS, "--svg", str(tmp_path / "a.svg"), "--theme", "ice") == "unknown-name"


def test_a_surface_that_is_not_there_is_refused(tmp_path: Path):
    assert refused(*TEXTS, "--surface", "ice") == "unknown-name"
    assert refused(*TEXTS, "--surface", str(tmp_path / "none.toml")) == "surface-file"
    (tmp_path / "large.toml").write_text("#" * 200_000)
    assert refused(*TEXTS, "--surface", str(tmp_path / "large.toml")) == "surface-file"


def test_pictures_are_written(tmp_path: Path):
    still, moving = tmp_path / "still.svg", tmp_path / "moving.svg"
    status, out, _ = carrom(*TEXTS, "--svg", str(still), "--animate", str(moving), "--slower", "4", "--theme", "dark")

    assert status == 0 and "all at rest" in out
    assert ElementTree.parse(still).getroot().tag.endswith("svg")
    assert "animateTransform" not in still.read_text() and "animateTransform" in moving.read_text()
    assert "#cfb07a" in still.read_text() and "#cfb07a" in moving.read_text()


def test_a_picture_is_printed_alone():
    out = carrom(*TEXTS, "--svg", "-", "--at", "0.1")[1]

    assert out.startswith("<svg") and out == carrom("simulate", "--svg", "-", "--at", "0.1", stdin=AS_JSON)[1]
    assert carrom(*TEXTS, "--svg", "-")[1] != out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("simulate", "--position", POSITION), "bad-usage"),
        (("simulate", "--stroke", STROKE), "bad-usage"),
        ((*TEXTS, "some.json"), "bad-usage"),
        ((*TEXTS, "--slower", "0"), "bad-usage"),
        ((*TEXTS, "--at", "-1"), "bad-usage"),
        ((*TEXTS, "--at", "nan"), "bad-usage"),
        ((*TEXTS, "--at", "0.1"), "bad-usage"),
        ((*TEXTS, "--window", "0,0,0.1"), "bad-usage"),
        ((*TEXTS, "--svg", "x", "--animate", "x"), "bad-usage"),
        ((*TEXTS, "--seat", "above"), "bad-usage"),
        ((*TEXTS, "--svg", "x", "--window", "0,0"), "bad-usage"),
        ((*TEXTS, "--svg", "x", "--window", "0,0,nan"), "bad-usage"),
        ((*TEXTS[:-1], "offset 0 angle 0 speed 99"), "speed-out-of-range"),
        ((*TEXTS[:-1], "offset 0 angle 0"), "missing-key"),
        (("simulate", "--position", "w2(0,0) w3(0,0)", "--stroke", STROKE), "pieces-overlap"),
        ((*TEXTS, "--svg", "/nowhere/at/all.svg"), "cannot-write"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], code: str):
    assert refused(*arguments) == code


def test_what_is_reported_twice_is_refused():
    both = json.dumps({"position": POSITION, "stroke": STROKE, "surface": "club"})

    assert refused("simulate", "--surface", "worn", stdin=both) == "bad-usage"


# --- calibrate ------------------------------------------------------------------------------------------------------


def slides(friction: float) -> str:
    ways = (0.3, 0.4, 0.5, 0.55, 0.6, 0.7)
    rows = [f"slide,{100 * way},{math.sqrt(2 * way / (friction * 9.81)):.4f}" for way in ways]
    return "\n".join(["kind,distance_cm,time_s", *rows, ""])


def test_what_calibrate_prints_is_a_surface_to_simulate_with(tmp_path: Path):
    (tmp_path / "rows.csv").write_text(slides(0.15))
    status, out, _ = carrom("calibrate", str(tmp_path / "rows.csv"), "--base", "club")
    (tmp_path / "ours.toml").write_text(out)

    assert status == 0 and out.startswith("# board_friction: 0.150, in 95 % of cases between ")
    surface = read_surface(tmp_path / "ours.toml")
    assert surface.board_friction == pytest.approx(0.15, abs=1e-4)
    assert surface.frame_restitution == SURFACES["club"].frame_restitution
    reported = json.loads(carrom(*TEXTS, "--json", "--surface", str(tmp_path / "ours.toml"))[1])
    assert reported["surface"] == surface.to_dict()


def test_calibrate_shows_its_figures_as_json():
    reported = json.loads(carrom("calibrate", "--json", stdin=slides(0.15))[1])
    (estimate,) = reported["estimates"]

    assert estimate["name"] == "board_friction" and estimate["rows"] == 6
    assert estimate["low"] < 0.15 < estimate["high"]
    assert reported["surface"]["board_friction"] == pytest.approx(0.15, abs=1e-4)


def test_rows_that_do_not_fit_are_reported():
    out = carrom("calibrate", stdin=slides(0.15).replace("slide,70.0", "slide,45.0"))[1]

    assert "# line 7 does not fit: measured 0.975, expected 0.8" in out


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-header"),
        ("kind,distance_cm,time_s\nslide,50\n", "missing-value"),
        ("kind,distance_cm,time_s\nslide,50,much\n", "bad-value"),
        ("kind,distance_cm,time_s\nslide,50,0.9\n", "too-few-rows"),
        (b"\xff", "cannot-read"),
    ],
)
def test_a_bad_csv_is_refused_on_one_line(text: str | bytes, code: str):
    assert refused("calibrate", stdin=text) == code


def test_what_cannot_be_held_is_refused():
    assert refused("calibrate", "--hold", "gravity", stdin=slides(0.15)) == "bad-hold"
    assert refused("calibrate", "--base", "ice", stdin=slides(0.15)) == "unknown-name"


def test_a_match_is_played_on_a_surface_from_a_file(tmp_path: Path):
    (tmp_path / "ours.toml").write_text("board_friction = 0.15\n")
    record = tmp_path / "match.txt"
    arguments = ("play", "--seed", "1", "--level", "two", "--surface", str(tmp_path / "ours.toml"))

    assert carrom(*arguments, "--record", str(record), stdin="quit\n")[0] == 0
    assert read_match(record.read_text()).head.surface_values == (("board_friction", 0.15),)
    assert refused("play", "--seed", "1", "--surface", "ice", stdin="quit\n") == "unknown-name"


@pytest.mark.parametrize(
    "arguments",
    [
        ("position", "w2(0,0)", "--svg", "x.png"),
        ("simulate", "--position", "w2(0,0)", "--stroke", "offset 0 angle 0 speed 2", "--svg", "x.PNG"),
        ("simulate", "--position", "w2(0,0)", "--stroke", "offset 0 angle 0 speed 2", "--animate", "x.png"),
    ],
)
def test_no_picture_is_written_under_the_name_of_another_kind(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)

    assert refused(*arguments) == "other-format"
    assert not list(tmp_path.iterdir())


def test_one_limit_of_speed_holds_for_the_simulation_and_for_matches():
    at_most = ("simulate", "--position", "w2(0,0)", "--stroke")
    awaited = domain(Match.new(breaks=Side.A).state)

    assert carrom(*at_most, f"offset 0 angle 0 speed {SPEED_LIMIT}")[0] == 0
    assert refused(*at_most, f"offset 0 angle 0 speed {SPEED_LIMIT + 0.01}") == "speed-out-of-range"
    assert isinstance(awaited, StrokeDomain)
    assert awaited.speed[1] == SPEED_LIMIT

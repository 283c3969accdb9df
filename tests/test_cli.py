"""The command line: what it prints, its exit status, and never a traceback for bad input."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carrom import cli
from carrom.notation.record import read_match
from carrom.play.game import Match
from carrom.play.replay import verify
from tests.support.command_line import carrom, refused
from tests.support.thorough import examples

# --- the whole ----------------------------------------------------------------------------------------------------


def test_help_is_printed_fast_and_loads_no_numpy():
    code = "import sys; from carrom import cli; cli.main(['--help']); print('numpy' in sys.modules)"
    before = os.times()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    after = os.times()

    assert done.stdout.splitlines()[-1] == "False"
    took = after.children_user + after.children_system - before.children_user - before.children_system
    assert took < 1.0  # processor time, not wall time: some 0.06 s


@pytest.mark.parametrize("name", cli.known_commands())
def test_every_command_has_its_help(name: str):
    status, out, _ = carrom(name, "--help")

    assert status == 0
    assert out.startswith(f"usage: carrom {name} ") and cli.known_commands()[name].summary in out


def test_the_version_is_printed():
    assert carrom("--version")[1].startswith("carrom 0.")


@pytest.mark.parametrize(
    "arguments", [["shove"], ["position"], ["replay", "x", "--verify", "--svg", "y"], ["arena", "easy"]]
)
def test_what_no_command_takes_is_bad_usage(arguments: list[str]):
    assert refused(*arguments) == "bad-usage"


def test_an_error_stands_on_one_line_whatever_it_quotes():
    assert refused("laws", "a\nb\x1b[31m") == "unknown-name"


# --- laws -----------------------------------------------------------------------------------------------------------

CASE = """ruleset = "icf"
[[case]]
name = "striker and one own"
clauses = ["ICF-L73"]
given = {own = 6}
stroke = {pocketed = ["own", "striker"]}
then = {own = %d, next = "own"}
"""


def test_cases_are_counted_on_the_last_line(tmp_path: Path):
    (tmp_path / "good.toml").write_text(CASE % 7)
    (tmp_path / "bad.toml").write_text(CASE % 6)

    assert carrom("cases", str(tmp_path / "good.toml"))[:2] == (0, "1 passed, 0 failed\n")
    status, out, _ = carrom("cases", str(tmp_path / "good.toml"), str(tmp_path / "bad.toml"))
    assert (status, out.splitlines()) == (1, ["striker and one own: own: expected 6, got 7", "1 passed, 1 failed"])
    status, out, _ = carrom("cases", "--json", str(tmp_path / "bad.toml"))
    assert (status, json.loads(out)["failures"][0]["differences"]) == (1, [{"field": "own", "expected": 6, "got": 7}])
    assert refused("cases", str(tmp_path / "none.toml")) == "case"


def test_a_stroke_is_judged():
    status, out, _ = carrom("judge", stdin='{"given": {"own": 6}, "stroke": {"pocketed": ["own", "striker"]}}')

    ruling = json.loads(out)
    assert (status, ruling["own"], ruling["next"], ruling["returned"]["own"]) == (0, 7, "own", 2)
    assert "ICF-L73" in ruling["clauses"]


def test_the_link_of_a_question_is_judged_as_the_same_question_in_json():
    _, reported, _ = carrom(
        "judge", "--ruleset", "kagw", stdin='{"given": {"own": 6}, "stroke": {"pocketed": ["own"]}}'
    )

    status, out, _ = carrom("judge", "--link", "http://carrom.example/laws/what-if/?ruleset=kagw&own=6&pocketed=own")

    assert (status, out) == (0, reported)
    assert refused("judge", "--link", "ruleset=kagw&own=16") == "question"
    assert carrom("judge", "--link", "own=1&pocketed=own,own")[0] == 1


def test_a_stroke_that_could_not_have_happened_is_a_negative_result():
    status, out, _ = carrom("judge", stdin='{"given": {"own": 1}, "stroke": {"pocketed": ["own", "own"]}}')

    assert status == 1
    assert json.loads(out)["error"]


@pytest.mark.parametrize("text", ["", "[", "[]", '{"x": 1}', '{"given": {"own": 99}}', b"\xff"])
def test_what_cannot_be_judged_is_refused(text: str | bytes):
    assert refused("judge", stdin=text) in {"case", "cannot-read"}


def test_laws_are_printed_by_ruleset_and_by_clause():
    assert "icf" in carrom("laws")[1]
    assert "queen_points = 3" in carrom("laws", "icf")[1]
    assert carrom("laws", "ICF-L73")[1].startswith("ICF-L73, Law 73\n")
    reported = json.loads(carrom("laws", "icf", "--json")[1])
    assert reported["values"]["queen_points"] == 3 and len(reported["clauses"]) > 50
    assert "striker_with_own" in json.loads(carrom("laws", "ICF-L73", "--json")[1])["decides"]["icf"]
    assert carrom("laws", "--compare", "icf", "icf")[1].startswith("0 of ")
    assert refused("laws", "--compare", "icf", "none") == "unknown-name"


# --- positions and strokes ------------------------------------------------------------------------------------------


def test_a_position_is_printed_in_full_drawn_and_written(tmp_path: Path):
    assert carrom("position", "q(0,0)", "w(0.1,0.05)")[1] == "q1(0.0,0.0)\nw2(0.1,0.05)\n"
    assert carrom("position", "-", "--json", stdin="q(0,0)")[1] == "[\n [1, 0.0, 0.0]\n]\n"
    assert carrom("position", "opening", "--ascii")[1].count("#") == 10  # nine black and the legend
    (tmp_path / "p.txt").write_text("w(0,0)")
    assert carrom("position", f"@{tmp_path / 'p.txt'}", "--svg", str(tmp_path / "p.svg"), "--seat", "east")[0] == 0
    assert "1 white at" in (ET.parse(tmp_path / "p.svg").getroot().findtext("{http://www.w3.org/2000/svg}desc") or "")


def test_a_position_that_cannot_be_is_refused():
    assert refused("position", "q(0,0) w(0.01,0)") == "pieces-overlap"
    assert refused("position", "q(nan,0)") == "bad-number"
    assert refused("position", "@/nowhere/at/all") == "cannot-read"
    assert refused("position", "q(0,0)", "--svg", "/nowhere/at/all.svg") == "cannot-write"


STROKE = {"position": "q1(0,0)", "stroke": {"offset": 0, "angle": 0, "speed": 2}}


def test_a_stroke_is_simulated_and_reported_in_full():
    status, out, _ = carrom("simulate", stdin=json.dumps(STROKE))

    motion = json.loads(out)
    assert (status, motion["first_contact"], motion["pocketed"]) == (0, 1, [])
    assert motion["final"][0][:2] == [1, 0.0] and motion["final"][0][2] > 0.1
    assert motion["events"][0][1:4] == ["pair", 0, 1]
    assert motion["segments"][0][:2] == [0, 0.0]
    assert motion["facts"]["first_contact"] == "queen"


def test_a_stroke_from_another_seat_is_the_same_stroke_turned():
    one = json.loads(carrom("simulate", stdin=json.dumps(STROKE))[1])
    other = json.loads(carrom("simulate", stdin=json.dumps(STROKE | {"seat": "north"}))[1])

    assert other["final"] == [[1, -one["final"][0][1], -one["final"][0][2]]]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"position": "q1(0,0) w2(0,0)"}, "pieces-overlap"),
        ({"position": [[1, 0, 0], [1, 0.1, 0]]}, "piece-twice"),
        ({"position": [[1, 0]]}, "bad-json"),
        ({"position": [["1", 0, 0]]}, "bad-json"),
        ({"stroke": {"offset": 0, "angle": 0}}, "bad-json"),
        ({"stroke": {"offset": 0, "angle": 0, "speed": "fast"}}, "bad-json"),
        ({"stroke": {"offset": 0, "angle": 0, "speed": 10**400}}, "bad-json"),
        ({"stroke": "offset 0 angle 0 speed nan"}, "bad-number"),
        ({"seat": "above"}, "bad-json"),
        ({"surface": "ice"}, "unknown-name"),
        ({"surface": {"board_friction": 99}}, "surface"),
        ({"surface": {"colour": 1}}, "bad-json"),
        ({"spin": 3}, "bad-json"),
    ],
)
def test_what_cannot_be_simulated_is_refused(change: dict[str, object], code: str):
    assert refused("simulate", stdin=json.dumps(STROKE | change)) == code


def test_a_speed_above_the_limit_and_an_offset_beyond_the_board_are_refused():
    for stroke in ({"offset": 0, "angle": 0, "speed": 99}, {"offset": 1, "angle": 0, "speed": 1}):
        refused("simulate", stdin=json.dumps(STROKE | {"stroke": stroke}))


def test_hostile_json_is_refused():
    assert refused("simulate", stdin='{"position": NaN}') == "bad-json"
    assert refused("simulate", stdin='{"position": 1, "position": 2}') == "bad-json"
    assert refused("simulate", stdin="[" * 100_000) == "bad-json"
    assert refused("simulate", stdin="9" * 10_000) == "bad-json"
    assert refused("simulate", stdin=b"\xff\xfe") == "cannot-read"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*STROKE, "given", "own"]), inner),
    max_leaves=6,
)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON, st.sampled_from(["simulate", "judge", "check-equipment"]))
def test_any_json_is_answered_or_refused_with_a_code(value: object, command: str):
    status, _, err = carrom(command, stdin=json.dumps(value))

    assert status in {0, 1, 2}
    assert (status == 2) is err.startswith("error: ")


# --- equipment ------------------------------------------------------------------------------------------------------


def test_equipment_is_checked_with_its_clauses():
    status, out, _ = carrom("check-equipment", stdin='{"surface_side_cm": 74.1, "coin_mass_g": 5.3}')

    assert status == 1
    assert "side of the playing surface: 74.1 (73.5 to 74.0 cm): DOES NOT CONFORM. ICF-13" in out.splitlines()
    assert out.splitlines()[-1].startswith("1 conform, 1 do not, ")
    assert carrom("check-equipment", "--standard", "classic", stdin='{"board_height_cm": 60}')[0] == 0
    assert json.loads(carrom("check-equipment", "--json", stdin='{"pockets": 4}')[1])["conforms"] is True
    assert refused("check-equipment", stdin='{"width": 3}') == "unreadable-measurements"
    assert "coin_diameter_cm" in carrom("check-equipment", "--list")[1]


# --- matches --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of some strokes by two people, typed in the terminal, with mistakes and a stroke taken back."""
    file = tmp_path_factory.mktemp("records") / "match.txt"
    typed = ["", "break", "south", "north", "what", "help", "board", "nan 0 1", "0 0 99", "0 0 5", "back"]
    typed += ["10 2 4.5", "0 0 0.5", "", "-20 5 3", "", "30 -10 3", "", "forgo"]
    status, out, err = carrom(
        "play", "--level", "two", "--seed", "3", "--record", str(file), stdin="\n".join(typed) + "\n"
    )
    assert (status, err) == (0, "")
    assert "error: not-understood" in out and "error: speed-limit" in out
    return file


def test_a_match_typed_in_the_terminal_is_recorded_and_holds(played: Path):
    match = read_match(played.read_text())

    assert [entry.kind for entry in match.entries].count("stroke") >= 3
    assert match.state.match.struck
    assert verify(match).holds
    assert Match(match).state == match.state


def test_a_record_is_reported_with_its_laws(played: Path):
    status, out, _ = carrom("replay", str(played))

    assert status == 0
    assert out.splitlines()[0].endswith("Umpire opens the match of South, North under icf.")
    assert "[ICF-L44]" in out
    reported = json.loads(carrom("replay", str(played), "--json")[1])
    assert [entry["number"] for entry in reported] == list(range(len(reported)))
    assert any(entry["struck"] for entry in reported)


def test_a_record_is_verified(played: Path):
    status, out, _ = carrom("replay", "--verify", str(played))

    assert status == 0
    assert out.splitlines()[-1].endswith("every ruling and position is the same")
    assert json.loads(carrom("replay", "--verify", "--json", str(played))[1])["holds"] is True


def test_a_record_that_was_changed_does_not_hold(played: Path, tmp_path: Path):
    text = played.read_text()
    assert text.count(" 4.5 |") == 1
    (tmp_path / "other.txt").write_text(text.replace(" 4.5 |", " 4.4 |"))

    status, out, _ = carrom("replay", "--verify", str(tmp_path / "other.txt"))
    assert status == 1
    assert out.startswith("line ")
    found = json.loads(carrom("replay", "--verify", "--json", str(tmp_path / "other.txt"))[1])
    assert not found["holds"] and found["code"] and found["line"] > 3


def test_a_record_is_drawn_a_picture_for_each_position(played: Path, tmp_path: Path):
    status, out, _ = carrom("replay", str(played), "--svg", str(tmp_path / "pictures"))

    files = sorted((tmp_path / "pictures").iterdir())
    assert status == 0
    assert out.startswith(f"{len(files)} pictures in ") and len(files) >= 4
    for file in files:
        assert ET.parse(file).getroot().tag.endswith("svg")


def test_a_record_that_cannot_be_read_is_refused_with_its_line(played: Path, tmp_path: Path):
    lines = played.read_text().splitlines()
    (tmp_path / "cut.txt").write_text("\n".join(lines[: len(lines) // 2]))

    assert refused("replay", str(tmp_path / "cut.txt")) == "truncated"
    assert refused("replay", "-", stdin="carrom-match 9\n") == "unknown-version"
    assert refused("replay", "-", stdin="x" * 10_000_000) == "not-a-record"
    assert refused("replay", "/nowhere/at/all") == "cannot-read"


def test_the_computer_plays_in_the_terminal(tmp_path: Path):
    file = tmp_path / "match.txt"
    status, out, err = carrom(
        *("play", "--level", "easy", "--breaks", "computer", "--seed", "2", "--record", str(file)), stdin="quit\n"
    )

    assert (status, err) == (0, "")
    strokes = [entry for entry in read_match(file.read_text()).entries if entry.kind == "stroke"]
    assert strokes and strokes[0].author == "north"
    assert "North strikes: " in out


def test_computers_that_do_not_exist_are_refused():
    assert refused("play", "--level", "godlike") == "unknown-bot"
    assert refused("arena", "easy", "godlike") == "unknown-bot"
    assert "easy" in carrom("arena")[1].split()


def test_two_computers_meet():
    status, out, _ = carrom("arena", "easy", "easy", "--boards", "2", "--budget", "60", "--json")

    result = json.loads(out)
    assert (status, result["boards"], result["wins_a"] + result["wins_b"]) == (0, 2, 2)
    assert result["faults"] == []


def test_results_of_computers_are_drawn_stored_ones_too(tmp_path: Path):
    """A second run reads all boards from the file: it plays nothing, and draws the same."""
    saved, first, again = (tmp_path / name for name in ("boards.jsonl", "first.svg", "again.svg"))
    played = ("arena", "easy", "beginner", "--boards", "4", "--budget", "60", "--save", str(saved))

    status, out, _ = carrom(*played, "--plot", str(first))
    stored = saved.read_bytes()
    carrom(*played, "--plot", str(again))
    three = carrom("arena", "easy", "beginner", "smash", "--boards", "2", "--budget", "60", "--plot", str(again))[0]
    ratings = again.read_text()
    alone = carrom("solo", "easy", "--boards", "2", "--budget", "60", "--plot", str(again))[0]

    assert (status, three, alone) == (0, 0, 0) and saved.read_bytes() == stored
    assert first.read_text().count("<circle") == 2 and "Boards won by easy against beginner" in first.read_text()
    assert "4 boards: " in first.read_text() and " on 4 boards" in out
    assert ratings.count("<circle") == 3 and "Ratings" in ratings
    assert "19-coin solo, easy" in again.read_text() and ", 2 boards" in again.read_text()
    assert "cannot-write" in carrom("solo", "easy", "--boards", "1", "--budget", "60", "--plot", str(tmp_path))[2]


def test_a_computer_plays_alone_in_parts():
    def scores(*arguments: str) -> list[int]:
        return json.loads(carrom("solo", "easy", "--seed", "4", "--budget", "60", "--json", *arguments)[1])["scores"]

    assert scores("--boards", "2") == scores("--boards", "1") + scores("--boards", "1", "--first", "1")


def test_a_forfeited_board_is_reported(monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr("carrom.bots.agent.Agent.answer", fails)

    assert "board 0: easy forfeits: bot-error: ZeroDivisionError: no idea" in carrom("solo", "easy", "--boards", "1")[1]
    assert "board 1: strong forfeits: bot-error" in carrom("arena", "easy", "strong", "--boards", "2")[1]


@pytest.mark.parametrize("arguments", [["--budget", "0"], ["--first", "-1"], ["--workers", "0"], ["--boards", "0"]])
def test_numbers_that_no_computer_can_play_with_are_refused(arguments: list[str]):
    assert refused("solo", "easy", *arguments) == "bad-usage"


def test_only_computers_of_the_library_can_take_the_surface_for_another():
    assert refused("solo", "exec:true", "--assumes", "worn") == "bad-usage"
    assert refused("solo", "easy", "--assumes", "ice") == "unknown-name"

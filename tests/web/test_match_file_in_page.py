"""A match file in its page before it is imported: the laws in the page, and the steps that it shows."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from carrom.equipment.position import PlacedPiece, Position
from carrom.match.requests import MakeStroke
from carrom.notation.record import NotDerivedError, read_match, read_match_file, write_match
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play.surfaces import surface_of
from carrom.terms import Seat, Stroke
from carrom_web.core.bundle import bundle
from carrom_web.matches.file_in_page import derive
from tests.support.notation.conformance_files import FOLDER, READINGS
from tools.checks import driver_node

SCRIPT = Path(__file__).parents[1] / "js/courses_of_a_list.mjs"
GOOD = [case["file"] for case in json.loads(READINGS.read_text(encoding="utf-8")) if "refused" not in case]
BARE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from carrom_web.matches.file_in_page import answer_page
print(answer_page(sys.stdin.read(), None))
print(json.dumps(sorted({name.split(".")[0] for name in sys.modules} & {"django", "numpy", "numba", "asgiref"})))
"""


def kernel_on(surface: Surface) -> Any:
    """The installed engine, asked and answering as the page's kernel does."""

    def mask(numbers: frozenset[int]) -> int:
        return sum(1 << number for number in numbers)

    def kernel(text: str) -> str:
        asked = json.loads(text)
        assert asked["parameters"] == list(surface.parameters)
        position = Position(tuple(PlacedPiece(*piece) for piece in asked["position"]))
        motion = simulate(position, Stroke(**asked["stroke"]), Seat(asked["seat"]), surface)
        trace = motion.trace
        facts = [
            -1 if trace.first_contact is None else trace.first_contact,
            *(mask(trace.struck), mask(trace.jumped), mask(trace.spread_numbers)),
            *(8 * trace.touched_own_frame, int(trace.crossed_front_line), int(trace.stayed_behind_line)),
            int(trace.came_back_into_own_half),
        ]
        final = [list(piece) for piece in motion.final.pieces]
        return json.dumps({"final": final, "fallen": list(trace.pocketed), "facts": facts})

    return kernel


def places(position: Position | None) -> list[list[float]] | None:
    return None if position is None else [list(piece) for piece in position.pieces]


def text_of(name: str) -> str:
    return (FOLDER / name).read_bytes().decode()


@pytest.mark.parametrize("part", range(4))
def test_what_followed_in_the_page_is_what_follows_here(part: int):
    for name in GOOD[part::4]:
        text = text_of(name)
        said = derived_in_page(text)
        try:
            record = read_match_file(text).record()
        except NotDerivedError as error:
            assert (said["refused"]["code"], said["refused"]["text"]) == (error.code, str(error)), name
            continue
        assert said["refused"] is None, name
        for entry in record.entries:
            found = said["entries"][str(entry.number)]
            assert found["position"] == places(entry.followed.position), name
            assert found["text"] or not entry.number, name


def test_a_match_that_does_not_hold_is_derived_as_far_as_it_goes():
    lines = text_of("icf-strokes.carrom").splitlines()
    places = [place for place, line in enumerate(lines) if re.match(r"\d+ [SN] -?0\.", line)]
    lines[places[3]] = re.sub(r"( [SN]) \S+", r"\1 9.0", lines[places[3]])
    number = int(lines[places[3]].split()[0])

    said = derived_in_page("\n".join(lines))

    assert said["refused"]["code"] == "stroke-off-line" and f"line {places[3] + 1}" in said["refused"]["text"].lower()
    assert list(said["entries"]) == [str(each) for each in range(number)]


def test_more_strokes_than_an_import_takes_are_refused_before_any_is_simulated():
    strokes = "\n".join(f"{number} S 0.0 0.0 5.0" for number in range(1, 602))
    said = derived_in_page(f"carrom-match 2\nmatch icf 1\nplayer a A\nplayer b B\n{strokes}\nend 601\n")

    assert said["refused"]["code"] == "record-file" and said["entries"] == {}


def derived_in_page(text: str) -> dict[str, Any]:
    surface = surface_of(read_match_file(text).said.matches[0].head)
    with translation.override("en"):
        return derive({"text": text, "number": 1, "language": "en"}, kernel_on(surface))


def test_the_page_s_own_python_needs_nothing_but_its_archive(tmp_path: Path):
    archive = tmp_path / "carrom.zip"
    archive.write_bytes(bundle("pl").content)
    asked = json.dumps({"text": text_of("icf-sheet.carrom"), "number": 1, "language": "pl"})

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BARE, str(archive)], input=asked, capture_output=True, text=True, check=True
    )

    said, modules = done.stdout.splitlines()
    entries = json.loads(said)["entries"]
    assert len(entries) == len(read_match(text_of("icf-sheet.carrom")).entries) and json.loads(modules) == []


def courses(texts: list[str]) -> list[list[dict[str, Any]]]:
    """The steps that the page shows of the first match of each text."""
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")
    asked = json.dumps({"parameters": TOURNAMENT.parameters, "texts": texts})
    done = subprocess.run([node, str(SCRIPT)], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def test_strokes_simulated_in_the_page_end_where_a_file_with_derived_lines_says():
    names = [name for name in GOOD if "strokes" in name or "whole-board" in name]
    records = [read_match_file(text_of(name)).record() for name in names]
    compared = 0

    for record, course in zip(records, courses([write_match(one, derived=True) for one in records]), strict=True):
        assert [step["path"] for step in course] == [str(entry.number) for entry in record.entries]
        for step, entry in zip(course, record.entries, strict=True):
            assert step["after"] == places(entry.followed.position)
            assert step["difference"] is None
            assert step["isCompared"] is isinstance(entry.asked, MakeStroke)
            compared += step["isCompared"]

    assert compared > 100


def without_rulings(text: str) -> str:
    """A derived file with the lines of facts and positions alone."""
    return re.sub(r"^ *= followed.*\n", "", text, flags=re.MULTILINE)


def test_lines_of_positions_alone_are_compared_as_far_as_they_speak_of_the_stroke():
    names = [name for name in GOOD if "whole-board" in name or "boards" in name]
    records = [read_match_file(text_of(name)).record() for name in names]
    texts = [without_rulings(write_match(one, derived=True)) for one in records]

    steps = [step for course in courses(texts) for step in course]

    assert [step for step in steps if step["difference"]] == []
    assert sum(step["isCompared"] for step in steps) > 50


def test_a_stroke_that_was_another_is_marked_and_the_file_goes_on_as_it_says():
    record = read_match_file(text_of("icf-strokes.carrom")).record()
    text = write_match(record, derived=True)
    stroke = next(entry for entry in record.entries if isinstance(entry.asked, MakeStroke))
    changed = re.sub(rf"^({stroke.number} \w) \S+ ", r"\1 0.0123 ", text, flags=re.MULTILINE)

    (course,) = courses([changed])

    assert [step["number"] for step in course if step["difference"]] == [stroke.number]
    assert course[-1]["after"] == places(record.entries[-1].followed.position)


def test_without_derived_lines_nothing_is_guessed_and_variations_begin_where_they_branch_off():
    names = [name for name in GOOD if "variation" in name]
    (course, *_) = courses([text_of(name) for name in names])

    assert names and any(step["depth"] for step in course)
    for place, step in enumerate(course[1:], start=1):
        before = course[step["earlier"]]
        assert before["after"] == step["before"]
        assert before["number"] == step["number"] - 1
        assert before["later"] == place or step["depth"]
    assert all(step["after"] is None for step in course if step["asked"] and step["asked"]["kind"] == "stroke")

"""Situations: a board between two strokes as one line, and matches that begin with one."""

import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import carrom
from carrom.cli import main
from carrom.match import requests
from carrom.notation.cursor import NotationError
from carrom.play.domain import PlacingDomain
from carrom.play.scenes import scene
from carrom.play.situation import NotBetweenStrokesError, SituationError, situation_of
from tests.support.thorough import examples

LINE = (
    "icf seats A-B- strikes south breaks south turn first white A queen up dues 2:1 earned AB score 4:11"
    " passes 0 strokes 12 pieces q1(0.03,0.045) w2(-0.215,0.12) b11(0.11,0.15)"
)
BETWEEN = (
    "opening",
    "opening-doubles",
    "midgame",
    "few-coins",
    "last-coins",
    "queen-pending",
    "owing",
    "due-to-place",
    "two-dues-to-place",
)


@pytest.mark.parametrize("name", BETWEEN)
def test_a_scene_is_written_and_read_again(name: str):
    situation = situation_of(scene(name))

    assert carrom.read_situation(carrom.write_situation(situation)) == situation


@pytest.mark.parametrize("name", ["toss", "over"])
def test_what_waits_for_no_stroke_and_no_due_is_no_situation(name: str):
    with pytest.raises(NotBetweenStrokesError):
        situation_of(scene(name))


@pytest.mark.parametrize("ruleset", sorted(carrom.RULESETS))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), count=st.integers(0, 12))
def test_every_board_of_a_match_is_written_and_read_again(ruleset: str, seed: int, count: int):
    rng = random.Random(seed)
    players = ["Asha"] if "19" in ruleset else ["Asha", "Meera"]
    match = carrom.Match.new(ruleset, players=players, length="board", breaks=carrom.Side.A, seed=seed)
    for _ in range(count):
        if match.awaiting.kind.value not in ("stroke", "placing"):
            break
        line = carrom.write_situation(match.situation)
        again = carrom.Match.from_situation(line)
        assert carrom.write_situation(again.situation) == line
        if isinstance(match.domain, PlacingDomain):
            placed = requests.Place(match.domain.piece, *match.domain.suggested)
            again.answer(placed), match.answer(placed)
            assert (again.awaiting, again.position) == (match.awaiting, match.position)
            continue
        stroke = match.sample_stroke(rng)
        values = (stroke.offset, stroke.angle, stroke.speed)
        there, here = again.play_stroke(*values), match.play_stroke(*values)
        assert there.final == here.final
        assert next(again.strokes()).ruling == list(match.strokes())[-1].ruling


def test_a_match_begins_with_a_line_and_its_record_is_read_again():
    match = carrom.Match.from_situation(LINE, players=["Asha", "Meera"])
    board = match.state.match.board
    assert board is not None and (board.owed, board.score, board.earned) == ((2, 1), (4, 11), (True, True))

    match.play_stroke(0.05, 0.1, 3.0)

    assert carrom.Match(carrom.read_match(carrom.write_match(match))).state == match.state


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("icf", "elsewhere", "unknown-word"),
        ("A-B-", "AAB-", "unknown-word"),
        ("strikes south", "strikes east", "unknown-word"),
        ("breaks south", "breaks east", "impossible-situation"),
        ("turn first", "turn soon", "unknown-word"),
        ("queen up", "queen A", "impossible-situation"),
        ("dues 2:1", "dues 2", "unknown-word"),
        ("dues 2:1 ", "", "missing-key"),
        ("turn first", "turn break1", "impossible-situation"),
        ("strokes 12", "strokes -1", "unknown-word"),
        ("pieces", "placing b12/B/south/outer_circle/due_placed/ pieces b12(0,0)", "impossible-situation"),
        ("pieces", "placing w12/B/south/outer_circle/due_placed/ pieces", "unknown-word"),
        ("pieces", "placing b12/B/east/outer_circle/due_placed/ pieces", "impossible-situation"),
        ("pieces", "placing b12/B/south/outer_circle/due_placed/, pieces", "unknown-word"),
        ("b11(0.11,0.15)", "", "impossible-situation"),
        ("b11(0.11,0.15)", "b11(0.03,0.05)", "pieces-overlap"),
        ("b11(0.11,0.15)", "b11(0.11,0.15) more", "bad-syntax"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_a_code(old: str, new: str, code: str):
    assert old in LINE

    with pytest.raises(NotationError) as refused:
        carrom.read_situation(LINE.replace(old, new))

    assert refused.value.code == code
    assert str(refused.value).startswith("line 1, column ")


WITH_DUES = carrom.write_situation(situation_of(scene("two-dues-to-place")))


@settings(max_examples=examples(300), deadline=None)
@given(st.sampled_from([LINE, WITH_DUES]), st.data())
def test_a_damaged_line_is_read_or_refused_and_nothing_else(line: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 12)))
    damaged = line[:start] + data.draw(st.text(max_size=8)) + line[end:]

    try:
        situation = carrom.read_situation(damaged)
    except carrom.CarromError as error:
        assert error.code and str(error)
    else:
        assert carrom.read_situation(carrom.write_situation(situation)) == situation


def test_a_match_that_begins_between_dues_waits_for_them_in_their_order():
    match = carrom.Match.from_situation(WITH_DUES)

    assert [due.number for due in match.awaiting.dues] == [15, 16]
    assert " placing b15/B/south/outer_circle/striker_alone/" in WITH_DUES
    while isinstance(match.domain, PlacingDomain):
        match.answer(requests.Place(match.domain.piece, *match.domain.suggested))
    assert match.awaiting.kind.value == "stroke" and match.position and {15, 16} <= set(match.position.numbers)
    assert carrom.Match(carrom.read_match(carrom.write_match(match))).state == match.state


def test_situations_are_values_that_check_themselves():
    situation = carrom.read_situation(LINE)

    assert pickle.loads(pickle.dumps(situation)) == situation
    with pytest.raises(SituationError):
        carrom.Situation(ruleset="icf", position=carrom.Position(), board=situation.board)


def test_commands_take_a_situation_where_they_take_a_position(capsys: pytest.CaptureFixture[str]):
    assert main(["position", LINE]) == 0
    assert "w2(-0.215,0.12)" in capsys.readouterr().out
    assert main(["simulate", "--position", LINE, "--stroke", "offset 0 angle 0 speed 2"]) == 0
    assert main(["position", LINE.replace("queen up", "queen A")]) == 2
    assert "error: impossible-situation: " in capsys.readouterr().err


def test_the_line_in_the_documents_follows_their_grammar():
    notation = (Path(__file__).parents[2] / "docs/notation.md").read_text(encoding="utf-8")
    line = notation.split("```situation\n")[1].split("```")[0].strip()

    assert carrom.write_situation(carrom.read_situation(line)) == line


def test_a_board_that_the_laws_do_not_know_is_refused_before_the_first_stroke():
    line = "icf seats A-B- strikes south breaks south turn on white A queen A dues 0:0 earned {} score 0:0 passes 0 "
    line += "strokes 9 pieces w2(0,0.3) b11(0.2,0.2)"

    assert carrom.Match.from_situation(line.format("AB")).awaiting.kind == "stroke"
    with pytest.raises(carrom.CarromError) as refused:
        carrom.Match.from_situation(line.format("A"))  # black coins are down, but B has pocketed none
    assert refused.value.code == "down-yet-not-earned"

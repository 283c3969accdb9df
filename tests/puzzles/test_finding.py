"""Making puzzles: one stroke that is clearly the best makes one, and what is said of it is so."""

import json
import random

import numpy as np
import pytest

from carrom.bots.contest import play_match
from carrom.bots.noise import Noise
from carrom.bots.registry import find
from carrom.equipment.position import PlacedPiece, Position
from carrom.game import Match
from carrom.match.entries import Player
from carrom.notation.record import write_entries
from carrom.play.game import new_head
from carrom.puzzles.attempts import attempt
from carrom.puzzles.collection import load_puzzles
from carrom.puzzles.finding import Refused, puzzle_of
from carrom.puzzles.goals import Task, due_of, holds_everywhere
from carrom.puzzles.guarding import guarding_puzzle
from carrom.puzzles.normal import normalised
from carrom.puzzles.puzzle import Goal, Puzzle, Theme
from carrom.puzzles.sources import from_records
from carrom.terms import Seat, Side
from tests.support.bots import situations
from tests.support.command_line import carrom, refused

HEAD = (
    "icf seats A-B- strikes south breaks south turn first white A queen B "
    "dues 0:0 earned AB score 0:0 passes 0 strokes 0"
)
CUT = f"{HEAD} pieces w2(0.12,0.16) b11(-0.31,-0.1)"  # the last coin, beside the ways
EASY = f"{HEAD} pieces w2(0.33,0.28) w3(-0.33,0.28) w4(0.25,0.33) b11(0,-0.1)"


def puzzle_from(line: str, seed: int = 1) -> Puzzle | Refused:
    return puzzle_of(Match.from_situation(line).state, seed, "here#1")


def test_a_last_coin_makes_a_puzzle_whose_solution_holds_and_comes_off_as_often_as_is_said():
    puzzle = puzzle_from(CUT)

    assert isinstance(puzzle, Puzzle) and puzzle.goal is Goal.WIN and puzzle.theme is Theme.LAST
    assert attempt(puzzle, puzzle.solution).reached
    task, hand = Task(puzzle.state), random.Random(5)
    assert holds_everywhere(task, Goal.WIN, puzzle.solution)
    made = [Noise(1.0).executed(puzzle.solution, hand) for _ in range(300)]
    strokes = np.array([[stroke.offset, stroke.angle, stroke.speed] for stroke in made])
    assert abs(task.reached(Goal.WIN, strokes).mean() - puzzle.chance) < 0.13  # four deviations
    assert puzzle_from(CUT) == puzzle


def test_where_many_strokes_are_easy_or_the_rack_stands_there_is_no_puzzle():
    assert puzzle_from(EASY) is Refused.MANY_WAYS
    assert puzzle_of(situations.rack(), 1) is Refused.NOT_HERE
    assert puzzle_of(situations.toss(), 1) is Refused.NOT_HERE


def test_a_puzzle_is_seen_by_its_solver_with_the_lowest_numbers():
    line = CUT.replace("strikes south", "strikes north").replace("white A queen B", "white B queen A")
    lying = Match.from_situation(line).situation

    found = normalised(lying)

    assert found is not None
    assert (found.board.to_play, found.board.seat, found.board.white_side) == (Side.A, Seat.SOUTH, Side.A)
    assert found.board.queen_side is Side.B
    assert found.position == Position((PlacedPiece(2, -0.12, -0.16), PlacedPiece(11, 0.31, 0.1)))


def test_pieces_that_touch_are_written_as_finely_as_they_lie():
    line = f"{HEAD} pieces w2(0.1,0.1) w3(0.13181234,0.1) b11(0,0)"

    found = normalised(Match.from_situation(line).situation)

    assert found is not None and len({piece.x for piece in found.position.pieces}) == 3


def test_a_due_makes_a_puzzle_only_where_few_places_guard_it():
    head = f"{HEAD} placing b12/B/south/outer_circle/striker_alone/ICF-L78"
    crowded = Match.from_situation(f"{head} pieces w2(0.2,0.2) w3(-0.1,0.1) b11(0.3,-0.1)")

    task = Task(crowded.state)
    found = guarding_puzzle(task)

    if found is None:
        assert puzzle_of(crowded.state, 1) is Refused.NOT_CLEAR
    else:
        assert task.left_by(found.solution) <= found.limit
    assert due_of(crowded.state).number == 12
    assert puzzle_of(crowded.state, 1, themes=(Theme.CUT,)) is Refused.NOT_CLEAR


@pytest.fixture(scope="module")
def record() -> str:
    """A board of two computers, as a record."""
    bot = find("easy@1.0")
    players = tuple(Player(side=side, name=side.name, kind="computer", level="easy") for side in Side)
    head = new_head("icf", players=players, length="board", breaks=Side.A)
    return write_entries(play_match(head, dict.fromkeys(Side, bot), seed="puzzles/9"))


def test_records_make_puzzles_and_broken_ones_say_why(record: str, tmp_path):
    whole, cut = tmp_path / "whole.carrom", tmp_path / "cut.carrom"
    whole.write_text(record)
    cut.write_text(record[: len(record) // 2])
    out = tmp_path / "puzzles.jsonl"

    status, text, errors = carrom("puzzles", "--from", str(tmp_path), str(tmp_path / "gone"), "-o", str(out), "--json")

    found = json.loads(text)
    assert status == 0 and found["looked_at"] == 3 and len(found["broken"]) == 2
    assert {each["record"] for each in found["broken"]} == {str(cut), str(tmp_path / "gone")}
    assert all(each["code"] and each["text"] for each in found["broken"])
    assert errors.count("\n") == 2
    puzzles = load_puzzles(out)
    assert len(puzzles) == found["puzzles"] == 2  # in whatever folder the record lies
    assert all(attempt(each, each.solution).reached for each in puzzles)
    assert carrom("puzzles", "--from", str(cut), "-o", str(out))[0] == 1  # nothing but broken ones
    assert load_puzzles(out) == puzzles  # and nothing lost

    again = json.loads(carrom("puzzles", "--from", str(whole), "-o", str(out), "--json")[1])
    assert again["new"] == 0


def test_a_record_whose_stroke_does_not_lead_where_it_says_makes_none(record: str):
    lines = record.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("5 "))
    changed = lines[at].replace(" 0.", " 0.00", 1).replace(" -0.", " -0.00", 1)

    (made,) = from_records([("changed", "\n".join([*lines[:at], changed, *lines[at + 1 :]]))])

    assert made.error is not None and not made.puzzles


def test_self_play_goes_on_where_it_was(tmp_path):
    out = tmp_path / "puzzles.jsonl.gz"
    made_by = ("--seed", "6", "--players", "easy@1.0", "--themes", "last")
    asked = ("puzzles", *made_by, "-o", str(out), "--json", "--self-play")

    first = json.loads(carrom(*asked, "1")[1])
    second = json.loads(carrom(*asked, "2")[1])
    at_once = tmp_path / "at_once.jsonl.gz"
    carrom(*[str(at_once) if each == str(out) else each for each in asked], "2")

    assert first["looked_at"] == 1 and second["looked_at"] in (1, 2)
    assert at_once.read_bytes() == out.read_bytes()


def test_arguments_that_no_run_takes_are_refused(tmp_path):
    out = str(tmp_path / "out.jsonl")
    assert refused("puzzles", "--self-play", "3") == "bad-usage"
    assert refused("puzzles", "-o", out) == "bad-usage"
    assert refused("puzzles", "--self-play", "0", "-o", out) == "bad-usage"
    assert refused("puzzles", "--self-play", "1", "--themes", "luck", "-o", out) == "unknown-name"
    assert refused("puzzles", "--self-play", "1", "--players", "nobody", "-o", out) == "unknown-bot"
    (tmp_path / "other").write_text("nothing\n")
    assert refused("puzzles", str(tmp_path / "other")) == "bad-puzzle-file"
    assert refused("puzzles", str(tmp_path / "gone")) == "cannot-read"


def test_the_included_puzzles_are_listed():
    status, text, _ = carrom("puzzles")

    assert status == 0 and len(text.splitlines()) > 100
    rows = json.loads(carrom("puzzles", "--json")[1])
    assert {len(row["solution"]) for row in rows} <= {2, 3} and all(row["id"] for row in rows)

"""Two readers of situations agree: on the conformance file, and on thousands of damaged lines."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import carrom
from tests.support.notation.second_reader import second_readings
from tests.support.thorough import one_of

ROOT = Path(__file__).parents[2]
CASES: list[dict[str, Any]] = json.loads((ROOT / "docs/conformance/situations.json").read_text(encoding="utf-8"))
LETTERS = {"queen": "q", "white": "w", "black": "b"}
DAMAGED = one_of(1_000, 4_000)
ALPHABET = " 0123456789.,-+:/()ABqwbe\nqueen"


def reading(text: str) -> dict[str, Any]:
    """What a line says, in the form of the conformance file. Raises NotationError."""
    held = carrom.read_situation(text)
    board = held.board
    turn = f"break{board.attempt}" if not board.broken else "first" if board.first_of_turn else "on"
    side = board.queen_side.name if board.queen_side else ""
    return {
        "ruleset": held.ruleset,
        "seats": held.seats,
        "strikes": board.seat.value,
        "breaks": held.breaker.value,
        "turn": turn + "+covered" * board.covered_this_turn + "+reprieved" * board.reprieved,
        "white": board.white_side.name if board.white_side else "-",
        "queen": {"on_board": "up", "awaiting_cover": f"due-{side}", "covered": side}[board.queen.value],
        "dues": [*board.owed],
        "earned": "".join(name for name, had in zip("AB", board.earned, strict=True) if had) or "-",
        "score": [*board.score],
        "passes": board.passes,
        "strokes": board.strokes,
        "placing": [
            [
                LETTERS[due.piece.value],
                due.number,
                due.side.name if due.side else "-",
                due.placer.value,
                due.region.value,
                due.why.value,
                [*due.clauses],
            ]
            for due in held.dues
        ],
        "pieces": [list(piece) for piece in held.position.pieces],
    }


def answer(text: str) -> dict[str, Any] | None:
    try:
        return reading(text)
    except carrom.CarromError:
        return None


def second_reader(texts: list[str]) -> list[dict[str, Any] | None]:
    """What the reader in JavaScript says of each; None: refused."""
    return [said.get("reading") for said in second_readings(texts, "situations")]


def damaged(rng: random.Random, line: str) -> str:
    """A line with one or two places overwritten, cut, doubled or filled from another alphabet."""
    for _ in range(rng.randint(1, 2)):
        start = rng.randrange(len(line) + 1)
        end = min(len(line), start + rng.choice([0, 1, 1, 2, 6]))
        line = line[:start] + "".join(rng.choices(ALPHABET, k=rng.choice([0, 1, 1, 2, 4]))) + line[end:]
    return line


def test_there_are_two_hundred_cases_of_every_kind():
    refused = [case["refused"] for case in CASES if "refused" in case]

    assert len(CASES) == len({case["text"] for case in CASES}) == 200
    assert len(refused) >= 60 and len({*refused}) >= 10
    assert {case["reading"]["ruleset"] for case in CASES if "reading" in case} == {*carrom.RULESETS}
    assert sum(bool(case["reading"]["placing"]) for case in CASES if "reading" in case) >= 5


def test_every_case_reads_as_the_file_says_and_what_is_read_is_written_once_more():
    for case in CASES:
        if "refused" in case:
            with pytest.raises(carrom.CarromError) as refused:
                reading(case["text"])
            assert refused.value.code == case["refused"], case["text"]
        else:
            assert reading(case["text"]) == case["reading"], case["text"]
            line = carrom.write_situation(carrom.read_situation(case["text"]))
            assert reading(line) == case["reading"]


def test_the_second_reader_agrees_on_every_case_and_on_thousands_of_damaged_lines():
    rng = random.Random(21)
    lines = [case["text"] for case in CASES if "reading" in case]
    fuzzed = [damaged(rng, rng.choice(lines)) for _ in range(DAMAGED)]

    for text, second in zip(
        [case["text"] for case in CASES], second_reader([one["text"] for one in CASES]), strict=True
    ):
        assert second == answer(text), text
    for case, second in zip(CASES, second_readings([one["text"] for one in CASES], "situations"), strict=True):
        assert second.get("refused") == case.get("refused"), case
    accepted = 0
    for text, second in zip(fuzzed, second_reader(fuzzed), strict=True):
        first = answer(text)
        assert second == first, text
        accepted += first is not None
    assert DAMAGED // 40 < accepted < DAMAGED - DAMAGED // 40

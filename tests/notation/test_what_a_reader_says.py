"""What the readers say of a text: a sentence for each fault, with its parameters and its place."""

import ast
from pathlib import Path

import pytest

from carrom import notation
from carrom.messages import PLACE, Plural
from carrom.notation.cursor import NotationError
from carrom.notation.error_messages import MESSAGES
from carrom.notation.pieces import read_position
from tests.support.in_one_test import in_one_test

FOLDER = Path(notation.__file__).parent
CALLS = [
    (f"{file.name}:{node.lineno}", node)
    for file in sorted(FOLDER.glob("*.py"))
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fail"
]


@in_one_test("place, call", CALLS, name=lambda case: case[0])
def test_every_fault_has_a_sentence_that_uses_its_parameters(place: str, call: ast.Call):
    (reason,) = call.args
    assert isinstance(reason, ast.Constant)
    message = MESSAGES[reason.value]
    texts = (message.one, message.many) if isinstance(message, Plural) else (message,)

    used = {place["name"] for text in texts for place in PLACE.finditer(text)}

    assert used == {keyword.arg for keyword in call.keywords} - {"at"}


def test_the_sentence_begins_with_line_and_column():
    with pytest.raises(NotationError) as refused:
        read_position("q1(0,0)\n  w2(0.1 0.2)")

    assert (refused.value.line, refused.value.column, refused.value.code) == (2, 10, "bad-syntax")
    assert str(refused.value) == "line 2, column 10: Expected ',' here, found '0.2)'."


def test_a_fault_of_the_board_has_its_own_code_and_sentence_at_the_place_where_it_was_read():
    with pytest.raises(NotationError) as refused:
        read_position("q1(0,0) w2(0.001,0)")

    assert refused.value.code == "pieces-overlap"
    assert str(refused.value).startswith("line 1, column 9: Pieces 1 and 2 overlap by ")

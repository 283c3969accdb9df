"""What docs/notation.md and docs/api.md show is so."""

import re
from pathlib import Path

import pytest

from carrom import svg
from carrom.notation.cursor import NotationError
from carrom.notation.pieces import read_position, read_stroke, write_stroke
from carrom.notation.question import read_question, write_question
from carrom.notation.record import read_match, read_match_file, write_match_file

DOCS = Path(__file__).parents[2] / "docs"
NOTATION = (DOCS / "notation.md").read_text()
API = (DOCS / "api.md").read_text()
ENVIRONMENTS = (DOCS / "environments.md").read_text()


def blocks(text: str, language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found
    return found


@pytest.mark.parametrize("text", blocks(NOTATION, "position"))
def test_every_position_of_the_document_is_one(text: str):
    assert svg.board(read_position(text))


def test_the_stroke_of_the_document_is_one():
    (text,) = blocks(NOTATION, "stroke")

    assert write_stroke(read_stroke(text)) == text.strip()


def test_every_question_of_the_document_is_written_so():
    (text,) = blocks(NOTATION, "question")

    for line in text.splitlines():
        assert write_question(read_question(line)) == line


def test_the_match_of_the_document_holds_and_is_written_so():
    (text,) = blocks(NOTATION, "match")

    assert len(read_match(text).entries) == 6
    assert write_match_file(read_match_file(text).said) == text


def test_every_code_that_readers_use_is_documented():
    sources = (Path(__file__).parents[2] / "src/carrom/notation").glob("*.py")
    raised = r'(?:fail|NotationError|DerivationError)\(\s*"([a-z-]+)(?:\.[a-z-]+)?"'
    used = {code for file in sources for code in re.findall(raised, file.read_text())}
    used -= {"refused", "entry"}  # they have the code of what is refused

    assert len(used) > 12
    assert {code for code in used if f"`{code}`" not in NOTATION} == set()
    assert {code for code in used if f"`{code}`" not in (NotationError.__doc__ or "")} <= {
        "unknown-piece",
        "piece-twice",
        "no-chance",
    }


@pytest.mark.parametrize("example", blocks(API, "python") + blocks(ENVIRONMENTS, "python"))
def test_every_example_of_the_library_runs(example: str, capsys: pytest.CaptureFixture[str]):
    if "pyspiel" in example:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'carrom[openspiel]'")
    exec(compile(example, "docs/api.md", "exec"), {})


def test_every_public_name_is_documented():
    import carrom

    names = set(carrom.__all__) - {"bots", "svg"}
    assert {name for name in names if f"`{name}" not in API and f" `{name}" not in API} == set()

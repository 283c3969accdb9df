"""The pictures in docs/physics are what the commands beside them make."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import carrom

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/physics/pictures.md").read_text()
COMMANDS = [shlex.split(line) for line in re.findall(r"^\./carrom (simulate .*)$", DOCUMENT, re.MULTILINE)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: Path(words[-1]).stem)
def test_a_picture_is_what_its_command_makes(
    command: list[str], golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(ROOT)
    status, out, _ = carrom(*command[:-1], "-")

    assert status == 0 and len(out) < 60_000
    golden(f"../../{command[-1]}", out)


def test_the_document_shows_every_picture_and_each_has_its_command():
    shown = set(re.findall(r"\]\((pictures/[^)]+\.svg)\)", DOCUMENT))

    assert shown == {command[-1].removeprefix("docs/physics/") for command in COMMANDS}
    assert {path.name for path in (ROOT / "docs/physics/pictures").glob("*.svg")} == {Path(path).name for path in shown}

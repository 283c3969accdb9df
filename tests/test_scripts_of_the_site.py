"""The site's JavaScript: what collecting static files needs of it, since nothing builds it."""

import re
from pathlib import Path

from tests.support.in_one_test import in_one_test

STATIC = Path(__file__).parent.parent / "src" / "carrom_web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
STATEMENT = re.compile(
    r"^(?:import|export)\b[^;]*?\bfrom\s*[\"'][^\"']+[\"'](?P<end>.?)|^import\s*[\"'][^\"']+[\"'](?P<end2>.?)", re.M
)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
EACH = in_one_test("script", SCRIPTS, name=lambda path: path.relative_to(STATIC))


def test_there_are_scripts():
    assert SCRIPTS


@EACH
def test_every_import_ends_with_a_semicolon_or_it_would_load_a_second_time_under_its_plain_name(script: Path):
    code = COMMENT.sub("", script.read_text(encoding="utf-8"))

    assert [match[0] for match in STATEMENT.finditer(code) if (match["end"] or match["end2"]) != ";"] == []


@EACH
def test_every_imported_file_is_there(script: Path):
    code = script.read_text(encoding="utf-8")
    targets = re.findall(r"(?:from|import)\s*\(?\s*[\"'](\.{1,2}/[^\"']+)[\"']", code)

    assert [target for target in targets if not (script.parent / target).exists()] == []


@EACH
def test_no_script_asks_another_host_or_evaluates_text(script: Path):
    code = COMMENT.sub("", script.read_text(encoding="utf-8")).replace("http://www.w3.org/", "")

    assert not re.search(r"https?://|\beval\(|new Function\(|\.innerHTML\s*=(?!=)|document\.write", code)


@EACH
def test_no_script_holds_a_sentence_that_no_translator_gets(script: Path):
    code = re.sub(r"new Error\([^)]*\)", "", COMMENT.sub("", script.read_text(encoding="utf-8")))

    assert re.findall(r"[\"'`][A-Z][a-z]+ [a-z]+", code) == []

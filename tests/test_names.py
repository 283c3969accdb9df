"""Names and prose use the field's and Django's words; `docs/words.md` says which word took the place of a retired one.

No name uses a retired word. Prose still does: docstrings and comments of Python, scripts, templates, style sheets and
documents. `tests/retired_words.txt` says how many such words a file may have. The list only gets shorter:
`python tests/test_names.py` writes it again after a file was mended, and refuses to make it longer.
"""

import ast
import functools
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = Path(__file__).with_name("retired_words.txt")
RETIRED = frozenset(
    "begun crowd crowds deed deeds dice forgetting heard keeper kept pen taker teller telling tells thinker told "
    "undone whoever".split()
)
PROSE = re.compile(r"\b(?:begun|deeds?|he|him|himself|his|is no JSON|kept|told|whoever)\b", re.IGNORECASE)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CODE = ("src", "tools", "benchmarks", "tests", "e2e")
TEXTS = (".css", ".html", ".js", ".md", ".mjs")
LEFT_OUT = ("__pycache__", "migrations", "node_modules", "vendor", "reference.md")  # the last: docstrings once more


def parts(name: str) -> list[str]:
    """The words of a name: `told_kindly`, `KeptPages`."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def is_retired(name: str) -> bool:
    """Whether a word of this name is retired."""
    return not RETIRED.isdisjoint(parts(name))


def names_in(tree: ast.Module) -> Iterator[str]:
    """What is defined or assigned to: classes, functions, parameters, variables, attributes, imports and keywords."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)) | ast.alias(asname=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def prose_in(source: str) -> Iterator[str]:
    """The docstrings and comments of Python."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def files(*folders: str, endings: tuple[str, ...] = (".py",)) -> Iterator[tuple[str, str]]:
    """Path and text of these folders' own files, in order; this one names what is retired and is left out."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and path != Path(__file__).resolve() and not {*LEFT_OUT} & {*path.parts}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


@functools.cache
def retired_names(*folders: str) -> dict[str, list[str]]:
    """The different retired names of each file, its path's among them."""
    found = {
        path: sorted(
            {name for name in (*Path(path).with_suffix("").parts, *names_in(ast.parse(text))) if is_retired(name)}
        )
        for path, text in files(*folders)
        if any(word in text.lower() or word in path for word in RETIRED)
    }
    return {path: names for path, names in found.items() if names}


@functools.cache
def retired_words() -> dict[str, int]:
    """How many retired words the prose of each file has."""
    counts = {
        path: sum(len(PROSE.findall(prose)) for prose in (prose_in(text) if path.endswith(".py") else (text,)))
        for path, text in files(*CODE, "docs", endings=(".py", *TEXTS))
        if PROSE.search(text)
    }
    return {path: number for path, number in counts.items() if number}


def listed_words() -> dict[str, int]:
    """What the list allows."""
    lines = (line.rsplit(" ", 1) for line in WORDS.read_text(encoding="utf-8").splitlines())
    return {path: int(number) for path, number in lines}


def grown(now: dict[str, int], before: dict[str, int]) -> list[str]:
    """The files with more than before."""
    return [path for path, number in now.items() if number > before.get(path, 0)]


def test_no_name_uses_a_retired_word():
    assert retired_names(*CODE) == {}


def test_no_file_gets_more_retired_words():
    assert grown(retired_words(), listed_words()) == []


def test_the_list_allows_no_more_than_there_is():
    assert grown(listed_words(), retired_words()) == []


def test_every_kind_of_name_is_looked_at():
    tree = ast.parse(
        "import a as told_a\n"
        "told_b = 1\n"
        "class ToldC:\n    told_d: int = 0\n"
        "def told_e(told_f, *, told_g=1):\n"
        "    for told_h, (told_i, _) in []: pass\n"
        "    call(told_j=[told_k for told_k in ()])\n"
        "    self.told_l = 1\n"
        "    with f() as told_m: pass\n"
        "    if (told_n := 1): pass\n"
    )

    assert {name for name in names_in(tree) if is_retired(name)} == {
        "ToldC",
        *(f"told_{letter}" for letter in "abdefghijklmn"),
    }


def test_prose_is_docstrings_and_comments_and_not_the_values_of_a_program():
    source = '"""Told."""\nkept = "his"  # whoever\ndef f():\n    """The body\n    is no JSON."""\n'

    assert [PROSE.findall(prose) for prose in prose_in(source)] == [["Told"], ["is no JSON"], ["whoever"]]
    assert PROSE.findall("This one has shown what the theory says.") == []


if __name__ == "__main__":
    counts = retired_words()
    if more := grown(counts, listed_words()):
        sys.exit("These files have new prose with retired words: choose others.\n" + "\n".join(more))
    WORDS.write_text("".join(f"{path} {number}\n" for path, number in sorted(counts.items())), encoding="utf-8")

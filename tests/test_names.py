"""Names use the field's and Django's words; `docs/words.md` says which word took the place of a retired one.

No module, class, function, parameter, field or variable of a module or class in `src` uses a retired word. Some local
variables still do: `tests/retired_names.txt` says how many different ones a file may have. The list only gets shorter:
`python tests/test_names.py` writes it again after names were mended, and refuses to make it longer.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("retired_names.txt")
RETIRED = frozenset(
    "begun crowd crowds deed deeds dice forgetting heard keeper kept pen taker teller telling tells thinker told "
    "undone whoever".split()
)


def parts(name: str) -> list[str]:
    """The words of a name: `told_kindly`, `KeptPages`."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def is_retired(name: str) -> bool:
    """Whether a word of this name is retired."""
    return not RETIRED.isdisjoint(parts(name))


def names_in(tree: ast.Module) -> Iterator[str]:
    """The names that others may use: classes, functions, parameters, fields and variables of the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        if isinstance(node, ast.arg):
            yield node.arg
    for block in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]:
        for node in block.body:
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def variables_in(tree: ast.Module) -> Iterator[str]:
    """Every name that is assigned to, as a variable, an attribute, in a loop or in an import, and every keyword."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.keyword(arg=str(name)) | ast.alias(asname=str(name)):
                yield name


def files() -> Iterator[tuple[str, ast.Module]]:
    """The Python files of the source by path, migrations left out."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        if "migrations" not in path.parts:
            yield str(path.relative_to(ROOT / "src")), ast.parse(path.read_text(encoding="utf-8"))


def retired_variables() -> dict[str, int]:
    """How many different retired names each file gives to what it assigns."""
    counts = {path: sum(map(is_retired, set(variables_in(tree)))) for path, tree in files()}
    return {path: number for path, number in counts.items() if number}


def listed() -> dict[str, int]:
    """What the list allows."""
    lines = (line.rsplit(" ", 1) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {path: int(number) for path, number in lines}


def grown(now: dict[str, int], before: dict[str, int]) -> list[str]:
    """The files with more retired variables than before."""
    return [path for path, number in now.items() if number > before.get(path, 0)]


def test_no_name_of_the_source_uses_a_retired_word():
    found = [
        f"{path} {name}"
        for path, tree in files()
        for name in (*Path(path).with_suffix("").parts, *names_in(tree))
        if is_retired(name)
    ]

    assert found == []


def test_no_file_gets_more_variables_with_a_retired_word():
    assert grown(retired_variables(), listed()) == []


def test_the_list_allows_no_more_than_there_is():
    assert grown(listed(), retired_variables()) == []


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
    names = {*names_in(tree), *variables_in(tree)}

    assert {name for name in names if is_retired(name)} == {"ToldC", *(f"told_{letter}" for letter in "abdefghijklmn")}


if __name__ == "__main__":
    counts = retired_variables()
    if more := grown(counts, listed()):
        sys.exit("These files have new names with retired words: choose others.\n" + "\n".join(more))
    LIST.write_text("".join(f"{path} {number}\n" for path, number in sorted(counts.items())), encoding="utf-8")

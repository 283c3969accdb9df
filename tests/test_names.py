"""New names use the field's and Django's words: those that we retired stand in a list that only gets shorter.

`docs/words.md` says which words took their place. `tests/retired_names.txt` holds the names that still have one, file
by file; a name that is mended leaves it: `python tests/test_names.py` writes the list again, and refuses to make it
longer.
"""

import ast
import re
import sys
from collections import Counter
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


def names_in(path: Path) -> Iterator[str]:
    """The names that a file makes: its own, its classes, functions, parameters, fields and variables of the module."""
    yield path.stem
    tree = ast.parse(path.read_text(encoding="utf-8"))
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


def retired() -> Counter[str]:
    """How often each retired name is made in each file of the source."""
    found: Counter[str] = Counter()
    for path in sorted((ROOT / "src").rglob("*.py")):
        if "migrations" not in path.parts:
            for name in names_in(path):
                if RETIRED & set(parts(name)):
                    found[f"{path.relative_to(ROOT / 'src')} {name}"] += 1
    return found


def listed() -> Counter[str]:
    """What the list allows."""
    lines = (line.rsplit(" ", 1) for line in LIST.read_text(encoding="utf-8").splitlines())
    return Counter({name: int(times) for name, times in lines})


def test_no_new_name_uses_a_retired_word():
    assert sorted((retired() - listed()).elements()) == []


def test_the_list_holds_no_name_that_is_mended():
    assert sorted((listed() - retired()).elements()) == []


if __name__ == "__main__":
    now = retired()
    if LIST.exists() and (more := sorted((now - listed()).elements())):
        sys.exit("These names are new: choose others.\n" + "\n".join(more))
    LIST.write_text("".join(f"{name} {times}\n" for name, times in sorted(now.items())), encoding="utf-8")

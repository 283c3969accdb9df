"""Mutants: one small change of a module each, and how it is put into a process that has loaded that module.

Most changes are inside functions. There the function's code is replaced in memory (`swap`), which takes no time. What
runs as a module is imported (constants, defaults, decorators) needs a new import: `imported_as` gives it the changed
source.
"""

import ast
import difflib
import importlib.machinery
import inspect
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

AT_ONCE = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")  # a module's own run when it is imported
FUNCTION = inspect.CO_OPTIMIZED | inspect.CO_NEWLOCALS  # code with both is a function's, not a module's or a class's


@dataclass(frozen=True)
class Mutant:
    """A module with one change; `path` is relative to the checkout, `what` names the change for people."""

    path: Path
    line: int
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.what}"

    @property
    def diff(self) -> str:
        """The change as a unified diff without its head."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=2)
        return "\n".join(list(lines)[2:])

    @property
    def function(self) -> str:
        """The function that holds the change, with its classes and outer functions; empty outside of functions."""
        return function_at(self.before, self.line)


@cache
def swap(mutant: Mutant) -> Mapping[CodeType, CodeType] | None:
    """Code of functions, as it is and with the change; None if the change is outside of functions.

    Empty if both compile to the same, as a change in an annotation does.

    Raises:
        SyntaxError: the change makes no Python.
    """
    found: dict[CodeType, CodeType] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # `is` with a number, as some mutants have it
        before, after = (compile(source, str(mutant.path), "exec") for source in (mutant.before, mutant.after))
    whole = _differences(before, after, found)
    return None if whole else found


def _differences(before: CodeType, after: CodeType, found: dict[CodeType, CodeType]) -> bool:
    """Fill in the functions that differ; whether code outside of functions does."""
    inner, changed = (_inner(before), _inner(after))
    own = _own(before) != _own(after) or len(inner) != len(changed)
    outside = any([_differences(*pair, found) for pair in zip(inner, changed, strict=False)])
    if before.co_flags & FUNCTION != FUNCTION:
        return own or outside or any(code in found and code.co_name in AT_ONCE for code in inner)
    if own or outside or any(code in found for code in inner):
        found[before] = after
    return False


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """Return the code of a module or class itself, apart from the functions that it defines."""
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_exceptiontable


def function_at(source: str, line: int) -> str:
    """The qualified name of the innermost function at a line, or the empty string."""
    found = [name for name, first, last in functions(source) if first <= line <= last]
    return found[-1] if found else ""


def functions(source: str) -> list[tuple[str, int, int]]:
    """Each function's qualified name, first and last line; outer ones come before those inside them."""

    def walk(node: ast.AST, outer: str) -> Iterator[tuple[str, int, int]]:
        for child in ast.iter_child_nodes(node):
            name = outer
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{outer}.{child.name}".strip(".")
                if not isinstance(child, ast.ClassDef):
                    yield name, child.lineno, child.end_lineno or child.lineno
            yield from walk(child, name)

    return list(walk(ast.parse(source), ""))


def imported_as(mutant: Mutant) -> None:
    """From now on this process imports the mutant's module with the change; nothing is written to a disk."""
    path = mutant.path.resolve()
    get_code = importlib.machinery.SourceFileLoader.get_code

    def get_changed(self: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path).resolve() == path:
            return compile(mutant.after, self.path, "exec", dont_inherit=True)
        return get_code(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_changed  # type: ignore[assignment,method-assign]

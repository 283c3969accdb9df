"""The reference: every name of the library that is not private, with signature, types and its whole docstring.

What is public is what tools/reference.py lists. Signatures, types and the remarks beside fields are read from the
source, as their authors wrote them.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tools import reference
from tools.docs_site.markdown import cell, code, escaped, heading

STABLE = "The stable names"
LONG = 88  # characters of a signature that stays on one line
_SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises|Shapes|Units|Law|Source|Example|Note)s?:(?: (.*))?")
_SECOND_ERROR = re.compile(r"(?<=\.) (?=\w+Error: )")


class Page(NamedTuple):
    """One page: its place below docs/, its title, its text."""

    place: str
    title: str
    text: str


def pages() -> list[Page]:
    """The index, the stable names, and a page for each group of provisional ones."""
    stable = Page("reference/stable.md", STABLE, stable_text())
    groups = [
        Page(f"reference/{_slug(title)}.md", title, "\n".join(_group(title, modules)))
        for title, modules in reference.PROVISIONAL.items()
    ]
    return [Page("reference.md", "All names", "\n".join(_index(groups))), stable, *groups]


def anchor(name: str) -> str:
    """The anchor of a public name on its page: its whole name."""
    return name if name.startswith("carrom.") else f"carrom.{name}"


def _slug(title: str) -> str:
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")


def _index(groups: list[Page]) -> Iterator[str]:
    yield from (
        "# All names\n",
        "Every name of the library that is not private; [the Python library](api.md) shows how they are used."
        " **Stable** names stay: a later version may add to them and takes none away. **Provisional** ones change with"
        " a line in the [changelog](changelog.md). All else, and whatever begins with `_`, is private.\n",
        "## Stable\n",
        *_table("reference/stable.md", reference.stable()),
    )
    for page in groups:
        yield f"## {page.title}\n"
        for module in reference.PROVISIONAL[page.title].split():
            yield from (f"`carrom.{module}`\n", *_table(page.place, _public_in(module)))


def _table(place: str, named: dict[str, Any]) -> Iterator[str]:
    yield from ("| name | what |", "| --- | --- |")
    for name, value in named.items():
        shown = f"[`{name.removeprefix('carrom.')}`]({place}#{anchor(name)})"
        yield f"| {shown} | {cell(reference.sentence(value) or _value_of(value))} |"
    yield ""


def stable_text() -> str:
    """The page of the stable names."""
    lines = [f"# {STABLE}\n", "The names of `carrom`, `carrom.bots` and `carrom.svg`. They stay.\n"]
    for name, value in reference.stable().items():
        lines += _entry(name, value, level=2)
    return "\n".join(lines)


def _group(title: str, modules: str) -> Iterator[str]:
    yield f"# {title}\n"
    yield "Provisional: what is here changes with a line in the [changelog](../changelog.md).\n"
    for module in modules.split():
        yield from (heading(2, f"`carrom.{module}`", f"carrom.{module}"), "")
        named = _public_in(module)
        yield from _docstring(inspect.getdoc(sys.modules[f"carrom.{module}"]) or "")
        for name, value in named.items():
            yield from _entry(name, value, level=3)


@cache
def _public_in(module: str) -> dict[str, Any]:
    return {f"carrom.{module}.{name}": value for name, value in reference.public_in(module).items()}


def _entry(name: str, value: Any, level: int) -> Iterator[str]:
    """A name, its signature, its docstring, its fields and its members."""
    short = name if level == 2 else name.rpartition(".")[2]
    yield from (heading(level, f"`{short}`", anchor(name)), "", *_signature(value))
    if reference.sentence(value):
        yield from _docstring(inspect.getdoc(value) or "")
    else:
        yield f"{_value_of(value)}\n"
    held = reference.members(value)
    plain = [member for member, one in held.items() if not reference.has_docstring(one)]
    if plain:
        yield from _fields(name, value, plain)
    for member, one in held.items():
        if member not in plain:
            yield from (heading(level + 1, f"`{member}`", f"{anchor(name)}.{member}"), "", *_signature(one))
            yield from _docstring(inspect.getdoc(_bare(one)) or "")


def _value_of(value: Any) -> str:
    return f"A value: {reference.kind(value)}."


def _fields(name: str, value: Any, members: list[str]) -> Iterator[str]:
    """A row for each field, with its type and default, and the remark beside it; no second column without remarks."""
    rows = [(member, *_declared(value, member)) for member in members]
    has_remarks = any(remark for _, _, remark in rows)
    yield from ("| name | what |", "| --- | --- |") if has_remarks else ("| name |", "| --- |")
    for member, declared, remark in rows:
        field = f'<span id="{anchor(name)}.{member}"></span>{code(declared or member)}'
        yield f"| {field} | {cell(remark)} |" if has_remarks else f"| {field} |"
    yield ""


def _declared(value: Any, member: str) -> tuple[str, str]:
    """How a field stands in the source of its class, and the remark in its line."""
    for one in value.__mro__:
        source = _source(one)
        node = source.get(f"{one.__qualname__}.{member}") if source else None
        if isinstance(node, ast.AnnAssign | ast.Assign):
            lines = _file_lines(one.__module__)[node.lineno - 1 : node.end_lineno]
            end = node.end_col_offset or 0
            rest = lines[-1].encode()[end:].decode()
            return _short(ast.unparse(node)), rest.strip().removeprefix("#").strip() if rest.lstrip(" ,")[
                :1
            ] == "#" else ""
    return "", ""


def _short(declared: str) -> str:
    """A declaration without a default that is a call or a long text."""
    head, _, default = declared.partition(" = ")
    return head if len(default) > 40 or "(" in default else declared


def _signature(value: Any) -> Iterator[str]:
    """A function's signature as it stands in the source, one parameter a line where it is long."""
    bare = _bare(value)
    if not inspect.isfunction(bare):
        return
    node = _source(bare).get(bare.__qualname__)
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    returns = f" -> {_annotation(node.returns)}" if node.returns else ""
    parts = list(_parameters(node.args))
    if isinstance(value, property | cached_property):
        line = f"{node.name}{returns}"
    else:
        line = f"{node.name}({', '.join(parts)}){returns}"
    if len(line) > LONG:
        line = f"{node.name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){returns}"
    yield from ("```python", line, "```", "")


def _parameters(held: ast.arguments) -> Iterator[str]:
    """The parameters that a caller passes, each with its type and default."""
    placed = [*held.posonlyargs, *held.args]
    defaults = [None] * (len(placed) - len(held.defaults)) + list(held.defaults)
    for index, (one, default) in enumerate(zip(placed, defaults, strict=True)):
        if index or one.arg not in ("self", "cls"):
            yield _parameter(one, default)
        if held.posonlyargs and one is held.posonlyargs[-1]:
            yield "/"
    if held.vararg:
        yield f"*{_parameter(held.vararg, None)}"
    elif held.kwonlyargs:
        yield "*"
    yield from (_parameter(one, default) for one, default in zip(held.kwonlyargs, held.kw_defaults, strict=True))
    if held.kwarg:
        yield f"**{_parameter(held.kwarg, None)}"


def _parameter(one: ast.arg, default: ast.expr | None) -> str:
    typed = f"{one.arg}: {_annotation(one.annotation)}" if one.annotation else one.arg
    if default is None:
        return typed
    return f"{typed} = {ast.unparse(default)}" if one.annotation else f"{typed}={ast.unparse(default)}"


def _annotation(node: ast.expr) -> str:
    """A type as it reads without the quotes of one that is defined later."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def _bare(value: Any) -> Any:
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    elif isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property):
        value = value.func
    return inspect.unwrap(value) if inspect.isroutine(value) else value


@cache
def _file_lines(module: str) -> list[str]:
    return Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8").splitlines()


def _source(value: Any) -> dict[str, ast.stmt]:
    module = getattr(value, "__module__", "") or ""
    return _nodes(module) if module.startswith("carrom") else {}


@cache
def _nodes(module: str) -> dict[str, ast.stmt]:
    """Every definition and field of a module by its qualified name."""
    found: dict[str, ast.stmt] = {}

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found[prefix + node.name] = node
                if isinstance(node, ast.ClassDef):
                    visit(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[prefix + node.target.id] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[prefix + node.targets[0].id] = node

    visit(ast.parse("\n".join(_file_lines(module))).body, "")
    return found


def _docstring(text: str) -> Iterator[str]:
    """A docstring as Markdown: sections as bold words, arguments and errors as lists, indented blocks as code."""
    for block in re.split(r"\n{2,}", text.strip()):
        lines = block.splitlines()
        pending: list[str] = []
        for line in lines:
            if (found := _SECTION.fullmatch(line)) and not line.startswith(" "):
                yield from _prose(pending)
                pending = [f"\0{line.split(':')[0]}\0{found[2] or ''}"]
            else:
                pending.append(line)
        yield from _prose(pending)


def _prose(lines: list[str]) -> Iterator[str]:
    if not lines:
        return
    if lines[0].startswith("\0"):
        _, word, first = lines[0].split("\0")
        rest = inspect.cleandoc("\n" + "\n".join(lines[1:])).splitlines() if lines[1:] else []
        rest = [part for line in rest for part in _SECOND_ERROR.split(line)]
        if first or not any(re.match(r"[\w*, ]+(\([^)]*\))?: ", line) for line in rest):
            yield f"**{word}:** {escaped(' '.join((first, *map(str.strip, rest))).strip())}\n"
            return
        yield f"**{word}:**\n"
        items: list[str] = []
        for line in rest:
            if re.match(r"[\w*, ]+(\([^)]*\))?: ", line) or not items:
                items.append(line)
            else:
                items[-1] += f" {line.strip()}"
        for item in items:
            named, _, said = item.partition(": ")
            yield f"* {code(named)}: {escaped(said)}" if said else f"* {escaped(named)}"
        yield ""
    elif all(line.startswith("    ") for line in lines):
        yield from ("```text", *(line[4:] for line in lines), "```", "")
    elif all(line.startswith(("* ", "- ", "  ")) for line in lines):
        yield from (*(line[:2] + escaped(line[2:]) for line in lines), "")
    else:
        yield f"{escaped(chr(10).join(lines))}\n"

"""The kernel as an ES module: `src/carrom/physics/kernel.py` told again in JavaScript, operation by operation.

One source, so that the two cannot drift apart: `kernel_module` reads the Python text and writes the module that lies in
`src/carrom_web/static/physics/kernel.js`; `./carrom test golden` writes it, a test holds it to the source, and others
hold its results to Python's bit for bit. Arithmetic is translated one to one, in the same order and with the same
brackets; both languages round + - * / and sqrt as IEEE 754 says. What cannot be translated safely is refused.

An array of several dimensions is one typed array in JavaScript, its rows one after the other.
"""

import ast
import io
import json
import tokenize
from collections.abc import Iterator
from pathlib import Path

PHYSICS = Path(__file__).resolve().parent.parent / "src" / "carrom" / "physics"

Rows = dict[str, tuple[str, ...]]

# Lengths of all dimensions but the first, by the array's name. What is not named here has one dimension.
ROWS: Rows = {
    "c": ("11",),
    "cluster": ("11",),
    "final": ("2",),
    "layout": ("2",),
    "lists": ("MOST_CONTACTS",),
    "pairs": ("MOST_CONTACTS",),
    "s": ("COLUMNS",),
    "segments": ("SEGMENT_COLUMNS",),
    "events": ("EVENT_COLUMNS",),
    "table": ("2",),
}
MANY: Rows = {  # those of many strokes
    "strokes": ("3",),
    "layouts": ("DISCS", "2"),
    "finals": ("DISCS", "2"),
    "fallen": ("DISCS",),
    "facts": ("FACTS",),
}
ROWS_IN: dict[str, Rows] = {  # where a function's array has other rows than one of that name elsewhere
    "keep_segment": {"rows": ("SEGMENT_COLUMNS",)},
    "keep_event": {"rows": ("EVENT_COLUMNS",)},
    "check_layout": MANY,
    "simulate_stroke": MANY,
    "simulate_strokes": MANY,
}
TYPES = {
    "Floats": "Float64Array",
    "Integers": "Int32Array",
    "Bytes": "Int8Array",
    "float": "number",
    "int": "number",
    "bool": "boolean",
    "None": "void",
}
# what only numba and mypy need
DROPPED = {"Function", "Floats", "Integers", "Bytes", "Index", "Whole", "compiled", "inlined"}
OPERATORS: dict[type[ast.AST], tuple[str, int]] = {
    ast.Mult: ("*", 12),
    ast.Div: ("/", 12),
    ast.Mod: ("%", 12),
    ast.Add: ("+", 11),
    ast.Sub: ("-", 11),
    ast.LShift: ("<<", 10),
    ast.RShift: (">>", 10),
    ast.Lt: ("<", 9),
    ast.LtE: ("<=", 9),
    ast.Gt: (">", 9),
    ast.GtE: (">=", 9),
    ast.Eq: ("===", 8),
    ast.NotEq: ("!==", 8),
    ast.BitAnd: ("&", 7),
    ast.BitXor: ("^", 6),
    ast.BitOr: ("|", 5),
    ast.And: ("&&", 4),
    ast.Or: ("||", 3),
}
UNARY, ATOM, TERNARY = 14, 20, 2

HEADER = """\
/**
 * {title}
 *
 * Made from src/carrom/physics/{source} by `./carrom test golden`: change that file, never this one.
 *
{text}
 */
"""
TITLE = (
    "The kernel: discs that slide, spin, meet, rebound and fall, from event to event. The server's own, bit for bit."
)
TEXT = """\
 * Names and order of operations are those of the source, so that the two can be read side by side. Between two events
 * each disc moves on a straight line with a constant deceleration. Only + - * / and sqrt stand between a stroke and its
 * result. Axes are those of the player who strikes: x to his right, y away from him. SI units.
 * Arrays of several dimensions lie row after row in one typed array."""


class CannotTranslateError(ValueError):
    """Python that has no safe counterpart in JavaScript."""


def kernel_module() -> str:
    """The text of kernel.js."""
    source = (PHYSICS / "kernel.py").read_text(encoding="utf-8")
    return _Module(source).text(engine=_engine())


def sliding_module() -> str:
    """The text of sliding.js: the table of `make_sliding`, rows one after the other."""
    rows = json.loads((PHYSICS / "sliding.json").read_text(encoding="ascii"))
    lines = [f"  {force!r}, {torque!r}," for force, torque in rows]
    header = HEADER.format(
        title="The table of a disc that slides and spins: force and torque on an even grid of R w / (v + R w).",
        source="sliding.json",
        text=" * Shapes: (257, 2), rows one after the other.",
    )
    return "\n".join([f"{header}export const SLIDING = new Float64Array([", *lines, "]);", ""])


def _engine() -> str:
    tree = ast.parse((PHYSICS / "surface.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "ENGINE":
            return str(ast.literal_eval(node.value))
    raise CannotTranslateError("surface.py names no ENGINE")


class _Module:
    """The whole file: constants and functions in their order, remarks where they stood."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.remarks: dict[int, tuple[str, bool]] = {}  # by line: the text, and whether it has a line of its own
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                own = not token.line[: token.start[1]].strip()
                self.remarks[token.start[0]] = (token.string.lstrip("# "), own)
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self.told = 0  # the last line whose remarks have been written

    def text(self, *, engine: str) -> str:
        lines = [HEADER.format(title=TITLE, source="kernel.py", text=TEXT)]
        lines += ["/** Grows whenever a stroke may end otherwise, in the last bit, than it did before. */"]
        lines += [f"export const ENGINE = {json.dumps(engine)};"]
        before = self.tree.body[0].end_lineno or 0
        self.told = before
        for node in self.tree.body[1:]:
            written = self._statement(node)
            if written and node.lineno - before > 1:
                lines.append("")
            if written:
                lines += written
                before = node.end_lineno or 0
            self.told = node.end_lineno or 0
        return "\n".join(lines) + "\n"

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.FunctionDef():
                own = [f"// {text}" for line, text in self._own_remarks(_first_line(node)) if line]
                return [*own, *_Function(self, node).lines()]
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name in DROPPED:
                    return []
                remark = self.remarks.get(node.lineno, ("", True))
                after = "" if remark[1] else f" // {remark[0]}"
                own = [f"// {text}" for _, text in self._own_remarks(node.lineno)]
                return [*own, f"export const {name} = {self._constant(value)};{after}"]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Call(func=ast.Name(id="range"), args=args)):
                lines = [f"// {text}" for _, text in self._own_remarks(node.lineno)]
                for number, counted in zip(range(*map(ast.literal_eval, args)), names, strict=True):
                    remark = self.remarks.get(counted.lineno, ("", True))
                    after = "" if remark[1] else f" // {remark[0]}"
                    lines.append(f"export const {ast.unparse(counted)} = {number};{after}")
                return lines
            case _:
                return []

    def _constant(self, value: ast.expr) -> str:
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "frozenset":
            inside = value.args[0]
            names = inside.elts if isinstance(inside, ast.Tuple | ast.Set) else []
            return f"new Set([{', '.join(ast.unparse(name) for name in names)}])"
        return _Function(self, None).expression(value)

    def _own_remarks(self, until: int) -> Iterator[tuple[int, str]]:
        for line in range(self.told + 1, until):
            text, own = self.remarks.get(line, ("", False))
            if own:
                yield line, text
        self.told = max(self.told, until - 1)

    def remarks_before(self, line: int) -> list[str]:
        """Remarks with lines of their own that stand before this line and were not written yet."""
        return [text for _, text in self._own_remarks(line)]

    def remark_between(self, last: int, first: int) -> str:
        """The remark at the end of a line between two statements: that of an `else`."""
        found = [
            text for text, own in (self.remarks.get(line, ("", True)) for line in range(last + 1, first)) if not own
        ]
        return f" // {found[0]}" if found else ""

    def remark_beside(self, node: ast.stmt) -> str:
        """The remark at the end of a statement's first line, if any."""
        text, own = self.remarks.get(node.lineno, ("", True))
        return "" if own else f" // {text}"


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


class _Function:
    """One function; without a node, a place for constant expressions."""

    def __init__(self, module: _Module, node: ast.FunctionDef | None) -> None:
        self.module = module
        self.node = node
        self.rows = ROWS | ROWS_IN.get(node.name if node else "", {})
        self.declared: set[str] = set()
        self.booleans: set[str] = set()
        stored = [name for part in node.body for name in _stored(part)] if node else []
        self.fixed = {name for name in stored if stored.count(name) == 1}

    def lines(self) -> list[str]:
        node = self.node
        if node is None:
            return []
        self.declared = {argument.arg for argument in node.args.args}
        self.booleans = {
            name
            for part in ast.walk(node)
            if isinstance(part, ast.Assign) and self._is_boolean(part.value)
            for target in part.targets
            for name in _names(target)
        }
        body = node.body[1:] if ast.get_docstring(node) else node.body
        self.module.told = (node.body[0].end_lineno or 0) if ast.get_docstring(node) else node.lineno
        names = ", ".join(argument.arg for argument in node.args.args)
        return [*self._comment(node), f"export function {node.name}({names}) {{", *self._block(body, 1), "}"]

    def _comment(self, node: ast.FunctionDef) -> list[str]:
        lines = ["/**", *(f" * {line}".rstrip() for line in (ast.get_docstring(node) or "").splitlines()), " *"]
        for argument in node.args.args:
            lines.append(f" * @param {{{_type(argument.annotation)}}} {argument.arg}")
        return [*lines, f" * @returns {{{_type(node.returns)}}}", " */"]

    def _block(self, body: list[ast.stmt], depth: int) -> list[str]:
        lines: list[str] = []
        pad = "  " * depth
        outer = set(self.declared)
        for at, node in enumerate(body):
            lines += [f"{pad}// {text}" for text in self.module.remarks_before(node.lineno)]
            for name in self._to_declare(node, body[at + 1 :]):
                lines.append(f"{pad}let {name} = {'false' if name in self.booleans else '0'};")
                self.declared.add(name)
            lines += self._statement(node, depth)
        self.declared = outer
        return lines

    def _to_declare(self, node: ast.stmt, later: list[ast.stmt]) -> list[str]:
        """Names that get their first value inside this statement and are needed after it, or by several branches."""
        if isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node, ast.If | ast.For | ast.While):
            return []
        known = self.declared | ({name for name in _names(node.target)} if isinstance(node, ast.For) else set())
        wanted = []
        for name in dict.fromkeys(_stored(node)):
            if name not in known and any(_reads_first(name, later)):
                wanted.append(name)
        return wanted

    def _statement(self, node: ast.stmt, depth: int) -> list[str]:
        pad = "  " * depth
        beside = self.module.remark_beside(node)
        self.module.told = max(self.module.told, node.lineno)
        match node:
            case ast.Assign(targets=[target], value=value):
                return [f"{pad}{self._assignment(node, target, value)}{beside}"]
            case ast.AugAssign(target=target, op=operator, value=value):
                sign = OPERATORS[type(operator)][0]
                return [f"{pad}{self.expression(target)} {sign}= {self.expression(value)};{beside}"]
            case ast.If():
                return self._if(node, depth, f"{pad}if")
            case ast.While(test=test, body=body, orelse=[]):
                return [f"{pad}while ({self.expression(test)}) {{{beside}", *self._block(body, depth + 1), f"{pad}}}"]
            case ast.For(orelse=[]):
                return self._for(node, depth)
            case ast.Return(value=None):
                return [f"{pad}return;{beside}"]
            case ast.Return(value=value) if value is not None:
                return [f"{pad}return {self.expression(value)};{beside}"]
            case ast.Break():
                return [f"{pad}break;{beside}"]
            case ast.Continue():
                return [f"{pad}continue;{beside}"]
            case ast.Pass():
                return []
            case ast.Expr(value=ast.Call() as call):
                return [f"{pad}{self.expression(call)};{beside}"]
            case _:
                raise CannotTranslateError(f"line {node.lineno}: {ast.unparse(node)}")

    def _assignment(self, node: ast.Assign, target: ast.expr, value: ast.expr) -> str:
        told = self.expression(value)
        if isinstance(target, ast.Tuple):
            names = [self.expression(part) for part in target.elts]
            fresh = [name for name in names if name not in self.declared and name.isidentifier()]
            if fresh and len(fresh) != len(names):
                raise CannotTranslateError(f"line {node.lineno}: some of these names are new, others are not")
            self.declared |= set(fresh)
            word = "" if not fresh else "const " if set(fresh) <= self.fixed else "let "
            return f"{word}[{', '.join(names)}] = {told};"
        if isinstance(target, ast.Subscript) and self._is_boolean(value):
            told = f"Number({told})"
        name = self.expression(target)
        if isinstance(target, ast.Name) and name not in self.declared:
            self.declared.add(name)
            return f"{'const' if name in self.fixed else 'let'} {name} = {told};"
        return f"{name} = {told};"

    def _if(self, node: ast.If, depth: int, start: str) -> list[str]:
        pad = "  " * depth
        beside = self.module.remark_beside(node)
        lines = [f"{start} ({self.expression(node.test)}) {{{beside}", *self._block(node.body, depth + 1)]
        match node.orelse:
            case []:
                return [*lines, f"{pad}}}"]
            case [ast.If() as further] if further.col_offset == node.col_offset:
                remarks = [f"{pad}  // {text}" for text in self.module.remarks_before(further.lineno)]
                self.module.told = max(self.module.told, further.lineno)
                return [*lines, *remarks, *self._if(further, depth, f"{pad}}} else if")]
            case [first, *_]:
                beside = self.module.remark_between(node.body[-1].end_lineno or 0, first.lineno)
                return [*lines, f"{pad}}} else {{{beside}", *self._block(node.orelse, depth + 1), f"{pad}}}"]
            case _:
                raise CannotTranslateError(f"line {node.lineno}: {ast.unparse(node)}")

    def _for(self, node: ast.For, depth: int) -> list[str]:
        pad = "  " * depth
        loop = node.iter
        if not (isinstance(node.target, ast.Name) and isinstance(loop, ast.Call) and ast.unparse(loop.func) == "range"):
            raise CannotTranslateError(f"line {node.lineno}: only `for name in range(...)` can be translated")
        name = node.target.id
        start, end = ("0", loop.args[0]) if len(loop.args) == 1 else (self.expression(loop.args[0]), loop.args[1])
        changed = {stored for part in node.body for stored in _stored(part)}
        if (
            name in changed
            or len(loop.args) > 2
            or {part.id for part in ast.walk(end) if isinstance(part, ast.Name)} & changed
        ):
            raise CannotTranslateError(f"line {node.lineno}: the loop's name or its end changes inside")
        beside = self.module.remark_beside(node)
        head = f"{pad}for (let {name} = {start}; {name} < {self.expression(end, 10)}; {name} += 1) {{{beside}"
        outer = set(self.declared)
        self.declared.add(name)
        lines = [head, *self._block(node.body, depth + 1), f"{pad}}}"]
        self.declared = outer
        return lines

    def expression(self, node: ast.expr, above: int = 0) -> str:
        """An expression as text, in brackets where what stands round it binds at least as firmly."""
        text, binds = self._bound(node)
        return f"({text})" if binds < above else text

    def _bound(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Constant(value=bool() as value):
                return ("true" if value else "false"), ATOM
            case ast.Constant(value=int() | float()):
                return _figure(node), ATOM
            case ast.Name(id=name):
                return name, ATOM
            case ast.Attribute(value=ast.Name(id="math"), attr="inf"):
                return "Infinity", ATOM
            case ast.Attribute(value=ast.Name(id="math"), attr="pi"):
                return "Math.PI", ATOM
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.expression(operand, UNARY + 1)}", UNARY
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.expression(operand, UNARY)}", UNARY
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
                sign, binds = OPERATORS[type(operator)]
                return f"{self.expression(left, binds)} {sign} {self.expression(right, binds + 1)}", binds
            case ast.BoolOp(op=operator, values=values):
                sign, binds = OPERATORS[type(operator)]
                return f" {sign} ".join(self.expression(value, binds + 1) for value in values), binds
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in OPERATORS:
                sign, binds = OPERATORS[type(operator)]
                return f"{self.expression(left, 10)} {sign} {self.expression(right, 10)}", binds
            case ast.IfExp(test=test, body=body, orelse=orelse):
                parts = [self.expression(part, TERNARY + 1) for part in (test, body, orelse)]
                return f"{parts[0]} ? {parts[1]} : {parts[2]}", TERNARY
            case ast.Tuple(elts=parts_of):
                return f"[{', '.join(self.expression(part) for part in parts_of)}]", ATOM
            case ast.Subscript():
                return self._item(node), ATOM
            case ast.Call():
                return self._call(node)
            case _:
                raise CannotTranslateError(f"line {node.lineno}: {ast.unparse(node)}")

    def _item(self, node: ast.Subscript) -> str:
        if ast.unparse(node).endswith(".shape[0]"):
            name = ast.unparse(node.value).removesuffix(".shape")
            size = " * ".join(self.rows.get(name, ()))
            return f"({name}.length / {size})" if " " not in size else f"({name}.length / ({size}))"
        if not isinstance(node.value, ast.Name):
            raise CannotTranslateError(f"line {node.lineno}: {ast.unparse(node)}")
        name = node.value.id
        rows = self.rows.get(name, ())
        if isinstance(node.slice, ast.Slice):
            low, high = node.slice.lower, node.slice.upper
            if low is None or high is None or len(rows) != 1:
                raise CannotTranslateError(f"line {node.lineno}: {ast.unparse(node)}")
            return f"{name}.subarray({self.expression(low, 12)} * {rows[0]}, {self.expression(high, 12)} * {rows[0]})"
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(places) == len(rows) + 1:
            return f"{name}[{self._place(places, rows)}]"
        if len(places) == 1:
            size = " * ".join(rows)
            at = self.expression(places[0], 12)
            end = self.expression(ast.BinOp(places[0], ast.Add(), ast.Constant(1)), 12)
            return f"{name}.subarray({at} * {size}, {end} * {size})"
        raise CannotTranslateError(f"line {node.lineno}: say in ROWS how long the rows of {name!r} are")

    def _place(self, places: list[ast.expr], rows: tuple[str, ...]) -> str:
        text = self.expression(places[0], 0 if not rows else 12)
        for size, place in zip(rows, places[1:], strict=True):
            first = f"{text} * {size}" if text != "0" else ""
            then = self.expression(place, 12)
            text = first if then == "0" and first else f"{first} + {then}" if first else then
        return text

    def _call(self, node: ast.Call) -> tuple[str, int]:
        name = ast.unparse(node.func)
        if name in ("np.empty", "np.zeros"):
            kind = "Int32Array" if len(node.args) > 1 else "Float64Array"
            shape = node.args[0].elts if isinstance(node.args[0], ast.Tuple) else [node.args[0]]
            return f"new {kind}({' * '.join(self.expression(size, 12) for size in shape)})", ATOM
        arguments = [self.expression(argument) for argument in node.args]
        if name in ("abs", "math.sqrt"):
            return f"Math.{name.removeprefix('math.')}({arguments[0]})", ATOM
        if name == "Index":
            return self._bound(node.args[0])
        if name == "Whole" and isinstance(node.args[0], ast.Constant | ast.UnaryOp | ast.Name):
            return self._bound(node.args[0])
        if name in ("int", "Whole"):
            return f"Math.trunc({arguments[0]})", ATOM
        if name.endswith(".copy") and not arguments:
            return f"{name.removesuffix('.copy')}.slice()", ATOM
        if name in self.module.functions:
            return f"{name}({', '.join(arguments)})", ATOM
        raise CannotTranslateError(f"line {node.lineno}: {ast.unparse(node)}")

    def _is_boolean(self, node: ast.expr) -> bool:
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
                return True
            case ast.Name(id=name):
                return name in self.booleans
            case ast.Call(func=ast.Name(id=name)) if name in self.module.functions:
                return _type(self.module.functions[name].returns) == "boolean"
            case _:
                return False


def _figure(node: ast.Constant) -> str:
    """A number as JavaScript reads it: the same float64."""
    value = node.value
    if isinstance(value, float) and value.is_integer() and abs(value) < 2.0**53:
        return str(int(value))
    return repr(value)


def _type(annotation: ast.expr | None) -> str:
    text = ast.unparse(annotation) if annotation else "None"
    if text.startswith("tuple["):
        return f"[{', '.join(TYPES[part.strip()] for part in text[6:-1].split(','))}]"
    return TYPES[text]


def _names(target: ast.expr) -> list[str]:
    return [part.id for part in ast.walk(target) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]


def _stored(node: ast.stmt) -> list[str]:
    """Names that assignments within a statement give a value; loops' own names are not among them."""
    return [
        name
        for part in ast.walk(node)
        if isinstance(part, ast.Assign | ast.AugAssign)
        for target in (part.targets if isinstance(part, ast.Assign) else [part.target])
        for name in _names(target)
    ]


def _reads_first(name: str, later: list[ast.stmt]) -> Iterator[bool]:
    """Whether a name is used by later statements before each of them gives it a value anew."""
    for node in later:
        for part in _in_order(node):
            if part.id != name:
                continue
            yield isinstance(part.ctx, ast.Load)
            return


def _in_order(node: ast.AST) -> Iterator[ast.Name]:
    """Names in the order in which they are evaluated: an assignment's value before its target."""
    if isinstance(node, ast.Name):
        yield node
        return
    children: list[ast.AST] = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Assign):
        children = [node.value, *node.targets]
    elif isinstance(node, ast.AugAssign):
        yield from _in_order(ast.parse(ast.unparse(node.target), mode="eval"))
    elif isinstance(node, ast.For):
        children = [node.iter, node.target, *node.body]
    for child in children:
        yield from _in_order(child)

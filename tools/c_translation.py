"""Functions of plain typed Python as functions of C: the same operations in the same order, with the same brackets.

What a function may hold is little: whole numbers, floats and arrays, calls of functions above it. What would mean
something else in C is refused (`CannotTranslateError`). `kernel_in_c.py` writes the files.
"""

import ast
import math
from collections.abc import Sequence

from tools.kernel_arrays import COPIED, ENTRIES, LENGTHS, ROWS, ROWS_IN

MARK = "inlined"  # the decorator of functions that belong into their callers
UNUSED = "_"  # the name of what is not read
KINDS = {
    "Floats": "double *",
    "Integers": "whole *",
    "Bytes": "int8_t *",
    "float": "double",
    "int": "whole",
    "bool": "whole",
    "None": "void",
}
ITEMS = {"np.int64": "whole *", "np.int8": "int8_t *"}  # arrays of a function's own that hold no floats
PAIRS = {"float, float": "two_floats", "float, int": "float_and_whole"}  # what a function gives back as a tuple
PARTS = {"two_floats": ("double", "double"), "float_and_whole": ("double", "whole")}
OPERATORS: dict[type[ast.AST], str] = {
    ast.Mult: "*",
    ast.Div: "/",
    ast.Mod: "%",
    ast.Add: "+",
    ast.Sub: "-",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.BitAnd: "&",
    ast.BitXor: "^",
    ast.BitOr: "|",
    ast.And: "&&",
    ast.Or: "||",
}


class CannotTranslateError(ValueError):
    """Python that has no safe counterpart in C."""

    def __init__(self, node: ast.AST, why: str = "") -> None:
        line = f"line {node.lineno}: " if isinstance(node, ast.stmt | ast.expr) else ""
        super().__init__(f"{line}{ast.unparse(node)}{f': {why}' if why else ''}")


def constants_of(source: str) -> dict[str, int | float]:
    """The named figures of the kernel, in their order."""
    found: dict[str, int | float] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Call(func=ast.Name(id="range"), args=args)):
                numbers = range(*(int(_figure(arg, found)) for arg in args))
                found |= {ast.unparse(name): number for name, number in zip(names, numbers, strict=True)}
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.isupper():
                if not (isinstance(value, ast.Call) and ast.unparse(value.func) == "frozenset"):
                    found[name] = _figure(value, found)
            case _:
                pass
    return found


def _figure(node: ast.expr, known: dict[str, int | float]) -> int | float:
    """The value of a constant expression."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.Attribute(value=ast.Name(id="math"), attr="inf"):
            return math.inf
        case ast.Attribute(value=ast.Name(id="math"), attr="pi"):
            return math.pi
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _figure(left, known) / _figure(right, known)
        case _:
            raise CannotTranslateError(node)


class Module:
    """The whole file: constants, then functions in their order, each before those that call it."""

    def __init__(
        self, source: str, known: dict[str, int | float] | None = None, others: Sequence["Module"] = ()
    ) -> None:
        """Take a file, figures that it knows of others, and files whose entries it calls."""
        self.constants = {**(known or {}), **constants_of(source)}
        functions = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
        self.functions = {node.name: node for node in functions if node.name != MARK}
        called = {ast.unparse(part.func) for part in ast.walk(ast.parse(source)) if isinstance(part, ast.Call)}
        self.entries = {name: other for other in others for name in other.functions if name in called & ENTRIES.keys()}
        self.counted: dict[str, list[str]] = self._counted()

    def called(self, name: str) -> ast.FunctionDef | None:
        """The function of a name, of this file or an entry of another; None: there is none."""
        return self.entries[name].functions[name] if name in self.entries else self.functions.get(name)

    def _counted(self) -> dict[str, list[str]]:
        """By function the arrays whose number of rows it, or what it calls, asks for: each is an argument more."""
        counted = {name: other.counted[name] for name, other in self.entries.items()}
        for name, node in self.functions.items():
            own = _arguments(node)
            asked: set[str] = set()
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and part.attr == "shape":
                    array = ast.unparse(part.value)
                    if array not in own:
                        raise CannotTranslateError(part, "only rows of what a function was given can be counted")
                    asked.add(array)
                elif isinstance(part, ast.Call) and ast.unparse(part.func) in counted:
                    called = ast.unparse(part.func)
                    function = self.called(called)
                    assert function is not None  # noqa: S101  # it is counted
                    for formal, given in zip(_arguments(function), part.args, strict=True):
                        if formal in counted[called] and not _is_part(given):
                            if ast.unparse(given) not in own:
                                raise CannotTranslateError(part, f"{formal} has to be given, or a part")
                            asked.add(ast.unparse(given))
            counted[name] = [argument for argument in own if argument in asked and argument not in LENGTHS]
        return counted

    def text(self) -> str:
        """All functions, after what entries of other files take."""
        lines = [""]
        for name, other in self.entries.items():
            arguments = ", ".join(other.arguments(other.functions[name]))
            lines += [f"{other.result(other.functions[name])} {ENTRIES[name]}({arguments});", ""]
        for node in self.functions.values():
            lines += [*_Function(self, node).lines(), ""]
        return "\n".join(lines)

    def arguments(self, node: ast.FunctionDef) -> list[str]:
        """Arguments of a function in C: its own, then the numbers of rows that it counts."""
        given = [_declared(KINDS[ast.unparse(_annotation(argument))], argument.arg) for argument in node.args.args]
        return given + [f"whole rows_of_{name}" for name in self.counted[node.name]]

    def result(self, node: ast.FunctionDef) -> str:
        """The C type of what a function gives back."""
        text = ast.unparse(node.returns) if node.returns else "None"
        return PAIRS[text[6:-1]] if text.startswith("tuple[") else KINDS[text]


class _Function:
    """One function. Python's variables live as long as the function does, so all are declared at its beginning."""

    def __init__(self, module: Module, node: ast.FunctionDef) -> None:
        self.module = module
        self.node = node
        self.rows = ROWS | ROWS_IN.get(node.name, {})
        self.kinds = {argument.arg: KINDS[ast.unparse(_annotation(argument))] for argument in node.args.args}
        self.given = set(self.kinds)
        self.sizes: dict[str, str] = {}  # of arrays of its own
        self.made = 0  # names that have no counterpart in the source
        self._find_kinds()

    def lines(self) -> list[str]:
        node = self.node
        body = self._block(node.body[1:] if ast.get_docstring(node) else node.body, 1)
        arguments = self.module.arguments(node)
        marked = [ast.unparse(decorator) for decorator in node.decorator_list]
        if marked not in ([], [MARK]):
            raise CannotTranslateError(node, "unknown decorators")
        start = "" if node.name in ENTRIES else "INLINED " if marked else "static "
        name = ENTRIES.get(node.name, node.name)
        summary = (ast.get_docstring(node) or "").split("\n", 1)[0].replace("*/", "* /")
        lines = [f"/* {summary} */", f"{start}{self.module.result(node)} {name}({', '.join(arguments)}) {{"]
        for variable, kind in self.kinds.items():
            if variable in self.sizes:  # on a cache line: lanes are read several at a time
                lines.append(f"  {kind[:-2]} {variable}[{self.sizes[variable]}] __attribute__((aligned(64)));")
            elif variable not in (*self.given, UNUSED):
                lines.append(f"  {_declared(kind, variable)} = 0;")
        return [*lines, *body, "}"]

    # --- what each variable is

    def _find_kinds(self) -> None:
        """Say of each variable whether it holds a whole number, a float or an array; in turns, until nothing is new."""
        known = -1
        while known != len(self.kinds) + sum(kind == "double" for kind in self.kinds.values()):
            known = len(self.kinds) + sum(kind == "double" for kind in self.kinds.values())
            for part in ast.walk(self.node):
                match part:
                    case ast.Assign(targets=[ast.Name(id=name)], value=value):
                        self._bind(part, name, self._kind(value))
                    case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                        for target, value in zip(names, values, strict=True):
                            self._bind(part, ast.unparse(target), self._kind(value))
                    case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                        for target, kind in zip(names, self._parts(value), strict=True):
                            self._bind(part, ast.unparse(target), kind)
                    case ast.AugAssign(target=ast.Name(id=name) as target, op=operator, value=value):
                        self._bind(part, name, self._kind(ast.BinOp(ast.Name(name, ast.Load()), operator, value)))
                        if isinstance(operator, ast.Div) and self._kind(target) != "double":
                            raise CannotTranslateError(part)
                    case ast.For(target=ast.Name(id=name)):
                        self._bind(part, name, "whole")
        for part in ast.walk(self.node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id not in self.kinds:
                raise CannotTranslateError(part, "whole number, float or array")

    def _parts(self, value: ast.expr) -> tuple[str, str]:
        kind = self._kind(value)
        if kind not in PARTS:
            raise CannotTranslateError(value, "only a call gives two values")
        return PARTS[kind]

    def _bind(self, node: ast.stmt, name: str, kind: str | None) -> None:
        old = self.kinds.get(name)
        if kind is None or old == kind or (old == "double" and kind == "whole"):
            return
        if old is None or (old == "whole" and kind == "double" and name not in self.given):
            self.kinds[name] = kind
        else:
            raise CannotTranslateError(node, f"{name} is {old} and {kind}")

    def _kind(self, node: ast.expr) -> str | None:
        """The C type of an expression; None: not known yet."""
        match node:
            case ast.Constant(value=value):
                return "double" if isinstance(value, float) else "whole"
            case ast.Name(id=name) if name in self.kinds:
                return self.kinds[name]
            case ast.Name(id=name):
                value = self.module.constants.get(name)
                return None if value is None else "double" if isinstance(value, float) else "whole"
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return "whole"
            case ast.UnaryOp(operand=operand):
                return self._kind(operand)
            case ast.BinOp(op=ast.Div()):
                return "double"
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                kinds = {self._kind(one), self._kind(other)}
                return "double" if "double" in kinds else "whole" if kinds == {"whole"} else None
            case ast.Attribute():
                return "double"  # math.inf, math.pi
            case ast.Subscript():
                return self._kind_of_item(node)
            case ast.Call():
                return self._kind_of_call(node)
            case _:
                raise CannotTranslateError(node)

    def _kind_of_item(self, node: ast.Subscript) -> str | None:
        if _counted_array(node):
            return "whole"
        array = ast.unparse(node.value)
        kind = self.kinds.get(array)
        if kind is None or len(_places(node)) <= len(self.rows.get(array, ())) or isinstance(node.slice, ast.Slice):
            return kind
        return "whole" if kind == "int8_t *" else kind[:-2]

    def _kind_of_call(self, node: ast.Call) -> str:
        name = ast.unparse(node.func)
        if name in ("np.empty", "np.zeros"):
            return ITEMS[ast.unparse(node.args[1])] if len(node.args) > 1 else "double *"
        if name.endswith(".copy"):
            return "double *"
        if name == "int":
            return "whole"
        if name in ("abs", "math.sqrt"):
            return "double"
        if function := self.module.called(name):
            return self.module.result(function)
        raise CannotTranslateError(node)

    # --- statements

    def _block(self, body: list[ast.stmt], depth: int) -> list[str]:
        return [f"{'  ' * depth}{line}" for node in body for line in self._statement(node)]

    def _inner(self, body: list[ast.stmt]) -> list[str]:
        return self._block(body, 1)

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Assign(targets=[target], value=value):
                return self._assignment(target, value)
            case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in OPERATORS:
                return [f"{self._expression(target)} {OPERATORS[type(operator)]}= {self._expression(value)};"]
            case ast.If(test=test, body=body, orelse=orelse):
                otherwise = ["} else {", *self._inner(orelse)] if orelse else []
                return [f"if {self._condition(test)} {{", *self._inner(body), *otherwise, "}"]
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while {self._condition(test)} {{", *self._inner(body), "}"]
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds), body=body, orelse=[]
            ) if len(bounds) < 3:
                start, end = ["0", *map(self._expression, bounds)][-2:]
                at, until = self._fresh("at"), self._fresh("until")
                head = f"for (whole {at} = {start}, {until} = {end}; {at} < {until}; {at}++) {{"
                counted = [] if name == UNUSED else [f"  {name} = {at};"]
                return [head, *counted, *self._inner(body), "}"]
            case ast.Return(value=None):
                return ["return;"]
            case ast.Return(value=ast.Tuple(elts=parts)):
                values = ", ".join(self._expression(part) for part in parts)
                return [f"return ({self.module.result(self.node)}){{{values}}};"]
            case ast.Return(value=value) if value is not None:
                return [f"return {self._expression(value)};"]
            case ast.Break():
                return ["break;"]
            case ast.Continue():
                return ["continue;"]
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._expression(call)};"]
            case _:
                raise CannotTranslateError(node)

    def _assignment(self, target: ast.expr, value: ast.expr) -> list[str]:
        match target, value:
            case ast.Name(id=name), ast.Call(
                func=ast.Attribute(value=ast.Name(id="np"), attr="empty" | "zeros"), args=args
            ):
                shape = args[0].elts if isinstance(args[0], ast.Tuple) else [args[0]]
                self.sizes[name] = " * ".join(self._expression(size) for size in shape)
                return [] if ast.unparse(value).startswith("np.empty") else self._filled(name, self.sizes[name], "0")
            case ast.Name(id=name), ast.Call(func=ast.Attribute(value=ast.Name(id=copied), attr="copy"), args=[]):
                self.sizes[name] = COPIED[copied]
                return self._filled(name, COPIED[copied], copied)
            case ast.Tuple(elts=targets), ast.Tuple(elts=values):
                fresh = [self._fresh("new") for _ in values]
                new = [
                    f"{self._kind(part)} {name} = {self._expression(part)};"
                    for name, part in zip(fresh, values, strict=True)
                ]
                named = zip(targets, fresh, strict=True)
                return [*new, *(f"{self._expression(part)} = {name};" for part, name in named)]
            case ast.Tuple(elts=[one, other]), ast.Call():
                pair = self._fresh("pair")
                parts = zip(map(self._expression, (one, other)), "ab", strict=True)
                call = f"{self._kind(value)} {pair} = {self._expression(value)};"
                return [call, *(f"{name} = {pair}.{part};" for name, part in parts if name != UNUSED)]
            case ast.Name() | ast.Subscript(), _:
                return [f"{self._expression(target)} = {self._expression(value)};"]
            case _:
                raise CannotTranslateError(target)

    def _filled(self, name: str, size: str, source: str) -> list[str]:
        at = self._fresh("at")
        value = source if source == "0" else f"{source}[{at}]"
        return [f"for (whole {at} = 0; {at} < {size}; {at}++) {name}[{at}] = {value};"]

    def _fresh(self, name: str) -> str:
        self.made += 1
        return f"{name}_{self.made}"

    # --- expressions, each in brackets of its own

    def _expression(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool() as value):
                return str(int(value))
            case ast.Constant(value=int() | float() as value):
                return repr(value)
            case ast.Name(id=name):
                return name
            case ast.Attribute(value=ast.Name(id="math"), attr="inf" | "pi"):
                return number_text(_figure(node, {}))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"(-{self._expression(operand)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self._expression(operand)})"
            case ast.BinOp(op=operator) if type(operator) in OPERATORS:
                return self._binary(node)
            case ast.BoolOp(op=operator, values=values):
                return f"({f' {OPERATORS[type(operator)]} '.join(self._expression(value) for value in values)})"
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in OPERATORS:
                return f"({self._expression(left)} {OPERATORS[type(operator)]} {self._expression(right)})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self._expression(test)} ? {self._expression(body)} : {self._expression(orelse)})"
            case ast.Subscript():
                return self._item(node)
            case ast.Call():
                return self._call(node)
            case _:
                raise CannotTranslateError(node)

    def _condition(self, node: ast.expr) -> str:
        """Translate the condition of an `if`, in brackets, in one pair only: compilers warn of two."""
        text = self._expression(node)
        return text if isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp) else f"({text})"

    def _binary(self, node: ast.BinOp) -> str:
        sign, left, right = OPERATORS[type(node.op)], self._expression(node.left), self._expression(node.right)
        if isinstance(node.op, ast.Mod):  # Python's has the sign of the divisor, C's that of the dividend
            if self._kind(node) != "whole" or not right.isdecimal() or int(right) == 0:
                raise CannotTranslateError(node, "only the rest of a whole number by a positive figure is the same")
            return f"(({left} % {right} + {right}) % {right})"
        if isinstance(node.op, ast.Div):
            left = f"(double){left}"
        elif isinstance(node.op, ast.LShift):
            left = f"(whole){left}"  # a plain 1 is an int
        return f"({left} {sign} {right})"

    def _item(self, node: ast.Subscript) -> str:
        if array := _counted_array(node):
            return LENGTHS.get(array, f"rows_of_{array}")
        if not isinstance(node.value, ast.Name):
            raise CannotTranslateError(node)
        array = node.value.id
        rows = self.rows.get(array, ())
        if isinstance(node.slice, ast.Slice):
            if node.slice.lower is None or node.slice.step:
                raise CannotTranslateError(node)
            return f"({' * '.join([f'{array} + {self._expression(node.slice.lower)}', *rows])})"
        places = _places(node)
        if len(places) not in (1, len(rows) + 1):
            raise CannotTranslateError(node, "say in ROWS how long the rows are")
        at = self._expression(places[0])
        for number, (size, place) in enumerate(zip(rows, places[1:], strict=False)):
            at = f"{f'({at})' if number else at} * {size} + {self._expression(place)}"
        if len(places) == len(rows) + 1:
            return f"{array}[{at}]"
        return f"({array} + {' * '.join([at, *rows])})"

    def _rows_of(self, given: ast.expr) -> str:
        """How many rows an array has that is handed on: as many as it came with, or those of a part of it."""
        if _is_part(given):
            assert isinstance(given, ast.Subscript) and isinstance(given.slice, ast.Slice)  # noqa: S101  # that is a part
            if given.slice.lower is None or given.slice.upper is None:
                raise CannotTranslateError(given, "where does it begin, where does it end")
            return f"({self._expression(given.slice.upper)} - {self._expression(given.slice.lower)})"
        return f"rows_of_{ast.unparse(given)}"

    def _call(self, node: ast.Call) -> str:
        name = ast.unparse(node.func)
        arguments = [self._expression(argument) for argument in node.args]
        if name == "int":
            return f"((whole){arguments[0]})"
        if name in ("abs", "math.sqrt"):
            if self._kind(node.args[0]) != "double":
                raise CannotTranslateError(node, "only of a float")
            return f"__builtin_{'fabs' if name == 'abs' else 'sqrt'}({arguments[0]})"
        if function := self.module.called(name):
            given = dict(zip(_arguments(function), node.args, strict=True))
            arguments += [self._rows_of(given[array]) for array in self.module.counted[name]]
            return f"{ENTRIES.get(name, name)}({', '.join(arguments)})"
        raise CannotTranslateError(node)


def _arguments(node: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in node.args.args]


def _annotation(argument: ast.arg) -> ast.expr:
    if argument.annotation is None:
        raise CannotTranslateError(argument, "what is it")
    return argument.annotation


def _declared(kind: str, name: str) -> str:
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def _is_part(node: ast.expr) -> bool:
    """Whether this is some rows of an array."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _counted_array(node: ast.Subscript) -> str:
    """The array whose rows `array.shape[0]` counts; empty for any other item."""
    if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        if ast.unparse(node.slice) != "0":
            raise CannotTranslateError(node)
        return ast.unparse(node.value.value)
    return ""


def _places(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def number_text(value: int | float) -> str:
    """The figure in C."""
    return "__builtin_inf()" if value == math.inf else repr(value)

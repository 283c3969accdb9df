"""The way of a request through our code: the functions on the stack when certain others are called, and who hands back.

Threads that the request starts are not followed.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import carrom

SOURCE = Path(carrom.__file__).parents[1]


@dataclass
class Way:
    """What a request passed: places are functions, each once, in the order in which they were first called."""

    places: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    returns: list[str] = field(default_factory=list)
    """The places that gave something back before the end, as often as they did."""


@contextmanager
def way(begin: FunctionType, *through: Callable[..., Any], end: Callable[..., Any]) -> Iterator[Way]:
    """Follow what is called from `begin` until `end`: all on the stack when one of `through`, or `end`, is called."""
    found = Way()
    marks = {_code(one) for one in (*through, end)}
    stack: list[FrameType] = []
    on_way: dict[CodeType, None] = {}
    given: list[CodeType] = []
    is_over = False

    def follow(frame: FrameType, event: str, value: object) -> None:
        nonlocal is_over
        code = frame.f_code
        if is_over or not code.co_filename.startswith(str(SOURCE)) or code.co_name in ("<lambda>", "<genexpr>"):
            return
        if event == "call" and (stack or code is begin.__code__):
            stack.append(frame)
            if code in marks:
                on_way.update(dict.fromkeys(one.f_code for one in stack))
                is_over = code is _code(end)
        elif event == "return" and stack and stack[-1] is frame:
            stack.pop()
            if value is not None:
                given.append(code)

    sys.setprofile(follow)
    try:
        yield found
    finally:
        sys.setprofile(None)
        found.places = [f"{_file(one)} {one.co_name}" for one in on_way]
        found.files = list(dict.fromkeys(map(_file, on_way)))
        found.returns = [f"{_file(one)} {one.co_name}" for one in given if one in on_way]


def _code(one: Callable[..., Any]) -> CodeType:
    return getattr(one, "__wrapped__", one).__code__  # type: ignore[no-any-return]


def _file(code: CodeType) -> str:
    return Path(code.co_filename).relative_to(SOURCE).as_posix()

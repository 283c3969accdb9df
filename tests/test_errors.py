"""Every error of the family keeps its promises, found by walking the packages: nothing is listed here."""

import contextlib
import copy
import importlib
import inspect
import pickle
import pkgutil
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from uuid import UUID

import pytest

import carrom
import carrom_web
from carrom.errors import CarromError
from carrom.league.solo_violations import Fault
from carrom.parts import MissingPartError

SIMPLE: dict[object, object] = {str: "something", int: 3, float: 1.5, bool: True, Fault: Fault("record-twice")}
PROGRAMS = {"carrom.__main__", "carrom_web.__main__"}


def family() -> list[type[CarromError]]:
    """All classes of errors that can be raised, once every module is loaded."""
    for package in (carrom, carrom_web):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if module.name not in PROGRAMS and ".migrations." not in module.name:
                with contextlib.suppress(MissingPartError):  # a part that the suite does not install
                    importlib.import_module(module.name)
    return sorted(set(_below(CarromError)), key=lambda each: (each.__module__, each.__qualname__))


def _below(kind: type[CarromError]) -> Iterator[type[CarromError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _below(each)


def made(kind: type[CarromError]) -> CarromError:
    """An error with a value for each thing that its constructor takes."""
    taken = list(inspect.signature(kind.__init__).parameters.values())[1:]
    parameters = [each for each in taken if each.kind is not each.VAR_KEYWORD]
    hints = _hints(kind)
    values = {each.name: _value(hints[each.name]) for each in parameters}
    return kind(
        *[values[each.name] for each in parameters if each.kind is not each.KEYWORD_ONLY],
        **{each.name: values[each.name] for each in parameters if each.kind is each.KEYWORD_ONLY},
    )


def _hints(kind: type) -> dict[str, object]:
    return typing.get_type_hints(kind.__init__)


def _value(hint: object) -> object:
    """A value of a type, another one than its usual default."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return inside[0]
    if origin in (typing.Union, types.UnionType):
        return _value(next(each for each in inside if each is not type(None)))
    if origin in (tuple, list, Sequence):
        return tuple(_value(each) for each in inside if each is not ...)
    if origin is frozenset:
        return frozenset(_value(each) for each in inside)
    if origin is Mapping:
        return {_value(inside[0]): SIMPLE[str]}
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hint is UUID:
        return UUID(int=7)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(hint, type):  # a value of our own
        hints = _hints(hint)
        taken = list(inspect.signature(hint).parameters.values())
        return hint(**{each.name: _value(hints[each.name]) for each in taken})
    raise NotImplementedError(f"an error takes {hint!r}: give this test a value of it")


def reported(error: CarromError) -> tuple[object, ...]:
    return type(error), error.code, str(error), error.args, vars(error)


def test_every_error_travels_between_processes_and_is_copied_with_all_that_it_says():
    errors = family()

    assert len(errors) > 200
    for kind in errors:
        error = made(kind)
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert reported(again) == reported(error), kind


def test_every_error_has_a_code_in_small_letters_and_a_sentence():
    for kind in family():
        error = made(kind)
        assert error.code == error.code.lower() and " " not in error.code, kind
        assert str(error), kind


def test_notes_and_the_kind_travel_too():
    error = CarromError("It cannot be done.")
    error.add_note("while a board was played")

    again = pickle.loads(pickle.dumps(error))

    assert again.__notes__ == ["while a board was played"]
    with pytest.raises(CarromError, match="cannot be done"):
        raise again

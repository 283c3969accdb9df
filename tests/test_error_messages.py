"""No error is raised with a sentence: its package's catalogue has one for each, and every parameter is used.

Read from the source: each call of a class of the family, wherever it stands.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from carrom.errors import CarromError
from carrom.messages import PLACE, Plural, find_message, plural, sentence
from carrom.parts import MissingPartError

SRC = Path(__file__).resolve().parent.parent / "src"
CALLED = re.compile(r"Error\(")


@cache
def modules() -> list[tuple[str, ast.Module]]:
    """Those in which something is called that has the name of an error: to parse all takes three times as long."""
    found = []
    for path in sorted(SRC.rglob("*.py")):
        name = ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        if "migrations" not in name and CALLED.search(text):
            found.append((name, ast.parse(text)))
    return found


def calls() -> Iterator[tuple[str, type[CarromError], ast.Call]]:
    """Every call of an error's class: where it stands, the class, the call."""
    for name, tree in modules():
        if name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(name)
        except MissingPartError:  # what needs a part that is not installed here
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                kind = _resolved(module, node.func)
                if isinstance(kind, type) and issubclass(kind, CarromError):
                    yield f"{name}:{node.lineno}", kind, node


def _resolved(module: object, node: ast.expr) -> object:
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    if isinstance(node, ast.Attribute):
        return getattr(_resolved(module, node.value), node.attr, None)
    return None


def places_of(message: object) -> set[str]:
    texts = (message.one, message.many) if isinstance(message, Plural) else (str(message),)
    by = {message.by} if isinstance(message, Plural) else set()
    return {place["name"] for text in texts for place in PLACE.finditer(text) if place["name"]} | by


def faults(kind: type[CarromError], call: ast.Call) -> Iterator[str]:
    first = call.args[0] if call.args else None
    if isinstance(first, ast.JoinedStr):
        yield "the sentence is built where it is raised"
        return
    if first is not None and not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return  # found at run time; `sentence` is tested with it where it is raised
    reason = str(first.value) if isinstance(first, ast.Constant) else ""
    message_id = reason if kind.own_codes and reason else ".".join(part for part in (kind.code, reason) if part)
    message = find_message(kind, message_id)
    if message is None:
        yield f"no sentence for {message_id!r}"
        return
    own = set(inspect.signature(kind.__init__).parameters)
    given = {keyword.arg for keyword in call.keywords}
    if None in given:
        return
    places = places_of(message)
    if places - given - own:
        yield f"{message_id!r} is not given {sorted(places - given - own)}"
    if given - places - own:
        yield f"the sentence of {message_id!r} does not use {sorted(str(one) for one in given - places - own)}"


def test_every_error_has_a_sentence_that_uses_each_of_its_parameters():
    assert [f"{where}: {fault}" for where, kind, call in calls() for fault in faults(kind, call)] == []


def test_every_error_is_called_so():
    """Else `calls` would not find it."""
    assert [kind for kind in family(CarromError) if not kind.__name__.endswith("Error")] == []


def family(kind: type[CarromError]) -> Iterator[type[CarromError]]:
    for one in kind.__subclasses__():
        yield one
        yield from family(one)


def test_every_sentence_of_a_catalogue_is_used():
    unused = []
    for path in sorted(SRC.rglob("error_messages.py")):
        name = ".".join(path.relative_to(SRC).with_suffix("").parts)
        source = "\n".join(other.read_text(encoding="utf-8") for other in path.parent.rglob("*.py") if other != path)
        for message_id in importlib.import_module(name).MESSAGES:
            code, _, reason = message_id.partition(".")
            if f'"{reason or code}"' not in source and f'"{message_id}"' not in source:
                unused.append(f"{name}: {message_id}")

    assert unused == []


class OneError(CarromError):
    code = "one"


@pytest.mark.parametrize(("number", "said"), [(1, "There is 1 entry (100%)."), (3, "There are 3 entries (100%).")])
def test_a_number_chooses_the_form_of_its_sentence(number: int, said: str, monkeypatch: pytest.MonkeyPatch):
    message = plural("There is %(count)d entry (100%%).", "There are %(count)d entries (100%%).", by="count")
    monkeypatch.setattr("carrom.messages.find_message", lambda kind, key: message if key == "one.count" else None)

    assert str(OneError("count", count=number)) == said


def test_values_are_written_where_they_are_read_and_errors_within_an_error_are_shown_by_their_own_sentences(
    monkeypatch: pytest.MonkeyPatch,
):
    sentences = {"one.outer": "Not now: %(cause)s", "one.inner": "%(names)s and %(share)s, %(text)r"}
    monkeypatch.setattr("carrom.messages.find_message", lambda kind, key: sentences.get(key))

    inner = OneError("inner", names=["Anu", "Bo"], share=0.5, text="x")

    assert sentence(OneError("outer", cause=inner)) == "Not now: Anu, Bo and 0.5, 'x'"
    assert sentence(OneError("outer", cause=[inner, inner])) == "Not now: Anu, Bo and 0.5, 'x' Anu, Bo and 0.5, 'x'"

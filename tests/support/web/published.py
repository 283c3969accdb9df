"""What a competition publishes, as texts that are the same each time: its files, and what is printed on its papers."""

import json
import random
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typst
from django.test import Client
from django.utils import timezone

from tests.support.web.stored_once import made_each_time

LINE = 120
NOT_PRINTED = {"fonts", "no_glyph", "qr", "wide", "numbers", "row", "size"}  # how the typesetter sets the texts
_compile = typst.compile


@contextmanager
def same_each_time(now: datetime) -> Iterator[None]:
    """Pages are made at this moment, draws and lots come out the same, and the keys of new rows are counted."""
    keys, chances = count(1), random.Random(2022)
    with (
        made_each_time(),
        patch.object(timezone, "now", lambda: now),
        patch.object(secrets, "token_hex", lambda size: f"{next(keys):0{2 * size}x}"),
        patch.multiple(random.SystemRandom, random=chances.random, getrandbits=chances.getrandbits),
    ):
        yield


def published(client: Client, addresses: Mapping[str, str], before: Mapping[str, str] | None = None) -> dict[str, str]:
    """What is at each address, as text; all papers are one text, which goes on from what was published before."""
    found = dict(before or {})
    for name, address in addresses.items():
        printed: list[str] = []
        with patch("typst.compile", partial(_print, printed)):
            answer = client.get(address)
        assert answer.status_code == 200, (name, address, answer.status_code)
        if printed:
            found["prints.txt"] = "".join([found.get("prints.txt", ""), f"==== {name}\n", *printed, "\n"])
        else:
            found[name] = _written(answer.content.decode(), answer["Content-Type"])
    return found


def _print(printed: list[str], source: Any, **given: Any) -> bytes:
    """Note what a paper gets instead of setting it; a source that is not a file looks for glyphs, which it may."""
    if not isinstance(source, Path):
        return _compile(source, **given)
    printed += [f"{line}\n" for text in given["sys_inputs"].values() for line in _lines(json.loads(text))]
    return b"%PDF-"


def _written(text: str, kind: str) -> str:
    if kind.startswith("application/json"):
        return _json(json.loads(text)) + "\n"
    if "xml" in kind:
        return text.replace("><", ">\n<") + "\n"
    return text.removeprefix("\ufeff").replace("\r\n ", "").replace("\r\n", "\n")  # long lines of calendars are folded


def _json(value: Any, indent: str = "") -> str:
    """JSON in which a value that fits has one line, so that a difference is easy to read."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= LINE or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + " "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(name, ensure_ascii=False)}: {_json(one, inner)}" for name, one in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + _json(one, inner) for one in value) + f"\n{indent}]"


def _lines(value: Any, indent: str = "") -> Iterator[str]:
    """A value of JSON for a reader: what is in a row on one line, empty values left out."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name in NOT_PRINTED or one in ("", [], {}, None):
                continue
            if isinstance(one, dict | list):
                yield f"{indent}{name}:"
                yield from _lines(one, indent + "  ")
            else:
                yield f"{indent}{name}: {one}"
    elif isinstance(value, list):
        if any(isinstance(one, dict | list) for one in value):
            for one in value:
                yield from _lines(one, indent)
        else:
            yield indent + " | ".join(map(str, value)).rstrip()
    else:
        yield f"{indent}{value}"

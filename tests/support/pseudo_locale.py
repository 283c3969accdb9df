"""The pseudo-locale of `tools/pseudo_locale.py`, and what a page, an e-mail or a print shows of plain English in it."""

import importlib.util
import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.one_run import once_a_run

ROOT = Path(__file__).resolve().parents[2]
SHOWN_ATTRIBUTES = ("alt", "title", "aria-label", "aria-description", "placeholder")
NEVER_CLOSED = frozenset("area base br col embed hr img input link meta source track wbr".split())
NOT_SHOWN = frozenset({"style", "script", "code", "kbd", "textarea", "template"})
PLAIN = re.compile(r"(?<![\w/.@:%-])[A-Za-z]{3,}(?![\w@])")
# What is written so in every language: names of products and files, units, addresses, places for values.
SAME_EVERYWHERE = re.compile(
    r'\{\w+\}|\S+@\S+|https?://\S*|\b\w+(?:/\w+)+|"none"|QR code'
    r"|\b(?:Carrom|carrom|SoL|CSV|JSON|PDF|PayPal|Stripe|ICF|KAGW|BACA|UTC|EST|EDT|USD|SSSSDD"
    r"|icf|kagw|classic|baca19|polish|common)\b"
)


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pseudo_locale", ROOT / "tools" / "pseudo_locale.py")
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


pseudo_locale = _tool()


def messages_of_run() -> Path:
    """The file of messages that makemessages writes, made once a run; skips the test where GNU gettext is missing."""
    if shutil.which("xgettext") is None:
        pytest.skip("GNU gettext is not on this machine (Debian: apt-get install gettext)")
    return once_a_run("messages", pseudo_locale.collect) / pseudo_locale.MESSAGES


def pseudo_locale_of_run() -> Path:
    """A folder with the pseudo-locale, made once a run."""
    messages = messages_of_run()
    return once_a_run("pseudo-locale", lambda folder: pseudo_locale.write(folder, messages))


@cache
def plain_english(text: str, data: re.Pattern[str]) -> list[str]:
    """The words of a text that no catalogue gave, without those of the data."""
    return PLAIN.findall(SAME_EVERYWHERE.sub("", data.sub("", text)))


def shown_texts(html: str) -> Iterator[str]:
    """What a page shows, says or has its scripts say; not what is marked `translate="no"`."""
    page = _Page()
    page.feed(html)
    page.close()
    yield from page.found


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []  # each with whether what it holds is not shown
        self.found: list[str] = []
        self.is_texts = self.is_hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        hidden = tag in NOT_SHOWN or given.get("translate") == "no"
        self.is_texts = tag == "script" and given.get("id") == "texts"
        if not hidden and not self.is_hidden:
            self.found += [str(given[name]) for name in SHOWN_ATTRIBUTES if given.get(name)]
            if tag == "input" and given.get("type") in ("submit", "button"):
                self.found.append(given.get("value") or "")
            if tag == "meta" and given.get("name") == "description":
                self.found.append(given.get("content") or "")
        if tag not in NEVER_CLOSED:
            self.is_hidden = hidden or self.is_hidden
            self.open.append((tag, self.is_hidden))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass
        self.is_hidden = bool(self.open) and self.open[-1][1]

    def handle_data(self, data: str) -> None:
        if self.is_texts:
            self.found += map(str, json.loads(data).values())
            self.is_texts = False
        elif not self.is_hidden and data.strip():
            self.found.append(data.strip())

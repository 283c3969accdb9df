"""The pages of a match on a real board name all that their scripts need: the modules to fetch early, and every text."""

import re
from pathlib import Path

import pytest

from carrom_web.umpire.rights import WRITES_AS

SITE = Path(__file__).parents[2] / "src" / "carrom_web"
STATIC = SITE / "static"
PIECES = ("white", "black", "queen", "striker")
# page: first module, template of the texts, keys that are put together from a value
PAGES = {
    "sheet": (
        "umpire/main.js",
        "umpire/pages/sheet/texts.html",
        {f"{kind}.{piece}" for kind in ("piece", "key") for piece in PIECES}
        | {"colour.white", "colour.black"}
        | {f"pen.role.{role}" for role in WRITES_AS}
        | {"pen.expired", "pen.revoked"}
        | {"laws.none", "laws.loading", "laws.ready"},
    ),
    "watch": ("match/kept.js", "matches/pages/match/kept.html", set()),
}


def modules_behind(first: str) -> set[str]:
    """The modules that a module needs, itself included."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        code = (STATIC / name).read_text(encoding="utf-8")
        for target in re.findall(r"^import [^;]*?from \"(\.[^\"]+)\";", code, re.M):
            waiting.append(str((STATIC / name).parent.joinpath(target).resolve().relative_to(STATIC.resolve())))
    return found


def texts_of(template: str) -> list[str]:
    """The keys of a template's texts, those of the templates that it includes among them."""
    text = (SITE / template).read_text(encoding="utf-8")
    for included in re.findall(r"{% include \"([^\"]+texts\.html)\" %}", text):
        text += (SITE / included).read_text(encoding="utf-8")
    return re.findall(r"^(?:{% load i18n %})?\"([\w.]+)\":", text, re.M)


def named_by(first: str) -> set[str]:
    code = "".join((STATIC / name).read_text(encoding="utf-8") for name in modules_behind(first))
    named = set(re.findall(r"\bt\(\"([\w.]+)\"", code))
    for pair in re.findall(r"\bt\([^()\n]*\? \"([\w.]+)\" : \"([\w.]+)\"", code):
        named |= set(pair)
    return named


@pytest.mark.parametrize("page", PAGES)
def test_every_text_that_a_script_names_is_on_its_page(page: str):
    first, template, values = PAGES[page]
    texts = texts_of(template)
    named = named_by(first) | values

    missing = {key for key in named if key not in texts and f"{key}.other" not in texts}

    assert missing == set()
    assert len(named) > 15
    assert len(set(texts)) == len(texts)
    assert {key.removesuffix(".one") for key in texts if key.endswith(".one")} == {
        key.removesuffix(".other") for key in texts if key.endswith(".other")
    }


def test_no_text_of_the_sheet_is_left_that_nobody_names():
    first, template, values = PAGES["sheet"]
    named = named_by(first) | values

    assert {key for key in texts_of(template) if key.removesuffix(".one").removesuffix(".other") not in named} == set()


def test_every_module_of_the_sheet_is_fetched_early_and_no_other():
    first = PAGES["sheet"][0]
    preloads = (SITE / "umpire/pages/sheet/preloads.html").read_text(encoding="utf-8")

    assert set(re.findall(r"static '([^']+)'", preloads)) == modules_behind(first) - {first}


def test_no_page_of_a_sheet_holds_inline_script_or_style():
    for template in (SITE / "umpire").rglob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert " style=" not in text and "<style" not in text and " onclick=" not in text
        assert all('type="application/json"' in part or 'src="' in part for part in re.findall(r"<script[^>]*>", text))

"""The pages with a board name all that their scripts need: the modules to fetch early, and every text."""

import re
from pathlib import Path

import pytest

SITE = Path(__file__).parent.parent / "src" / "carrom_web"
STATIC = SITE / "static"
PAGES = SITE / "matches" / "pages"
SCRIPTS = {"match": "match/main.js", "practice": "practice/main.js", "analysis": "analysis/main.js"}
ON_EVERY_BOARD = {"piece": {"white", "black", "queen", "striker"}}  # keys that are put together from a value
KINDS_OF_VALUES = {
    "match": {
        **ON_EVERY_BOARD,
        "coins": {"white", "black"},
        "letter": {"white", "black", "queen"},
        "chip": {"down", "back", "owed", "centre"},
        "due": {"outside", "touches"},
        "level": {"easy", "steady", "strong"},
    },
    "practice": {**ON_EVERY_BOARD, "arrange": {"outside", "pocket", "touches"}},
    "analysis": {**ON_EVERY_BOARD, "arrange": {"outside", "pocket", "touches"}},
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


def texts_of(page: str) -> list[str]:
    """The keys of a page's texts, those of the templates that it includes among them."""
    text = (PAGES / page / "texts.html").read_text(encoding="utf-8")
    for included in re.findall(r"{% include \"([^\"]+)\" %}", text):
        text += (SITE / included).read_text(encoding="utf-8")
    return re.findall(r"^(?:{% load i18n %})?\"([\w.]+)\":", text, re.M)


@pytest.mark.parametrize("page", SCRIPTS)
def test_every_module_of_a_page_is_fetched_early_and_no_other(page: str):
    fetched = set(re.findall(r"static '([^']+)'", (PAGES / page / "preloads.html").read_text(encoding="utf-8")))

    assert fetched == modules_behind(SCRIPTS[page]) - {SCRIPTS[page]}


@pytest.mark.parametrize("page", SCRIPTS)
def test_every_text_that_a_script_names_is_on_its_page(page: str):
    texts = texts_of(page)
    code = "".join((STATIC / name).read_text(encoding="utf-8") for name in modules_behind(SCRIPTS[page]))
    named = set(re.findall(r"\bt\(\"([\w.]+)\"", code))
    for pair in re.findall(r"\bt\([^()\n]*\? \"([\w.]+)\" : \"([\w.]+)\"", code):
        named |= set(pair)
    named |= {f"{kind}.{value}" for kind, values in KINDS_OF_VALUES[page].items() for value in values}

    missing = {key for key in named if key not in texts and f"{key}.other" not in texts}

    assert missing == set()
    assert len(named) > 40
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("page", SCRIPTS)
def test_every_plural_has_both_forms_of_english(page: str):
    texts = texts_of(page)

    assert {key.removesuffix(".one") for key in texts if key.endswith(".one")} == {
        key.removesuffix(".other") for key in texts if key.endswith(".other")
    }


def test_a_match_is_never_foretold_while_one_aims():
    foretelling = {"practice/prediction.js", "analysis/forecast.js", "analysis/scatter.js"}
    assert not foretelling & modules_behind(SCRIPTS["match"])
    assert "analysis/forecast.js" in modules_behind(SCRIPTS["analysis"])
    assert "practice/prediction.js" in modules_behind(SCRIPTS["practice"])

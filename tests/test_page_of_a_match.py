"""The page of a match names all that its scripts need: the modules to fetch early, and every text."""

import re
from pathlib import Path

SITE = Path(__file__).parent.parent / "src" / "carrom_web"
STATIC = SITE / "static"
PAGE = SITE / "matches" / "pages" / "match"
KINDS_OF_VALUES = {  # keys that are put together from a value of the wire
    "piece": {"white", "black", "queen", "striker"},
    "coins": {"white", "black"},
    "letter": {"white", "black", "queen"},
    "chip": {"down", "back", "owed", "centre"},
    "due": {"outside", "touches"},
    "level": {"easy", "steady", "strong"},
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


def texts_of_the_page() -> set[str]:
    return set(re.findall(r"^\"([\w.]+)\":", (PAGE / "texts.html").read_text(encoding="utf-8"), re.M))


def test_every_module_of_the_page_is_fetched_early_and_no_other():
    fetched = set(re.findall(r"static '([^']+)'", (PAGE / "preloads.html").read_text(encoding="utf-8")))

    assert fetched == modules_behind("match/main.js") - {"match/main.js"}


def test_every_text_that_a_script_names_is_on_the_page():
    texts = texts_of_the_page()
    code = "".join((STATIC / name).read_text(encoding="utf-8") for name in modules_behind("match/main.js"))
    named = set(re.findall(r"\bt\(\"([\w.]+)\"", code))
    for pair in re.findall(r"\bt\([^()\n]*\? \"([\w.]+)\" : \"([\w.]+)\"", code):
        named |= set(pair)
    named |= {f"{kind}.{value}" for kind, values in KINDS_OF_VALUES.items() for value in values}

    missing = {key for key in named if key not in texts and f"{key}.other" not in texts}

    assert missing == set()
    assert len(named) > 50


def test_every_plural_has_both_forms_of_english():
    texts = texts_of_the_page()

    assert {key.removesuffix(".one") for key in texts if key.endswith(".one")} == {
        key.removesuffix(".other") for key in texts if key.endswith(".other")
    }

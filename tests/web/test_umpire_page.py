"""The pages of a match on a real board name all that their scripts need: the modules to fetch early, and every text."""

import re

import pytest

from carrom_web.umpire.rights import WRITES_AS
from tests.support.page_scripts import (
    SITE,
    fetched_early,
    missing,
    modules_behind,
    named_by,
    texts_of,
)
from tests.support.web.markup import without_layout

PIECES = ("white", "black", "queen", "striker")
# page: first module, template of the texts, keys that are put together from a value
PAGES = {
    "sheet": (
        "umpire/main.js",
        "umpire/pages/sheet/texts.html",
        {f"{kind}.{piece}" for kind in ("piece", "key") for piece in PIECES}
        | {"colour.white", "colour.black"}
        | {f"scorer.role.{role}" for role in WRITES_AS}
        | {"scorer.expired", "scorer.revoked"}
        | {"laws.none", "laws.loading", "laws.ready"},
    ),
    "history": (
        "umpire/history.js",
        "umpire/pages/history/form.html",
        {f"{kind}.{piece}" for kind in ("piece", "key") for piece in PIECES}
        | {f"amend.{way}" for way in ("stroke", "board", "points", "leave")},
    ),
    "watch": ("match/watch.js", "matches/pages/match/watch.html", set()),
}


@pytest.mark.parametrize("page", PAGES)
def test_every_text_that_a_script_names_is_on_its_page(page: str):
    first, template, values = PAGES[page]
    texts = texts_of(template)
    named = named_by(first) | values

    assert missing(named, texts) == set()
    assert len(named) > 15
    assert len(set(texts)) == len(texts)


def test_no_text_of_the_sheet_is_left_that_nobody_names():
    first, template, values = PAGES["sheet"]
    named = named_by(first) | values

    assert set(texts_of(template)) - named == set()


def test_every_module_of_the_sheet_is_fetched_early_and_no_other():
    first = PAGES["sheet"][0]

    assert fetched_early("umpire/pages/sheet/preloads.html") == modules_behind(first) - {first}


def test_no_page_of_a_sheet_holds_inline_script_or_style():
    for template in (SITE / "umpire").rglob("*.html"):
        text = without_layout(template.read_text(encoding="utf-8"))
        assert " style=" not in text and "<style" not in text and " onclick=" not in text
        assert all('type="application/json"' in part or 'src="' in part for part in re.findall(r"<script[^>]*>", text))

"""The pages with a board name all that their scripts need: the modules to fetch early, and every text."""

import pytest

from tests.support.page_scripts import fetched_early, missing, modules_behind, named_by, texts_of

SCRIPTS = {
    "home": "home/main.js",
    "match": "match/main.js",
    "practice": "practice/main.js",
    "analysis": "analysis/main.js",
    "puzzle": "puzzles/main.js",
}
APPS = {"puzzle": "puzzles"}  # of the others: matches
ON_EVERY_BOARD = {
    "piece": {"white", "black", "queen", "striker"},
    "letter": {"white", "black", "queen"},
}  # keys that are put together from a value
ON_A_FREE_BOARD = {"arrange": {"outside", "pocket", "touches"}, "kernel": {"no_wasm", "not_loaded"}}
KINDS_OF_VALUES: dict[str, dict[str, set[str]]] = {
    "home": ON_EVERY_BOARD,
    "lesson": {**ON_EVERY_BOARD, "due": {"outside", "touches"}},
    "match": {
        **ON_EVERY_BOARD,
        "coins": {"white", "black"},
        "chip": {"down", "back", "owed", "centre"},
        "due": {"outside", "touches"},
    },
    "practice": {**ON_EVERY_BOARD, **ON_A_FREE_BOARD},
    "analysis": {**ON_EVERY_BOARD, **ON_A_FREE_BOARD},
    "puzzle": {**ON_EVERY_BOARD, "due": {"outside", "touches"}},
}


def template(page: str, name: str) -> str:
    return f"{APPS.get(page, 'matches')}/pages/{page}/{name}.html"


@pytest.mark.parametrize("page", SCRIPTS)
def test_every_module_of_a_page_is_fetched_early_and_no_other(page: str):
    first = SCRIPTS[page]

    assert fetched_early(template(page, "preloads")) == modules_behind(first) - {first}


@pytest.mark.parametrize("page", SCRIPTS)
def test_every_text_that_a_script_names_is_on_its_page(page: str):
    texts = texts_of(template(page, "texts"))
    named = named_by(SCRIPTS[page])
    named |= {f"{kind}.{value}" for kind, values in KINDS_OF_VALUES[page].items() for value in values}

    assert missing(named, texts) == set()
    assert len(named) > 20
    assert len(set(texts)) == len(texts)


def test_a_match_is_never_foretold_while_one_aims():
    foretelling = {"practice/prediction.js", "analysis/forecast.js", "analysis/scatter.js"}
    assert not foretelling & modules_behind(SCRIPTS["match"])
    assert "analysis/forecast.js" in modules_behind(SCRIPTS["analysis"])
    assert "practice/prediction.js" in modules_behind(SCRIPTS["practice"])

"""A ruleset is values: what it may hold, how it is changed, described and checked."""

import importlib
import pkgutil
from typing import Any

import pytest

from carrom.laws import clauses
from carrom.laws.clauses import declared
from carrom.laws.facts import KIND_OF_FACT
from carrom.laws.ruleset import Ruleset, effect_of
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.laws.values import (
    RETIRED,
    RulesetValueError,
    choices,
    default_of,
    differing_values,
    parameters,
    says,
    with_values,
)
from carrom.match.rules import ruleset_from


def tables() -> dict[str, dict[Any, Any]]:
    found = {}
    for module in pkgutil.iter_modules(clauses.__path__):
        loaded = importlib.import_module(f"{clauses.__name__}.{module.name}")
        found.update({name.lower(): held for name, held in vars(loaded).items() if name.isupper()})
    return found


# values whose table is shared with another value, or that are asked as they are
ELSEWHERE = {"off_board_placer": "queen_placer"}


def test_each_table_of_behaviours_holds_exactly_the_words_of_its_value() -> None:
    found = tables()
    checked = 0
    for name in parameters():
        table = found.get(ELSEWHERE.get(name, name))
        if isinstance(table, dict) and choices(name):
            assert set(table) == set(choices(name)), name
            checked += 1
    assert checked >= 24


def test_every_fact_does_something_that_the_laws_know() -> None:
    for ruleset in RULESETS.values():
        assert {effect_of(ruleset, fact) for fact in KIND_OF_FACT} - {None} <= set(declared.EFFECTS)


def test_the_icf_ruleset_is_the_defaults() -> None:
    assert differing_values(ICF) == {}
    assert Ruleset() == ICF


def test_what_is_no_value_any_more_is_still_read_from_old_files_and_records_as_it_could_be() -> None:
    old = {name: allowed[-1] for name, allowed in RETIRED.items()}

    assert with_values(ICF, old) == ICF and not set(RETIRED) & set(parameters())
    assert ruleset_from("baca19", 1, (("cover_colour", "white"),)).slug == "baca19"
    with pytest.raises(RulesetValueError):
        with_values(ICF, {"cover_colour": "black"})


def test_changed_values_are_written_and_read_back() -> None:
    changed = with_values(ICF, {"game_target": 29, "queen_pays_up_to": "none", "techniques_forward": ["thumb"]})

    assert differing_values(changed) == {"game_target": 29, "queen_pays_up_to": None, "techniques_forward": ["thumb"]}
    assert with_values(ICF, differing_values(changed)) == changed


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("no_such_value", 1),
        ("slug", "mine"),
        ("queen_points", -1),
        ("queen_points", True),
        ("queen_points", "3"),
        ("owed_paid", "never"),
        ("striker_own_total", "n+2"),
        ("game_target", 0),
        ("demanded_extra_point", 1),
        ("players_allowed", [2, "4"]),
        ("declared_events", {"push": 1}),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(name: str, given: object) -> None:
    with pytest.raises(RulesetValueError) as refused:
        with_values(ICF, {name: given})

    assert refused.value.name == name
    assert refused.value.code == "ruleset-value"


def test_every_value_says_what_it_means_and_its_default_is_one_of_its_choices() -> None:
    for name in parameters():
        assert says(name)
        words = choices(name)
        if words and isinstance(default_of(name), str):
            assert default_of(name) in words

"""The values of each ruleset are those of the table that names them, where a cell says one plain value."""

import re
from pathlib import Path

import pytest

from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import RETIRED

TABLE = Path(__file__).resolve().parents[3] / "shared" / "laws" / "README.md"
COLUMNS = ("kagw", "classic", "baca19", "polish", "common", "icf")
REPORTED_ELSEWHERE = {"id", "title", "inherits", "foul_events"}  # the head of a ruleset; the list of facts
PLAIN = {"true": True, "false": False, "none": None}


def cells() -> dict[tuple[str, str], str]:
    """(parameter, ruleset) -> what the table says, without emphasis."""
    found = {}
    part = TABLE.read_text(encoding="utf-8").split("\n## 7 ")[1].split("\n## 8 ")[0]
    for line in part.splitlines():
        columns = [cell.strip() for cell in line.strip("|").split("|")]
        names = re.findall(r"`(\w+)`", columns[0])
        if len(columns) != 2 + len(COLUMNS) or len(names) != 1 or names[0] in REPORTED_ELSEWHERE | set(RETIRED):
            continue
        for slug, cell in zip(COLUMNS, columns[2:], strict=True):
            found[names[0], slug] = cell.replace("*", "")
    return found


def plain_values(name: str, cell: str, icf: Ruleset) -> tuple[object, ...]:
    """The values that a cell can mean; nothing where it says more than a plain value ("-": the document is silent)."""
    if cell == ".":
        return (getattr(icf, name),)
    if cell in PLAIN:
        return (PLAIN[cell], cell)
    if cell.isdecimal():
        return (int(cell),)
    return (cell,) if re.fullmatch(r"\w+", cell) and cell != "option" else ()


@pytest.mark.skipif(not TABLE.exists(), reason="the table of parameters does not lie beside the checkout")
def test_each_ruleset_has_the_value_that_the_table_gives_it() -> None:
    compared = {key: plain_values(key[0], cell, RULESETS["icf"]) for key, cell in cells().items()}
    compared = {key: values for key, values in compared.items() if values}
    held = {(name, slug): getattr(RULESETS[slug], name) for name, slug in compared}

    assert len(compared) > 440
    assert {key: held[key] for key, values in compared.items() if held[key] not in values} == {}

"""docs/laws/parameters.md is the table of every value: made from the rulesets, so that it cannot go stale."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields

from carrom.laws.plausibility import VOIDS
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import choices, default_of, parameters, says
from carrom.laws.values import group_of as heading

INTRODUCTION = """# The values of a ruleset

Made by `./carrom test golden` from `carrom.laws.ruleset` and `carrom.laws.rulesets`. The first value is the default,
which is ICF; then come the other words it may be. Which clause sets it stands in `docs/laws/<ruleset>.toml`.
A value may be changed for one match (an option), in a club's own ruleset, and in a law case (`given.options`).
"""
OTHERS = [ruleset for slug, ruleset in RULESETS.items() if slug != "icf"]


def reported(held: object) -> str:
    """A value as a case or a TOML file writes it, in a table's cell."""
    if isinstance(held, Mapping):
        return ", ".join(f"{key}: {does}" for key, does in held.items()) or "nothing"
    if isinstance(held, tuple):
        return ", ".join(map(str, held)) or "nothing"
    if held is None:
        return "none"
    return str(held).lower() if isinstance(held, bool) else str(held)


def differing(name: str) -> Iterator[str]:
    """Who holds another value, and which."""
    for ruleset in OTHERS:
        held = getattr(ruleset, name)
        if held != default_of(name):
            yield f"{ruleset.slug} `{reported(held)}`"


def rows() -> Iterator[str]:
    """The document's lines below its introduction."""
    group = ""
    for name in parameters():
        if heading(name) != group:
            group = heading(name)
            yield f"\n## {group[:1].upper()}{group[1:]}\n"
            yield "| value | means | default, or | elsewhere |"
            yield "| --- | --- | --- | --- |"
        words = [reported(word) for word in choices(name) if word != default_of(name)]
        allowed = ", ".join(f"`{word}`" for word in (reported(default_of(name)), *words))
        yield f"| `{name}` | {says(name)} | {allowed} | {'; '.join(differing(name))} |"


def test_the_document_of_all_values_is_as_the_rulesets_are(golden: Callable[[str, str], None]) -> None:
    golden("../../docs/laws/parameters.md", INTRODUCTION + "\n".join(rows()) + "\n")


def test_limits_of_values_and_when_they_have_no_effect_are_as_in_the_golden(golden: Callable[[str, str], None]) -> None:
    limits = [
        f"{one.name}: at least {one.metadata['least']}"
        for one in fields(Ruleset)
        if one.metadata.get("least") is not None
    ]
    voids = [f"{', '.join(void.values)}: {void.by}, as in {dict(void.sample)}" for void in VOIDS]

    golden("laws/limits.txt", "\n".join([*limits, "", "Without effect:", *voids]) + "\n")


def test_every_shipped_ruleset_names_the_base_that_fills_its_gaps() -> None:
    assert Ruleset().inherits is None
    assert {ruleset.inherits for ruleset in OTHERS} == {"icf"}

"""Events to begin with: what each announces, a line for each value that is not the default."""

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from carrom.tournament.category import Kind
from carrom.tournament.event_faults import faults_of
from carrom.tournament.presets.every import PRESETS


def lines(value: object, at: str) -> Iterator[str]:
    """A line for each value below one, without those that are their default."""
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            held = getattr(value, field.name)
            if held != field.default:
                yield from lines(held, f"{at}.{field.name}")
    elif isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
        for number, one in enumerate(value, 1):
            yield from lines(one, f"{at}.{number}")
    else:
        yield f"{at}: {value}"


def test_every_preset_announces_what_was_reviewed(golden: Callable[[str, str], None]) -> None:
    assert "kagw-2022" in PRESETS and all(faults_of(preset.terms) == [] for preset in PRESETS.values())

    golden(
        "tournament/presets.txt",
        "\n".join(line for slug, preset in PRESETS.items() for line in (f"# {preset.title}", *lines(preset, slug), "")),
    )


@pytest.mark.parametrize(("kind", "codes"), [(Kind.SINGLES, ["least-entries"]), (Kind.SOLO, [])])
def test_one_entry_is_enough_where_one_plays_against_the_count(kind: Kind, codes: list[str]):
    terms = PRESETS["knock-out-evening"].terms
    one = replace(terms.categories[0], kind=kind, least=1)

    found = [fault.args[0] for fault in faults_of(replace(terms, categories=(one,)))]

    assert [code for code in found if code == "least-entries"] == codes

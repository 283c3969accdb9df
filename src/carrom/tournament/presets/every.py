"""Every preset of an event: a module beside this one with `TITLE`, `SAYS` and `TERMS`; adding one is adding a file."""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from carrom.tournament.event import EventTerms


@dataclass(frozen=True, slots=True)
class Preset:
    """An event to begin with: its title in the list, a sentence, and everything it announces."""

    slug: str
    title: str
    says: str
    terms: EventTerms


def _found() -> Mapping[str, Preset]:
    package = __name__.rpartition(".")[0]
    names = sorted(found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.name != "every")
    presets = {}
    for name in names:
        module = importlib.import_module(f"{package}.{name}")
        slug = name.replace("_", "-")
        presets[slug] = Preset(slug, module.TITLE, module.SAYS, module.TERMS)
    return MappingProxyType(presets)


PRESETS: Mapping[str, Preset] = _found()

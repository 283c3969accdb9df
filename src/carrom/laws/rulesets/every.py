"""The included rulesets, by slug. Every module in this folder is a ruleset: the folder is the list."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from carrom.laws import rulesets
from carrom.laws.ruleset import Ruleset


def _found() -> Mapping[str, Ruleset]:
    names = [module.name for module in iter_modules(rulesets.__path__) if module.name != "every"]
    found = [import_module(f"{rulesets.__name__}.{name}").RULESET for name in sorted(names)]
    found.sort(key=lambda ruleset: (ruleset.inherits is not None, ruleset.slug))  # the base first
    return MappingProxyType({ruleset.slug: ruleset for ruleset in found})


RULESETS = _found()

"""All rulesets, by slug. Every module in this folder is one: the folder is the list; plugins add others."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from carrom.laws import rulesets
from carrom.laws.ruleset import Ruleset
from carrom.plugins import Kind, Listed


def _found() -> Mapping[str, Ruleset]:
    names = [module.name for module in iter_modules(rulesets.__path__) if module.name != "every"]
    found = [import_module(f"{rulesets.__name__}.{name}").RULESET for name in sorted(names)]
    found.sort(key=lambda ruleset: (ruleset.inherits is not None, ruleset.slug))  # the base first
    return Listed({ruleset.slug: ruleset for ruleset in found}, Kind.RULESET, Ruleset)


RULESETS = _found()

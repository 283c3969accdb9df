"""A ruleset as the commands name it: one that ships, or a club's own in a TOML file."""

from carrom.cli.inputs import chosen
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import read_ruleset
from carrom.laws.rulesets.every import RULESETS

HELP = "a ruleset's slug, or a TOML file with a club's own"


def ruleset_named(name: str) -> Ruleset:
    """A ruleset by its slug, or by the name of a TOML file. Raises UnknownNameError, RulesetFileError."""
    return read_ruleset(name) if name.endswith(".toml") else chosen(name, RULESETS, "ruleset")

"""Judge one stroke: {given, stroke} as JSON in, the ruling as JSON out.

The keys are those of a law case (docs/laws/cases.md); both objects may be left out. The ruling has the keys of `then`,
and `findings`, `returns` and `clauses`. If the board or the stroke could not have happened it has `error` and
`sentence`, and the exit status is 1.
"""

import argparse

from carrom.cli.reading import print_json, read_text
from carrom.cli.rulesets import HELP, ruleset_named
from carrom.laws.cases import judge_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON; standard input if left out")
    parser.add_argument("--ruleset", default="icf", metavar="R", help=f"whose laws: {HELP} (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="as it is anyway")


def run(asked: argparse.Namespace) -> int:
    """Judge; 1 if it could not have happened. Raises CaseError, RulesetFileError, UnknownNameError."""
    ruling = judge_json(ruleset_named(asked.ruleset), read_text(asked.file))
    print_json(ruling)
    return 1 if "error" in ruling else 0

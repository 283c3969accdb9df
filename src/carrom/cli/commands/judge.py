"""Judge one stroke: {given, stroke} as JSON in, the ruling as JSON out.

The keys are those of a law case (docs/laws/cases.md); both objects may be left out. The ruling has the keys of `then`,
and `findings`, `returns`, `clauses` and `readings`. If the board or the stroke could not have happened it has `error`
and `sentence`, and the exit status is 1. With --link the question comes from a link to the page "What if?", which names
its ruleset: the whole address, or the part after its question mark.
"""

import argparse
import json

from carrom.cli.inputs import RULESET_HELP, print_json, read_text, ruleset_named
from carrom.laws.cases import judge_json
from carrom.notation.question import read_question


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON; standard input if left out")
    parser.add_argument(
        "--ruleset", default="icf", metavar="R", help=f"whose laws: {RULESET_HELP} (default: %(default)s)"
    )
    parser.add_argument("--link", metavar="URL", help="print a link to the site's page “What if?” for this question")
    parser.add_argument("--json", action="store_true", help="the default; for scripts")


def run(asked: argparse.Namespace) -> int:
    """Judge; 1 if it could not have happened. Raises CaseError, QuestionError, RulesetFileError, UnknownNameError."""
    if asked.link is None:
        ruling = judge_json(ruleset_named(asked.ruleset), read_text(asked.file))
    else:
        question = read_question(asked.link)
        ruling = judge_json(question.laws, json.dumps({"given": question.given, "stroke": question.stroke}))
    print_json(ruling)
    return 1 if "error" in ruling else 0

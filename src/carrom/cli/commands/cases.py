"""Run law cases and list those on which the ruling differs.

Prints one line for each failing case, then `N passed, M failed` on the last line. The format of the files is
described in docs/laws/cases.md.
"""

import argparse

from carrom.cli.inputs import RULESET_HELP, print_json, ruleset_named
from carrom.cli.progress import progress
from carrom.laws.cases import read_file, run_cases


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of law cases (TOML)")
    parser.add_argument("--ruleset", metavar="R", help=f"judge every case by these laws instead: {RULESET_HELP}")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(asked: argparse.Namespace) -> int:
    """Run the cases; 1 if any failed. Raises CaseError, RulesetFileError, UnknownNameError."""
    ruleset = None if asked.ruleset is None else ruleset_named(asked.ruleset)
    cases = [case for path in asked.files for case in read_file(path, ruleset)]
    report = run_cases(progress(cases, total=len(cases), unit="case"))
    if asked.json:
        failures = [
            {
                "case": name,
                "differences": [{"field": d.field, "expected": d.expected, "got": d.got} for d in differences],
            }
            for name, differences in report.failures
        ]
        print_json({"passed": report.passed, "failed": report.failed, "failures": failures})
    else:
        print("\n".join(report.lines))
    return report.exit_code

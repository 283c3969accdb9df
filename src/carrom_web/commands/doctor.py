"""Check the site on this machine: disk, database, mail, clock, keys, versions, file permissions, backups.

    carrom doctor           a line each, and what to do where something is not well
    carrom doctor --json    the same for programs

Exit status: 0 all is well or only worth a notice, 1 something is a problem.
"""

import argparse
import json
from dataclasses import asdict

from carrom_web.commands._site import on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(asked: argparse.Namespace) -> int:
    """Look and tell."""

    def work() -> int:
        from carrom_web.operations.doctor import State, examine

        findings = examine()
        if asked.json:
            print(json.dumps([asdict(finding) for finding in findings], indent=1))
        else:
            width = max(len(finding.about) for finding in findings)
            for finding in findings:
                print(f"{finding.state:<8} {finding.about:<{width}}  {finding.text}")
                if finding.advice:
                    print(f"{'':<8} {'':<{width}}  -> {finding.advice}")
        return 1 if any(finding.state == State.PROBLEM for finding in findings) else 0

    return on_the_site(work)

"""Check a program that plays: is each of its answers in time, readable and possible?

Starts the command once, asks it for strokes in positions of every ruleset (an open board, the queen to be covered, the
last coin, little room for the striker, alone), then lets it play whole boards against random strokes. Prints a line for
each check; the exit status is 1 if one failed. The protocol: docs/bots/protocol.md.
"""

import argparse

from carrom.cli.errors import UsageError
from carrom.cli.inputs import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("command", metavar="COMMAND", help='how it is started, as one argument: "node my_bot.mjs"')
    parser.add_argument("--patience", type=float, default=30.0, help="seconds for each answer (default: %(default)s)")
    parser.add_argument("--boards", type=int, default=2, help="whole boards to play afterwards (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Ask and print. Raises UsageError."""
    if not 0.1 <= asked.patience <= 600 or not 0 <= asked.boards <= 1000:
        raise UsageError("check-bot-range")
    from carrom.cli.bot_check import check_program

    failed = False
    results = []
    for checked in check_program(asked.command, patience=asked.patience, boards=asked.boards):
        failed = failed or bool(checked.fault)
        results.append({"check": checked.what, "fault": checked.fault})
        if not asked.json:
            verdict = f"FAILED  {checked.what}: {checked.fault}" if checked.fault else f"    ok  {checked.what}"
            print(verdict, flush=True)
    if asked.json:
        print_json(results)
    elif not failed:
        print("The program may play.")
    return 1 if failed else 0

"""List what other distributions add: rulesets, computers, tournament formats, boards and themes.

One that is left out says why; then the exit status is 1.
"""

import argparse

from carrom.bots import names as bot_names
from carrom.cli.inputs import print_json
from carrom.laws.rulesets.every import RULESETS
from carrom.physics.surface import SURFACES
from carrom.plugins import seen
from carrom.svg.paint import PAINTS
from carrom.tournament.format import slugs as format_slugs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(asked: argparse.Namespace) -> int:
    """Print them; 1 if one is left out."""
    for ask in (RULESETS.keys, bot_names, format_slugs, SURFACES.keys, PAINTS.keys):
        list(ask())
    found = seen()
    if asked.json:
        print_json(
            [
                {"kind": one.kind.value, "name": one.name, "distribution": one.distribution, "left_out": one.wrong}
                for one in found
            ]
        )
    elif not found:
        print("no plugins are installed; docs/how-to/write-a-plugin.md says how to write one")
    for one in () if asked.json else found:
        state = f"left out: {one.wrong}" if one.wrong else "in use"
        print(f"{one.kind.value:16}  {one.name:20}  {one.distribution:24}  {state}")
    return 1 if any(one.wrong for one in found) else 0

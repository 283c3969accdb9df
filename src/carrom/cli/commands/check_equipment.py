"""Check measurements of board, coins and striker against the laws.

FILE is a JSON object of measurements by name, each a number or a list of numbers: {"surface_side_cm": [73.9, 74.0],
"coin_mass_g": 5.3, "striker_material": "plastic", "stand": true}. --list prints all names with their limits.
"""

import argparse

from carrom.cli.inputs import print_json, read_json_object
from carrom.equipment.conformity import Check, check_equipment, materials_of
from carrom.equipment.figures import STANDARDS, STATEMENTS, USUAL, Standard


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON; standard input if left out")
    parser.add_argument(
        "--ruleset", "--standard", dest="standard", choices=[*STANDARDS], default="icf", help="(default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--list", action="store_true", help="list what can be measured, with its limits")


def run(asked: argparse.Namespace) -> int:
    """Check; 1 if anything does not conform. Raises UnreadableMeasurementsError, BadJsonError."""
    if asked.list:
        _list(asked.standard, as_json=asked.json)
        return 0
    result = check_equipment(read_json_object(asked.file), asked.standard)
    if asked.json:
        print_json(
            {
                "standard": result.standard,
                "conforms": result.conforms,
                "checks": [_plain(check) for check in result.checks],
                "notes": list(result.notes),
                "not_measured": list(result.not_measured),
            }
        )
    else:
        for check in result.checks:
            word = "conforms" if check.conforms else "DOES NOT CONFORM"
            values = ", ".join(str(value) for value in check.measured)
            print(f"{check.says}: {values} ({check.limits}): {word}. {', '.join(check.clauses)}")
        for note in result.notes:
            print(f"note: {note}")
        failed = sum(not check.conforms for check in result.checks)
        print(f"{len(result.checks) - failed} conform, {failed} do not, {len(result.not_measured)} were not measured")
    return 0 if result.conforms else 1


def _plain(check: Check) -> dict[str, object]:
    return {
        "key": check.key,
        "says": check.says,
        "measured": list(check.measured),
        "limits": check.limits,
        "conforms": check.conforms,
        "clauses": list(check.clauses),
    }


def _list(standard: Standard, *, as_json: bool) -> None:
    figures = STANDARDS[standard]
    if as_json:
        print_json(
            [{"key": f.key, "says": f.says, "limits": f.range_words, "clauses": list(f.clauses)} for f in figures]
        )
        return
    for figure in figures:
        print(f"{figure.key:28} {figure.says}: {figure.range_words}. {', '.join(figure.clauses)}")
    for material in materials_of(standard, {}):
        limits = (
            f"only {', '.join(sorted(material.only))}" if material.only else f"no {', '.join(sorted(material.never))}"
        )
        print(f"{material.key:28} {material.says}: {limits}")
    for statement in STATEMENTS:
        if standard in statement.clauses:
            print(f"{statement.key:28} true or false: {statement.says}. {', '.join(statement.clauses[standard])}")
    for thing in USUAL:
        print(f"{thing:28} true or false; its absence is noted only")

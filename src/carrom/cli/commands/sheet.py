"""Print a score sheet as a PDF of one page: filled in from a record, or blank for a ruleset.

    carrom sheet RECORD -o sheet.pdf             the match so far, with empty lines for the rest
    carrom sheet --blank --ruleset kagw -o kagw.pdf

--link puts an address on it as a QR code. A set of 19-coin solo gets its own sheet: five boards, one box for each
stroke.
"""

import argparse
from pathlib import Path

from carrom.cli.errors import UsageError
from carrom.cli.inputs import (
    RULESET_HELP,
    add_record_arguments,
    check_named,
    print_json,
    record_named,
    ruleset_named,
    warn_of_missing_glyphs,
    write_bytes,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_record_arguments(parser, is_optional=True)
    parser.add_argument("--blank", action="store_true", help="a sheet to fill in by hand")
    parser.add_argument("--ruleset", default="icf", metavar="R", help=f"of a blank sheet: {RULESET_HELP} (%(default)s)")
    parser.add_argument("--link", default="", metavar="URL", help="an address, printed as a QR code")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the PDF to write")
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(asked: argparse.Namespace) -> int:
    """Write the PDF. Raises UsageError, NotationError, RulesetFileError, UnknownNameError, CannotWriteError."""
    check_named(asked.output, "--output", "pdf")
    if asked.blank is (asked.file is not None):
        raise UsageError("record-or-blank")
    from carrom.printing.paper import sheet_pdf
    from carrom.printing.sheet import blank_sheet, sheet_of

    if asked.blank:
        sheet = blank_sheet(ruleset_named(asked.ruleset), link=asked.link)
    else:
        sheet = sheet_of(record_named(asked), link=asked.link)
    made = sheet_pdf(sheet)
    write_bytes(Path(asked.output), made)
    missing = warn_of_missing_glyphs(sheet)
    if asked.json:
        summary = {"file": asked.output, "bytes": len(made), "games": len(sheet.games), "boards": sheet.rows}
        print_json(summary | {"no_glyph": missing})
    else:
        print(f"{asked.output}: {len(made)} bytes")
    return 0

"""Print labels for boards of wood as a PDF: a QR code each, eight on a page of A4.

    carrom labels boards.csv --club "Carrom Club Pune" -o labels.pdf

Each line of the file is a board: its name, a comma, and the address to which its code leads. A club's page on
the site prints the same labels for its boards.
"""

import argparse
import csv
from pathlib import Path

from carrom.cli.errors import UsageError
from carrom.cli.inputs import check_named, print_json, read_text, warn_of_missing_glyphs, write_bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="CSV, one line for each board: name, address; - reads stdin")
    parser.add_argument("--club", default="", metavar="NAME", help="printed on every label")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="used places on the first page")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the PDF to write")
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(asked: argparse.Namespace) -> int:
    """Write the PDF. Raises UsageError, TooManyLabelsError, CannotReadError, CannotWriteError."""
    check_named(asked.output, "--output", "pdf")
    from carrom.printing.labels import A_PAGE, Label, Labels, labels_pdf

    if not 0 <= asked.skip < A_PAGE:
        raise UsageError("skip", most=A_PAGE - 1, count=A_PAGE)
    labels = []
    for number, row in enumerate(csv.reader(read_text(asked.file).splitlines()), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) != 2 or not cells[0] or not cells[1].startswith(("http://", "https://")):
            raise UsageError("label-line", line=number)
        labels.append(Label(name=cells[0], link=cells[1], club=asked.club))
    if not labels:
        raise UsageError("no-boards")
    sheets = Labels(labels=labels, skip=asked.skip)
    made = labels_pdf(sheets)
    write_bytes(Path(asked.output), made)
    missing = warn_of_missing_glyphs(sheets)
    if asked.json:
        print_json({"file": asked.output, "bytes": len(made), "labels": len(labels), "no_glyph": missing})
    else:
        print(f"{asked.output}: {len(labels)} labels, {len(made)} bytes")
    return 0

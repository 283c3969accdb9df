"""Download what umpires' pages need to give rulings without a network (6.5 MB, with npm, once).

carrom offline                             by npm
carrom offline --from pyodide-314.0.7.tgz  from a file that `npm pack` made elsewhere
"""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--from", dest="package", type=Path, metavar="FILE", help="an npm package file instead")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(asked: argparse.Namespace) -> int:
    """Fetch and unpack."""
    from carrom_web.config import pyodide

    return pyodide.offline(package=asked.package, as_json=asked.json)

"""The console script `carrom`: the library's commands and the site's (`commands/`); without a name it serves the site.

Reads its arguments only. Django is imported when a command of the site runs, never for another.
"""

import gc
import sys
from collections.abc import Sequence

from carrom import cli

SERVE_OPTIONS = ("--host", "--port", "--lan", "--no-browser")
COMMANDS_OF_THE_SITE = "carrom_web.commands"
# Loading the site makes some 400,000 objects that stay. With Python's own thresholds, 600 looks for circles among them
# took a seventh of the CPU of a start and found none. The server's own thresholds follow once it runs (`lifespan.py`).
WHILE_LOADING = (50_000, 20, 50)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status: 0 done, 1 a negative result, 2 bad input."""
    if gc.get_threshold() < WHILE_LOADING:
        gc.set_threshold(*WHILE_LOADING)
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0].split("=")[0] in SERVE_OPTIONS:  # `serve` may be left out, as in `carrom --lan`
        arguments = ["serve", *arguments]
    return cli.main(arguments, more_commands=COMMANDS_OF_THE_SITE)

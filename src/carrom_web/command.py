"""The console script `carrom`: the library's commands and the site's (`commands/`); without a name it serves the site.

Reads its arguments only. Django is imported when a command of the site runs, never for another.
"""

import sys
from collections.abc import Sequence

from carrom import cli

SERVE_OPTIONS = ("--host", "--port", "--lan", "--no-browser")
COMMANDS_OF_THE_SITE = "carrom_web.commands"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status: 0 done, 1 a negative result, 2 bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0].split("=")[0] in SERVE_OPTIONS:  # `serve` may be left out, as in `carrom --lan`
        arguments = ["serve", *arguments]
    return cli.main(arguments, more_commands=COMMANDS_OF_THE_SITE)

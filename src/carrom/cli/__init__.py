"""The command line: every command but those of `carrom_web.command` (`serve`, `offline`, `emails`, `operator`).

A command is one module in `commands/`; the folder is the list. A module is imported only when its command runs, so
`carrom --help` starts at once. Exit status: 0 done, 1 a negative result, 2 bad input. Errors go to stderr as
`error: CODE: sentence`.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from carrom.cli.errors import UsageError
from carrom.errors import CarromError

_FOLDER = Path(__file__).with_name("commands")
_HEAD = "Carrom: play it, judge it, simulate it, draw it."
_OF_THE_SITE = (
    ("serve", "Serve the site on http://127.0.0.1:8000; the same as `carrom` alone."),
    ("offline", "Fetch what pages of umpires need to rule without a network (6.5 MB, by npm, once)."),
    ("emails", "List the site's e-mails that wait or were given up; --retry queues these once more."),
    ("operator", "List or add the accounts that see what the site has stored, at /admin/."),
)


class Parser(argparse.ArgumentParser):
    """Raises what it finds wrong, so that it is told as every other error."""

    def error(self, message: str) -> NoReturn:
        """Raise the message. Raises UsageError."""
        raise UsageError("arguments", message=message, command=self.prog)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except CarromError as error:
        print(f"error: {error.code}: {one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has had enough, as `carrom laws | head`
        sys.stderr.close()
        return 0


def one_line(text: str) -> str:
    """A text without line ends and without what a terminal would obey."""
    return "".join(char if char.isprintable() else " " for char in text)


def known_commands() -> dict[str, str]:
    """The commands by name, with the first line of what each does; read without importing them."""
    files = {file.stem.replace("_", "-"): file for file in sorted(_FOLDER.glob("*.py")) if file.stem[0] != "_"}
    return {name: _first_line(file) for name, file in files.items()}


def _first_line(file: Path) -> str:
    with file.open(encoding="utf-8") as source:  # to parse all of it would take as long as many a command
        return source.readline().strip().strip('"')


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        print(_help())
        return 0
    name = arguments[0]
    if name in {"--version", "version"}:
        import carrom

        print(f"carrom {carrom.__version__}")
        return 0
    known = known_commands()
    if name not in known:
        raise UsageError("no-command", name=name)
    module = import_module(f"carrom.cli.commands.{name.replace('-', '_')}")
    parser = Parser(prog=f"carrom {name}", description=module.__doc__, formatter_class=argparse.RawTextHelpFormatter)
    module.add_arguments(parser)
    try:
        asked = parser.parse_args(arguments[1:])
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    return int(module.run(asked))


def _help() -> str:
    rows = [*_OF_THE_SITE, *known_commands().items()]
    width = max(len(name) for name, _ in rows)
    return "\n".join(
        [
            _HEAD,
            "",
            "usage: carrom [COMMAND] [arguments]",
            "",
            *(f"  {name:{width}}  {says}" for name, says in rows),
            "",
            "  carrom COMMAND --help tells everything about a command; carrom --version which one this is.",
            "  Exit status: 0 done, 1 a negative result, 2 bad input (error: CODE: sentence on stderr).",
        ]
    )

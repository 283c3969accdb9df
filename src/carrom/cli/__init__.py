"""The command line: every command but those of the site, which `carrom_web.command` adds.

A command is one module in `commands/`; the folder is the list. A module is imported only when its command runs, so
`carrom --help` starts at once. Exit status: 0 done, 1 a negative result, 2 bad input. Errors go to stderr as
`error: CODE: sentence`.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from carrom.cli.errors import UsageError
from carrom.errors import CarromError

_COMMANDS = "carrom.cli.commands"
_HEAD = "Carrom: play it, judge it, simulate it, draw it."
ALIKE = 0.6  # from here on a word is taken for a misspelt one, as difflib measures it


class Parser(argparse.ArgumentParser):
    """Raises usage errors, so that they are reported like every other error."""

    def error(self, message: str) -> NoReturn:
        """Raise the message. Raises UsageError."""
        raise UsageError("arguments", message=message, command=self.prog)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read all arguments; an option that is none is named, with the one that it resembles. Raises UsageError."""
        asked, unknown = self.parse_known_args(args, namespace)
        option = next((one.partition("=")[0] for one in unknown if one.startswith("--")), "")
        meant = nearest(option, self._option_string_actions)
        if meant:
            raise UsageError("no-option-but", option=option, meant=meant, command=self.prog)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return asked


def main(argv: Sequence[str] | None = None, *, more_commands: str = "") -> int:
    """Run one command and give its exit status; `more_commands` is another package whose modules are commands."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        known = known_commands(_COMMANDS, *filter(None, [more_commands]))
        if "_ARGCOMPLETE" in os.environ:
            from carrom.cli.completion import complete

            complete(known)
            return 0
        return _run(arguments, known)
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


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its module, and the first line of what it does."""

    module: str
    summary: str


def nearest(word: str, known: Iterable[str]) -> str:
    """The word that a misspelt one resembles most; empty where there is none."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=ALIKE)), "")


def parser_of(name: str, command: Command) -> tuple[Parser, Any]:
    """The parser of a command, and its module, which has `run`."""
    module = import_module(command.module)
    parser = Parser(prog=f"carrom {name}", description=module.__doc__, formatter_class=argparse.RawTextHelpFormatter)
    module.add_arguments(parser)
    return parser, module


def known_commands(*packages: str) -> dict[str, Command]:
    """The commands of packages by name; their modules are read without being imported."""
    return {
        file.stem.replace("_", "-"): Command(f"{package}.{file.stem}", _first_line(file))
        for package in packages or (_COMMANDS,)
        for file in sorted(_folder(package).glob("*.py"))
        if file.stem[0] != "_"
    }


def _folder(package: str) -> Path:
    spec = find_spec(package)
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else Path()


def _first_line(file: Path) -> str:
    with file.open(encoding="utf-8") as source:  # to parse all of it would take as long as many a command
        return source.readline().strip().strip('"')


def _run(arguments: list[str], known: Mapping[str, Command]) -> int:
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        print(_help(known))
        return 0
    name = arguments[0]
    if name in {"--version", "version"}:
        import carrom

        print(f"carrom {carrom.__version__}")
        return 0
    if name not in known:
        meant = nearest(name, known)
        if meant:
            raise UsageError("no-command-but", name=name, meant=meant)
        raise UsageError("no-command", name=name)
    parser, module = parser_of(name, known[name])
    try:
        asked = parser.parse_args(arguments[1:])
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    return int(module.run(asked))


def _help(known: Mapping[str, Command]) -> str:
    width = max(len(name) for name in known)
    return "\n".join(
        [
            _HEAD,
            "",
            "usage: carrom [COMMAND] [arguments]",
            "",
            *(f"  {name:{width}}  {known[name].summary}" for name in sorted(known)),
            "",
            "  carrom COMMAND --help describes a command; carrom --version prints the version.",
            "  carrom completion SHELL prints tab completion for bash, zsh or fish.",
            "  Exit status: 0 done, 1 a negative result, 2 bad input (error: CODE: sentence on stderr).",
        ]
    )

"""Completion in the shell: `argcomplete` over the commands' own parsers."""

import argparse
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import argcomplete
from argcomplete.completers import FilesCompleter

from carrom.cli import Command, parser_of


def complete(known: Mapping[str, Command]) -> None:
    """Give the shell what may stand at the cursor of its line (`COMP_LINE`), and end this process."""
    argcomplete.autocomplete(parser_at(os.environ.get("COMP_LINE", ""), known))


def parser_at(line: str, known: Mapping[str, Command]) -> argparse.ArgumentParser:
    """The parser of the whole program, in which the one command that a line names has its arguments."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quote that is still open
        words = line.split()
    whole = argparse.ArgumentParser(prog="carrom")
    whole.add_argument("--version", action="store_true", help="print the version")
    commands = whole.add_subparsers()
    for name in sorted(known):
        if words[1:2] == [name]:
            parser, _ = parser_of(name, known[name])
            own = commands.add_parser(name, help=known[name].summary, parents=[parser], add_help=False)
            for action in own._actions:
                if action.dest in _NAMES and not action.choices:
                    action.completer = _names(_NAMES[action.dest])  # type: ignore[attr-defined]
        else:
            commands.add_parser(name, help=known[name].summary)
    return whole


def _names(known: Callable[[], Sequence[str]]) -> Callable[..., list[str]]:
    """A completer: the names that begin as what was typed, else the files that do."""

    def completer(prefix: str, **_of_argcomplete: Any) -> list[str]:
        found = [name for name in known() if name.startswith(prefix)]
        return found or list(FilesCompleter()(prefix))

    return completer


def _rulesets() -> Sequence[str]:
    from carrom.laws.rulesets.every import RULESETS

    return tuple(RULESETS)


def _surfaces() -> Sequence[str]:
    from carrom.physics.surface import SURFACES

    return tuple(SURFACES)


def _computers() -> Sequence[str]:
    from carrom import bots

    return (*bots.names(), *bots.baseline_names())


_NAMES: Mapping[str, Callable[[], Sequence[str]]] = {  # by what an argument is called in its command
    "base": _surfaces,
    "bot": _computers,
    "bots": _computers,
    "level": _computers,
    "ruleset": _rulesets,
    "surface": _surfaces,
}

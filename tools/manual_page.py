"""Writes docs/carrom.1, the man page: the texts of `carrom --help` and of each command's, in a man page's markup.

    .venv/bin/python tools/manual_page.py    # also part of `./carrom test golden`

An installation has it as share/man/man1/carrom.1. Tests compare it with what the commands say.
"""

import argparse
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from carrom import cli
from carrom_web.command import COMMANDS_OF_THE_SITE

PAGE = Path(__file__).parent.parent / "docs" / "carrom.1"
FILES = """\
.SH EXIT STATUS
.TP
0
Done.
.TP
1
A negative result: a record that does not hold, a stroke that could not have happened.
.TP
2
Bad input. One line on standard error says why: error: CODE: sentence.
.SH ENVIRONMENT
.TP
.B CARROM_DATA
The folder of all data. Without it a checkout's .data, else the user's own folder for data.
.TP
.B CARROM_DATABASE_URL
PostgreSQL instead of a file in that folder.
.TP
.B CARROM_CHANNEL_URL
Redis, where several processes serve."""


def page() -> str:
    """The whole page."""
    known = cli.known_commands("carrom.cli.commands", COMMANDS_OF_THE_SITE)
    lines = [
        '.TH CARROM 1 "" "carrom" "User Commands"',
        ".SH NAME",
        r"carrom \- laws, physics, matches and events of carrom",
        ".SH SYNOPSIS",
        r".B carrom\fR [\fICOMMAND\fR] [\fIarguments\fR]",
        ".SH DESCRIPTION",
        r"Without a command the site is served, as by \fBcarrom serve\fR.",
        ".SH COMMANDS",
    ]
    for name in sorted(known):
        parser, _ = cli.parser_of(name, known[name])
        lines += [f'.SS "carrom {name}"', *_command(parser)]
    return "\n".join([*lines, FILES, ""])


def _command(parser: argparse.ArgumentParser) -> Iterator[str]:
    text = textwrap.dedent(parser.description or "").strip()
    first, _, rest = text.partition("\n")
    rest = textwrap.dedent(rest).strip("\n")
    yield _plain(first)
    if rest.strip():
        for paragraph in re.split(r"\n{2,}", rest):
            yield from _paragraph(paragraph)
    for action in parser._actions:
        if action.help is not argparse.SUPPRESS and action.dest != "help":
            yield ".TP"
            yield _names(action)
            yield _plain(_help(parser, action))


def _paragraph(text: str) -> Iterator[str]:
    """Prose flows; examples and lists keep their lines."""
    lines = [_plain(line) for line in text.splitlines()]
    yield ".PP"
    yield from (".nf", *lines, ".fi") if re.search(r"^ |\S  ", text, re.MULTILINE) else lines


def _names(action: argparse.Action) -> str:
    """An option with all its names, or an argument."""
    choices = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
    metavar = action.metavar or choices or (action.dest.upper() if action.option_strings else action.dest)
    value = "" if action.nargs == 0 else rf"\fI{_plain(str(metavar))}\fR"
    names = ", ".join(rf"\fB{_plain(name)}\fR" for name in action.option_strings)
    return " ".join(filter(None, [names, value]))


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    filled = (action.help or "") % {**vars(action), "prog": parser.prog}
    return re.sub(r"\s+", " ", filled).strip() or "See above."


def _plain(text: str) -> str:
    r"""A text in which nothing is markup: `\`, a hyphen of an option, a line that begins with a dot or quote."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped[:1] in (".", "'") else escaped


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""The commands: what `carrom COMMAND --help` says, as one page."""

import argparse
import re
import textwrap
from collections.abc import Iterator

from carrom import cli
from carrom_web.command import COMMANDS_OF_THE_SITE
from tools.docs_site.markdown import cell, code, escaped, heading
from tools.docs_site.reference_pages import Page

HEAD = """\
# Commands

`carrom COMMAND`, in a checkout `./carrom COMMAND`. Without a command the site is served. The status is 0 if all is
well, 1 for a negative result (a record that does not hold, say), 2 for bad input, with `error: CODE: sentence` on
standard error. `man carrom` has the same texts.
"""


def pages() -> list[Page]:
    """One page with a section for each command."""
    known = cli.known_commands("carrom.cli.commands", COMMANDS_OF_THE_SITE)
    lines = [HEAD]
    for name in sorted(known):
        parser, _ = cli.parser_of(name, known[name])
        lines += [heading(2, f"`carrom {name}`", f"carrom-{name}"), "", *_command(parser)]
    return [Page("commands.md", "Commands", "\n".join(lines))]


def _command(parser: argparse.ArgumentParser) -> Iterator[str]:
    first, _, rest = (parser.description or "").strip().partition("\n")
    yield f"{escaped(first)}\n"
    for paragraph in re.split(r"\n{2,}", textwrap.dedent(rest).strip("\n")):
        if re.search(r"^ |\S  ", paragraph, re.MULTILINE):  # examples and lists keep their lines
            yield from ("```text", paragraph, "```", "")
        elif paragraph.strip():
            yield f"{escaped(paragraph)}\n"
    actions = [one for one in parser._actions if one.help is not argparse.SUPPRESS and one.dest != "help"]
    if actions:
        yield from ("| argument | what |", "| --- | --- |")
        yield from (f"| {_names(one)} | {cell(_help(parser, one))} |" for one in actions)
        yield ""


def _names(action: argparse.Action) -> str:
    choices = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
    metavar = action.metavar or choices or (action.dest.upper() if action.option_strings else action.dest)
    value = "" if action.nargs == 0 else str(metavar if isinstance(metavar, str) else " ".join(metavar))
    return code(" ".join(filter(None, (", ".join(action.option_strings), value))))


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return (action.help or "") % {**vars(action), "prog": parser.prog}

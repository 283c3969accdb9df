"""A Python prompt with the library loaded: `carrom`, its public names, and a match as `match`.

    carrom shell                     a new match
    carrom shell final.carrom        the match of a record
    carrom shell --situation "..."   a match that starts from a situation
    echo 'print(match)' | carrom shell

IPython is used if it is installed. Nothing is stored; `write_match(match)` gives the text of a record.
"""

import argparse
import sys
from typing import Any

from carrom.cli.errors import UsageError
from carrom.cli.inputs import RULESET_HELP, read_text, ruleset_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", nargs="?", metavar="RECORD", help="a record as `carrom play --record` writes it")
    parser.add_argument(
        "--situation", metavar="TEXT", help="a board between two strokes, in the notation of docs/notation.md"
    )
    parser.add_argument("--ruleset", default="icf", help=f"of a new match: {RULESET_HELP} (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of a new match (default: %(default)s)")


def run(asked: argparse.Namespace) -> int:
    """Hold the prompt until its input ends. Raises NotationError, BrokenRecordError, UnknownNameError, UsageError."""
    names = names_at_hand(asked)
    if not sys.stdin.isatty():
        exec(compile(sys.stdin.read(), "<stdin>", "exec"), names)  # noqa: S102  # what a Python prompt is for
        return 0
    banner = f"carrom {names['carrom'].__version__}: {', '.join(sorted(set(names) - {'__builtins__'}))}"
    try:
        from IPython import start_ipython
    except ImportError:
        _prompt(names, banner)
    else:
        print(banner)
        start_ipython(argv=["--no-banner"], user_ns=names)
    return 0


def names_at_hand(asked: argparse.Namespace) -> dict[str, Any]:
    """Return the names that the prompt knows. Raises NotationError, BrokenRecordError, UnknownNameError, UsageError."""
    import numpy

    import carrom

    if asked.file and asked.situation:
        raise UsageError("record-and-situation")
    if asked.file:
        match = carrom.Match(carrom.read_match(read_text(asked.file)))
    elif asked.situation:
        match = carrom.Match.from_situation(asked.situation)
    else:
        match = carrom.Match.new(ruleset_named(asked.ruleset), seed=asked.seed)
    public = {name: getattr(carrom, name) for name in carrom.__all__}
    return public | {"carrom": carrom, "np": numpy, "match": match}


def _prompt(names: dict[str, Any], banner: str) -> None:
    """Python's own prompt, with what it can complete."""
    import code
    import contextlib

    with contextlib.suppress(ImportError):  # a Python that was built without it still has a prompt
        import readline
        import rlcompleter

        readline.set_completer(rlcompleter.Completer(names).complete)
        readline.parse_and_bind("tab: complete")
    code.interact(banner=banner, local=names, exitmsg="")

"""The console script `carrom`: `serve`, `offline`, `emails` and `operator` are the site's, the rest is the library's.

Reads its arguments only. Django is imported when the site is served, never for another command.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

SERVE_OPTIONS = ("--host", "--port", "--lan", "--no-browser")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status: 0 done, 1 a negative result, 2 bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["serve"]:
        return _serve(arguments[1:])
    if not arguments or arguments[0].split("=")[0] in SERVE_OPTIONS:  # `serve` may be left out, as in `carrom --lan`
        return _serve(arguments)
    if arguments[0] == "offline":
        return _offline(arguments[1:])
    if arguments[0] == "emails":
        return _emails(arguments[1:])
    if arguments[0] == "operator":
        return _operator(arguments[1:])
    from carrom import cli

    return cli.main(arguments)


def _serve(arguments: list[str]) -> int:
    try:
        asked = serve_parser().parse_args(arguments)
    except argparse.ArgumentError as error:
        print(f"error: bad-usage: {error}; `carrom serve --help` tells the options", file=sys.stderr)
        return 2
    from carrom_web.config import serving

    return serving.serve(host=asked.host, port=asked.port, lan=asked.lan, browser=asked.browser)


def _offline(arguments: list[str]) -> int:
    parser = _Parser(
        prog="carrom offline",
        description="Fetch Pyodide, the Python that pages of sheets rule with when the network is gone: 6.5 MB, once.",
    )
    parser.add_argument("--from", dest="package", type=Path, metavar="FILE", help="an npm package file instead")
    try:
        asked = parser.parse_args(arguments)
    except argparse.ArgumentError as error:
        print(f"error: bad-usage: {error}; `carrom offline --help` tells the options", file=sys.stderr)
        return 2
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    from carrom_web.config import pyodide

    return pyodide.offline(package=asked.package)


def _emails(arguments: list[str]) -> int:
    parser = _Parser(prog="carrom emails", description="List the e-mails of the site that wait or were given up.")
    parser.add_argument("--retry", action="store_true", help="queue those that were given up once more")

    def work(asked: argparse.Namespace) -> int:
        from carrom_web.outbox.reporting import report

        return report(retry=asked.retry)

    return _on_the_database(parser, arguments, work)


def _operator(arguments: list[str]) -> int:
    parser = _Parser(
        prog="carrom operator",
        description="List the accounts that see the operator's pages at /admin/; with an address, add that account.",
    )
    parser.add_argument("email", nargs="?", help="address of an account")
    parser.add_argument("--remove", action="store_true", help="remove it instead")

    def work(asked: argparse.Namespace) -> int:
        from carrom_web.accounts.operators import report

        return report(asked.email, remove=asked.remove)

    return _on_the_database(parser, arguments, work)


def _on_the_database(
    parser: argparse.ArgumentParser, arguments: list[str], work: Callable[[argparse.Namespace], int]
) -> int:
    """Read the arguments and run a command that needs the site's database; give its exit status."""
    try:
        asked = parser.parse_args(arguments)
    except argparse.ArgumentError as error:
        print(f"error: bad-usage: {error}; `{parser.prog} --help` shows the options", file=sys.stderr)
        return 2
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
    import django
    from django.db import DatabaseError

    from carrom.errors import CarromError

    try:
        django.setup()
        return work(asked)
    except CarromError as error:
        print(f"error: {error.code}: {error}", file=sys.stderr)
    except DatabaseError:
        print("error: no-database: no site has run on this data folder yet; start one by `carrom`", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """Raises what it finds wrong instead of printing it in a way of its own."""

    def error(self, message: str) -> NoReturn:
        """Raise the message."""
        raise argparse.ArgumentError(None, message)


def serve_parser() -> argparse.ArgumentParser:
    """The options of `carrom serve`."""
    parser = _Parser(prog="carrom serve", description="Serve the site until it is stopped with Ctrl-C.")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: %(default)s, this machine only)"
    )
    parser.add_argument("--port", type=_port, default=8000, help="port; 0 takes any free one (default: %(default)s)")
    parser.add_argument(
        "--lan", action="store_true", help="serve the local network too; prints the address and its QR code"
    )
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open a browser")
    return parser


def _port(text: str) -> int:
    try:
        port = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{port} is not between 0 and 65535")
    return port

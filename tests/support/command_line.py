"""Runs commands of the command line in this process: status, output, errors."""

import contextlib
import io
import sys

from carrom import cli


class Input(io.TextIOWrapper):
    def __init__(self, text: str | bytes) -> None:
        super().__init__(
            io.BytesIO(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")), "utf-8"
        )


def carrom(*arguments: str, stdin: str | bytes = "") -> tuple[int, str, str]:
    """Run a command; give its status, output and errors."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = Input(stdin)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = cli.main(list(arguments))
    finally:
        sys.stdin = before
    return status, out.getvalue(), err.getvalue()


def refused(*arguments: str, stdin: str | bytes = "") -> str:
    """The code of an error reported on one line, with nothing on stdout."""
    status, out, err = carrom(*arguments, stdin=stdin)
    assert (status, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    return err.split(": ")[1]

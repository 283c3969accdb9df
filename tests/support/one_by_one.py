"""Programs and commands that run one after another in one new process, which loads once what several of them need."""

import contextlib
import io
import json
import sys
import traceback
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Said(NamedTuple):
    """What a program or command ended with, printed, and said of what went wrong; "" where all went well."""

    status: int
    printed: str
    broke: str


def command(arguments: Iterable[str]) -> str:
    """The program that runs a command of carrom."""
    return f"import sys; from carrom_web.command import main; sys.exit(main({list(arguments)!r}))"


def asked(programs: Mapping[str, str]) -> list[str]:
    """The arguments with which a Python, of whatever environment, runs programs of these names."""
    return [__file__, json.dumps(dict(programs))]


def said(printed: str) -> dict[str, Said]:
    """What each of them said, from what that Python printed; empty where it did not come to its end."""
    return {name: Said(*one) for name, one in json.loads(printed or "{}").items()}


def _run(code: str) -> Said:
    status, printed, broke = 0, io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(broke):
        try:
            exec(code, {"__name__": "__main__"})
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else bool(ended.code)
        except Exception:  # whatever ends a program is printed, as an interpreter does, and the next one runs
            status = 1
            traceback.print_exc()
    return Said(status, printed.getvalue(), broke.getvalue())


if __name__ == "__main__":
    print(json.dumps({name: _run(code) for name, code in json.loads(sys.argv[1]).items()}))

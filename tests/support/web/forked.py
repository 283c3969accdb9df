"""Runs the command line, or a module, in processes of their own that begin with the library and Django loaded.

Half of a short command's CPU goes into loading them. A process that has loaded both, and no settings, forks for each
command; what depends on the environment is loaded in the new process, which has the environment that was asked for.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

OF_DJANGO = (  # nothing that reads the settings when it is loaded
    "django.core.management",
    "django.db.models",
    "django.db.migrations.executor",
    "django.forms",
    "django.template.backends.django",
    "django.urls",
)
OTHERS = ("numpy", "psycopg_pool", "redis.asyncio", "sqlite3", "zipfile")


def run_command(arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command of carrom to its end in a new process with this environment."""
    return _run_job(environment, arguments=list(arguments))


def run_module(name: str, environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module as `python -m` does."""
    return _run_job(environment, module=name, arguments=list(arguments))


def _run_job(environment: Mapping[str, str], **what: Any) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory(prefix="carrom-forked-") as name:
        out, errors = Path(name, "out"), Path(name, "errors")
        job = {**what, "environment": dict(environment), "out": str(out), "errors": str(errors)}
        status = json.loads(_ask(_server(), json.dumps(job)))
        return subprocess.CompletedProcess([str(what)], status, out.read_text(), errors.read_text())


@cache
def _server() -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CARROM_", "DJANGO_"))}
    server = subprocess.Popen(
        [sys.executable, "-m", __name__], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(server.communicate)  # ends it, and its CPU counts as this process's
    return server


def _ask(server: subprocess.Popen[str], line: str) -> str:
    assert server.stdin and server.stdout
    server.stdin.write(f"{line}\n")
    server.stdin.flush()
    return server.stdout.readline()


def _serve() -> None:
    """Load what needs no settings, then run each job that a line describes, and print its status."""
    import carrom

    for module in (*OF_DJANGO, *OTHERS):
        importlib.import_module(module)
    for found in pkgutil.walk_packages(carrom.__path__, "carrom."):
        if not found.name.endswith("__main__") and ".envs" not in found.name:
            importlib.import_module(found.name)
    gc.collect()
    gc.freeze()  # what is loaded stays: no process has to look through it, which would also copy its memory
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_run(json.loads(line)))
        _child, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(job: dict[str, Any]) -> int:
    """Become the process of a job; give its status."""
    os.environ.clear()
    os.environ.update(job["environment"])
    sys.path[:0] = filter(None, job["environment"].get("PYTHONPATH", "").split(os.pathsep))
    for number, place, how in (
        (0, os.devnull, os.O_RDONLY),
        (1, job["out"], os.O_WRONLY | os.O_CREAT),
        (2, job["errors"], os.O_WRONLY | os.O_CREAT),
    ):
        os.dup2(os.open(place, how), number)
    try:
        if "module" in job:
            sys.argv[1:] = job["arguments"]
            runpy.run_module(job["module"], run_name="__main__")
            return 0
        from carrom_web.command import main

        return main(job["arguments"])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else bool(ended.code)
    except BaseException:  # whatever it is: the child must not go on with its parent's code
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


if __name__ == "__main__":
    _serve()

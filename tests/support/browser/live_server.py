"""The real server as a process of its own: started, asked, killed, started again on the same data."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.support.one_run import FOLDER, once_a_run

PATIENCE = 180.0  # seconds: the first start makes database and static files, on a machine that may be busy
ROOT = Path(__file__).resolve().parents[3]


def ready_of_run() -> Path:
    """A data folder without a match, made once for all processes of a run: servers begin with a copy of it."""
    return once_a_run("ready", make_ready)


def make_ready(folder: Path) -> None:
    """Fill an empty data folder as a first start does, tables and static files, and with the fonts of pages."""
    environment = own_environment() | {FOLDER: os.environ[FOLDER], "CARROM_DATA": str(folder)}
    subprocess.run([sys.executable, "-m", "tests.support.web.first_start"], env=environment, cwd=ROOT, check=True)


def own_environment() -> dict[str, str]:
    """This process's environment without what is said to a site."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("CARROM_", "DJANGO_"))}


def _copy_ready(ready: Path, data: Path) -> None:
    """Copy its files; the static ones, some 1,400, which a server serves and never changes in place, are linked."""
    shutil.copytree(ready, data, ignore=shutil.ignore_patterns("static"))
    if (ready / "static").is_dir():
        shutil.copytree(ready / "static", data / "static", copy_function=os.link)


class LiveServer:
    """One installation with its own data folder, on one free port of this machine.

    Its data begin as a copy of `ready` (see `ready_of_run`), or as nothing: then its first start takes longer.
    """

    def __init__(
        self,
        folder: Path,
        *,
        ready: Path | None = None,
        carrom: Path | None = None,
        pyodide: Path | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.carrom = carrom or Path(sys.executable).with_name("carrom")
        self.data = folder / "data"
        self.log = folder / "server.log"
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        if ready:
            _copy_ready(ready, self.data)
        self._environment = own_environment() | {"CARROM_DATA": str(self.data), **(settings or {})}
        self.use_pyodide(pyodide)

    def set_environment(self, variables: Mapping[str, str]) -> None:
        """Set variables of its environment from the next start on."""
        self._environment |= variables

    def use_pyodide(self, folder: Path | None) -> None:
        """Have pages rule without a network from the next start on, with what lies there; or not."""
        self._environment.pop("CARROM_PYODIDE", None)
        if folder is not None:
            self._environment["CARROM_PYODIDE"] = str(folder)

    def start(self) -> None:
        """Start the server as a user does and wait until it answers.

        Raises:
            AssertionError: it ended or did not answer in time; its last words are in the message.
        """
        command: list[str | Path] = [self.carrom, "serve", "--no-browser"]
        command += ["--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=self._environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, f"the server ended with {self.process.returncode}:\n{self.last_words()}"
            assert time.monotonic() < until, f"the server did not answer within {PATIENCE:.0f} s:\n{self.last_words()}"
            time.sleep(0.05)

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended since."""
        return self.process is not None and self.process.poll() is None

    def answers(self) -> bool:
        """Whether /healthz answers 200."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def wait_for_emails(self) -> None:
        """Wait until everything that was queued is delivered."""
        until = time.monotonic() + PATIENCE
        while True:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=60) as answer:
                state = json.load(answer)["email"]
            if not state["queued"]:
                return
            assert time.monotonic() < until, f"e-mails still wait after {PATIENCE:.0f} s: {state}"
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server's process with SIGKILL, so that it can tidy up nothing; its children end by themselves."""
        assert self.process is not None, "the server was not started"
        self.process.kill()
        self.process.wait(timeout=60)

    def end(self) -> None:
        """Kill the server if it still runs: nobody asks any more how it stops."""
        if self.is_running:
            self.kill()

    def stop(self) -> None:
        """Stop the server as Ctrl-C does; whatever of it is left after a minute is killed."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # nothing is left

    def last_words(self) -> str:
        """The end of what the server printed."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-4000:]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""`carrom serve` as a program: it starts, says where it is, stops cleanly, and survives being killed."""

import gc
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from carrom_web.config import addresses
from carrom_web.config.lifespan import GARBAGE, settle_memory
from carrom_web.operations import serving
from tests.support.browser.live_server import ready_of_run


class Site:
    """A server in a process of its own, with its own data folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        program = "import sys; from carrom_web.command import main; sys.exit(main(sys.argv[1:]))"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, "serve", "--port", "0", "--no-browser", *options],
            env={**environment, "CARROM_DATA": str(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []

    def address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.match(r"Carrom is ready: (http\S+)", line):
                return found.group(1)
        raise AssertionError(f"it did not start: {self.process.stderr.read() if self.process.stderr else ''}")

    def health(self, home: str) -> dict[str, object]:
        with urllib.request.urlopen(f"{home}healthz", timeout=60) as answer:
            return json.loads(answer.read())

    def wait_until_ready(self, home: str) -> dict[str, object]:
        return self._wait_until(home, lambda worker: worker["state"] in ("asleep", "ready"))

    def worker(self, home: str) -> int:
        """A process in which computers think, as soon as one runs."""
        return self._wait_until(home, lambda worker: worker["pids"])["worker"]["pids"][0]  # type: ignore[index]

    def _wait_until(self, home: str, so: Callable[[dict[str, object]], object]) -> dict[str, object]:
        for _ in range(600):
            health = self.health(home)
            if so(health["worker"]):  # type: ignore[arg-type]
                return health
            time.sleep(0.1)
        raise AssertionError(f"never so: {health}")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of all servers here, one after another; tests/test_parts.py has a first start, without any."""
    return Path(shutil.copytree(ready_of_run(), tmp_path_factory.mktemp("served") / "data"))


@pytest.fixture
def site(folder: Path):
    made: list[Site] = []

    def start(*options: str) -> Site:
        made.append(Site(folder, *options))
        return made[-1]

    yield start
    for one in made:
        one.stop()


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_it_serves_alone_on_its_folder_and_a_killed_one_leaves_no_process_and_starts_again_with_its_data(
    site, folder: Path
):
    one = site()
    home = one.address()
    assert one.wait_until_ready(home)["worker"]["pids"] == []  # nobody plays a computer
    page = urllib.request.urlopen(home, timeout=60).read().decode()
    file = re.search(r"/static/css/tokens\.[0-9a-f]{12}\.css", page)
    assert file is not None
    request = urllib.request.Request(home.rstrip("/") + file.group(0), headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"

    two = site()
    _, errors = two.process.communicate(timeout=60)
    assert two.process.returncode == 2
    assert errors.startswith("error: already-running: ")

    people = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    path = new_match_against_a_computer(people, home)
    worker = one.worker(home)
    one.process.kill()
    one.process.wait()
    ends_soon(worker)
    key = (folder / "secret-key").read_text()
    collected = (folder / "static" / "staticfiles.json").stat().st_mtime_ns

    one = site()
    home = one.address()
    for _ in range(600):
        record = people.open(f"{home}{path}record/", timeout=60).read().decode()
        if re.search(r"^[1-9]\d* [SN] -?\d", record, re.MULTILINE):
            break
        time.sleep(0.1)

    assert re.search(r"^[1-9]\d* [SN] -?\d", record, re.MULTILINE)
    assert people.open(f"{home}{path}", timeout=60).status == 200
    assert (folder / "secret-key").read_text() == key
    assert (folder / "static" / "staticfiles.json").stat().st_mtime_ns == collected  # nothing is set up afresh
    new_match_against_a_computer(people, home)  # the first one may have had its stroke before the kill
    stops_cleanly(one, one.worker(home))


def new_match_against_a_computer(people: urllib.request.OpenerDirector, home: str) -> str:
    """Begin a match in which the computer breaks; give its path."""
    form = people.open(f"{home}play/", timeout=60).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
    assert token is not None
    choice = {
        "csrfmiddlewaretoken": token.group(1),
        "opponent": "computer",
        "level": "easy",
        "length": "board",
        "ruleset": "icf",
        "breaks": "other",
        "name": "Asha",
    }
    asked = urllib.request.Request(f"{home}play/", urlencode(choice).encode(), {"Origin": home.rstrip("/")})
    return str(people.open(asked, timeout=60).url).removeprefix(home)


def stops_cleanly(one: Site, worker: int) -> None:
    """As by Ctrl-C; tests/test_deploy.py has one that is ended as systemd ends it."""
    one.process.send_signal(signal.SIGINT)
    out, errors = one.process.communicate(timeout=60)

    assert one.process.returncode == 0, errors
    assert "Stopped" in out
    assert errors == ""
    assert not is_running(worker)


def ends_soon(worker: int) -> None:
    for _ in range(600):
        if not is_running(worker):
            return
        time.sleep(0.1)
    raise AssertionError(f"process {worker} still runs")


def test_a_port_in_use_is_an_error_with_a_code(capsys: pytest.CaptureFixture[str]):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        status = serving.serve(host="127.0.0.1", port=port, browser=False)

    assert status == 2
    error = capsys.readouterr().err
    assert error.startswith("error: port-in-use: ")
    assert "Traceback" not in error


def test_a_host_that_is_not_this_machine_is_an_error_with_a_code(capsys: pytest.CaptureFixture[str]):
    assert serving.serve(host="192.0.2.7", port=0, browser=False) == 2
    assert capsys.readouterr().err.startswith("error: bad-address: ")


def test_a_data_folder_that_cannot_be_written_is_an_error_with_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CARROM_DATA", str(tmp_path / "file" / "x"))

    assert serving.serve(browser=False, port=0) == 2
    assert capsys.readouterr().err.startswith("error: data-folder: ")


def test_lan_prints_the_address_and_a_code_to_scan(capsys: pytest.CaptureFixture[str]):
    serving._say_where("http://127.0.0.1:8000/", ["http://192.168.1.7:8000/"], lan=True)

    said = capsys.readouterr().out
    assert "http://192.168.1.7:8000/" in said
    assert said.count("\n") > 10  # the code's rows


def test_without_a_network_lan_says_so(capsys: pytest.CaptureFixture[str]):
    serving._say_where("http://127.0.0.1:8000/", [], lan=True)

    assert "not on a network" in capsys.readouterr().out


def test_addresses_are_written_as_a_browser_wants_them():
    assert addresses.url("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert addresses.url("::1", 8000) == "http://[::1]:8000/"
    assert addresses.url("club.example", 80) == "http://club.example/"


def test_no_loopback_address_is_offered_to_the_network():
    assert all(not address.startswith("127.") for address in addresses.lan_addresses())


def test_no_browser_is_opened_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    assert not serving._has_browser()


def test_the_log_in_the_terminal_shows_no_traceback():
    import logging

    from carrom_web.config.log_lines import OneLine

    try:
        raise RuntimeError("secret")
    except RuntimeError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "It broke\nin two", None, sys.exc_info())

    assert OneLine().format(record) == "error: It broke (the details are in carrom.log in the data folder)"


def test_more_pages_may_follow_than_a_system_lets_a_process_open_at_first():
    reported = (
        "import resource as r; from carrom_web.operations.serving import allow_many_sockets as allow; "
        "hard = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, (64, hard)); allow(); "
        "print(r.getrlimit(r.RLIMIT_NOFILE) == (hard, hard))"
    )

    done = subprocess.run([sys.executable, "-c", reported], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "True"


def test_what_a_server_has_loaded_is_not_looked_at_again_by_each_collection_of_garbage():
    """What is settled stays so, as what `tests/conftest.py` settles: later tests need not look through it again."""
    before, loaded = gc.get_threshold(), [[] for _ in range(1000)]
    try:
        settle_memory()

        assert gc.get_freeze_count() > 100_000
        assert not {id(one) for one in loaded} & {id(one) for one in gc.get_objects()}
        assert gc.get_threshold() == GARBAGE
    finally:
        gc.set_threshold(*before)

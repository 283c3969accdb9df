"""A server set up by docs/how-to/run-a-server.md alone, switched off in its work, and restored on another machine.

The commands are those of the page, run as its reader runs them, on machines with a systemd of their own.
"""

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.checkout_copy import ROOT
from tests.support.compiled import share_compiled
from tests.support.own_machine import Machine
from tests.support.served_data import LATER
from tests.support.thorough import THOROUGH

GUIDE = ROOT / "docs" / "how-to" / "run-a-server.md"
NAME = "carrom.example.org"
URL = f"https://{NAME}"
CHECKOUT = f"{Machine.home}/carrom"
CERTIFICATES = f"/etc/letsencrypt/live/{NAME}"
DATA = "var/lib/carrom"
DATABASE = f"{DATA}/carrom.sqlite3"
BACKUP = f"{DATA}/site.zip"
PACKAGES = "/opt/carrom/bin/pip install --require-hashes -r requirements-scale.lock"
PROGRAM = "/opt/carrom/bin/pip install --no-deps ."
ENVIRONMENT = re.compile("^python3 -m venv /opt/carrom.*$", re.MULTILINE)
# The packages are those of the tests, unless this is a thorough run; tests/test_parts.py installs them each time.
SHOWN = "/usr/local/lib/packages-of-the-tests"
OF_THE_TESTS = f"echo {SHOWN} > $(echo /opt/carrom/lib/python3*/site-packages)/tests.pth"
QUICKER = {"PIP_NO_BUILD_ISOLATION": "false", "PIP_COMPILE": "false"}  # what the tests have compiled is taken instead
OF_A_PROCESS = {  # who works now and what they remember, when tables were made, and numbers of rows that are gone
    "config_schedulerlease",
    "django_cache",
    "django_migrations",
    "sqlite_sequence",
}
CERTIFICATE = (
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    f" -subj /CN={NAME} -addext subjectAltName=DNS:{NAME} -keyout privkey.pem -out fullchain.pem"
)
SHOWS = {ROOT: str(ROOT), Path(sys.prefix): sys.prefix, Path(pytest.__file__).parents[1]: SHOWN}
COPY = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2]))"


def commands(heading: str) -> str:
    """The commands that stand under a heading of the page."""
    part = re.split(rf"^### {heading}$", GUIDE.read_text(), flags=re.MULTILINE)[1]
    part = re.split(r"^##", part, maxsplit=1, flags=re.MULTILINE)[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
    assert blocks, heading
    return "".join(blocks)


def check_out(machine: Machine) -> None:
    """Put all files of this version on it, as a clone has them."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, listed):
        if (ROOT / name).exists():
            target = machine.files / CHECKOUT.lstrip("/") / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)


def install(machine: Machine, *, has_program: bool = False) -> None:
    """Install on a new machine, on which the program may lie already."""
    check_out(machine)
    text = commands("Install")
    assert PACKAGES in text and PROGRAM in text and ENVIRONMENT.search(text)
    if has_program:
        text = ENVIRONMENT.sub("", text.replace(PACKAGES, "").replace(PROGRAM, ""))
    elif not THOROUGH:
        text = text.replace(PACKAGES, OF_THE_TESTS)
    machine.does(text, folder=CHECKOUT, online=True, **({} if THOROUGH else QUICKER))
    if not THOROUGH:
        (packages,) = machine.files.glob("opt/carrom/lib/python3*/site-packages")
        share_compiled(ROOT / "src", packages)
    machine.does(commands("Settings"), folder=CHECKOUT)


def serve(machine: Machine) -> None:
    """Start the site and its proxy; the certificate is one that the visitors trust."""
    said = machine.does(commands("Start"), folder=CHECKOUT)
    assert '"status": "ok"' in said
    machine.does(f"mkdir -p {CERTIFICATES} && cd {CERTIFICATES} && {CERTIFICATE}")
    machine.does(commands("Https"), folder=CHECKOUT)


@contextmanager
def switched_on(machine: Machine) -> Iterator[None]:
    """Run a machine; at the end everything on it is killed at once."""
    machine.boot("nginx", "openssl", "curl", "useradd", "nsenter")
    try:
        yield
        print(f"{machine.folder.name} machine: {machine.processor_seconds:.0f} s of processor")
    finally:
        machine.switch_off()


def visit(machine: Machine, what: str, text: str = "") -> str:
    """People who store or find something on the site, by its name."""
    command = f"{sys.executable} -m tests.support.served_data {what} {URL}"
    return machine.does(command, folder=str(ROOT), text=text, SSL_CERT_FILE=f"{CERTIFICATES}/fullchain.pem")


def moment(machine: Machine, name: str) -> dict[str, list[Any]]:
    """Every row of every table of the running site, now."""
    machine.does(f"{sys.executable} -c '{COPY}' /{DATABASE} {Machine.home}/{name}")
    return tables_of(machine.files / Machine.home.lstrip("/") / name)


def of_people(tables: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The tables in which something is stored that a backup has to have."""
    return {name: rows for name, rows in tables.items() if name not in OF_A_PROCESS}


def tables_of(file: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(database.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}


@pytest.mark.slow
def test_a_server_set_up_by_the_documents_is_killed_and_restored_elsewhere_row_by_row(tmp_path: Path):
    first, second = (Machine(tmp_path / name, names=NAME, shows=SHOWS) for name in ("first", "second"))
    with switched_on(first):
        version = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
        if first.run(f'python3 -c "{version}"', folder="/").stdout.strip() != "{}.{}".format(*sys.version_info):
            pytest.skip("the packages of the tests are for another Python than this system's, or it has no venv")
        install(first)
        serve(first)
        stored = visit(first, "store")
        before = moment(first, "before.sqlite3")
        first.does(commands("Back up"))
        after = moment(first, "after.sqlite3")
        visit(first, "add")

    shutil.move(first.files / "opt", second.files / "opt")  # which the same commands would make again
    with switched_on(second):
        install(second, has_program=True)
        shutil.copy(first.files / BACKUP, second.files / Machine.home.lstrip("/"))
        second.does(commands("Restore on a new machine"))
        restored = tables_of(second.files / DATABASE)
        serve(second)
        visit(second, "find", stored)

    killed = tables_of(first.files / DATABASE)
    assert of_people(before) == of_people(after) == of_people(restored)
    assert sum(map(len, of_people(restored).values())) > 150 and restored["events_winnerphoto"]
    assert {row[1:3] for row in restored["django_migrations"]} == {row[1:3] for row in before["django_migrations"]}
    assert LATER in repr(killed["clubs_club"]) and LATER not in repr(restored["clubs_club"])
    assert (second.files / DATA / "secret-key").read_bytes() == (first.files / DATA / "secret-key").read_bytes()

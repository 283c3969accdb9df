"""The parts of an installation: each does its work in an empty environment, and names what is missing."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest

from carrom import parts
from carrom.parts import MissingPartError, install_command, need
from tests.support.browser.live_server import LiveServer
from tests.support.compiled import share_compiled
from tests.support.one_by_one import Said, asked, command, said
from tests.support.thorough import one_of

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).with_name("uv")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHONS = ("3.11", "3.12", "3.13")
NEWEST = (PYTHONS[-1], "")
THIS = f"{sys.version_info.major}.{sys.version_info.minor}"
OF_THE_TESTS = Path(pytest.__file__).parents[1]
SOURCE, OWN = ROOT / "src", ("carrom", "carrom_web")
UV_ENVIRONMENT = {**os.environ, "UV_SYSTEM_CERTS": "1", "UV_PYTHON_DOWNLOADS": "never"}
MOST_MB = {  # before anything is compiled
    "": 87,
    "rl": 92,
    "gpu": 122,
    "events": 102,
    "prints": 242,
    "site": 352,
    "scale": 372,
}
EXAMPLE = (ROOT / "README.md").read_text().split("```python\n")[1].split("```")[0]
SWISS = """
from carrom import CarromError
from carrom.tournament.formats.swiss_matching import cheapest_round
try:
    print(cheapest_round(4, {(0, 1): 1, (2, 3): 1, (0, 2): 5, (1, 3): 5}))
except CarromError as error:
    print(error.code)
"""
LEARNING = """
from carrom import CarromError
try:
    import carrom.envs, gymnasium
    print(gymnasium.make("carrom/Solo19-v0").reset(seed=1)[0].shape)
except CarromError as error:
    print(error)
"""
CARD = """
from carrom import CarromError
from carrom.messages import sentence
try:
    from carrom.physics.graphics_card import graphics_card
    print(graphics_card().name)
except CarromError as error:
    print(sentence(error))
"""
DRIVERS = """
from pathlib import Path
from carrom_web.config.environment import channel_layer, database
print(database({"CARROM_DATABASE_URL": "postgresql://a:b@localhost/c"}, Path())["ENGINE"])
print(channel_layer({"CARROM_CHANNEL_URL": "redis://localhost:6379/0"})["BACKEND"])
import psycopg, carrom_web.core.redis_layer
"""
COMMANDS = {
    "laws": ["laws", "K-048", "--json"],
    "sheet": ["sheet", "--blank", "--ruleset", "icf", "-o", "sheet.pdf"],
    "emails": ["emails"],
    "bare": [],
}
RUN_WITH_A_SITE = ("laws", "sheet")  # the others would open it, or serve it
PROGRAMS = {"example": EXAMPLE, "swiss": SWISS, "learning": LEARNING, "card": CARD, "drivers": DRIVERS}


def test_every_extra_is_a_part_that_can_be_named_when_it_is_missing():
    assert set(parts.PARTS) == set(PROJECT["optional-dependencies"])
    assert all(f"carrom[{part}]" in str(MissingPartError(part, command=f"carrom[{part}]")) for part in parts.PARTS)


@pytest.mark.parametrize("part", sorted(parts.PARTS))
def test_a_part_is_recognised_by_modules_that_it_alone_brings(part: str):
    in_base = {re.split(r"[><=\[;]", one)[0] for one in PROJECT["dependencies"]}

    assert all(parts.PARTS[part]) and not {name.replace("_", "-") for name in parts.PARTS[part]} & in_base


def test_a_missing_part_is_an_error_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parts, "PARTS", {"prints": ("json", "no_such_module")})

    with pytest.raises(MissingPartError) as refused:
        need("prints")

    assert refused.value.code == "missing-part"
    assert install_command("prints") in str(refused.value)


@pytest.mark.parametrize(
    ("reported", "command"),
    [
        (None, "pip install 'carrom[site]'"),
        (
            '{"url": "file:///srv/my%20carrom", "dir_info": {"editable": true}}',
            "pip install --editable '/srv/my carrom[site]'",
        ),
        ('{"url": "file:///srv/carrom"}', "pip install 'carrom[site] @ file:///srv/carrom'"),
    ],
)
def test_the_command_names_where_carrom_came_from(reported: str | None, command: str, monkeypatch: pytest.MonkeyPatch):
    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return reported

    monkeypatch.setattr(parts, "distribution", lambda _name: Installed())

    assert install_command("site") == command


class Installation:
    """An environment of its own, in which one part of carrom after another is installed alone.

    What parts have in common is compiled once, by the tests or when the first of them loads it.
    """

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        subprocess.run([UV, "venv", "-q", "--python", python, folder / "venv"], check=True, env=UV_ENVIRONMENT)

    def install(self, part: str, wheel: Path) -> float:
        """Have a part there and nothing else; give the seconds that it took."""
        wanted = f"carrom[{part}] @ {wheel.as_uri()}" if part else f"carrom @ {wheel.as_uri()}"
        command = [UV, "pip", "install", "-q", "--exact", "--python", self.bin / "python"]
        started = time.monotonic()
        subprocess.run([*command, "-c", ROOT / "requirements-dev.lock", wanted], check=True, env=UV_ENVIRONMENT)
        seconds = time.monotonic() - started
        self._share_compiled()
        return seconds

    def _share_compiled(self) -> None:
        """What the tests' Python has compiled of the same files is not compiled again."""
        if self._packages.parent.name == f"python{THIS}":
            for package in self._packages.iterdir():
                share_compiled((SOURCE if package.name in OWN else OF_THE_TESTS) / package.name, package)

    @property
    def _packages(self) -> Path:
        (packages,) = self.folder.glob("venv/lib/python3*/site-packages")
        return packages

    def megabytes(self) -> float:
        """What was installed, as files; what was compiled since is left out."""
        files = (file for file in self._packages.rglob("*") if file.is_file() and file.suffix != ".pyc")
        return sum(file.stat().st_size for file in files) / 1e6

    def run(self, folder: Path, program: str, *arguments: str) -> Said:
        """A program of this environment, in a folder, with nothing of this process's settings."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("CARROM_", "PYTHON"))}
        environment["CARROM_DATA"] = str(folder / "data")
        done = subprocess.run(
            [self.bin / program, *arguments], capture_output=True, text=True, cwd=folder, env=environment, check=False
        )
        return Said(done.returncode, done.stdout, done.stderr)


def python_at_hand(version: str) -> Path:
    """An interpreter of this version on this machine; the test is left out, with the reason, where there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    known = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))]
    for candidate in filter(None, known):
        asked = [candidate, "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
        if answer.stdout.strip() == version:
            return Path(candidate)
    fetched = subprocess.run([UV, "python", "find", version], capture_output=True, text=True, check=False)
    if fetched.returncode == 0:
        return Path(fetched.stdout.strip())
    pytest.skip(f"no Python {version} on this machine: {fetched.stderr.strip().splitlines()[-1]}")


def installations() -> list[tuple[str, str]]:
    """Each part on this Python, the library alone on the newest, which lacks most of what others have; or each on each.

    CI runs this test on every Python.
    """
    each = [(version, part) for version in PYTHONS for part in MOST_MB]
    return one_of([(version, part) for version, part in each if THIS == version or (version, part) == NEWEST], each)


@pytest.fixture(scope="module")
def installation_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Installation]:
    """The environment for a Python."""

    @cache
    def made(version: str) -> Installation:
        return Installation(tmp_path_factory.mktemp("installed"), python_at_hand(version))

    return made


@pytest.mark.slow
@pytest.mark.parametrize(("version", "part"), installations())
def test_a_part_alone_in_an_environment_does_its_work(
    version: str, part: str, wheel: Path, tmp_path: Path, installation_of: Callable[[str], Installation]
):
    installed = installation_of(version)
    seconds = installed.install(part, wheel)
    size = installed.megabytes()
    print(f"Python {version}, carrom[{part}]: {size:.0f} MB, {seconds:.1f} s with what uv had fetched before")

    assert size <= MOST_MB[part]
    here = partial(installed.run, tmp_path)
    has_site = part in ("site", "scale")
    if not part and version == THIS:  # as a user starts them
        found = all_said(here, PROGRAMS) | {name: here("carrom", *arguments) for name, arguments in COMMANDS.items()}
    else:  # quicker, and a missing part is refused in the same way
        commands = {name: arguments for name, arguments in COMMANDS.items() if not has_site or name in RUN_WITH_A_SITE}
        commands["help"] = ["--help"]
        found = all_said(here, PROGRAMS | {name: command(one) for name, one in commands.items()})
    assert "at rest after" in found["example"].printed, found["example"].broke
    assert json.loads(found["laws"].printed), found["laws"].broke

    learning, card, swiss, sheet = (found[name] for name in ("learning", "card", "swiss", "sheet"))
    assert ("(74,)" if part == "rl" else "pip install 'carrom[rl]") in learning.printed, learning.broke
    assert card.printed and ("pip install 'carrom[gpu]" in card.printed) is (part != "gpu"), card.broke
    if part in ("", "prints", "rl", "gpu"):
        assert "missing-part" in swiss.printed and not swiss.broke, swiss.broke
    else:
        assert swiss.printed == "((0, 1), (2, 3))\n", swiss.broke
    if part not in ("", "events", "rl", "gpu"):
        assert sheet.status == 0 and (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF"), sheet.broke
    else:
        refused(sheet, "prints", wheel)
        assert not (tmp_path / "sheet.pdf").exists()
    if has_site:
        if part in one_of(("site",), ("site", "scale")):  # a first start takes 4 s, and is the same with both
            site = LiveServer(tmp_path, carrom=installed.bin / "carrom")
            site.start()
            try:
                page = urllib.request.urlopen(site.url).read().decode()
                style = page.split('rel="stylesheet" href="')[1].split('"')[0]
                assert "<main" in page and urllib.request.urlopen(site.url + style).status == 200
            finally:
                site.stop()
        assert (not found["drivers"].broke) is (part == "scale"), found["drivers"].broke
    else:
        refused(found["emails"], "site", wheel)
        refused(found["bare"], "site", wheel)

    if part == "site" and version == THIS:
        listed = found["help"]
        assert all(name in listed.printed for name in ("serve", "cases", "judge", "simulate", "replay")), listed.broke
        report = json.loads(here("carrom", "bench", "physics", "--quick", "--json").printed)
        names = [figure["name"] for figure in report["figures"]["physics"]]
        assert "strokes, 8 coins, batch" in names and not any("pymunk" in name for name in names)
        assert "pymunk" not in report["machine"]


def all_said(here: Callable[..., Said], programs: dict[str, str]) -> dict[str, Said]:
    """Run programs in one process of the environment."""
    done = here("python", *asked(programs))
    found = said(done.printed)
    assert found.keys() == programs.keys(), done.broke
    return found


def refused(done: Said, part: str, wheel: Path) -> None:
    """One line with the code, and the command that installs the part from the file that carrom came from."""
    assert done.status == 2 and done.broke.startswith("error: missing-part: "), done.broke
    assert f"pip install 'carrom[{part}] @ {wheel.as_uri()}'" in done.broke
    assert done.broke.count("\n") == 1

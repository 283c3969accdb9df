"""Plugins: the example adds one of each kind; whatever is wrong with another is said, and nothing breaks."""

import json
import logging
import os
import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from carrom import plugins
from carrom.plugins import Kind, Listed, added, seen
from tests.support.browser.live_server import ready_of_run
from tests.support.one_by_one import asked, command, said

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "plugins" / "carrom-club-evening"
BIN = Path(sys.executable).parent
PAGES = """
import django
django.setup()
from carrom_web.config.setup import set_up
set_up()
from django.test import Client
visitor = Client(HTTP_HOST="127.0.0.1:8000")
for address in ("/", "/play/", "/lobby/", "/umpire/", "/laws/", "/laws/compare/?a=icf&b=club-evening"):
    answer = visitor.get(address)
    print(address, answer.status_code, "Club evening" in answer.content.decode())
"""


def points(monkeypatch: pytest.MonkeyPatch, **named: object) -> None:
    """Let these names be all entry points there are, each giving a value or raising it."""

    class Point(EntryPoint):
        def load(self) -> Any:
            value = named[self.value]
            if isinstance(value, Exception):
                raise value
            return value

    found = [Point(name.partition("__")[0].replace("_", "-"), name, "carrom.surfaces") for name in named]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: found)


@pytest.fixture(autouse=True)
def nothing_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_seen", {})


def test_what_is_wrong_is_left_out_and_named_and_the_rest_is_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    points(monkeypatch, good=1.5, broken=RuntimeError("inside"), taken=2.0, wrong_kind="1.5", good__again=3.0)
    boards = Listed({"taken": 0.0}, Kind.SURFACE, float)

    with caplog.at_level(logging.WARNING):
        assert dict(boards) == {"taken": 0.0, "good": 1.5}

    assert {one.name: one.wrong for one in seen() if one.wrong and one.name != "good"} == {
        "broken": "RuntimeError: inside",
        "taken": "carrom has one of this name",
        "wrong-kind": "it is a str, and must be a builtins.float",
    }
    assert [one.wrong for one in seen() if one.name == "good"] == ["", "another plugin has this name"]
    assert len(caplog.records) == 4 and "the plugin broken of" in caplog.text


def test_a_name_that_could_not_stand_in_an_address_is_refused(monkeypatch: pytest.MonkeyPatch):
    points(monkeypatch, Good=1.5)

    assert added(Kind.SURFACE, lambda _name, _value: "") == {}
    assert "small letters" in seen()[0].wrong


def test_the_included_ones_are_given_without_loading_any_plugin(monkeypatch: pytest.MonkeyPatch):
    points(monkeypatch, other=RuntimeError("must not be loaded"))
    boards = Listed({"own": 1.0}, Kind.SURFACE, float)

    assert boards["own"] == 1.0 and "own" in boards
    assert seen() == ()
    assert "missing" not in boards and seen()[0].name == "other"


def test_a_ruleset_with_another_slug_than_its_name_is_left_out(monkeypatch: pytest.MonkeyPatch):
    class Slugged:
        slug = "else"

    points(monkeypatch, named=Slugged())

    assert not Listed({}, Kind.SURFACE, Slugged)
    assert seen()[0].wrong == "its slug is 'else', which must be its name"


@pytest.mark.slow
def test_the_example_is_installed_and_used_everywhere(tmp_path: Path):
    installed = [BIN / "uv", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--python", sys.executable]
    subprocess.run([*installed, "--target", tmp_path / "site", EXAMPLE], check=True)
    shutil.copytree(ready_of_run(), tmp_path / "data")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("CARROM_")},
        "PYTHONPATH": str(tmp_path / "site"),
        "CARROM_DATA": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "carrom_web.config.settings",
    }

    def run(*command: str | Path) -> str:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr
        return done.stdout

    entries, picture = tmp_path / "entries.csv", tmp_path / "picture.svg"
    entries.write_text("key\nasha\nbela\nchi\n")
    stroke = ("simulate", "--position", "opening", "--stroke", "offset 0 angle 0 speed 5")
    commands = {
        "laws": ("laws", "club-evening"),
        "arena": ("arena", "straight", "easy", "--boards", "2", "--ruleset", "club-evening"),
        "draw": ("draw", str(entries), "--format", "challenge", "--why"),
        "stroke": stroke,
        "stroke there": (*stroke, "--surface", "clubhouse"),
        "picture": ("position", "q(0,0) w(0.2,0.1)", "--svg", str(picture), "--theme", "clubhouse"),
    }

    listed = json.loads(run(BIN / "carrom", "plugins", "--json"))
    programs = {name: command(arguments) for name, arguments in commands.items()}
    found = said(run(sys.executable, *asked(programs | {"pages": PAGES})))

    assert [(one["kind"], one["name"], one["left_out"]) for one in listed] == [
        ("carrom.rulesets", "club-evening", ""),
        ("carrom.bots", "straight", ""),
        ("carrom.formats", "challenge", ""),
        ("carrom.surfaces", "clubhouse", ""),
        ("carrom.themes", "clubhouse", ""),
    ]
    assert [(name, one.broke) for name, one in found.items() if one.status or one.broke] == []
    assert "game_target = 15" in found["laws"].printed
    assert "straight" in found["arena"].printed
    assert "play the only match" in found["draw"].printed
    assert found["stroke there"].printed != found["stroke"].printed
    assert "#c9d8b6" in picture.read_text()
    pages = {line.split()[0]: line.split()[1:] for line in found["pages"].printed.splitlines()}
    assert all(status == "200" for status, _offered in pages.values()), pages
    assert {address for address, (_status, offered) in pages.items() if offered == "True"} >= {"/play/", "/umpire/"}


def test_the_format_of_the_example_is_that_of_the_how_to():
    written = (ROOT / "docs" / "how-to" / "add-a-format.md").read_text().split("```python\n")[1].split("```")[0]
    own = (EXAMPLE / "carrom_club_evening" / "challenge.py").read_text()

    assert written.split("\n", 1)[1] == own

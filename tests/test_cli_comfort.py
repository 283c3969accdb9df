"""What makes the command line pleasant: completion, misspelt words, JSON everywhere, a prompt, a man page."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from carrom import cli
from carrom.cli.completion import parser_at
from carrom_web.command import COMMANDS_OF_THE_SITE
from tests.support.command_line import carrom, refused
from tools import manual_page

KNOWN = cli.known_commands("carrom.cli.commands", COMMANDS_OF_THE_SITE)
WITHOUT_JSON = {"completion", "play", "serve", "shell"}  # a script for shells, two dialogues, a server


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program `carrom` that is this checkout's."""
    folder = tmp_path_factory.mktemp("bin")
    program = "import sys; from carrom_web.command import main; sys.exit(main())"
    (folder / "carrom").write_text(f"#!/bin/sh\nexec {sys.executable} -c '{program}' \"$@\"\n")
    (folder / "carrom").chmod(0o755)
    return folder


TAB = """eval "$(carrom completion bash)"
COMP_LINE="$1"; COMP_POINT=${#1}; COMP_TYPE=9
_python_argcomplete carrom
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("line", "completed"),
    [("carrom cha", "championship"), ("carrom backup --k", "--keys"), ("carrom judge --ruleset kag", "kagw")],
)
def test_tab_in_bash_completes_commands_options_and_names(script: Path, line: str, completed: str):
    path = os.pathsep.join([str(script), os.environ["PATH"]])

    done = subprocess.run(
        ["bash", "-c", TAB, "bash", line], capture_output=True, text=True, check=True, env={**os.environ, "PATH": path}
    )

    assert [one.strip() for one in done.stdout.splitlines()] == [completed], done.stderr


def test_every_shell_has_its_script_and_another_is_refused():
    assert "complete -o nospace" in carrom("completion", "bash")[1]
    assert "#compdef carrom" in carrom("completion", "zsh")[1]
    assert "complete --command carrom" in carrom("completion", "fish")[1]
    assert refused("completion", "tcsh") == "bad-usage"


def test_an_open_quote_does_not_stop_the_completion():
    assert parser_at('carrom simulate --stroke "off', KNOWN).parse_args(["simulate", "--seed", "4"]).seed == 4


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["simulat"], "'simulate'"),
        (["chek-equipment"], "'check-equipment'"),
        (["simulate", "--positon", "x"], "--position"),
        (["judge", "--rulset=kagw"], "--ruleset"),
    ],
)
def test_a_misspelt_word_is_answered_with_the_one_that_was_meant(arguments: list[str], meant: str):
    status, out, err = carrom(*arguments)

    assert (status, out) == (2, "")
    assert err.endswith(f"Did you mean {meant}?\n")


def test_a_word_that_resembles_nothing_is_only_refused():
    assert "Did you mean" not in carrom("xyzzy")[2]
    assert "unrecognized arguments: --xyzzy" in carrom("judge", "--xyzzy")[2]


def test_every_command_that_reports_has_json():
    options = {name: cli.parser_of(name, one)[0]._option_string_actions for name, one in KNOWN.items()}

    assert {name for name in KNOWN if "--json" not in options[name]} == WITHOUT_JSON


def test_the_prompt_has_the_library_and_a_match_at_hand():
    status, out, _ = carrom("shell", stdin="print(match.awaiting.kind, Stroke(0, 0, 1).speed, np.pi > 3)")

    assert (status, out) == (0, "toss 1 True\n")


def test_the_prompt_takes_a_match_from_elsewhere():
    line = carrom("shell", stdin="m = Match.new(breaks=Side.A, seed=3); print(write_situation(m.situation))")[1].strip()

    assert carrom("shell", "--situation", line, stdin="print(write_situation(match.situation))")[1].strip() == line
    assert refused("shell", "a.carrom", "--situation", line) == "bad-usage"
    assert refused("shell", "--situation", "nothing like it") != "bad-usage"


def test_the_man_page_says_what_the_commands_say(golden: Callable[[str, str], None]):
    golden(str(manual_page.PAGE), manual_page.page())

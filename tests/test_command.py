"""The console script: serve is its own, everything else goes to the library's command line, without the web."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from carrom import cli
from carrom_web import command


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    from carrom_web.operations import serving

    calls: list[dict[str, object]] = []
    monkeypatch.setattr(serving, "serve", lambda **asked: calls.append(asked) or 0)
    return calls


def test_without_a_command_the_site_is_served_on_this_machine_alone(served: list[dict[str, object]]):
    assert command.main([]) == 0

    assert served == [{"host": "127.0.0.1", "port": 8000, "lan": False, "browser": True}]


@pytest.mark.parametrize(
    "arguments", [["serve", "--lan", "--port=8123", "--no-browser"], ["--lan", "--port", "8123", "--no-browser"]]
)
def test_the_options_of_serve_work_with_and_without_its_name(served: list[dict[str, object]], arguments: list[str]):
    assert command.main(arguments) == 0

    assert served == [{"host": "127.0.0.1", "port": 8123, "lan": True, "browser": False}]


@pytest.mark.parametrize("port", ["70000", "-1", "eight", ""])
def test_a_port_that_is_none_is_refused(served: list[dict[str, object]], port: str, capsys: pytest.CaptureFixture[str]):
    assert command.main(["serve", f"--port={port}"]) == 2

    assert served == []
    assert capsys.readouterr().err.splitlines()[-1].startswith("error: bad-usage: ")


def test_other_commands_do_not_load_the_web():
    code = (
        "import sys; from carrom_web import command; command.main(sys.argv[1:]);"
        "print([name for name in ('django', 'channels', 'uvicorn', 'numpy') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code, "laws", "icf"], capture_output=True, text=True, check=False)

    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]):
    assert command.main(["--help"]) == 0

    reported = capsys.readouterr().out
    assert set(cli.known_commands()) >= {"cases", "judge", "simulate", "position", "replay", "play", "arena", "bench"}
    for name in cli.known_commands("carrom.cli.commands", command.COMMANDS_OF_THE_SITE):
        assert f"\n  {name} " in reported, name


def emails(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import gc, sys; from carrom_web import command; status = command.main(['emails', *sys.argv[1:]]);"
        "print('collections', gc.get_stats()[0]['collections']); sys.exit(status)"
    )
    environment = {**os.environ, "CARROM_DATA": str(folder)}
    program = [sys.executable, "-c", code, *arguments]
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False)


def test_emails_without_a_site_or_with_a_wrong_option_say_what_to_do(tmp_path: Path):
    for arguments, code in (((), "no-database"), (("--again",), "bad-usage")):
        done = emails(tmp_path, *arguments)

        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {code}: ") and "Traceback" not in done.stderr
        assert int(done.stdout.split()[-1]) < 100, "what is loaded stays: Python's own thresholds make it 600"

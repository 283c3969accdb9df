"""Samples of the documents that no other test has: Python is run, and commands are read by their own parsers."""

import argparse
import contextlib
import io
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from uuid import uuid4

from carrom import cli
from carrom_web.command import COMMANDS_OF_THE_SITE

ROOT = Path(__file__).parent.parent
RUN_BY = {  # documents whose Python another test runs
    "README.md": "tests/test_documents.py",
    "docs/api.md": "tests/notation/test_documented.py",
    "docs/environments.md": "tests/notation/test_documented.py",
    "docs/how-to/add-a-competition.md": "tools/document_code.py",
    "docs/how-to/add-a-format.md": "tests/support/guide_examples.py",
    "docs/how-to/add-a-lesson.md": "tests/support/guide_examples.py",
    "docs/how-to/add-a-setting.md": "tests/support/guide_examples.py",
}
HERE = {"docs/http-api.md", "docs/how-to/hold-a-match-league.md", "docs/how-to/use-a-cluster.md"}
OF_THE_SCRIPT = {"test", "lock", "docs"}


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"^ *```{language}\n(.*?)^ *```", (ROOT / name).read_text(), re.DOTALL | re.MULTILINE)


@cache
def documents() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if not name.startswith("docs/tutorials/")]


def test_the_python_of_every_document_is_run_by_a_test():
    with_python = {name for name in documents() if blocks(name, "python")}

    assert with_python == {*RUN_BY, *HERE}
    for name, test in RUN_BY.items():
        assert Path(name).name in (ROOT / test).read_text(), name


def test_the_league_of_the_guide_is_drawn():
    (example,) = blocks("docs/how-to/hold-a-match-league.md", "python")

    exec(compile(example, "hold-a-match-league.md", "exec"), {})


def test_the_boards_of_the_guide_to_a_cluster_are_played():
    (example,) = blocks("docs/how-to/use-a-cluster.md", "python")
    shorter = re.sub(r"budget=\d+, workers=Workers\(\d+\)", "budget=5, workers=Workers(1)", example)
    names: dict[str, list[object]] = {}
    exec(compile(shorter, "use-a-cluster.md", "exec"), names)

    assert shorter != example
    assert len(names["boards"]) == 2


def test_the_guide_s_check_of_a_webhook_takes_what_the_site_sends_and_nothing_else():
    from carrom_web.api.delivery import signature
    from carrom_web.api.selectors import secret_of

    (example,) = blocks("docs/http-api.md", "python")
    names: dict[str, Callable[..., bool]] = {}
    exec(compile(example, "http-api.md", "exec"), names)
    webhook, body = uuid4(), b'{"type": "match.turn"}'
    headers = {
        "webhook-id": "m1",
        "webhook-timestamp": "1700000000",
        "webhook-signature": signature(webhook, "m1", 1700000000, body),
    }

    assert names["is_genuine"](secret_of(webhook), headers, body)
    assert not names["is_genuine"](secret_of(webhook), headers, body + b" ")


@cache
def parsers() -> dict[str, argparse.ArgumentParser]:
    known = cli.known_commands("carrom.cli.commands", COMMANDS_OF_THE_SITE)
    return {name: cli.parser_of(name, module)[0] for name, module in known.items()}


def commands_shown() -> Iterator[tuple[str, list[str]]]:
    """Each call of carrom in a block of commands: its document, and its words without redirections and comments."""
    for name in documents():
        for block in blocks(name, "sh"):
            for line in block.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                starts = [at for at, word in enumerate(words) if word in ("carrom", "./carrom")]
                if starts and starts[0] == 0:
                    end = next((at for at, word in enumerate(words) if word in ("|", ">", "&&", ";")), len(words))
                    yield f"{name}: {line.strip()}", words[1:end]


def test_every_command_that_a_document_shows_is_understood():
    refused, count = [], 0
    for shown, words in commands_shown():
        if not words or words[0] in OF_THE_SCRIPT or words == ["--help"]:
            continue
        count += 1
        name, rest = ("serve", words) if words[0].startswith("-") else (words[0], words[1:])
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                parsers()[name].parse_args(rest)
        except (KeyError, SystemExit):
            refused.append(f"{shown}\n    {said.getvalue().strip()[-200:]}")

    assert refused == []
    assert count > 30

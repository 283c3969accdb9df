"""The HTTP API on the real server: the example bot plays a board, and a stream tells what happens in it."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser.live_server import LiveServer
from tests.support.web.forked import run_module

pytestmark = pytest.mark.e2e
BOT = Path(__file__).parent.parent / "examples" / "http" / "bot.py"


def opened(request: urllib.request.Request) -> Any:
    """Open an address, once the limit of its token allows it: the bot may have used it up."""
    while True:
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as refused:
            if refused.code != 429:
                raise
            time.sleep(int(refused.headers["Retry-After"]))


def test_the_example_bot_plays_a_whole_board(server: LiveServer):
    made = run_module("tests.support.web.store_bot", {**os.environ, "CARROM_DATA": str(server.data)})
    token = made.stdout.strip()
    assert made.returncode == 0 and token.startswith("carrom_"), made.stderr
    played = subprocess.run(
        [sys.executable, "-I", str(BOT), server.url, token], capture_output=True, text=True, timeout=240
    )
    asked = urllib.request.Request(f"{server.url}/api/v1/account/matches", headers={"Authorization": f"Bearer {token}"})
    with opened(asked) as answer:
        [match] = json.load(answer)["matches"]
    with urllib.request.urlopen(f"{server.url}/api/v1/matches/{match['id']}/stream") as stream:
        lines = [stream.readline() for _ in range(3)]

    assert played.returncode == 0 and "wins" in played.stdout, played.stdout + played.stderr
    assert len(BOT.read_text().splitlines()) < 70
    assert match["phase"] == "over" and "BOT Roller" in match["title"]
    assert lines[0] == b"event: snapshot\n" and int(lines[1].split()[1]) > 2
    assert json.loads(lines[2].removeprefix(b"data: "))["view"]["result"]["text"] == played.stdout.strip()

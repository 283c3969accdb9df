"""A new installation: the first stroke is made while the physics is still being compiled, and is not lost."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.support.browser.board import Sent, listen, play_to_the_end, start_match, strike_typed, wait_until
from tests.support.browser.dying_network import DyingNetwork
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage, Watch

COMPILED_WITHIN = 300.0  # seconds, on a machine that may be busy


def test_the_first_stroke_of_a_new_installation_waits_openly_and_is_stored_once_though_the_connection_drops(
    open_page: OpenPage, tmp_path: Path, ready: Path, watch: Watch
) -> None:
    watch.allow("ERR_|WebSocket connection")
    live = LiveServer(tmp_path, kernel_cache=tmp_path / "nothing-compiled", ready=ready)
    live.start()
    network = DyingNetwork(live.port)
    try:
        page = open_page(DESKTOP, network)
        sent = listen(page)
        start_match(page)
        note = page.get_by_text("Getting the board ready")
        expect(note).to_contain_text(re.compile(r"\(\d+ of \d+ parts\)"), timeout=COMPILED_WITHIN * 1000)
        expect(page.get_by_role("progressbar", name="Getting the board ready")).to_have_attribute(
            "max", re.compile(r"\d+")
        )

        strike_typed(page, speed=5.0)
        wait_until(page, lambda: sent.of("stroke"))
        expect(page.get_by_text("Your stroke stands: it is played as soon as the board is ready.")).to_be_visible()
        network.die()
        expect(page.locator("#connection")).to_contain_text("reconnecting", timeout=60_000)
        expect(page.locator("#engine")).to_be_visible()  # all this while the physics is being compiled
        network.revive()
        wait_until(page, lambda: len(sent.of("stroke")) == 2)
        wait_until(page, lambda: stored(sent), seconds=COMPILED_WITHIN)
        play_to_the_end(page)

        first, again = sent.of("stroke")
        assert first == again
        assert [heard["number"] for heard in sent.heard if heard["kind"] == "done"] == [1]
        assert sent.view["version"] == 1
        assert not [heard for heard in sent.heard if heard["kind"] in ("refused", "error")]
        expect(page.locator("#engine")).to_be_hidden()
        figures = [heard["compiled"] for heard in sent.heard if "compiled" in heard]
        assert figures == sorted(figures) and figures[-1] > figures[0]
    finally:
        network.close()
        live.end()


def stored(sent: Sent) -> list[Any]:
    """The strokes that the server has told of."""
    return [heard for heard in sent.heard if heard["kind"] == "event"]

"""A new installation: the first stroke is made while the physics is still being compiled, and is not lost."""

from pathlib import Path

from playwright.sync_api import expect

from e2e.at_the_board import begin, listen, strike_typed, until
from e2e.conftest import DESKTOP, OpenPage
from e2e.live_server import LiveServer

COMPILED_WITHIN = 300.0  # seconds, on a machine that may be busy


def test_the_first_stroke_of_a_new_installation_waits_openly_and_is_stored(
    open_page: OpenPage, tmp_path: Path, ready: Path
) -> None:
    live = LiveServer(tmp_path, kernel_cache=tmp_path / "nothing-compiled", ready=ready)
    live.start()
    try:
        page = open_page(DESKTOP, live)
        sent = listen(page)
        begin(page)
        note = page.get_by_text("Getting the board ready").locator("visible=true").first
        expect(note).to_be_visible()

        strike_typed(page, speed=5.0)
        until(page, lambda: sent.of("stroke"))
        expect(note).to_be_visible()  # while the stroke waits too
        until(page, lambda: [heard for heard in sent.heard if heard["kind"] == "event"], seconds=COMPILED_WITHIN)

        assert len(sent.of("stroke")) == 1
        assert not [heard for heard in sent.heard if heard["kind"] == "error"]
    finally:
        live.end()

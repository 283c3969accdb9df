"""The real server: pages that vanish while they are answered are not present, however busy it is."""

import json
import socket
import struct
import threading
import time

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.visitor import Visitor

PAGES = 60
AT_ONCE = 6


class Player:
    """Somebody who plays alone at one screen, without a browser."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        visitor = Visitor(server)
        started = visitor.send("/play/", opponent="screen", length="board", ruleset="icf", breaks="me")
        self.path = f"/ws{started.headers['location']}"
        self.cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())

    def open(self) -> ClientConnection:
        """Open the match as a page does."""
        address = f"ws://127.0.0.1:{self.server.port}{self.path}"
        return connect(address, origin=self.server.url, additional_headers={"Cookie": self.cookies})  # type: ignore[arg-type]

    def vanish(self, after: float) -> None:
        """Open the match and tear the connection down without a word, while the server is at work on its answer."""
        asks = (
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: {self.server.url}\r\nCookie: {self.cookies}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.server.port)) as page:
            page.sendall(asks.encode())
            page.recv(12)  # the handshake is answered
            time.sleep(after)
            page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.slow
def test_pages_that_vanish_while_they_are_answered_leave_the_player_s_next_page_to_play(own_server: LiveServer) -> None:
    player = Player(own_server)
    patience = threading.Semaphore(AT_ONCE)

    def vanish(number: int) -> None:
        with patience:
            player.vanish(after=0.002 * (number % 8))

    pages = [threading.Thread(target=vanish, args=(number,)) for number in range(PAGES)]
    for page in pages:
        page.start()
    for page in pages:
        page.join()

    plays = False
    until = time.monotonic() + 20  # what was going on is over by then; a lease runs longer
    with player.open() as page:
        while not plays and time.monotonic() < until:
            try:
                message = json.loads(page.recv(timeout=1))
            except TimeoutError:
                continue
            plays = message.get("playing", plays)
    assert plays

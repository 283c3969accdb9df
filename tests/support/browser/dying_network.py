"""A network between a browser and the server that dies without a word: what is sent meanwhile goes nowhere."""

import contextlib
import socket
import threading


class DyingNetwork:
    """Forwards TCP from a port of its own to the server's, until it dies. Nobody notices: no connection is closed.

    Once it is alive again, new connections go through; those that were open when it died stay silent for ever.
    """

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._alive = threading.Event()
        self._alive.set()
        self._deaths = 0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def die(self) -> None:
        """Forward nothing more."""
        self._deaths += 1
        self._alive.clear()

    def revive(self) -> None:
        """Forward what comes by new connections."""
        self._alive.set()

    def close(self) -> None:
        """Close all."""
        for each in (self._listener, *self._open):
            with contextlib.suppress(OSError):
                each.close()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._to_port))
            self._open += [browser, server]
            for source, target in ((browser, server), (server, browser)):
                threading.Thread(target=self._forward, args=(source, target, self._deaths), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, deaths: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if self._deaths != deaths:
                    return  # it died while this connection was open: nobody hears of it
                self._alive.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

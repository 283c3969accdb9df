"""A mail server on this machine, with the faults that a test orders."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class MailServer:
    """What it has received, and what it answers next."""

    def __init__(self) -> None:
        self.received: list[Envelope] = []
        self.answers: list[str] = []  # to the next e-mails; then "250 OK"
        self.refused: set[str] = set()  # recipients that do not exist

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refused:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            self.received.append(envelope)
        return answer

    @property
    def recipients(self) -> list[str]:
        return [address for envelope in self.received for address in envelope.rcpt_tos]


@contextmanager
def mail_server() -> Iterator[tuple[MailServer, int]]:
    """Run it; gives it and its port."""
    server = MailServer()
    port = closed_port()  # the controller takes no port 0
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield server, port
    finally:
        controller.stop()


@contextmanager
def silent_server() -> Iterator[tuple[int, list[socket.socket]]]:
    """A port that accepts connections and never says a word; gives it and the connections so far."""
    listener = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def accept() -> None:
        while True:
            try:
                held.append(listener.accept()[0])
            except OSError:
                return

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1], held
    finally:
        listener.close()
        for connection in held:
            connection.close()


def closed_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])

"""Sockets of an event's pages."""

from channels.testing import WebsocketCommunicator

ORIGIN = [(b"host", b"testserver"), (b"origin", b"http://testserver")]


def socket_at(path: str) -> WebsocketCommunicator:
    """A socket through the whole application, which looks for static files when it is imported."""
    from carrom_web.config.asgi import application

    return WebsocketCommunicator(application, path, ORIGIN)

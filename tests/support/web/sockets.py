"""Sockets of the pages that follow a competition."""

from channels.testing import WebsocketCommunicator

from carrom_web.core.sockets import CHANGED

ORIGIN = [(b"host", b"testserver"), (b"origin", b"http://testserver")]


def socket_at(path: str) -> WebsocketCommunicator:
    """A socket through the whole application, which looks for static files when it is imported."""
    from carrom_web.config.asgi import application

    return WebsocketCommunicator(application, path, ORIGIN)


async def following(path: str) -> WebsocketCommunicator:
    """A page that follows; what was stored while it was loaded is reported at once."""
    page = socket_at(path)
    assert (await page.connect())[0]
    assert await page.receive_from(timeout=60) == CHANGED
    return page

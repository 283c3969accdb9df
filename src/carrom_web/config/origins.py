"""Origins that may open a socket: pages of this site, under one of its names."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443"}


def is_own_origin(origin: str, host: str, allowed_hosts: list[str]) -> bool:
    """Tell whether a page from `origin` may talk to a socket that was asked for under `host`.

    The host must be one of this site's names, and the page must come from the same host and port:
    a browser sends this site's cookies with the request of any page.
    """
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, allowed_hosts):
        return False
    try:
        page = urlsplit(origin)
        port = DEFAULT_PORTS.get(page.scheme, "")
        if page.scheme not in ("http", "https") or not page.netloc:
            return False
        return (
            page.netloc.lower() in (host.lower(), f"{host.lower()}:{port}") or host.lower() == f"{page.netloc}:{port}"
        )
    except ValueError:
        return False


class SameOriginOnly:
    """Refuses the handshake (403) of a socket that another site's page asks for."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass on a socket of this site's pages."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"host", b"origin")}
        if is_own_origin(headers.get(b"origin", ""), headers.get(b"host", ""), list(settings.ALLOWED_HOSTS)):
            await self.app(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)

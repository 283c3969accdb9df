"""Addresses that the site sends to: a browser names them, so nothing but a public push service may be behind one.

A name is checked when the device is switched on, and its address for each connection (`core.public_network`). Push
services in the operator's own network are named in `PUSH_ORIGINS`.
"""

from urllib.parse import urlsplit

from django.conf import settings

from carrom_web.push.errors import PushError
from carrom_web.push.models import LONGEST_ENDPOINT

PORTS = {"https": 443, "http": 80}
PRIVATE = (".localhost", ".local", ".internal", ".home.arpa")


def origin_of(endpoint: str) -> str:
    """Scheme, host and port of an endpoint, as it is compared and signed."""
    parts = urlsplit(endpoint)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    is_usual = parts.port in (None, PORTS.get(parts.scheme))
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{parts.port}")


def check_endpoint(endpoint: str) -> None:
    """Pass if this may be a push service. Raises PushError."""
    try:
        parts = urlsplit(endpoint)
        host, port, origin = parts.hostname or "", parts.port, origin_of(endpoint)
    except ValueError:
        raise PushError("endpoint") from None
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise PushError("endpoint")
    if origin in settings.PUSH_ORIGINS:
        return
    if parts.scheme != "https" or port not in (None, PORTS["https"]) or parts.username is not None or "." not in host:
        raise PushError("endpoint")
    name = host.rstrip(".")
    if ":" in name or name.rpartition(".")[2].isdigit() or name.endswith(PRIVATE):  # "127.1" is an address, too
        raise PushError("endpoint")


def is_trusted(host: str, port: int, address: str) -> bool:
    """Whether the operator names this push service, so that it may be in a network of their own."""
    named = (urlsplit(origin) for origin in settings.PUSH_ORIGINS)
    return any((one.hostname, one.port or PORTS[one.scheme]) == (host, port) for one in named)

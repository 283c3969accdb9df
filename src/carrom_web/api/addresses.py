"""Addresses to which webhooks may go: those of the public internet, and networks that the operator names.

The address of a name is checked for each connection (`core.public_network`), a number and a name of this network at
once.
"""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings

from carrom_web.api.errors import WebhookError
from carrom_web.api.models import URL_LENGTH
from carrom_web.core.public_network import is_public

PRIVATE = (".localhost", ".local", ".internal", ".home.arpa")


def is_trusted(host: str, port: int, address: str) -> bool:
    """Whether an address is in a network that the operator names."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return any(found in network for network in settings.WEBHOOK_NETWORKS)


def check_url(url: str) -> None:
    """Pass an address to which a message can be sent. Raises WebhookError."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port or 0
    except ValueError:
        raise WebhookError("url", most=URL_LENGTH) from None
    if parts.scheme not in ("https", "http"):
        raise WebhookError("scheme")
    readable = url.isascii() and url.isprintable() and " " not in url and len(url) <= URL_LENGTH
    if not host or parts.username is not None or not readable:
        raise WebhookError("url", most=URL_LENGTH)
    try:
        may_be = is_public(host) or is_trusted(host, port, host)
    except ValueError:  # a name
        may_be = host != "localhost" and not host.endswith(PRIVATE)
    if not may_be:
        raise WebhookError("private", host=host)

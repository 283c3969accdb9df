"""Addresses to which webhooks may go: those of the public internet, and networks that the operator names."""

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings

from carrom_web.api.errors import WebhookError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64 = ipaddress.ip_network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Whether an address may be written to: one of the public internet, or of a network that the operator named."""
    inner = _inside(address)
    if any(each in network for network in settings.WEBHOOK_NETWORKS for each in (address, inner)):
        return True
    return all(each.is_global and not each.is_multicast for each in (address, inner))


def _inside(address: Address) -> Address:
    """Return the IPv4 address that an IPv6 address leads to, where it does; else itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)


def check_literal(host: str) -> None:
    """Pass a name, and a number that is a public address. Raises WebhookError."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
            raise WebhookError("private", host=host) from None
        return
    if not is_public(address):
        raise WebhookError("private", host=host)


async def public_address_of(url: str) -> str:
    """Return the number of an address to which a message may go.

    The message is then sent to this very number: a name that means something else a moment later leads nowhere else.

    Raises:
        WebhookError: the name leads nowhere, or one of its addresses is not public.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, ValueError):
        raise WebhookError("unknown-host", host=host) from None
    numbers = [str(one[4][0]).partition("%")[0] for one in found]
    if not numbers:
        raise WebhookError("unknown-host", host=host)
    if not all(is_public(ipaddress.ip_address(number)) for number in numbers):
        raise WebhookError("private", host=host)
    return numbers[0]


def host_of(url: str) -> str:
    """Return the name in an address."""
    return (urlsplit(url).hostname or "").rstrip(".")

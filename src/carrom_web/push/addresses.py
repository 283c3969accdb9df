"""Addresses that the site sends to: a browser names them, so nothing but a public push service may be behind one.

A name is checked when the device is switched on, and what it leads to each time that something is sent: the connection
goes to the very address that was checked. Push services in the operator's own network are named in `PUSH_ORIGINS`.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore
from django.conf import settings

from carrom_web.push.errors import PushError
from carrom_web.push.models import LONGEST_ENDPOINT

PORTS = {"https": 443, "http": 80}
PRIVATE = (".localhost", ".local", ".internal", ".home.arpa")
NAT64 = ipaddress.ip_network("64:ff9b::/96")


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


def is_public(address: str) -> bool:
    """Whether an address of the network can be anybody's, and not one of this machine or its network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None and not is_public(str(inner)):
            return False
        if found.ipv4_mapped is not None:
            return True
    return found.is_global and not found.is_multicast


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone, and to origins that the operator trusts."""

    def __init__(self) -> None:
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # the name is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect. Raises httpcore.ConnectError: no address of this name is public, or none answers."""
        failed: Exception = httpcore.ConnectError(f"{host} has no public address")
        for address in await _addresses(host, port):
            if not is_public(address) and not _is_trusted(host, port):
                continue
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


async def _addresses(host: str, port: int) -> list[str]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise httpcore.ConnectError(f"{host} is not known: {error}") from error
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def _is_trusted(host: str, port: int) -> bool:
    named = (urlsplit(origin) for origin in settings.PUSH_ORIGINS)
    return any((one.hostname, one.port or PORTS[one.scheme]) == (host, port) for one in named)

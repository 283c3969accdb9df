"""Connections to addresses that strangers name: to the public internet alone, and to what the operator trusts.

The address of a name is looked up and checked for each connection, which then goes to that very address: a name that
means another machine a moment later leads nowhere else.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterable
from typing import Any

import httpcore

NAT64 = ipaddress.ip_network("64:ff9b::/96")
Trusts = Callable[[str, int, str], bool]
"""Whether a connection may go to an address although it is not public; takes the name, the port and the address."""


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


class NoPublicAddressError(httpcore.ConnectError):
    """A name that leads to no public address."""


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone, and to those that are trusted."""

    def __init__(self, trusts: Trusts) -> None:
        self._network, self._trusts = httpcore.AnyIOBackend(), trusts

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # the name is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect. Raises httpcore.ConnectError: no address of this name is public, or none answers."""
        failed: Exception = NoPublicAddressError(f"{host} has no public address")
        for address in await _addresses(host, port):
            if not is_public(address) and not self._trusts(host, port, address):
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
    except (OSError, UnicodeError) as error:
        raise httpcore.ConnectError(f"{host} is not known: {error}") from error
    return list(dict.fromkeys(str(one[4][0]) for one in found))

"""The addresses under which this machine is reached, and the socket that the server listens on."""

import errno
import ipaddress
import socket

from carrom.errors import CarromError


class PortInUseError(CarromError):
    """Another program listens there."""

    code = "port-in-use"


class AddressError(CarromError):
    """This machine cannot listen there."""

    code = "bad-address"


def listen(host: str, port: int) -> socket.socket:
    """Give a socket that listens on host and port (0: any free one).

    Raises:
        PortInUseError: another program has the port.
        AddressError: the host is not one of this machine's, or the port may not be used.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise AddressError("unknown-host", host=host) from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(port=port, next_port=port + 1) from None
        if error.errno == errno.EACCES:
            raise AddressError("privileged-port", port=port) from None
        raise AddressError("cannot-listen", host=host, port=port, cause=error.strerror) from None
    listener.setblocking(False)
    return listener


def lan_addresses() -> list[str]:
    """Give this machine's addresses in its local networks, the one it reaches others by first. Sends nothing."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; a datagram socket sends nothing on connect
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM):
            found.append(str(address[0]))
    except OSError:
        pass
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def url(host: str, port: int) -> str:
    """Write an address as a browser wants it."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"

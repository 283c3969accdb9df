"""Serve the site on http://127.0.0.1:8000; the same as `carrom` alone.

    carrom serve --lan           phones in the same network may join: prints the address and its QR code
    carrom serve --port 9000     another port

Ctrl-C stops it.
"""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: %(default)s, this machine only)"
    )
    parser.add_argument("--port", type=_port, default=8000, help="port; 0 takes any free one (default: %(default)s)")
    parser.add_argument(
        "--lan", action="store_true", help="serve the local network too; prints the address and its QR code"
    )
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open a browser")


def run(asked: argparse.Namespace) -> int:
    """Serve until it is stopped."""
    from carrom_web.operations import serving

    return serving.serve(host=asked.host, port=asked.port, lan=asked.lan, browser=asked.browser)


def _port(text: str) -> int:
    try:
        port = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{port} is not between 0 and 65535")
    return port

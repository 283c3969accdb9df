"""A local push service, and a browser that subscribes there and reads what it gets, written from the RFCs alone."""

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SECRET = bytes(range(16))


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser with a subscription."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = SECRET

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def fields(self) -> dict[str, str]:
        """What its page sends to the site."""
        return {"endpoint": self.endpoint, "key": b64(self.point), "secret": b64(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message (RFC 8188, RFC 8291)."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        material = HKDF(hashes.SHA256(), 32, self.secret, b"WebPush: info\0" + self.point + theirs).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        found: dict[str, Any] = json.loads(plain[:-1])
        return found


@dataclass
class Received:
    """One request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, Any]:
        """What the sender says of itself; its signature is checked (RFC 8292)."""
        scheme, _space, rest = self.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signature = parts["t"].split(".")
        numbers = unb64(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(parts["k"]))
        key.verify(
            encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")),
            f"{head}.{claims}".encode(),
            ec.ECDSA(hashes.SHA256()),
        )
        assert scheme == "vapid" and json.loads(unb64(head))["alg"] == "ES256"
        found: dict[str, Any] = json.loads(unb64(claims))
        return found


@dataclass
class PushService:
    """The service: what it got, and how it answers next."""

    origin: str = ""
    received: list[Received] = field(default_factory=list)
    faults: list[tuple[int, dict[str, str]] | str] = field(default_factory=list)  # "hang": no answer for long
    released: threading.Event = field(default_factory=threading.Event)

    def browser(self, name: str = "one") -> Browser:
        """A browser that has subscribed here."""
        return Browser(f"{self.origin}/push/{name}")


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run one."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.received.append(Received(self.path, headers, body))
            fault = service.faults.pop(0) if service.faults else (201, {})
            if isinstance(fault, str):
                service.released.wait(20)
                return
            status, more = fault
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield service
    finally:
        service.released.set()
        server.shutdown()
        server.server_close()

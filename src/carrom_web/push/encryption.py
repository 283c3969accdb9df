"""Content that only one browser can read, and the signature of the site that sends it, as push services ask for.

Encryption is `aes128gcm` of RFC 8188 with the keys of RFC 8291, in one record; the signature is VAPID, RFC 8292. The
site's key is made from its secret key, so it is as private, is in the same backups, and all servers of a site have it.
"""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's group (FIPS 186-4)
SECRET_BYTES, POINT_BYTES = 16, 65
RECORD_BYTES = 4096
LAST_RECORD = b"\x02"
PURPOSE = b"carrom: the key that signs web push"


def encode(data: bytes) -> str:
    """Bytes as base64url without padding, as web push writes keys."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text: str) -> bytes:
    """The bytes of base64url. Raises ValueError: it is none."""
    if not text.isascii() or any(sign in "+/" for sign in text):
        raise ValueError("this is no base64url")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(public_key: str, secret: str) -> None:
    """Pass if something can be encrypted for a browser with these keys. Raises ValueError."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(public_key))
    if len(decode(public_key)) != POINT_BYTES or len(decode(secret)) != SECRET_BYTES:
        raise ValueError("keys of another length")


def encrypt(
    content: bytes,
    public_key: str,
    secret: str,
    *,
    salt: bytes | None = None,
    own_key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt content for a browser: the body of the request to its push service.

    Args:
        salt: 16 bytes; own_key: used for this content alone. Both are random where they are not given.
    """
    salt = salt or os.urandom(16)
    own_key = own_key or ec.generate_private_key(CURVE)
    theirs, own = decode(public_key), point(own_key.public_key())
    shared = own_key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    material = _derive(shared, decode(secret), b"WebPush: info\0" + theirs + own, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + AESGCM(key).encrypt(nonce, content + LAST_RECORD, None)


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


@lru_cache(maxsize=4)
def site_key(secret_key: str) -> ec.EllipticCurvePrivateKey:
    """The private key of a site, always the same for the same secret key."""
    wide = HKDF(hashes.SHA256(), 48, None, PURPOSE).derive(secret_key.encode())  # 48 bytes: no number is likelier
    return ec.derive_private_key(int.from_bytes(wide, "big") % (ORDER - 1) + 1, CURVE)


@lru_cache(maxsize=4)
def public_site_key(secret_key: str) -> str:
    """The site's public key, which browsers subscribe for."""
    return encode(point(site_key(secret_key).public_key()))


def authorization(secret_key: str, *, audience: str, subject: str, expires: int) -> str:
    """The header by which a push service knows who sends.

    Args:
        audience: the origin of the push service; subject: how to reach the site's operator, as a mailto: or https: URI;
        expires: in seconds since 1970, at most a day ahead.
    """
    claims = {"aud": audience, "exp": expires, "sub": subject}
    parts = [encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = site_key(secret_key).sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256()))
    numbers = b"".join(number.to_bytes(32, "big") for number in decode_dss_signature(signed))
    return f"vapid t={'.'.join([*parts, encode(numbers)])}, k={public_site_key(secret_key)}"

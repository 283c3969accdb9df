"""Links that give a right for some time, signed and stored: none can be guessed, each can be revoked.

The address holds the number of a row and its signature; the row says what the link gives and until when.
"""

import io
import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

import segno
from django.core import signing
from django.db import models

from carrom.errors import NotAllowedError


class LinkRevokedError(NotAllowedError):
    """The link has been revoked, and with it the right that it gave."""

    code = "link-revoked"


class LinkExpiredError(NotAllowedError):
    """The hours for which the link was made are over."""

    code = "link-expired"


class LinkUsedError(NotAllowedError):
    """As many people as the link was made for have used it."""

    code = "link-used"


class LinkState(StrEnum):
    """How a link stands."""

    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    REVOKED = "revoked"


class TimedLink(models.Model):
    """A link with its hours. The app that has it knows what it gives and who made it."""

    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def state(self, now: datetime) -> LinkState:
        """How the link stands at a moment."""
        if self.revoked_at is not None:
            return LinkState.REVOKED
        return LinkState.EXPIRED if self.expires_at <= now else LinkState.OPEN


def still_open(now: datetime, *, prefix: str = "") -> models.Q:
    """The links, as rows of a query, that still give something; `prefix` leads to them from another model."""
    return models.Q(**{f"{prefix}revoked_at": None, f"{prefix}expires_at__gt": now})


def check_open(link: TimedLink, now: datetime) -> None:
    """Pass if a link still gives what it was made for. Raises LinkRevokedError, LinkExpiredError, LinkUsedError."""
    match link.state(now):
        case LinkState.USED:
            raise LinkUsedError()
        case LinkState.REVOKED:
            raise LinkRevokedError()
        case LinkState.EXPIRED:
            raise LinkExpiredError()


def token_of(pk: int, *, salt: str) -> str:
    """The part of an address that stands for a row: its number and the site's signature."""
    return signing.Signer(salt=salt, sep=".").sign(str(pk))


def pk_in(token: str, *, salt: str) -> int | None:
    """The row that an address stands for; None: this site never made it."""
    try:
        return int(signing.Signer(salt=salt, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        return None


BORDER = 4  # modules of white round the code, as its standard asks


def qr_of(content: str | segno.QRCode) -> dict[str, object]:
    """Give the QR code of a link, or one that is made already, as {width, path}: an SVG path of lines one unit thick.

    `<svg class="qr" viewBox="0 0 {{ width }} {{ width }}"><path d="{{ path }}"/></svg>` on a white ground draws it.
    """
    if isinstance(content, str):
        return dict(_qr_of_link(content))
    return _drawn(content)


@lru_cache(256)
def _qr_of_link(link: str) -> Mapping[str, object]:
    return _drawn(segno.make(link, micro=False))


def _drawn(code: segno.QRCode) -> dict[str, object]:
    out = io.BytesIO()
    code.save(out, kind="svg", xmldecl=False, svgclass=None, lineclass=None, border=BORDER)
    path = re.search(r' d="([^"]+)"', out.getvalue().decode())
    assert path is not None  # noqa: S101  # a code has dark modules
    return {"width": code.symbol_size(border=BORDER)[0], "path": path.group(1)}

"""Talk between players of a match: eight set phrases, among friends who came by link also words.

Nothing of it is stored. Spectators say nothing; what somebody says who is blocked does not reach who blocked them.
"""

import time
import unicodedata
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.core.hooks import registry
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import models, services
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.messages import LONGEST_LINE, Say, Write

PHRASES = RateLimit(burst=4, per_second=0.2)  # of one guest
LINES = RateLimit(burst=8, per_second=0.5)


class TalkError(NotAllowedError):
    """Something that cannot be said here. Reasons: too-many, strangers, empty, silenced."""

    code = "talk"


class ReportError(NotAllowedError):
    """Somebody who cannot be reported or blocked from this match: nobody plays there, or it is oneself."""

    code = "report"


def check(loaded: Loaded, guest_id: UUID | None, message: Say | Write, *, is_listed: bool) -> str:
    """Count one more thing that a guest says and give it as it may be shown.

    Raises:
        NotSeatedError: the guest watches.
        TalkError: too much in a short time, words between strangers, or nothing.
    """
    if guest_id is None or not loaded.seats_of(guest_id):
        raise services.NotSeatedError
    if isinstance(message, Write) and any(registry.hook.is_silenced(guest_id=guest_id)):
        raise TalkError("silenced")
    now = time.monotonic()
    if isinstance(message, Say):
        if not PHRASES.allows(guest_id, now):
            raise TalkError("too-many")
        return message.phrase
    if is_listed:
        raise TalkError("strangers")
    plain = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in message.text)
    line = " ".join(plain.split())[:LONGEST_LINE]
    if not line:
        raise TalkError("empty")
    if not LINES.allows(guest_id, now):
        raise TalkError("too-many")
    return line


def may_write(loaded: Loaded, *, is_listed: bool) -> bool:
    """Whether words may be written: by people who came by link, not by those whom the lobby brought together."""
    return not is_listed and len({player.guest for player in loaded.players if player.guest is not None}) > 1


def report(loaded: Loaded, guest: Guest, place: tuple[str, int], reason: str) -> None:
    """Store that a guest reports who plays at a place, for the operator; a second report of the same match changes it.

    Raises:
        NotSeatedError, ReportError
    """
    other = _other(loaded, guest, place)
    models.Report.objects.update_or_create(
        reporter=guest, reported_id=other, match_id=loaded.match_id, defaults={"reason": reason}
    )


def block(loaded: Loaded, guest: Guest, place: tuple[str, int]) -> None:
    """From now on the two are never brought together again, and what the other says is not shown.

    Raises:
        NotSeatedError, ReportError
    """
    other = _other(loaded, guest, place)
    models.Block.objects.get_or_create(guest=guest, blocked_id=other)


def unblock(guest_id: UUID, block_id: int) -> None:
    """Take a block of this guest back; what is not theirs stays."""
    models.Block.objects.filter(pk=block_id, guest=guest_id).delete()


def blocks_of(guest_id: UUID) -> list[models.Block]:
    """Return whom a guest has blocked, the newest first."""
    return list(models.Block.objects.filter(guest=guest_id).select_related("blocked").order_by("-made_at", "-pk"))


def blocked_by(guest_id: UUID | None) -> frozenset[UUID]:
    """Return whom a guest has blocked."""
    rows = models.Block.objects.filter(guest=guest_id).values_list("blocked", flat=True)
    return frozenset(rows) if guest_id else frozenset()


def _other(loaded: Loaded, guest: Guest, place: tuple[str, int]) -> UUID:
    """Return the player, or the one before a computer, at a place of a match in which the guest plays."""
    if not (loaded.seats_of(guest.pk) or loaded.left_by(guest.pk)):
        raise services.NotSeatedError
    found = next((one for one in loaded.players if (one.side, one.player) == place), None)
    other = found and (found.guest or found.left_by)
    if not other or other == guest.pk:
        raise ReportError
    return other

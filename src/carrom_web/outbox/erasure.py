"""Deleting the emails to a person: rows of the outbox, and the files that are written where no mail server is set."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction

from carrom_web.outbox.models import OutboxEmail

FILES_STAY = timedelta(days=30)


def delete_emails_to(addresses: Collection[str]) -> None:
    """Delete what was or is to be sent to these addresses, whatever their case, once the transaction is through."""
    plain = {address.lower() for address in addresses if address}
    if plain:
        transaction.on_commit(partial(_delete, plain))


def delete_old_files(now: datetime) -> None:
    """Delete the files of emails that were written long ago."""
    for path in _files():
        if path.stat().st_mtime < (now - FILES_STAY).timestamp():
            path.unlink(missing_ok=True)


def _delete(addresses: Collection[str]) -> None:
    OutboxEmail.objects.filter(recipient__in=addresses).delete()
    wanted = [address.encode() for address in addresses]
    for path in _files():
        content = path.read_bytes().lower()
        if any(one in content for one in wanted):
            path.unlink(missing_ok=True)


def _files() -> list[Path]:
    folder = Path(getattr(settings, "EMAIL_FILE_PATH", None) or "")
    return list(folder.glob("*.log")) if folder.name and folder.is_dir() else []

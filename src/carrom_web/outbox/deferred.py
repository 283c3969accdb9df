"""Letters to write: a request stores which one, and about what; it is written and sent after the commit.

A letter is a function of a module that composes e-mails, as `tournaments.letters.registered`, called with plain values.
Stored in the open transaction, it is written exactly if what it speaks about was saved, and sees it as it is then.
Closing an event of 500 entries so costs 500 rows, and not four seconds in which nobody else can write.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from carrom_web.outbox import delivery
from carrom_web.outbox.models import OutboxEmail


def queue(letter: Callable[..., None], *arguments: Any) -> None:
    """Store that a letter is to be written with these arguments: ids, numbers, texts, lists of them.

    Raises:
        ValueError: it cannot be found again by its name.
    """
    name = f"{letter.__module__}.{letter.__qualname__}"
    if import_string(name) is not letter:
        raise ValueError(f"{name} is another function: a letter is a function of a module")
    content = {"letter": name, "arguments": [str(one) if isinstance(one, UUID) else one for one in arguments]}
    OutboxEmail.objects.create(recipient="", content=content, due_at=timezone.now())
    transaction.on_commit(delivery.wake)

"""Reminders and reports that a competition sends by itself: what is due, each once, and the same as a text for a chat.

A kind says what is due (`CompetitionKind.reminders`); which are sent at all, and when, are settings of its terms. A row
says that one was sent. It is stored in the transaction that queues the email, so that two servers send one.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction

from carrom_web.competitions.models import Competition, SentReminder
from carrom_web.outbox.backend import queue
from carrom_web.push import services as push

M = TypeVar("M", bound=Competition)
LONGEST_LATE_DAYS = 7  # what a site that was down, or is new, missed longer ago is sent to nobody
_log = logging.getLogger(__name__)


class Occasion(NamedTuple):
    """The occasion of one email, sent once: its kind, the receiver's key, and the week or match."""

    kind: str
    key: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """An email that is due: `letter` writes it with these arguments (`outbox.backend.queue`).

    `push` notifies the devices of who gets it, with the same arguments; without `letter` it is a notification alone.
    """

    occasion: Occasion
    letter: Callable[..., None] | None = None
    push: Callable[..., None] | None = None
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminders(Generic[M]):
    """The reminders of a kind.

    Args:
        due: emails that are due at a moment, also those that were sent by now.
        text: everything that is open at a moment as a text to paste into a chat; empty if nothing is.
        settings: label and value of what says which emails go out, and when.
    """

    due: Callable[[M, datetime], Sequence[Reminder]]
    text: Callable[[M, datetime], str]
    settings: Callable[[M], Sequence[tuple[str, str]]]


def send_due(reminders: Reminders[M], row: M, now: datetime) -> int:
    """Queue what is due of a competition and was not sent yet; return how many emails that are."""
    due = reminders.due(row, now)
    if not due:
        return 0
    subject = {"subject_type": ContentType.objects.get_for_model(row), "subject_id": row.pk}
    sent = set(SentReminder.objects.filter(**subject).values_list("kind", "key", "about"))
    count = 0
    for one in due:
        if one.occasion not in sent:
            count += _send(one, subject, now)
    return count


def _send(one: Reminder, subject: dict[str, Any], now: datetime) -> int:
    try:
        with transaction.atomic():
            SentReminder.objects.create(**subject, **one.occasion._asdict(), at=now)
            if one.letter is not None:
                queue(one.letter, *one.arguments)
            if one.push is not None and push.is_used():
                queue(one.push, *one.arguments)
    except IntegrityError:
        _log.info("reminder %s was sent by another server", one.occasion)
        return 0
    return 1

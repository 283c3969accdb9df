"""Correcting or withdrawing a public notice, and undoing that. The earlier text stays visible to everybody.

A decision stays said: the notice of a moved deadline (K-011) or of a cancellation can have its reason put right, and
keeps its days and its category.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from carrom.errors import NotAllowedError
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Event, Notice
from carrom_web.competitions.events.services.organising import check_may, record_audit


class NoticeError(NotAllowedError):
    """A change that a notice does not bear."""

    code = "bad-notice"


class StaleNoticeError(NotAllowedError):
    """Somebody else has changed this notice meanwhile."""

    code = "stale-notice"


def correct(event: Event, guest_id: UUID | None, notice_id: int, text: str, *, seen: int, now: datetime) -> Notice:
    """Give a notice other words; `seen` is the version that was looked at.

    Raises:
        NotOfficialError, StaleNoticeError. NoticeError: it is withdrawn, has these words already, or would have none.
    """
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        notice = _one(event, notice_id)
        if notice.is_withdrawn:
            raise NoticeError("withdrawn")
        if not text and notice.is_free:
            raise NoticeError("empty")
        if text == notice.text:
            raise NoticeError("unchanged")
        _write(notice, seen, text=text)
        record_audit(event, guest_id, AuditKind.NOTICE_CORRECTED, now, _notice=notice.pk, was=notice.text, to=text)
    notice.refresh_from_db()
    return notice


def withdraw(event: Event, guest_id: UUID | None, notice_id: int, *, seen: int, now: datetime) -> Notice:
    """Withdraw a notice: it stays to be seen, struck through.

    Raises:
        NotOfficialError, StaleNoticeError. NoticeError: it tells a decision, or is withdrawn already.
    """
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        notice = _one(event, notice_id)
        if not notice.is_free:
            raise NoticeError("decision")
        if notice.is_withdrawn:
            raise NoticeError("already-withdrawn")
        _write(notice, seen, is_withdrawn=True)
        record_audit(event, guest_id, AuditKind.NOTICE_WITHDRAWN, now, _notice=notice.pk, text=notice.text)
    notice.refresh_from_db()
    return notice


def undo(event: Event, guest_id: UUID | None, notice_id: int, *, seen: int, now: datetime) -> Notice:
    """Take the last change of a notice back.

    Raises:
        NotOfficialError, StaleNoticeError. NoticeError: it says what it said at first.
    """
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        notice = _one(event, notice_id)
        changes = selectors.notice_changes(event).get(notice.pk, [])
        last = next((one for one in reversed(changes) if not selectors.was_reverted(one)), None)
        if last is None:
            raise NoticeError("original")
        if last.kind == AuditKind.NOTICE_WITHDRAWN:
            _write(notice, seen, is_withdrawn=False)
        else:
            _write(notice, seen, text=last.detail["was"])
        says = last.detail.get("was", notice.text)
        record_audit(event, guest_id, AuditKind.NOTICE_RESTORED, now, undoes=last, _notice=notice.pk, text=says)
    notice.refresh_from_db()
    return notice


def _one(event: Event, notice_id: int) -> Notice:
    notice = event.notices.filter(pk=notice_id).first()
    if notice is None:
        raise NoticeError("unknown")
    return notice


def _write(notice: Notice, seen: int, **fields: object) -> None:
    rows = Notice.objects.filter(pk=notice.pk, version=seen)
    if not rows.update(version=F("version") + 1, **fields):
        raise StaleNoticeError()

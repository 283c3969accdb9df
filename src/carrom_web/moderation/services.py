"""Decisions of operators about people and clubs, and appeals against them."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from carrom.errors import NotAllowedError
from carrom_web.accounts import names
from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.services import tidy_name
from carrom_web.accounts.sign_ins import group_of_person
from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.clubs.models import Club
from carrom_web.core.sockets import end_after_commit
from carrom_web.matches import challenges, tables
from carrom_web.matches.models import Report
from carrom_web.moderation import emails, selectors
from carrom_web.moderation.models import APPEAL_LENGTH, TEXT_LENGTH, AuditKind, ClubReport, ReportReason, Restriction
from carrom_web.outbox.backend import queue

Kind = Restriction.Kind
OF_PEOPLE = (Kind.NAME, Kind.WORDS, Kind.BAN)
LONGEST_DAYS = 365


class ModerationError(NotAllowedError):
    """A decision that cannot be made. Reasons: not-operator, of-operator, reason, days, appeal, answer, name."""

    code = "moderation"


def report_club(club: Club, reporter: Guest, reason: str, text: str, *, now: datetime) -> ClubReport:
    """Store that somebody reports a club; a second report of theirs replaces the first. Raises ModerationError."""
    if reason not in ReportReason.values:
        raise ModerationError("reason")
    said = {"reason": reason, "text": tidy_name(text, TEXT_LENGTH), "made_at": now, "closed_at": None}
    report, _new = ClubReport.objects.update_or_create(club=club, reporter=reporter, defaults=said)
    return report


def restrict(
    operator: Account,
    guest: Guest,
    kind: Restriction.Kind,
    *,
    why: str,
    note: str = "",
    days: int = 0,
    now: datetime,
    site: str = "",
) -> Restriction:
    """Restrict somebody, for some days or (0) until it is lifted; their open reports are closed by it.

    Raises:
        ModerationError: nothing was changed.
    """
    _check_operator(operator)
    if Account.objects.filter(guest=guest, is_staff=True).exists():
        raise ModerationError("of-operator")
    if kind is Kind.NAME and not guest.name:
        raise ModerationError("name")
    if not 0 <= days <= LONGEST_DAYS:
        raise ModerationError("days", most=LONGEST_DAYS)
    with transaction.atomic():
        row = Restriction(guest=guest, kind=kind, until=now + timedelta(days=days) if days else None)
        if kind is Kind.NAME:
            row.name, row.likeness, row.until = guest.name, names.likeness(guest.name), None
            row.new_name = _("Player %(number)04d") % {"number": guest.pk.int % 10_000}
            guest.name = row.new_name
            guest.save(update_fields=["name", "likeness"])
        _store(row, operator, why=why, note=note, now=now, site=site)
        close_reports(operator, guest, now=now)
        if kind is Kind.BAN:
            challenges.withdraw(guest.pk)
            tables.leave_all(guest)
            end_after_commit([group_of_person(guest.pk)])
    return row


def hide(operator: Account, club: Club, *, why: str, note: str = "", now: datetime, site: str = "") -> Restriction:
    """Hide a club and all that it holds from everybody but its members. Raises ModerationError."""
    _check_operator(operator)
    with transaction.atomic():
        row = _store(Restriction(club=club, kind=Kind.HIDDEN), operator, why=why, note=note, now=now, site=site)
        Club.objects.filter(pk=club.pk).update(is_hidden=True)
        close_club_reports(operator, club, now=now)
    return row


def lift(operator: Account, restriction: Restriction, *, now: datetime, site: str = "") -> None:
    """Lift a restriction that holds; a name that nobody has changed since comes back. Raises ModerationError."""
    _check_operator(operator)
    with transaction.atomic():
        _lift(operator, restriction, now=now)
    queue(emails.lifted, restriction.pk, site)


def close_reports(operator: Account, guest: Guest, *, now: datetime) -> int:
    """Close the open reports of somebody; return how many there were. Raises ModerationError."""
    _check_operator(operator)
    return Report.objects.filter(reported=guest, closed_at=None).update(closed_at=now)


def close_club_reports(operator: Account, club: Club, *, now: datetime) -> int:
    """Close the open reports of a club; return how many there were. Raises ModerationError."""
    _check_operator(operator)
    return ClubReport.objects.filter(club=club, closed_at=None).update(closed_at=now)


def appeal(guest_id: UUID, restriction_id: int, text: str, *, now: datetime) -> None:
    """Appeal once against a restriction that concerns oneself. Raises RestrictionGoneError, ModerationError."""
    row = selectors.own_restriction(guest_id, restriction_id)
    said = " ".join(text.split())[:APPEAL_LENGTH]
    if not said or row.appealed_at is not None:
        raise ModerationError("appeal")
    with transaction.atomic():
        waiting = selectors.in_force(now).filter(pk=row.pk, appealed_at=None)
        if not waiting.update(appeal=said, appealed_at=now):
            raise selectors.RestrictionGoneError
        record_audit(row, AuditKind.APPEALED, at=now, guest_id=guest_id, role=AuditEntry.Role.PLAYER)


def answer(
    operator: Account, restriction: Restriction, text: str, *, lifts: bool, now: datetime, site: str = ""
) -> None:
    """Answer an appeal, and lift the restriction or not. Raises ModerationError."""
    _check_operator(operator)
    said = " ".join(text.split())[:TEXT_LENGTH]
    if not said:
        raise ModerationError("answer")
    with transaction.atomic():
        waiting = Restriction.objects.filter(pk=restriction.pk, appealed_at__isnull=False, answered_at=None)
        if not waiting.update(answer=said, answered_at=now):
            raise ModerationError("answer")
        record_audit(restriction, AuditKind.ANSWERED, at=now, guest_id=operator.guest_id)
        if lifts:
            _lift(operator, restriction, now=now)
    queue(emails.answered, restriction.pk, site)


def _check_operator(account: Account) -> None:
    if not (account.is_active and account.is_staff):
        raise ModerationError("not-operator")


def _store(row: Restriction, operator: Account, *, why: str, note: str, now: datetime, site: str) -> Restriction:
    row.why, row.note, row.made_at = " ".join(why.split())[:TEXT_LENGTH], " ".join(note.split())[:TEXT_LENGTH], now
    if not row.why:
        raise ModerationError("reason")
    row.save()
    record_audit(row, AuditKind.MADE, at=now, guest_id=operator.guest_id)
    queue(emails.restricted, row.pk, site)
    return row


def _lift(operator: Account, row: Restriction, *, now: datetime) -> None:
    if not selectors.in_force(now).filter(pk=row.pk).update(lifted_at=now):
        raise selectors.RestrictionGoneError
    record_audit(row, AuditKind.LIFTED, at=now, guest_id=operator.guest_id)
    if row.kind == Kind.NAME and row.guest_id is not None:
        Guest.objects.filter(pk=row.guest_id, name=row.new_name).update(name=row.name, likeness=row.likeness)
    if row.club is not None and not selectors.is_hidden(row.club.pk):
        Club.objects.filter(pk=row.club.pk).update(is_hidden=False)

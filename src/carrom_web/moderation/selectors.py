"""Restrictions in force, open reports, and appeals that wait for an answer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club, Member
from carrom_web.clubs.rights import Role
from carrom_web.matches.models import Report
from carrom_web.moderation.models import ClubReport, Restriction

Kind = Restriction.Kind


class RestrictionGoneError(NotAllowedError):
    """There is no such restriction, or it is not in force any more."""

    code = "restriction-gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPerson:
    """Somebody with open reports: how often for each reason, by how many people, and when last."""

    guest: Guest
    reasons: Sequence[tuple[str, int]]
    reporters: int
    last: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedClub:
    """A club with open reports."""

    club: Club
    reports: Sequence[ClubReport]


def in_force(now: datetime | None = None) -> "QuerySet[Restriction]":
    """Return the restrictions that hold now."""
    now = now or timezone.now()
    return Restriction.objects.filter(Q(until=None) | Q(until__gt=now), lifted_at=None)


def restriction_of(guest_id: UUID | None, kind: Restriction.Kind) -> Restriction | None:
    """Return the restriction of a kind that somebody is under, the one that lasts longest; None: none."""
    if guest_id is None:
        return None
    found = list(in_force().filter(guest=guest_id, kind=kind))
    return max(found, key=lambda one: (one.until is None, one.until or one.made_at), default=None)


def is_name_taken_away(likeness: str) -> bool:
    """Whether operators have taken away a name that looks like this one."""
    return bool(likeness) and in_force().filter(kind=Kind.NAME, likeness=likeness).exists()


def of_guest(guest_id: UUID) -> list[Restriction]:
    """Return every restriction that concerns somebody, of the clubs that they own too; the newest first."""
    own = Member.objects.filter(guest=guest_id, role=Role.OWNER).values("club")
    return list(
        Restriction.objects.filter(Q(guest=guest_id) | Q(club__in=own))
        .select_related("club")
        .order_by("-made_at", "-pk")
    )


def own_restriction(guest_id: UUID, restriction_id: int) -> Restriction:
    """Return one of those that concern somebody. Raises RestrictionGoneError."""
    for one in of_guest(guest_id):
        if one.pk == restriction_id:
            return one
    raise RestrictionGoneError


def reported_people() -> list[ReportedPerson]:
    """Return everybody with open reports, those whom most people report first."""
    by_guest: dict[UUID, list[Report]] = {}
    for report in Report.objects.filter(closed_at=None).select_related("reported").order_by("-made_at"):
        by_guest.setdefault(report.reported_id, []).append(report)
    found = [
        ReportedPerson(
            guest=reports[0].reported,
            reasons=[
                (str(Report.Reason(reason).label), n) for reason, n in Counter(r.reason for r in reports).most_common()
            ],
            reporters=len({report.reporter_id for report in reports}),
            last=reports[0].made_at,
        )
        for reports in by_guest.values()
    ]
    return sorted(found, key=lambda one: (-one.reporters, -one.last.timestamp()))


def reported_clubs() -> list[ReportedClub]:
    """Return the clubs with open reports, those with most first."""
    by_club: dict[int, list[ClubReport]] = {}
    for report in ClubReport.objects.filter(closed_at=None).select_related("club").order_by("-made_at"):
        by_club.setdefault(report.club_id, []).append(report)
    found = [ReportedClub(club=reports[0].club, reports=reports) for reports in by_club.values()]
    return sorted(found, key=lambda one: -len(one.reports))


def waiting_appeals() -> list[Restriction]:
    """Return the appeals that nobody has answered, the oldest first."""
    waiting = in_force().filter(appealed_at__isnull=False, answered_at=None)
    return list(waiting.select_related("guest", "club").order_by("appealed_at"))


def is_hidden(club_id: int) -> bool:
    """Whether a club is hidden."""
    return in_force().filter(club=club_id, kind=Kind.HIDDEN).exists()

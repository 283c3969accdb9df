"""The clock of storage: what a club has stored long enough is deleted, and its log says how much of what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.core.hooks import registry
from carrom_web.outbox.erasure import delete_emails_to
from carrom_web.people.models import Player, RetentionKind
from carrom_web.people.retention import RetentionTerms, ends_of, stored, terms_of
from carrom_web.people.services import players_changed

AT_ONCE = 200  # players in one transaction


def set_periods(club: Club, guest_id: UUID | None, terms: RetentionTerms, *, now: datetime) -> None:
    """Store for how long a club stores data. Raises NotAllowedInClubError."""
    clubs.check(club.pk, guest_id, Action.EDIT)
    if terms != terms_of(club):
        with transaction.atomic():
            club.retention = stored(terms)
            club.save(update_fields=["retention"])
            record_audit(club, RetentionKind.SET, at=now, guest_id=guest_id, **stored(terms))


def expire_all(now: datetime) -> None:
    """Let the clock of every club run; doing it again changes nothing."""
    for club in Club.objects.order_by("pk"):
        expire(club, now)


def expire(club: Club, now: datetime) -> Mapping[str, int]:
    """Delete what a club has stored long enough; return how much went, by the names of the periods."""
    terms, day = terms_of(club), now.date()
    gone: Counter[str] = Counter()
    with transaction.atomic():
        for counts in registry.hook.end_storage(club_id=club.pk, day=day, periods=asdict(terms)):
            gone.update(counts)
        holds = Q(branch__born__isnull=False) | ~Q(branch__email="")
        roots = Player.objects.filter(holds, club=club, merged_into=None, erased_at=None).distinct()
        pks = list(roots.order_by("pk").values_list("pk", flat=True))
        for first in range(0, len(pks), AT_ONCE):
            gone.update(_expire_players(terms, pks[first : first + AT_ONCE], now))
        gone += Counter()  # without zeros
        if gone:
            detail: dict[str, Any] = dict(gone)
            record_audit(club, RetentionKind.EXPIRED, at=now, by="", role=AuditEntry.Role.SITE, **detail)
            players_changed.send(sender=Player, club_id=club.pk, who=False)
    return gone


def _expire_players(terms: RetentionTerms, pks: Sequence[UUID], now: datetime) -> Mapping[str, int]:
    """Delete dates of birth and addresses whose time is over. Nobody enters while these rows are locked."""
    roots = list(Player.objects.filter(pk__in=pks).select_for_update())
    ends = ends_of(terms, roots)
    births = [pk for pk, end in ends.items() if end.birth is not None and now.date() > end.birth]
    addresses = [pk for pk, end in ends.items() if end.address is not None and now.date() > end.address]
    with_birth = Player.objects.filter(root__in=births, born__isnull=False)
    with_address = Player.objects.filter(root__in=addresses).exclude(email="")
    gone = {
        "birth_days": with_birth.values("root").distinct().count(),
        "address_days": with_address.values("root").distinct().count(),
    }
    if gone["birth_days"]:
        branch = list(Player.objects.filter(root__in=births).values_list("pk", flat=True))
        registry.hook.store_age_classes(player_ids=branch)
        with_birth.update(born=None)
    if gone["address_days"]:
        known = set(with_address.values_list("email", flat=True))
        with_address.update(email="")
        shared = Player.objects.filter(email__in=known).values_list("email", flat=True)
        delete_emails_to(known - set(shared))
    return gone

"""The design of a club's certificates and labels: stored for all its events, with a logo."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom import serialization
from carrom.printing.certificates import Design, check_design
from carrom.printing.uploads import read_logo
from carrom.settings import check_settings, settings_of
from carrom_web.audit.services import record_audit
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.models import ClubDesign, ClubLogo

CHANGED = "print-design-changed"


def store_design(club: Club, guest_id: UUID | None, design: Design, *, now: datetime) -> None:
    """Store how the certificates of a club look from now on.

    Raises:
        NotAllowedInClubError. SettingError, DesignError: it cannot be printed so; nothing was stored.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    known = settings_of(Design)
    check_settings(known, {name: one.of(design) for name, one in known.items()})
    check_design(design)
    with transaction.atomic():
        ClubDesign.objects.update_or_create(club=club, defaults={"design": serialization.write(design)})
        record_audit(club, CHANGED, at=now, guest_id=guest_id)


def store_logo(club: Club, guest_id: UUID | None, data: bytes, *, now: datetime) -> None:
    """Store the logo of a club instead of an earlier one. Raises NotAllowedInClubError, UploadedPictureError."""
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    logo = read_logo(data)
    values = {"content": logo.content, "width": logo.width, "height": logo.height, "digest": logo.digest}
    with transaction.atomic():
        ClubLogo.objects.update_or_create(club=club, defaults=values)
        record_audit(club, CHANGED, at=now, guest_id=guest_id)


def remove_logo(club: Club, guest_id: UUID | None, *, now: datetime) -> None:
    """Delete the logo of a club. Raises NotAllowedInClubError."""
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    with transaction.atomic():
        if ClubLogo.objects.filter(club=club).delete()[0]:
            record_audit(club, CHANGED, at=now, guest_id=guest_id)

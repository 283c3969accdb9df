"""Logos of sponsors: stored for the club, so that its next event has them too."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.printing.uploads import read_logo
from carrom.tournament.prizes import read_sponsors
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import repository, sponsors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Event, SponsorLogo
from carrom_web.competitions.events.services.organising import check_may, record_audit


class UnknownSponsorError(NotAllowedError):
    """A sponsor that the event does not name."""

    code = "unknown-sponsor"


def store_logo(event: Event, guest_id: UUID | None, name: str, data: bytes, *, now: datetime) -> None:
    """Store the logo of a sponsor of an event, instead of an earlier one.

    Raises:
        NotOfficialError, UnknownSponsorError. UploadedPictureError: it is no picture that is taken.
    """
    check_may(event, guest_id, Action.ORGANISE)
    key = _key_of(event, name)
    logo = read_logo(data)
    values = {"content": logo.content, "width": logo.width, "height": logo.height, "digest": logo.digest}
    with transaction.atomic():
        SponsorLogo.objects.update_or_create(club=event.club, name_key=key, defaults=values)
        record_audit(event, guest_id, AuditKind.LOGO_STORED, now, sponsor=name)


def remove_logo(event: Event, guest_id: UUID | None, name: str, *, now: datetime) -> None:
    """Delete the logo of a sponsor. Raises NotOfficialError, UnknownSponsorError."""
    check_may(event, guest_id, Action.ORGANISE)
    key = _key_of(event, name)
    with transaction.atomic():
        if SponsorLogo.objects.filter(club=event.club, name_key=key).delete()[0]:
            record_audit(event, guest_id, AuditKind.LOGO_REMOVED, now, sponsor=name)


def _key_of(event: Event, name: str) -> str:
    keys = {sponsors.key_of(one.name) for one in read_sponsors(repository.terms_of(event).sponsors)}
    if (key := sponsors.key_of(name)) not in keys:
        raise UnknownSponsorError(name=name)
    return key

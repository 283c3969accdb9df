"""What the registrar does with a registration on the day: note who is there, withdraw it. Each is in the audit log."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom_web.clubs.rights import Action
from carrom_web.tournaments.actions import entering
from carrom_web.tournaments.actions.organising import check_may, note_deed
from carrom_web.tournaments.models import Form


def check_in(form: Form, guest_id: UUID | None, *, came: bool, now: datetime) -> None:
    """Note that somebody is there on the day, or that this was an error. Raises NotOfficialError."""
    check_may(form.event, guest_id, Action.REGISTER)
    with transaction.atomic():
        Form.objects.filter(pk=form.pk).update(came_at=now if came else None)
        note_deed(form.event, guest_id, "checked in" if came else "check-in taken back", now, form=form.number)


def withdraw(form: Form, guest_id: UUID | None, *, now: datetime) -> None:
    """Withdraw a registration for whoever asks for it at the desk. Raises NotOfficialError."""
    check_may(form.event, guest_id, Action.REGISTER)
    with transaction.atomic():
        entering.withdraw(form, now=now)
        note_deed(form.event, guest_id, "withdrawn at the desk", now, form=form.number)

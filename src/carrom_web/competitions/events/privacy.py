"""Export and erasure of a person's data in events: forms and entries by their guest, or one form by its link.

The ledger and the results stay, without a name: sums must add up, and a draw has two sides.
"""

import base64
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from carrom_web.competitions.events import announcements, repository
from carrom_web.competitions.events.models import (
    ClosedLineUp,
    Group,
    Handover,
    Member,
    Registration,
    WinnerPhoto,
)
from carrom_web.competitions.events.services import registration
from carrom_web.people.retention import stored_until
from carrom_web.people.selectors import claimed_rows, own_rows, references
from carrom_web.people.services import detach, erase

MEMBER = ("name", "email", "born", "age_class", "agreed_at", "consents", "photo_consents")


def export_of(form: Registration) -> dict[str, Any]:
    """Everything that is held of one registration, as plain values."""
    person = ("name", "email", "new_email", "born", "age_class", "gender", "club_name", "shows_name")
    own = ("number", *person, "method", "made_at", "came_at", "wants_calls", "answers", "consents")
    return {
        "event": form.event.slug,
        **{name: getattr(form, name) for name in own},
        "entries": [
            {
                "category": entry.category.key,
                "standing": entry.standing,
                "members": [
                    {name: getattr(one, name) for name in MEMBER} for one in entry.members.order_by("position")
                ],
            }
            for entry in form.entries.select_related("category").order_by("pk")
        ],
        "photos": _photos(Member.objects.filter(entry__form=form, position=0)),
        "changes": [
            {"at": one.at, "by": one.by, **form.history[str(one.pk)]}
            for one in form.event.audit_entries.filter(pk__in=form.history).order_by("pk")
        ],
        "ledger": list(form.movements.order_by("pk").values("at", "kind", "amount", "method", "receipt", "note")),
    }


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """All registrations of somebody who was signed in, or came back on the same browser."""
    return [
        export_of(form)
        for form in Registration.objects.filter(own_rows(guest_id)).select_related("event").order_by("pk")
    ]


def export_groups(guest_id: UUID) -> list[dict[str, Any]]:
    """Return for which clubs somebody registered others together."""
    rows = Group.objects.filter(guest_id=guest_id).select_related("event").order_by("made_at")
    return [
        {"event": one.event.slug, "club": one.club_name, "email": one.email, "made_at": one.made_at} for one in rows
    ]


def export_named(guest_id: UUID) -> list[dict[str, Any]]:
    """Return the entries that others made for somebody, as a partner or in a team."""
    rows = Member.objects.filter(claimed_rows(guest_id), position__gt=0).select_related("category__event")
    return [
        {
            "event": row.category.event.slug,
            "category": row.category.key,
            "name": row.name,
            "agreed_at": row.agreed_at,
            "photo_consents": row.photo_consents,
            "photos": _photos(Member.objects.filter(pk=row.pk)),
        }
        for row in rows.order_by("pk")
    ]


def export_member(member: Member) -> dict[str, Any]:
    """Everything that is held of a partner or a member of a team, as plain values; nothing of who entered them."""
    entry = member.entry
    return {
        "event": entry.form.event.slug,
        "category": entry.category.key,
        "team": entry.team,
        "standing": entry.standing,
        **{name: getattr(member, name) for name in (*MEMBER, "gender", "shows_name")},
        "stored_until": stored_until(member.person),
        "photos": _photos(Member.objects.filter(pk=member.pk)),
    }


def _photos(members: QuerySet[Member]) -> list[dict[str, Any]]:
    """The photos on which somebody is: when they were stored, and the pictures themselves, as JPEG in base 64."""
    found = WinnerPhoto.objects.filter(people__member__in=members).distinct().order_by("pk")
    return [{"at": one.made_at, "jpeg": base64.b64encode(bytes(one.content)).decode()} for one in found]


def erase_registration(form: Registration, *, now: datetime) -> None:
    """Delete the person behind a registration. What still stands is withdrawn first, as if they did it themselves.

    Partners and team members whom they named, and who never agreed, go too: nobody else ever agreed to keep them.
    """
    with transaction.atomic():
        registration.withdraw(form, now=now)
        ClosedLineUp.objects.filter(team__in=form.entries.values("key")).delete()
        nobody: dict[str, Any] = {"name": "", "gender": ""}
        no_words: dict[str, Any] = {"consents": [], "photo_consents": []}
        gone = Q(position=0) | Q(agreed_at=None)
        WinnerPhoto.objects.filter(people__member__in=Member.objects.filter(gone, entry__form=form)).delete()
        Registration.objects.filter(pk=form.pk).update(
            identity=f"gone {form.pk.hex}",
            club_name="",
            new_email="",
            guest=None,
            history={},
            answers={},
            consents=[],
            **nobody,
        )
        Handover.objects.filter(form=form).delete()
        detach(form, *Member.objects.filter(entry__form=form, position=0))
        for member in Member.objects.filter(gone, entry__form=form):
            Member.objects.filter(pk=member.pk).update(identity=f"gone {member.pk}", **nobody, **no_words)
            if member.position:
                detach(member)


def erase_member(member: Member, *, now: datetime) -> None:
    """Delete a partner or a member of a team. Before the event's last day is over they decline first, where they can.

    Who entered them has their own entry still; results stay, without a name.
    """
    person, event = member.person, member.entry.form.event
    with transaction.atomic():
        if member.active and now.date() <= repository.terms_of(event).days[-1].date:
            with suppress(registration.CategoryClosedError):  # a team that is drawn: it plays on, and the name goes
                registration.decline(member, now=now)
        WinnerPhoto.objects.filter(people__member=member.pk).delete()
        row = Member.objects.filter(pk=member.pk).first()
        if row is not None:
            _erase_rows([row])
        elif not references(person):
            erase(person.root)
        announcements.changed_after_commit(event.pk)


def _erase_rows(members: Iterable[Member]) -> None:
    for member in members:
        Member.objects.filter(pk=member.pk).update(
            identity=f"gone {member.pk}", name="", gender="", age_class=None, consents=[], photo_consents=[]
        )
        detach(member)


def erase_guest(guest_id: UUID) -> None:
    """Delete the registrations that somebody handed in; who said what is in the audit log."""
    for form in Registration.objects.filter(guest_id=guest_id).select_related("event"):
        erase_registration(form, now=timezone.now())
    Group.objects.filter(guest_id=guest_id).update(name="", email="", guest=None)


def erase_players(player_ids: Sequence[UUID]) -> None:
    """Delete a person from all events of their club, also where others named them as a partner or in a team."""
    for form in Registration.objects.filter(person__in=player_ids).select_related("event"):
        erase_registration(form, now=timezone.now())
    WinnerPhoto.objects.filter(people__member__in=Member.objects.filter(person__in=player_ids)).delete()
    _erase_rows(Member.objects.filter(person__in=player_ids))

"""Photos of winners: stored by an organiser, shown once everybody on them agrees, gone as soon as one does not."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.printing.uploads import read_photo
from carrom.tournament.questions import Consent, check_consent
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, entry_emails, photos, repository
from carrom_web.competitions.events.age_classes import birthday_or_class
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Event, Member, PhotoPerson, WinnerPhoto
from carrom_web.competitions.events.photos import TERMS_VERSION, PhotoWord
from carrom_web.competitions.events.services.organising import UnknownCategoryError, check_may, record_audit
from carrom_web.outbox.backend import queue

MOST = 6  # of a category: they lie in the database, and in every backup


class PhotoError(NotAllowedError):
    """A photo that cannot be stored or shown so."""

    code = "winner-photo"


def store_photo(
    event: Event,
    guest_id: UUID | None,
    key: str,
    data: bytes,
    *,
    people: Collection[int],
    all_named: bool,
    now: datetime,
) -> WinnerPhoto:
    """Store a photo of winners of a category; `people` are the members on it, by their numbers.

    Raises:
        NotOfficialError, UnknownCategoryError. UploadedPictureError: it is no picture that is taken.
        PhotoError: nobody is named, or not everybody, or somebody who does not play there; there are many already.
    """
    check_may(event, guest_id, Action.ORGANISE)
    category = event.categories.filter(key=key, state=Category.State.OPEN).first()
    if category is None:
        raise UnknownCategoryError()
    members = list(category.members.filter(pk__in=people, active=True).exclude(name=""))
    if not members or len(members) != len(set(people)):
        raise PhotoError("nobody")
    if not all_named:
        raise PhotoError("not-all-named")
    if category.photos.count() >= MOST:
        raise PhotoError("too-many", most=MOST)
    picture, small = read_photo(data)
    with transaction.atomic():
        photo = WinnerPhoto.objects.create(
            category=category,
            made_at=now,
            content=picture.content,
            width=picture.width,
            height=picture.height,
            digest=picture.digest,
            thumbnail=small.content,
            thumbnail_width=small.width,
            thumbnail_height=small.height,
        )
        PhotoPerson.objects.bulk_create(PhotoPerson(photo=photo, member=member) for member in members)
        record_audit(event, guest_id, AuditKind.PHOTO_STORED, now, category=key)
        for member in members:
            if photos.last_word(member) is None and member.email:
                queue(entry_emails.asked_about_photo, member.pk)
    return photo


def remove_photo(event: Event, guest_id: UUID | None, photo_id: int, *, now: datetime) -> None:
    """Delete a photo. Raises NotOfficialError."""
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        photo = photos.photos_of(event).filter(pk=photo_id).first()
        if photo is not None:
            photo.delete()
            record_audit(event, guest_id, AuditKind.PHOTO_REMOVED, now, category=photo.category.key)


def say(members: Sequence[Member], *, is_given: bool, guardian: str = "", now: datetime, by_desk: bool = False) -> None:
    """Store somebody's word on photos on which they are; these rows are all of one person.

    Raises:
        ConsentError: they are a minor, and no guardian agrees.
    """
    if not members:
        return
    first, event = members[0], members[0].category.event
    if is_given:
        day = repository.terms_of(event).days[0].date
        consent, born = Consent(version=TERMS_VERSION, guardian=guardian), birthday_or_class(first, day)
        check_consent(consent, version=TERMS_VERSION, name=first.name, born=born, day=day)
    word = PhotoWord(TERMS_VERSION, now.isoformat(timespec="seconds"), is_given, guardian, by_desk)
    with transaction.atomic():
        for member in Member.objects.filter(pk__in=[one.pk for one in members]).select_for_update(of=("self",)):
            Member.objects.filter(pk=member.pk).update(photo_consents=[*member.photo_consents, asdict(word)])
        announcements.changed_after_commit(event.pk)


def record_word(
    event: Event, guest_id: UUID | None, member_id: int, *, is_given: bool, guardian: str, now: datetime
) -> None:
    """Store what somebody has said to an organiser, on paper or aloud. Nobody says yes for who has said no themself.

    Raises:
        NotOfficialError, ConsentError. PhotoError: nobody here, or they have said no by their own link.
    """
    check_may(event, guest_id, Action.ORGANISE)
    member = Member.objects.filter(pk=member_id, category__event=event).exclude(name="").first()
    if member is None:
        raise PhotoError("unknown-person")
    word = photos.last_word(member)
    if is_given and word is not None and not word.is_given and not word.by_desk:
        raise PhotoError("said-no", name=member.name)
    with transaction.atomic():
        say([member], is_given=is_given, guardian=guardian, now=now, by_desk=True)
        record_audit(event, guest_id, AuditKind.PHOTO_CONSENT_BY_DESK, now, form=member.entry.form.number)

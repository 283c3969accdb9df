"""Photos of winners: who is on them, who agrees to that, and which of them everybody sees. Reads, never writes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import Category, Event, Member, PhotoPerson, WinnerPhoto

TERMS_VERSION = 1  # raised with every change of what is asked (`photo_words.html`): earlier words hold no longer


@dataclass(frozen=True, slots=True)
class PhotoWord:
    """Somebody's word on photos of winners: on which version, when (ISO 8601), and by whom if not by themself."""

    version: int
    at: str
    is_given: bool
    guardian: str = ""
    by_desk: bool = False


def last_word(member: Member) -> PhotoWord | None:
    """Return the word that holds of a member; None: they have not said anything about the present version."""
    word = PhotoWord(**member.photo_consents[-1]) if member.photo_consents else None
    return word if word is not None and word.version == TERMS_VERSION else None


def agrees(member: Member | None) -> bool:
    """Whether somebody agrees that photos of them are shown."""
    word = last_word(member) if member is not None else None
    return word is not None and word.is_given


def is_public(photo: WinnerPhoto) -> bool:
    """Whether everybody may see a photo: somebody is named on it, and each of them agrees."""
    people = [one.member for one in photo.people.all()]
    return bool(people) and all(agrees(member) for member in people)


def photos_of(event: Event) -> QuerySet[WinnerPhoto]:
    """Return the photos of an event with their people, without the pictures themselves."""
    people = PhotoPerson.objects.select_related("member__person__root").order_by("pk")
    rows = WinnerPhoto.objects.filter(category__event=event).exclude(category__state=Category.State.CANCELLED)
    return (
        rows.select_related("category")
        .defer("content", "thumbnail")
        .prefetch_related(Prefetch("people", people))
        .order_by("pk")
    )


def public_photos(event: Event) -> dict[str, list[dict[str, Any]]]:
    """Return the photos that everybody sees, by the keys of their categories: {src, small, width, height, names}."""
    found: dict[str, list[dict[str, Any]]] = {}
    for photo in photos_of(event):
        if is_public(photo):
            found.setdefault(photo.category.key, []).append(photo_row(event, photo))
    return found


def photo_row(event: Event, photo: WinnerPhoto) -> dict[str, Any]:
    """Return a photo as pages show it; names as their people are shown in public."""
    src = reverse("event-photo", args=[event.slug, photo.pk])
    people = [one.member for one in photo.people.all() if one.member is not None]
    return {
        "id": photo.pk,
        "src": src,
        "small": f"{src}?small",
        "width": photo.thumbnail_width,
        "height": photo.thumbnail_height,
        "names": ", ".join(selectors.shown_name(member) for member in people),
    }


def photos_with(members: Iterable[Member]) -> list[WinnerPhoto]:
    """Return the photos on which one of these is, without the pictures themselves."""
    keys = [member.pk for member in members]
    rows = WinnerPhoto.objects.filter(people__member__in=keys).distinct()
    return list(rows.select_related("category__event").defer("content", "thumbnail").order_by("pk"))

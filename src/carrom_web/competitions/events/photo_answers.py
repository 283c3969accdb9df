"""A photo of winners as an answer, and the word of who is on it, for the pages behind a person's own link."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from carrom.errors import CarromError
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events import photos
from carrom_web.competitions.events.models import Member, WinnerPhoto
from carrom_web.competitions.events.picture_answers import picture_answer
from carrom_web.competitions.events.services import photos as services
from carrom_web.core.translation import localized

SAYS = {"photos-yes": True, "photos-no": False}


def photo_answer(request: HttpRequest, photo: WinnerPhoto) -> HttpResponse:
    """Return the photo, or its small version where `?small` is asked; nothing stores it for longer than it may be."""
    is_small = "small" in request.GET
    content = bytes(photo.thumbnail if is_small else photo.content)
    tag = f"{photo.digest}-small" if is_small else photo.digest
    return picture_answer(request, content, "image/jpeg", tag, may_be_stored=False)


def own_photo(request: HttpRequest, members: Iterable[Member], number: int) -> HttpResponse:
    """Return a photo to somebody who is on it. Raises Http404."""
    photo = WinnerPhoto.objects.filter(pk=number, people__member__in=[one.pk for one in members]).first()
    if photo is None:
        raise Http404
    return photo_answer(request, photo)


def say(request: HttpRequest, members: Sequence[Member], *, now: datetime) -> str:
    """Store the word that was sent with `SAYS`; return why it could not be, "" if it was."""
    guardian = tidy_name(str(request.POST.get("photo_guardian", "")), 80)
    try:
        services.say(members, is_given=SAYS[request.POST["do"]], guardian=guardian, now=now)
    except CarromError as error:
        return localized(error)
    return ""


def own_photos(members: Sequence[Member], *, is_asked: bool, problem: str = "") -> dict[str, Any] | None:
    """Return what a person's own page asks of them: {photos, word, problem}; None: there is nothing to ask yet."""
    found = photos.photos_with(members)
    word = photos.last_word(members[0]) if members else None
    if not members or not (found or word or is_asked):
        return None
    return {"photos": found, "word": word, "problem": problem}

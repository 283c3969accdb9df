"""The people somebody follows in competitions: stored with their account, or else in a cookie.

The account takes over what a device knew when its owner signs in (`listeners`). A kind says who can be followed, and
what is said of them on top of its pages (`CompetitionKind.followed`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest, HttpResponse

from carrom_web.accounts.selectors import account_of
from carrom_web.competitions.models import Competition, Follow

COOKIE, MOST_OF_A_DEVICE = "carrom_follow", 12
COOKIE_LIFETIME_S = 365 * 86_400
KEY = re.compile(r"[a-zA-Z0-9_-]{1,40}")
MOST = 100  # of one account; the newest are stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """Somebody who can be followed: a public name and page, and what they play now or next, or how they stand."""

    key: str
    name: str
    url: str
    says: str = ""
    is_now: bool = False
    watch: str = ""  # where it is looked at


class Place(NamedTuple):
    """Whom a device follows: the app of the competition, its slug, the key there."""

    app: str
    slug: str
    key: str


def places_in(cookies: Mapping[str, str]) -> list[Place]:
    """Whom this device follows, as its cookie says."""
    parts = (one.split(":") for one in cookies.get(COOKIE, "")[:2000].split("."))
    places = [Place(*found) for found in parts if len(found) == 3]
    return [one for one in places if one.slug and KEY.fullmatch(one.key)]


def keys_of(request: HttpRequest, row: Competition) -> list[str]:
    """Whom the reader of a page follows in a competition: as their account says, and their device."""
    on_device = [key for app, slug, key in places_in(request.COOKIES) if (app, slug) == (row._meta.app_label, row.slug)]
    account = account_of(request)
    if account is None:
        return list(dict.fromkeys(on_device))
    own = row.follows.filter(guest_id=account.guest_id).order_by("pk").values_list("key", flat=True)
    return list(dict.fromkeys([*own, *on_device]))


def change(
    request: HttpRequest, row: Competition, keys: Sequence[str], answer: HttpResponse, *, follows: bool, now: datetime
) -> None:
    """Follow people, or no more: on all devices of an account, or on this device, by what `answer` leaves in it."""
    account = account_of(request)
    if account is None:
        _remember(request, [Place(row._meta.app_label, row.slug, key) for key in keys], answer, follows=follows)
    elif follows:
        for key in keys:
            follow(account.guest_id, row, key, now=now)
    else:
        row.follows.filter(guest_id=account.guest_id, key__in=keys).delete()


def follow(guest_id: UUID, row: Competition, key: str, *, now: datetime) -> None:
    """Follow somebody with an account; a second time changes nothing."""
    kind = ContentType.objects.get_for_model(row)
    Follow.objects.get_or_create(
        guest_id=guest_id, subject_type=kind, subject_id=row.pk, key=key, defaults={"since": now}
    )
    newest = Follow.objects.filter(guest_id=guest_id).order_by("-since", "-pk").values_list("pk", flat=True)[:MOST]
    Follow.objects.filter(guest_id=guest_id).exclude(pk__in=list(newest)).delete()


def forget(answer: HttpResponse) -> None:
    """Have the device forget whom it followed: the account knows it now."""
    answer.delete_cookie(COOKIE, path="/", samesite="Lax")


def _remember(request: HttpRequest, places: list[Place], answer: HttpResponse, *, follows: bool) -> None:
    others = [one for one in places_in(request.COOKIES) if one not in places]
    value = ".".join(":".join(one) for one in ([*others, *places][-MOST_OF_A_DEVICE:] if follows else others))
    answer.set_cookie(
        COOKIE, value, max_age=COOKIE_LIFETIME_S, httponly=True, samesite="Lax", secure=request.is_secure(), path="/"
    )

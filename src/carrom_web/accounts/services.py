"""Creating and naming guests, and moving a guest's data to an account."""

import unicodedata
from uuid import UUID

from django.core import signing
from django.db import IntegrityError, models, transaction
from django.http import HttpRequest, HttpResponse

from carrom_web.accounts.models import BOT, NAME_LENGTH, Account, Guest
from carrom_web.accounts.names import check_name
from carrom_web.accounts.selectors import COOKIE, DEVICE, SALT, account_of, guest_of

COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one


def guest_for(request: HttpRequest, *, name: str = "") -> Guest:
    """Return the guest who asks, made now if there is none; a name given replaces the old one.

    The answer must be sent through `remember`.

    Raises:
        NameRefusedError: nobody may be called so; pages answer it by `accounts.middleware`.
    """
    guest = guest_of(request)
    tidy = tidy_name(name)
    if tidy and (guest is None or tidy != guest.name):
        check_name(tidy, None if guest is None else guest.pk)
    guest = guest or Guest.objects.create()
    if tidy:
        rename(guest, name)
    return guest


def rename(guest: Guest, name: str) -> None:
    """Give a guest another name. A bot's begins with BOT, and nobody else's does."""
    plain = tidy_name(name)
    while plain.upper().startswith(BOT):
        plain = plain[len(BOT) :].lstrip()
    shown = tidy_name(f"{BOT}{plain}") if guest.is_bot else plain
    if shown and shown != guest.name:
        guest.name = shown
        guest.save(update_fields=["name"])


def become_bot(guest: Guest) -> None:
    """Make a guest with an account a bot, for good."""
    guest.is_bot = True
    guest.save(update_fields=["is_bot"])
    rename(guest, guest.name or "nameless")


def remember(response: HttpResponse, guest: Guest, request: HttpRequest) -> HttpResponse:
    """Set the guest's cookie on a response; signed-in users have their session instead."""
    if account_of(request) is not None:
        return response
    response.set_cookie(
        COOKIE,
        signing.Signer(salt=SALT).sign(guest.pk.hex),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def remember_browser(response: HttpResponse, mark: str, request: HttpRequest) -> HttpResponse:
    """Set the mark of a browser, by which it is known again when somebody else signs in."""
    response.set_cookie(
        DEVICE,
        signing.Signer(salt=DEVICE).sign(mark),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def tidy_name(name: str, longest: int = NAME_LENGTH) -> str:
    """A name without control characters and needless spaces, cut to its greatest length."""
    plain = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in name)
    return " ".join(plain.split())[:longest]


def merge_guest(account: Account, guest_id: UUID) -> bool:
    """Move everything that a guest did to an account: seats, sheets, clubs and so on; the guest is then gone.

    What both have alike, as the same role in a club, the account keeps once. Gives False, and changes nothing, for a
    guest who is not there or is another account's.
    """
    with transaction.atomic():
        old = Guest.objects.select_for_update(of=("self",)).filter(pk=guest_id, account=None).first()
        if old is None:
            return False
        for relation in Guest._meta.related_objects:
            if relation.related_model is not Account:
                _give(relation, old, account.guest_id)
        Guest.objects.filter(pk=account.guest_id, name="").update(name=old.name, likeness=old.likeness)
        old.delete()
    return True


def _give(relation: models.ForeignObjectRel, old: Guest, new_id: UUID) -> None:
    """Return every row that names one guest to another; one that the other has already goes."""
    model, name = relation.related_model, relation.field.name
    assert isinstance(model, type)  # noqa: S101  # related models are loaded by now
    for row in model._base_manager.filter(**{name: old}):
        try:
            with transaction.atomic():
                model._base_manager.filter(pk=row.pk).update(**{name: new_id})
        except IntegrityError:
            row.delete()

"""The browsers on which an account is signed in: noted at sign-in, listed for the owner, ended one by one or all.

What ends a sign-in also closes its open sockets (`core.sockets`).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from carrom_web.accounts.models import Account, SignIn
from carrom_web.accounts.selectors import account_of, guest_id_of
from carrom_web.core.browsers import label_of
from carrom_web.core.cache import ProcessCache
from carrom_web.core.sockets import end_after_commit

KEY = "sign_in"  # in the session: the row's number and the session's key when it was noted
HOUR = timedelta(hours=1)
_noted: ProcessCache[tuple[int, str, int], bool] = ProcessCache(10_000)


def note_sign_in(request: HttpRequest, account: Account) -> SignIn:
    """Store that an account is signed in on the browser that asks."""
    key = _key_of(request)
    label = label_of(request.META.get("HTTP_USER_AGENT", ""))
    values = {"account": account, "browser": label, "seen_at": timezone.now()}
    row = SignIn.objects.update_or_create(session_key=key, defaults=values)[0]
    request.session[KEY] = row.pk
    _noted.set(_mark(row.pk, key, row.seen_at), True)
    return row


def note_visit(request: HttpRequest) -> None:
    """Note, once an hour, that somebody came back; and the new key of a session, as after a change of password."""
    pk, key, now = request.session.get(KEY), request.session.session_key, timezone.now()
    if pk is None or not key:
        return
    mark = _mark(pk, key, now)
    if _noted.get(mark) is None:
        SignIn.objects.filter(pk=pk).update(session_key=key, seen_at=now)
        _noted.set(mark, True)


def devices_of(account: Account) -> list[SignIn]:
    """Return where an account is signed in now, the browser seen last first; the rows of sessions that ended go."""
    _ended(account.sign_ins.all()).delete()
    return list(account.sign_ins.order_by("-seen_at", "-pk"))


def forget_ended() -> None:
    """Delete the rows of all sessions that have ended."""
    _ended(SignIn.objects.all()).delete()


def groups_of(request: HttpRequest) -> list[str]:
    """Return the groups of the sign-in and of the person behind a socket's handshake."""
    guest_id = guest_id_of(request)
    if guest_id is None:
        return []
    sign_in = request.session.get(KEY) if account_of(request) is not None else None
    return [_group_of(sign_in), group_of_person(guest_id)] if sign_in else [group_of_person(guest_id)]


def group_of_person(guest_id: UUID) -> str:
    """The name of the group of all sockets of one person, on whichever device."""
    return f"person.{guest_id.hex}"


def end(account: Account, *, sign_in_id: int) -> None:
    """Sign an account out on one of its devices."""
    _end_all(account, lambda row: row.pk == sign_in_id)


def end_others(account: Account, request: HttpRequest) -> None:
    """Sign an account out everywhere but on the browser that asks."""
    own = request.session.get(KEY)
    _end_all(account, lambda row: row.pk != own)


def end_all(account: Account) -> None:
    """Sign an account out everywhere."""
    _end_all(account, lambda row: True)


def _end_all(account: Account, is_meant: Callable[[SignIn], bool]) -> None:
    rows = [row for row in account.sign_ins.all() if is_meant(row)]
    with transaction.atomic():
        Session.objects.filter(session_key__in=[row.session_key for row in rows]).delete()
        SignIn.objects.filter(pk__in=[row.pk for row in rows]).delete()
        end_after_commit(_group_of(row.pk) for row in rows)


def _ended(rows: "QuerySet[SignIn]") -> "QuerySet[SignIn]":
    alive = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return rows.exclude(session_key__in=alive)


def _group_of(sign_in_id: int) -> str:
    return f"sign-in.{sign_in_id}"


def _mark(pk: int, key: str, at: datetime) -> tuple[int, str, int]:
    return pk, key, int(at.timestamp() // HOUR.total_seconds())


def _key_of(request: HttpRequest) -> str:
    if not request.session.session_key:
        request.session.save()
    return str(request.session.session_key)


class SignIns:
    """Notes visits of signed-in people: only of requests that have read their session anyway."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on, then note."""
        response = self.get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.session.accessed:
            note_visit(request)
        return response

"""Links of forms, captains and players: they open until some time after their competition, and can be renewed.

A link is the right to what is behind it, and stays in mailboxes and chats for years. After the competition its holder
gets a letter that opens it again for a while; so does an official, without a letter. Somebody who has lost that mailbox
gets nothing.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom_web.competitions.models import Competition, RenewedLink
from carrom_web.core import mail
from carrom_web.core.error_page import error_page
from carrom_web.core.links import LinkExpiredError
from carrom_web.core.permissions import LinkHolder, Refuse
from carrom_web.core.translation import localized

AFTER = timedelta(days=60)  # so long links open after the competition
RENEWED = timedelta(days=30)  # so long they open again
IN_LETTERS = timedelta(days=7)  # so long a letter renews them
ASKED_SALT, SENT_SALT = "carrom.link-renewal", "carrom.link-renewal-letter"
OVER = (Competition.State.CLOSED, Competition.State.CANCELLED)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The owner of a link: their competition, its last day if it has one, and where they get letters.

    `site` is the address under which they came, for a site that has no address of its own in the settings.
    """

    competition: Competition
    last_day: date | None
    email: str
    language: str = "en"
    site: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """The wish to renew a link: of which kind, its part of the address, its page, and whether a letter brought it."""

    kind: str
    token: str
    path: str
    by_letter: bool

    @property
    def link(self) -> "CompetitionLink[Any]":
        """Its kind."""
        return LINKS[self.kind]

    @property
    def holder(self) -> Holder:
        """Whom it belongs to. Raises what opening the link raises."""
        return self.link.holder_of(self.token)


class CompetitionLink(LinkHolder, Generic[T]):
    """Holders of a link to something in a competition, until it expires.

    `opens` reads the part of the address, as for every link; `belongs` says of what it opens whom it belongs to.
    """

    def __init__(self, name: str, opens: Callable[[str], T], belongs: Callable[[T], Holder], refuse: Refuse) -> None:
        super().__init__(name, opens, refuse)
        self._found, self._belongs = opens, belongs
        LINKS[self.name] = self

    def holder_of(self, token: str) -> Holder:
        """Return whom a link belongs to. Raises what `opens` raises."""
        return self._belongs(self._found(token))

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who has the link, as long as it opens. Raises LinkExpiredError, what `opens` raises."""
        token, now = arguments["token"], timezone.now()
        if not has_ended(self.holder_of(token), now):
            return
        if not RenewedLink.objects.filter(key=_key(self.name, token), until__gt=now).exists():
            raise LinkExpiredError()

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say that the link leads nowhere, or lead to where it is renewed."""
        if not isinstance(error, LinkExpiredError):
            return super().refusal(request, error, arguments)
        asked = signing.dumps([self.name, arguments["token"], request.path], salt=ASKED_SALT)
        return error_page(
            request,
            status=410,
            code=error.code,
            title=_("This link has expired"),
            what=_("Links of a competition open until some weeks after it."),
            safe=_("Everything is still there."),
            todo=_("You can renew the link."),
            onward=(reverse("link-renewal", args=[asked]), _("Renew the link")),
        )


LINKS: dict[str, CompetitionLink[Any]] = {}
"""The kinds of links to competitions, by the names of their audiences."""


def has_ended(holder: Holder, now: datetime) -> bool:
    """Whether links to a competition have expired: some time after its last day, and after its last change.

    One without a last day ends when it is closed.
    """
    ended = ended_on(holder.competition, holder.last_day)
    return ended is not None and now.date() > ended + AFTER


def ended_on(row: Competition, last_day: date | None) -> date | None:
    """Return the day on which a competition ends: its last day or last change; None: it is open and has no last day."""
    if last_day is None and row.state not in OVER:
        return None
    return max(row.changed_at.date(), last_day or date.min)


def read_renewal(token: str) -> Renewal:
    """Return what the address of the page of renewal stands for. Raises LinkExpiredError."""
    for salt, age, by_letter in ((ASKED_SALT, None, False), (SENT_SALT, IN_LETTERS, True)):
        try:
            kind, link, path = signing.loads(token, salt=salt, max_age=age)
        except (signing.BadSignature, ValueError, TypeError):
            continue
        if kind in LINKS:
            return Renewal(kind=kind, token=link, path=path, by_letter=by_letter)
    raise LinkExpiredError()


def renew(renewal: Renewal, now: datetime) -> None:
    """Let a link open again for a while; links whose time is over are forgotten."""
    RenewedLink.objects.filter(until__lte=now).delete()
    RenewedLink.objects.update_or_create(key=_key(renewal.kind, renewal.token), defaults={"until": now + RENEWED})


def send_renewal(renewal: Renewal, site: str) -> None:
    """Send the holder of a link a letter that renews it. The page says nothing of the address."""
    holder, competition = renewal.holder, renewal.holder.competition
    token = signing.dumps([renewal.kind, renewal.token, renewal.path], salt=SENT_SALT)
    where = (settings.SITE_URL or holder.site or site).rstrip("/") + reverse("link-renewal", args=[token])
    with translation.override(holder.language):
        mail.send(
            subject=f"{competition.title}: {_('your link')}",
            paragraphs=[
                _("Your link to %(title)s has expired. This one opens it again for 30 days:")
                % {"title": competition.title},
                where,
                _("If you did not ask for it, there is nothing to do."),
            ],
            footer=f"{competition.title}\n{competition.club.name}",
            to=holder.email,
        )


def refuse_renewal(request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
    """Answer an address of the page of renewal that leads nowhere."""
    return error_page(
        request,
        status=404,
        code=error.code,
        title=_("This link has expired"),
        what=localized(error),
        todo=_("Open your old link again: it leads to a new letter."),
    )


def _key(kind: str, token: str) -> str:
    return hashlib.sha256(f"{kind} {token}".encode()).hexdigest()

"""Challenges: seats offered to anyone in the lobby, and two who seek the same, brought together.

A challenge may be rated, between two with accounts, and may seek somebody of about the host's rating.

A challenge is an invitation with `terms`: laws, length and clock as one text. It stands as long as a page of its host's
lives, by a lease that the page renews, or for a week if it is by correspondence; each guest has one at most. Who seeks
posts a challenge of their own first and looks for another of the same terms then, so that of two who seek at one moment
at least one finds the other; both are taken in one transaction, or none.
"""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom.match.rules import shipped
from carrom_web.accounts.models import Guest
from carrom_web.accounts.names import check_name
from carrom_web.accounts.selectors import has_account
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.sockets import Followers, layer_errors
from carrom_web.matches import models, online_ratings, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.proposals import TooManyMatchesError, visitor_name

LEASE = timedelta(seconds=75)  # a hidden page runs its timers once a minute
DAYS_LEASE = timedelta(days=7)  # of one by correspondence: no page has to be open
RELOAD = timedelta(seconds=10)  # how long it stands when its page is gone: a reload takes less
RATE = RateLimit(burst=20, per_second=0.2)  # challenges and acceptances of one address
FILTERS = ("ruleset", "length", "clock")
LOBBY = Followers("lobby")
ALL = 0  # the one lobby
_RNG = random.SystemRandom()


class ChallengeGoneError(NotAllowedError):
    """Somebody else has taken it, or its host has left."""

    code = "challenge-gone"


class OwnChallengeError(NotAllowedError):
    """Nobody plays against themselves, from another tab either."""

    code = "own-challenge"


class ChallengeLevelError(NotAllowedError):
    """Its host, or who would accept it, seeks somebody of about their own rating."""

    code = "challenge-level"


class RatedError(NotAllowedError):
    """A rated match that cannot be. Reasons: account, bot, laws, own-laws, clock, device (two of one browser)."""

    code = "rated"


@dataclass(frozen=True, slots=True)
class Sought:
    """Somebody's wishes besides the terms; `device` is the browser, by a mark of its own."""

    is_rated: bool = False
    seeks_near: bool = False
    device: str = ""


FRIENDLY = Sought()


def form_of(
    answers: Mapping[str, str],
    *,
    sides: str = "singles",
    files: Mapping[str, Any] | None = None,
    despite_warnings: bool = False,
) -> NewMatch:
    """The form of a new match with what is sought; valid where two can begin with it. Who breaks is drawn by lot.

    `files`: with a club's own laws (`own_laws`), where they may be brought.
    """
    sought = {name: answers.get(name, "") for name in FILTERS}
    drawn = {"opponent": "friend", "sides": sides, "breaks": _RNG.choice(("me", "other"))}
    more = {"despite_warnings": "on"} if despite_warnings else {}
    return NewMatch({**sought, **drawn, **more}, files, changes_laws=False)


def terms_of(form: NewMatch) -> str:
    """Return the terms in which two seekers must agree."""
    return " ".join(form.cleaned_data[name] for name in FILTERS)


def check_rate(address: str) -> None:
    """Count one more of an address.

    Raises:
        TooManyMatchesError: there were too many.
    """
    if not RATE.allows(address, time.monotonic()):
        raise TooManyMatchesError


def check_rated(guest: Guest, form: NewMatch) -> None:
    """Pass if this guest may play a rated match with these answers. Raises RatedError."""
    if not has_account(guest.pk):
        raise RatedError("account")
    if guest.is_bot:
        raise RatedError("bot")
    if reason := why_not_rated(form):
        raise RatedError(reason)


def why_not_rated(form: NewMatch) -> str:
    """The reason of a `RatedError` why a match with these answers cannot be rated; "" if it can."""
    if form.cleaned_data["own_laws"]:
        return "own-laws"
    if not group_of_form(form):
        return "laws"
    return "" if form.has_clock else "clock"


def group_of_form(form: NewMatch) -> str:
    """The group in which a match of this form would be rated."""
    ruleset = shipped()[form.cleaned_data["ruleset"]]
    return online_ratings.group_for(ruleset, is_doubles=form.cleaned_data["sides"] == "doubles")


def seek(guest: Guest, form: NewMatch, sought: Sought = FRIENDLY) -> models.Invitation:
    """Return the guest's challenge: with a match if another guest seeks the same, else newly posted.

    Raises:
        RatedError: it cannot be rated.
    """
    if sought.is_rated:
        check_rated(guest, form)
    own = post(guest, form, sought)
    pair(own, guest)
    own.refresh_from_db()
    return own


def post(guest: Guest, form: NewMatch, sought: Sought = FRIENDLY) -> models.Invitation:
    """Store a guest's challenge in place of an older one. Raises NameRefusedError."""
    check_name(guest.name, guest.pk, is_public=True)
    with transaction.atomic():
        models.Invitation.objects.filter(host=guest, match=None, is_table=False, open_until__isnull=False).delete()
        own = models.Invitation.objects.create(
            host=guest,
            wish=form.wish(),
            terms=terms_of(form),
            open_until=timezone.now() + (DAYS_LEASE if form.days else LEASE),
            is_rated=sought.is_rated,
            seeks_near=sought.seeks_near,
            device=sought.device,
        )
    tell_lobby()
    return own


def pair(own: models.Invitation, guest: Guest) -> None:
    """Begin the match of a stored challenge with the oldest of the same terms, unless somebody was faster."""
    for other in open_challenges(without=guest.pk).filter(terms=own.terms, is_rated=own.is_rated):
        if not is_of_level(other, guest.pk, seeks_near=own.seeks_near) or _is_same_device(other, own.device):
            continue
        try:
            _begin(other, guest, own)
        except services.InvitationTakenError:
            if not models.Invitation.objects.filter(pk=own.pk, match=None).exists():
                return
        else:
            return


def is_of_level(challenge: models.Invitation, guest_id: UUID | None, *, seeks_near: bool = False) -> bool:
    """Whether the host and somebody else are rated as near to each other as one of them seeks."""
    if not (challenge.seeks_near or seeks_near):
        return True
    ruleset = shipped().get(challenge.terms.split()[0])
    group = online_ratings.group_for(ruleset, is_doubles=challenge.is_table) if ruleset else ""
    return not group or online_ratings.is_near(challenge.host_id, guest_id, group)


def _is_same_device(challenge: models.Invitation, device: str) -> bool:
    return challenge.is_rated and bool(device) and challenge.device == device


def accept(challenge_id: UUID, guest: Guest, *, device: str = "") -> UUID:
    """Sit down at a challenge and give the match's id; what the guest posted is withdrawn by it.

    Raises:
        RatedError: it is rated, and the guest has no account, or sits at the device that posted it.
        ChallengeLevelError: the host seeks somebody of about their own rating.
        ChallengeGoneError: it is open no more.
        OwnChallengeError: the guest posted it.
        NameRefusedError: the guest is called as a rated player is.
    """
    check_name(guest.name, guest.pk, is_public=True)
    found = (
        models.Invitation.objects.filter(pk=challenge_id, is_table=False)
        .exclude(terms="")
        .select_related("host")
        .first()
    )
    if found is None or found.match_id is not None or found.open_until is None or found.open_until < timezone.now():
        raise ChallengeGoneError
    if selectors.are_apart(guest.pk, [found.host_id]):
        raise ChallengeGoneError
    if found.host_id == guest.pk:
        raise OwnChallengeError
    if found.is_rated:
        check_rated(guest, NewMatch.of_wish(found.wish))
        if _is_same_device(found, device):
            raise RatedError("device")
    if not is_of_level(found, guest.pk):
        raise ChallengeLevelError
    own = own_challenge(guest.pk)
    try:
        return _begin(found, guest, own)
    except services.InvitationTakenError:
        raise ChallengeGoneError from None


def withdraw(guest_id: UUID) -> None:
    """Take back what a guest posted."""
    gone, _rows = models.Invitation.objects.filter(
        host=guest_id, match=None, is_table=False, open_until__isnull=False
    ).delete()
    if gone:
        tell_lobby()


def open_challenges(*, without: UUID | None) -> QuerySet[models.Invitation]:
    """Return those that stand, the oldest first, but for a guest's own, and of whom one has blocked the other."""
    rows = models.Invitation.objects.filter(match=None, is_table=False, open_until__gt=timezone.now())
    rows = rows.select_related("host")
    return rows.exclude(host=without).exclude(host__in=selectors.apart_from(without)).order_by("made_at", "pk")


def own_challenge(guest_id: UUID | None) -> models.Invitation | None:
    """Return what a guest has posted and what still stands."""
    rows = models.Invitation.objects.filter(host=guest_id, match=None, is_table=False, open_until__gt=timezone.now())
    return rows.first() if guest_id else None


def match_of(challenge_id: UUID, guest_id: UUID) -> UUID | None:
    """Return the match that a guest's own challenge has led to, while it goes on."""
    rows = models.Invitation.objects.filter(pk=challenge_id, host=guest_id, match__isnull=False)
    return rows.exclude(match__phase="over").values_list("match_id", flat=True).first()


def can_be_sought(slug: str) -> bool:
    """Whether two can play under these laws."""
    return shipped()[slug].side_count == 2


def renew(guest_id: UUID, lease: timedelta = LEASE) -> None:
    """A page of this guest lives: what they posted stands for another lease; by correspondence it needs no page."""
    own = models.Invitation.objects.filter(host=guest_id, match=None, is_table=False, open_until__gt=timezone.now())
    own.exclude(terms__endswith="d").update(open_until=timezone.now() + lease)


def forget_expired() -> int:
    """Delete what no page renews any more; return how many."""
    gone, _rows = models.Invitation.objects.filter(match=None, open_until__lt=timezone.now()).delete()
    if gone:
        tell_lobby()
    return gone


def group_of(guest_id: UUID) -> str:
    """The name of the group of a guest's own pages in the lobby."""
    return f"lobby.{guest_id.hex}"


def _begin(found: models.Invitation, guest: Guest, own: models.Invitation | None) -> UUID:
    wish = NewMatch.of_wish(found.wish)
    head = wish.head(own_name=found.host.name or visitor_name(), other_name=guest.name or visitor_name())
    seats = wish.players(found.host_id, guest.pk)
    match_id = services.accept(found, head, seats, own=[own] if own else [])
    for each in {found.host_id, guest.pk}:
        try:
            async_to_sync(get_channel_layer().group_send)(group_of(each), {"type": "paired"})
        except layer_errors():
            break  # said by `tell_lobby`; the page asks by itself
    tell_lobby()
    return match_id


def tell_lobby() -> None:
    """Have all pages of the lobby look again, once what was stored is committed."""
    LOBBY.changed_after_commit(ALL)

"""Matches by correspondence, for tests: started, played on, out of time, with notifications."""

from datetime import timedelta
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from carrom.match.requests import MakeStroke, Request
from carrom.terms import Stroke
from carrom_web.accounts.models import Guest
from carrom_web.matches import absences, correspondence, models, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.push import services as push
from carrom_web.push.models import Notification
from tests.support.web.matches import make_guest, new_id
from tests.support.web.push_service import Browser

FORM = {"opponent": "friend", "ruleset": "icf", "length": "board", "breaks": "me", "clock": "3d", "take_back": "on"}
SOFT = MakeStroke(Stroke(0.1, 0.9, 1.0))  # touches nothing: the turn ends
AGO = timedelta(minutes=3)


def started(**answers: str) -> tuple[UUID, UUID, UUID]:
    """A match by link: its id, the host, who breaks, and the other."""
    host, other = make_guest("Asha"), make_guest("Tomasz")
    form = NewMatch({**FORM, **answers})
    assert form.is_valid(), form.errors
    invitation = models.Invitation.objects.get(pk=services.invite(host, form.wish()))
    head = NewMatch.of_wish(invitation.wish).head(own_name="Asha", other_name="Tomasz")
    return services.accept(invitation, head, form.players(host, other)), host, other


def ask(match_id: UUID, guest: UUID, request: Request) -> None:
    """Make a request of a match."""
    async_to_sync(services.ask)(
        match_id=match_id,
        author=services.Guest(guest),
        request_id=new_id(),
        after=row_of(match_id).version,
        request=request,
    )


def pass_on(match_id: UUID, guest: UUID) -> None:
    """Strike until it is the other's turn: a break that touches nothing may be tried again."""
    while correspondence.awaited_guests(selectors.load(match_id)) == {guest}:
        ask(match_id, guest, SOFT)


def refused(match_id: UUID, guest: UUID, request: Request) -> str:
    """The code with which a request is refused, with nothing changed."""
    before = row_of(match_id).version
    with pytest.raises(absences.AbsenceError) as error:
        ask(match_id, guest, request)
    assert row_of(match_id).version == before
    return error.value.message_id.removeprefix("absence.")


def row_of(match_id: UUID) -> models.Match:
    """The row of a match."""
    return models.Match.objects.get(pk=match_id)


def with_device(guest: UUID) -> None:
    """Let a guest get notifications."""
    fields = Browser(f"https://push.example.org/{guest}").fields
    push.switch_on(Guest.objects.get(pk=guest), *fields.values(), language="en")


def notified(guest: UUID) -> list[str]:
    """The notifications that a guest got."""
    rows = Notification.objects.filter(device__guest_id=guest).order_by("pk")
    return [f"{one.content['title']}. {one.content['body']}" for one in rows]


def out_of_time(match_id: UUID) -> None:
    """Let the time of a match be over."""
    models.Match.objects.filter(pk=match_id).update(deadline=timezone.now() - timedelta(minutes=1))

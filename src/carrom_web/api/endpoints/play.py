"""Playing: new matches, answers to what is awaited, challenges. For bots."""

import json
import time
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django import forms
from django.http import HttpRequest
from django.urls import reverse

from carrom_web.api.endpoints.matches import MATCH, started
from carrom_web.api.errors import BadRequestError, NothingHereError
from carrom_web.api.permissions import PLAY, PUBLIC, guest_of, token_of
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import (
    Challenge,
    ChallengeList,
    Computer,
    Done,
    Json,
    NewMatchBody,
    Sought,
    Started,
)
from carrom_web.matches import challenges, computers, messages, models, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.proposals import NEW_MATCHES, TooManyMatchesError, visitor_name

ENDPOINTS = Endpoints("Playing")
MOST_OPEN = 100
CHALLENGE = "/challenges/{uuid:challenge_id}"


def check_form(form: forms.Form) -> None:
    """Pass a form that is filled in rightly. Raises BadRequestError with its first fault."""
    for field, texts in form.errors.items():
        raise BadRequestError("field", place=field, fault=str(texts[0]).rstrip("."))


@ENDPOINTS.get("/computers", audience=PUBLIC, response=list[Computer], summary="Computers")
def list_computers(request: HttpRequest) -> Any:
    """Return the computers against which one can play, the weakest first."""
    choices = NewMatch(changes_laws=False).fields["level"].choices  # type: ignore[attr-defined]
    return [{"level": level, "title": computers.level_title(level)} for level, _label in choices if level]


@ENDPOINTS.post("/matches", audience=PLAY, response=Started, summary="Start a match")
def start_match(request: HttpRequest, body: NewMatchBody) -> Any:
    """Start a match against a computer, or alone under laws for one player."""
    guest = guest_of(request)
    if not NEW_MATCHES.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        raise TooManyMatchesError
    answers = {
        "opponent": "computer" if body.level else "screen",
        "level": body.level,
        "length": body.length,
        "ruleset": body.ruleset,
        "breaks": body.breaks,
        "sides": "singles",
    }
    form = NewMatch(answers, changes_laws=False)
    check_form(form)
    if not body.level and not form.solo:
        raise BadRequestError("field", place="level", fault=str(form.fields["level"].error_messages["required"]))
    return started(request, services.start_match(form.head(own_name=guest.name), form.players(guest.pk)))


@ENDPOINTS.post(
    f"{MATCH}/requests",
    audience=PLAY,
    response=Done,
    summary="Answer a match",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "required": ["kind", "id", "after"],
                        "properties": {
                            "kind": {"type": "string"},
                            "id": {"type": "string", "format": "uuid"},
                            "after": {"type": "integer", "minimum": 0},
                        },
                    }
                }
            },
        }
    },
)
def answer_match(request: HttpRequest, match_id: UUID) -> Any:
    """Store one request: a stroke, a place for a due, a choice, an offer.

    The body is a message as docs/wire.md lists them: `kind`, `id` (a UUID of yours; sent again it is stored once),
    `after` (the version that you have seen), and the members of its kind. Returned is the number of the entry.
    """
    message = messages.read_message(request.body.decode(errors="replace"))
    if not isinstance(message, messages.Ask):
        raise messages.UnknownKindError(kind=str(json.loads(request.body).get("kind"))[:40])
    number = async_to_sync(services.ask)(
        match_id=match_id,
        author=services.Guest(guest_of(request).pk),
        request_id=message.id,
        after=message.after,
        request=message.request,
    )
    return {"number": number}


@ENDPOINTS.get("/challenges", audience=PUBLIC, response=ChallengeList, summary="Open challenges")
def open_challenges(request: HttpRequest) -> Any:
    """Return the seats that are offered in the lobby, without one's own."""
    token = token_of(request)
    found = challenges.open_challenges(without=token.guest_id if token else None)[:MOST_OPEN]
    return {"challenges": [_challenge(request, one) for one in found]}


@ENDPOINTS.post("/challenges", audience=PLAY, response=Challenge, summary="Offer a seat")
def seek(request: HttpRequest, body: Sought) -> Any:
    """Offer a seat to anyone in the lobby, or with `by_link` to the holder of the link.

    If somebody seeks the same already, `match` is there at once. A challenge in the lobby stands for 75 s; renew it.
    An account has one in the lobby at a time: another takes its place. Bots play friendly matches only.
    """
    guest = guest_of(request)
    challenges.check_rate(request.META.get("REMOTE_ADDR", ""))
    form = challenges.form_of({"ruleset": body.ruleset, "length": body.length, "clock": body.clock})
    check_form(form)
    if body.by_link:
        invitation_id = services.invite(guest.pk, form.wish())
        return _challenge(request, models.Invitation.objects.select_related("host").get(pk=invitation_id))
    return _challenge(request, challenges.seek(guest, form))


@ENDPOINTS.get(CHALLENGE, audience=PLAY, response=Challenge, summary="Your challenge")
def own_challenge(request: HttpRequest, challenge_id: UUID) -> Any:
    """Return a challenge of yours; `match` is there once somebody has sat down."""
    return _challenge(request, _own(request, challenge_id))


@ENDPOINTS.post(f"{CHALLENGE}/renew", audience=PLAY, response=Challenge, summary="Renew your challenge")
def renew(request: HttpRequest, challenge_id: UUID) -> Any:
    """Let your challenge in the lobby stand for another 75 s."""
    _own(request, challenge_id)
    challenges.renew(guest_of(request).pk)
    return _challenge(request, _own(request, challenge_id))


@ENDPOINTS.delete(CHALLENGE, audience=PLAY, response={204: None}, summary="Withdraw your challenge")
def withdraw(request: HttpRequest, challenge_id: UUID) -> Any:
    """Take back a challenge of yours that nobody has accepted."""
    own = _own(request, challenge_id)
    if own.open_until is not None:
        challenges.withdraw(own.host_id)
    else:
        models.Invitation.objects.filter(pk=own.pk, match=None).delete()


@ENDPOINTS.post(f"{CHALLENGE}/accept", audience=PLAY, response=Started, summary="Accept a challenge")
def accept(request: HttpRequest, challenge_id: UUID) -> Any:
    """Sit down at a challenge of the lobby."""
    challenges.check_rate(request.META.get("REMOTE_ADDR", ""))
    return started(request, challenges.accept(challenge_id, guest_of(request)))


def _own(request: HttpRequest, challenge_id: UUID) -> models.Invitation:
    found = selectors.invitation(challenge_id)
    if found is None or found.host_id != guest_of(request).pk:
        raise NothingHereError()
    return found


def _challenge(request: HttpRequest, one: models.Invitation) -> Json:
    return {
        "id": one.pk,
        "host": one.host.name or visitor_name(),
        "host_is_bot": one.host.is_bot,
        "terms": {name: one.wish.get(name) for name in challenges.FILTERS},
        "is_rated": one.is_rated,
        "open_until": one.open_until,
        "match": one.match_id,
        "url": request.build_absolute_uri(reverse("invitation", args=[one.pk])),
    }

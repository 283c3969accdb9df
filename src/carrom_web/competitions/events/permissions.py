"""Audiences of the addresses of an event: viewers, officials, holders of links, the payment service."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from carrom.errors import CarromError, NotAllowedError
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import link_tokens, paypal, stripe
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event, Registration
from carrom_web.competitions.events.online_payments import PaymentRefusedError, PaymentServiceError
from carrom_web.competitions.events.payment_accounts import own_account, site_account, stripe_account
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import handovers, registration_changes
from carrom_web.competitions.link_expiry import CompetitionLink, Holder
from carrom_web.core.permissions import Audience, ByArgument

T = TypeVar("T")


class NotGenuineError(NotAllowedError):
    """A message in the name of the payment service that it did not send."""

    code = "not-genuine"


class _PaymentService(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass a message that the payment service says it sent. Raises NotGenuineError and what `paypal` raises."""
        headers = {name.lower(): value for name, value in request.headers.items()}
        account = own_account(clubs.club_named(arguments["slug"]).pk) if "slug" in arguments else site_account()
        if account is None or not paypal.is_genuine(account, headers, request.body):
            raise NotGenuineError()

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say so; where the service could not be asked, it sends the message again."""
        asked = not isinstance(error, PaymentServiceError | PaymentRefusedError)
        return HttpResponse(error.code, status=400 if asked else 503, content_type="text/plain")


class _Stripe(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass a message that was signed with the secret of the club's webhook. Raises NotGenuineError."""
        account = stripe_account(clubs.club_named(arguments["slug"]).pk)
        signature = request.headers.get("Stripe-Signature", "")
        if account is None or not stripe.is_genuine(account, signature, request.body, now=timezone.now()):
            raise NotGenuineError()

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say so."""
        return HttpResponse(error.code, status=400, content_type="text/plain")


def _holder(name: str, opens: Callable[[str], T], belongs: Callable[[T], Holder]) -> CompetitionLink[T]:
    return CompetitionLink(name, opens, belongs, KIND.refuse)


def _of_event(event: Event, email: str, language: str, site: str) -> Holder:
    last_day = terms_of(event).days[-1].date
    return Holder(competition=event, last_day=last_day, email=email, language=language, site=site)


def _of_form(form: Registration, email: str | None = None) -> Holder:
    return _of_event(form.event, form.email if email is None else email, form.language, form.site)


AT_THE_BOARDS = KIND.official(Action.DRAW, Action.UMPIRE)
PRINTOUT_READER = ByArgument(
    "event: by printout",
    "name",
    lambda name: name.partition("-")[0],
    {
        "badges": KIND.official(Action.REGISTER),
        "certificates": KIND.official(Action.DRAW),
        "medals": KIND.official(Action.DRAW),
        "engraving": KIND.official(Action.DRAW),
        "boards": AT_THE_BOARDS,
        "sheets": AT_THE_BOARDS,
    },
    KIND.viewer,
)
FILE_READER = ByArgument(
    "event: by file",
    "name",
    str,
    {
        "entries.csv": KIND.official(Action.SEE_PERSONS),
        "entries.xlsx": KIND.official(Action.SEE_PERSONS),
        "ledger.csv": KIND.official(Action.TAKE_PAYMENTS),
        "engraving.csv": KIND.official(Action.DRAW),
    },
    KIND.official(Action.ORGANISE),
)
REGISTRATION_HOLDER = _holder("registration", link_tokens.form_with_token, _of_form)
NEW_ADDRESS_HOLDER = _holder("new e-mail address", registration_changes.form_of_address, _of_form)
SUCCESSOR = _holder("successor", handovers.offered_by, lambda offer: _of_form(offer.form, offer.email))
GROUP_HOLDER = _holder(
    "group of registrations",
    link_tokens.group_with_token,
    lambda group: _of_event(group.event, group.email, group.language, group.site),
)
PARTNER = _holder("partner", link_tokens.member_with_token, lambda member: _of_form(member.entry.form, member.email))
TEAM_CAPTAIN = _holder("captain's line-up", link_tokens.line_up_with_token, lambda found: _of_form(found[0].form))
CHALLENGER = _holder("challenger", link_tokens.entry_of_challenger, lambda entry: _of_form(entry.form))
PAYMENT_SERVICE = _PaymentService("payment service")
STRIPE = _Stripe("Stripe, by its signature")

"""The owner of a token, and their webhooks."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from carrom_web.api import addresses, happenings, selectors, services
from carrom_web.api.errors import NothingHereError, WebhookError
from carrom_web.api.models import Webhook
from carrom_web.api.permissions import READ, WEBHOOKS, guest_of, token_of
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import Account, Json, NewWebhook, WebhookList, WebhookValues

ENDPOINTS = Endpoints("Account and webhooks")


@ENDPOINTS.get("/account", audience=READ, response=Account, summary="Your account")
def account(request: HttpRequest) -> Any:
    """Return whose token this is, and what it may do."""
    token, guest = token_of(request), guest_of(request)
    return {"name": guest.name, "is_bot": guest.is_bot, "scopes": sorted(token.scope_set) if token else []}


@ENDPOINTS.get("/webhooks", audience=WEBHOOKS, response=WebhookList, summary="Your webhooks")
def webhooks(request: HttpRequest) -> Any:
    """Return your webhooks with their secrets and what went wrong last."""
    return {"webhooks": [_values(one) for one in selectors.webhooks_of(guest_of(request).pk)]}


@ENDPOINTS.post("/webhooks", audience=WEBHOOKS, response=WebhookValues, summary="Make a webhook")
def make_webhook(request: HttpRequest, body: NewWebhook) -> Any:
    """Send what happens in your matches, or the changes of one competition; first of all `webhook.made`.

    Messages are signed as Standard Webhooks says (docs/http-api.md). They go to the public internet only.
    """
    addresses.check_url(body.url)
    kind, _slash, slug = body.topic.partition("/") if body.topic != "matches" else ("", "", "")
    seen = ""
    if body.topic != "matches":
        found = happenings.kind_named(kind)
        stamp = happenings.stamp_of(found, slug) if found is not None else None
        if stamp is None:
            raise WebhookError("competition")
        seen = happenings.stamp_text(stamp)
    now = timezone.now()
    made = services.make_webhook(guest_of(request), url=body.url, kind=kind, slug=slug, seen=seen, now=now)
    happenings.queue(made, [("made", {"type": "webhook.made", "data": {"webhook": str(made.pk)}})], now)
    return _values(made)


@ENDPOINTS.delete("/webhooks/{uuid:webhook_id}", audience=WEBHOOKS, response={204: None}, summary="Delete a webhook")
def delete_webhook(request: HttpRequest, webhook_id: UUID) -> Any:
    """Delete a webhook of yours, with the messages that wait."""
    if not services.delete_webhook(guest_of(request).pk, webhook_id):
        raise NothingHereError()


def _values(webhook: Webhook) -> Json:
    newest = webhook.messages.exclude(last_error="").order_by("-made_at").values_list("last_error", flat=True).first()
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "topic": webhook.topic,
        "is_active": webhook.is_active,
        "failures": webhook.failures,
        "last_error": newest or "",
        "secret": selectors.secret_of(webhook.pk),
    }

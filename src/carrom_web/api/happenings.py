"""Happenings that webhooks hear of: found in the database, so that a restart loses none, and each sent once."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.urls import reverse

from carrom_web.api.models import Webhook, WebhookMessage
from carrom_web.api.selectors import is_banned
from carrom_web.competitions.kinds import CompetitionKind, kinds
from carrom_web.competitions.repository import Stamp
from carrom_web.matches import models as matches
from carrom_web.matches import selectors

Json = dict[str, Any]
OVERLAP = timedelta(minutes=1)  # what was stored by a transaction that took long
MOST_WAITING = 1000  # messages of one webhook
KEEP_SENT, KEEP_FAILED = timedelta(days=7), timedelta(days=30)
Status = WebhookMessage.Status


def notice(now: datetime) -> None:
    """Queue what has happened since the last look. Somebody who is banned does not hear of it, nor later."""
    for webhook in Webhook.objects.filter(is_active=True):
        if is_banned(webhook.guest_id):
            Webhook.objects.filter(pk=webhook.pk).update(seen_at=now + OVERLAP, seen=_seen_now(webhook))
        elif webhook.kind:
            _look_at_competition(webhook, now)
        else:
            _look_at_matches(webhook, now)


def purge(now: datetime) -> None:
    """Delete messages that were sent a week ago, or given up a month ago."""
    sent = Q(status=Status.SENT, finished_at__lt=now - KEEP_SENT)
    failed = Q(status=Status.FAILED, finished_at__lt=now - KEEP_FAILED)
    WebhookMessage.objects.filter(sent | failed).delete()


def queue(webhook: Webhook, found: Iterable[tuple[str, Json]], now: datetime) -> None:
    """Store messages by their keys; one that was stored before is passed over."""
    waiting = webhook.messages.filter(status=Status.QUEUED).count()
    rows = [WebhookMessage(webhook=webhook, key=key, content=content, due_at=now) for key, content in found]
    WebhookMessage.objects.bulk_create(rows[: max(0, MOST_WAITING - waiting)], ignore_conflicts=True)


def kind_named(key: str) -> CompetitionKind[Any, Any] | None:
    """Return the kind of competition of this name."""
    return next((kind for kind in kinds() if kind.key == key), None)


def stamp_of(kind: CompetitionKind[Any, Any], slug: str) -> Stamp | None:
    """Return the stamp of a competition that everybody may see; None: there is none."""
    stamp = kind.store.stamp(slug)
    return None if stamp is None or stamp.state == "draft" else stamp


def stamp_text(stamp: Stamp) -> str:
    """Return a stamp as it is stored with a webhook."""
    return "-".join(map(str, stamp))


def _seen_now(webhook: Webhook) -> str:
    kind = kind_named(webhook.kind)
    stamp = stamp_of(kind, webhook.slug) if kind is not None else None
    return webhook.seen if stamp is None else stamp_text(stamp)


def _look_at_competition(webhook: Webhook, now: datetime) -> None:
    kind = kind_named(webhook.kind)
    stamp = stamp_of(kind, webhook.slug) if kind is not None else None
    if kind is None or stamp is None or (text := stamp_text(stamp)) == webhook.seen:
        return
    row = kind.at(webhook.slug)
    about = {
        "kind": webhook.kind,
        "slug": webhook.slug,
        "title": row.title,
        "state": row.state,
        "url": settings.SITE_URL + kind.url(row),
    }
    queue(webhook, [(f"competition:{text}", {"type": "competition.changed", "data": about})], now)
    Webhook.objects.filter(pk=webhook.pk).update(seen=text)


def _look_at_matches(webhook: Webhook, now: datetime) -> None:
    changed = matches.Match.objects.filter(seats__guest_id=webhook.guest_id, changed_at__gt=webhook.seen_at - OVERLAP)
    found: list[tuple[str, Json]] = []
    for match_id, made_at in changed.distinct().values_list("pk", "made_at"):
        if made_at > webhook.made_at - OVERLAP:
            found.append((f"started:{match_id}", _about_match("match.started", match_id)))
        found += _of_match(match_id, webhook.guest_id)
    if found:
        queue(webhook, found, now)
    ahead = min(webhook.seen_at, now + OVERLAP)  # after a ban: what happened before its end stays unheard
    Webhook.objects.filter(pk=webhook.pk).update(seen_at=max(now, ahead))


def _of_match(match_id: UUID, guest_id: UUID) -> list[tuple[str, Json]]:
    loaded = selectors.load(match_id)
    match = loaded.state.match
    if match.phase == "over":
        winner = match.result.winner if match.result else None
        over = {"winner": winner.value if winner else None, "sides": [side.value for side in loaded.sides_of(guest_id)]}
        return [(f"over:{match_id}", _about_match("match.over", match_id, **over))]
    own = [seat.value for seat in loaded.seats_of(guest_id) if seat in match.awaiting.seats]
    if not own:
        return []
    version = loaded.state.version
    turn = {"version": version, "seats": own, "awaiting": match.awaiting.kind.value}
    return [(f"turn:{match_id}:{version}", _about_match("match.turn", match_id, **turn))]


def _about_match(kind: str, match_id: UUID, **more: Any) -> Json:
    url = settings.SITE_URL + reverse("match", args=[match_id])
    return {"type": kind, "data": {"match": str(match_id), "url": url, **more}}

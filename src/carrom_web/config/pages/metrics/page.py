"""`GET /metrics`: what Prometheus collects, for those who have the token of `CARROM_METRICS_TOKEN`. No template.

Each server process tells of itself; emails, storage and matches are the site's, and the same from each of them.
"""

import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CollectorRegistry, GaugeMetricFamily
from prometheus_client.registry import Collector

from carrom.errors import CarromError
from carrom_web.config.health import check_storage
from carrom_web.config.pages.healthz.page import versions
from carrom_web.core.metrics import REGISTRY
from carrom_web.core.pages import Route
from carrom_web.core.permissions import Audience
from carrom_web.matches.bot_player import BOT_PLAYER
from carrom_web.matches.models import Match
from carrom_web.outbox import delivery

RECENT = timedelta(minutes=5)


class TokenHolder(Audience):
    """Programs that send the site's own token; without one in the settings nothing is here."""

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass who sends it. Raises Http404."""
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not settings.METRICS_TOKEN or not secrets.compare_digest(sent.encode(), settings.METRICS_TOKEN.encode()):
            raise Http404

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer as where nothing is."""
        raise Http404


ROUTE = Route("metrics", name="metrics", audience=TokenHolder("metrics token"))


class Site(Collector):
    """Figures that are measured when they are asked for."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Ask storage, outbox, matches and computers."""
        about = versions()
        yield _gauge("carrom_info", "The versions in use.", [(1, about)])
        storage = check_storage()
        yield _gauge("carrom_can_store", "1 if database and disk can be written.", [(int(storage.can_store), {})])
        yield _gauge(
            "carrom_disk_free_bytes",
            "Free space where the data folder is.",
            [(shutil.disk_usage(settings.DATA).free, {})],
        )
        workers = BOT_PLAYER.health()
        yield _gauge("carrom_computer_processes", "Processes that think for computers.", [(len(workers["pids"]), {})])
        yield _gauge("carrom_computer_process_starts", "Starts of such processes so far.", [(workers["starts"], {})])
        if storage.database != "ok":
            return
        emails = delivery.state()
        states = [(emails[state], {"state": state}) for state in ("queued", "failed")]
        yield _gauge("carrom_emails", "Emails that wait, and those that were given up.", states)
        overdue = "For how long the oldest waiting email has been due."
        yield _gauge("carrom_email_overdue_seconds", overdue, [(emails["overdue_s"], {})])
        recent = Match.objects.filter(changed_at__gte=timezone.now() - RECENT)
        yield _gauge("carrom_matches_active", "Matches that changed in the last five minutes.", [(recent.count(), {})])
        waiting = Match.objects.filter(awaits_computer=True).count()
        yield _gauge("carrom_matches_awaiting_computer", "Matches that wait for a computer.", [(waiting, {})])


def _gauge(name: str, what: str, values: Sequence[tuple[float, Mapping[str, str]]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, what, labels=list(values[0][1]))
    for value, labels in values:
        family.add_metric(list(labels.values()), value)
    return family


SITE = CollectorRegistry()
SITE.register(Site())


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Answer with all figures."""
    body = generate_latest(REGISTRY) + generate_latest(SITE)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})

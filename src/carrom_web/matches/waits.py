"""How long those who sought a match in the lobby have waited lately: from pairings that happened, never a guess."""

from collections.abc import Iterable
from datetime import timedelta
from statistics import median

from django.utils import timezone

from carrom_web.matches import models

LATELY = timedelta(days=7)
FEWEST, MOST = 5, 20  # pairings of one kind: fewer say nothing, older ones than the last so many neither
_ROWS = 200  # that are read for all kinds together


def expected_waits(terms: Iterable[str]) -> dict[str, timedelta]:
    """Give the median wait of the last pairings for each of these terms of which there were enough.

    A wait is that of who posted first, until the match began: who came second waited no time, and says nothing of what
    somebody waits where nobody is there. Friendly ones alone, of hosts who sought anybody: that is what a tile seeks.
    """
    rows = models.Invitation.objects.filter(
        terms__in=list(terms),
        match__isnull=False,
        is_table=False,
        is_rated=False,
        seeks_near=False,
        open_until__isnull=False,
        made_at__gt=timezone.now() - LATELY,
    ).order_by("-made_at")
    values = rows.values_list("terms", "match_id", "made_at", "match__made_at")[:_ROWS]
    first = {
        match_id: (kind, started - posted) for kind, match_id, posted, started in values
    }  # the newest come first: of one match the oldest stays
    waits: dict[str, list[float]] = {}
    for kind, wait in first.values():
        waits.setdefault(kind, []).append(wait.total_seconds())
    return {kind: timedelta(seconds=median(found[:MOST])) for kind, found in waits.items() if len(found) >= FEWEST}

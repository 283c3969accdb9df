"""Enters and takes back results in one contest until its log is long; prints what one act costs in between.

Run as `python -m benchmarks._contest_log LENGTH...` with CARROM_DATA set.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the events lie with the tests

import django

django.setup()

from django.utils import timezone  # noqa: E402

from carrom_web.competitions.events.services import draws  # noqa: E402
from carrom_web.config.setup import set_up  # noqa: E402
from tests.support.web.draws import contest_of, event_with_entries, owner_id, ready_fixtures  # noqa: E402
from tests.support.web.events import ADULTS  # noqa: E402

SAMPLES = 40  # results, each entered and taken back


def main(lengths: Sequence[int]) -> None:
    """CPU seconds of an act, by the number of entries that the log had before."""
    set_up()
    now = timezone.now()
    event = event_with_entries(4)
    owner = owner_id(event)
    draws.draw(event, owner, ADULTS, now=now)
    fixture = ready_fixtures(event)[0]

    def act() -> float:
        started = time.process_time()
        draws.report_boards(event, owner, ADULTS, fixture, "8-0 8-0", time_up=False, now=now)
        draws.clear(event, owner, ADULTS, fixture, now=now)
        return (time.process_time() - started) / 2

    act()
    for length in lengths:
        while len(contest_of(event).record.entries) < length:
            act()
        print(json.dumps({str(length): statistics.median(act() for _ in range(SAMPLES))}), flush=True)


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]])

"""An event that takes entries: made, or counted, where the environment says.

python -m benchmarks._open_event make PLACES    prints the path of its form
python -m benchmarks._open_event count          prints names and numbers of all registrations, as JSON
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the events lie with the tests

import django

django.setup()

from django.urls import reverse  # noqa: E402

from carrom.tournament.registration import EntryStatus  # noqa: E402
from carrom_web.competitions.events.models import Entry, Registration  # noqa: E402
from tests.support.web.events import new_event, small_event_terms, upcoming_terms  # noqa: E402


def main(words: Sequence[str]) -> None:
    """Do what is asked for."""
    if words[0] == "make":
        event = new_event(upcoming_terms(small_event_terms(int(words[1]), fee=0)))
        print(reverse("event-register", args=[event.slug]))
        return
    forms = list(Registration.objects.order_by("number"))
    confirmed = Entry.objects.filter(standing=EntryStatus.CONFIRMED).count()
    counted = {"names": [one.name for one in forms], "numbers": [one.number for one in forms]}
    print(json.dumps(counted | {"confirmed": confirmed}))


if __name__ == "__main__":
    main(sys.argv[1:])

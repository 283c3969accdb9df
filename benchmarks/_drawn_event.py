"""Makes a data folder with an event that is drawn; prints where it is, who organises it and what can be played.

Run as `python -m benchmarks._drawn_event ENTRIES` with CARROM_DATA set, before the server starts on that folder.
"""

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the events lie with the tests

import django

django.setup()

from django.core import signing  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom.tournament.bracket_resolution import State  # noqa: E402
from carrom_web.accounts.selectors import COOKIE, SALT  # noqa: E402
from carrom_web.competitions.events import contests  # noqa: E402
from carrom_web.competitions.events.services import draws, organising, registration  # noqa: E402
from tests.support.web.events import ADULTS, application, new_event, organiser_of, small_event_terms  # noqa: E402


def main(entries: int) -> None:
    """Found a club, announce an event of today, enter people, draw."""
    call_command("migrate", verbosity=0)
    now, day = timezone.now(), timezone.localdate()
    terms = organising.copy_of(small_event_terms(entries, fee=0), first_day=day, deadline=day, title="Open Cup")
    event = new_event(terms)
    owner = organiser_of(event).pk
    for number in range(entries):
        registration.hand_in(event, application(f"Player {number}"), now=now)
    draws.draw(event, owner, ADULTS, now=now)
    shown = contests.shown(event.categories.get(key=ADULTS))
    fixtures = [one.fixture.id for one in shown.meetings if one.state is State.READY] if shown else []
    cookie = {COOKIE: signing.Signer(salt=SALT).sign(owner.hex)}
    print(json.dumps({"page": f"/events/{event.slug}/draws/{ADULTS}/", "cookie": cookie, "fixtures": fixtures}))


if __name__ == "__main__":
    main(int(sys.argv[1]))

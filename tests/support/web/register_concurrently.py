"""Many people register for the last twenty places, ten at a time; what the database holds then, as JSON.

Then one event from its registration to its exports (`whole_event`), on the same database.

Run with `python -m`, with a data folder and a database of its own in the environment: threads need a real database.
"""

import json
import threading

import django

django.setup()

from django.db import connection, connections  # noqa: E402

from carrom.tournament.registration import EntryStatus  # noqa: E402
from carrom_web.competitions.events import selectors  # noqa: E402
from carrom_web.competitions.events.models import Category, Entry, Registration  # noqa: E402
from carrom_web.competitions.events.services import registration  # noqa: E402
from carrom_web.config.setup import migrate  # noqa: E402
from tests.support.thorough import one_of  # noqa: E402
from tests.support.web import whole_event  # noqa: E402
from tests.support.web.events import NOW, application, new_event, small_event_terms  # noqa: E402

PEOPLE, PLACES, AT_ONCE = one_of(60, 500), 20, 10
WITHDRAW = range(7, PEOPLE, PEOPLE // 5)  # five of them


def main() -> None:
    """Register them, let five withdraw meanwhile, and tell."""
    options = connections.settings["default"]["OPTIONS"]  # many write at once, perhaps on a busy machine
    if connection.vendor == "sqlite":
        options["timeout"] = 120
    else:
        options["pool"]["timeout"] = 300
    migrate()
    event = new_event(small_event_terms(most=PLACES, fee=0))
    failures: list[str] = []

    def hand_in(numbers: range) -> None:
        try:
            for number in numbers:
                form = registration.hand_in(event, application(f"Player {number}"), now=NOW)
                if number in WITHDRAW:
                    registration.withdraw(form, now=NOW)
        except Exception as error:
            failures.append(repr(error))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=hand_in, args=(range(first, PEOPLE, AT_ONCE),)) for first in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    standings = list(Entry.objects.values_list("standing", flat=True))
    reported = {
        "vendor": connection.vendor,
        "people": PEOPLE,
        "failures": failures,
        "standings": {standing: standings.count(standing) for standing in EntryStatus},
        "taken": Category.objects.get().taken,
        "numbers": sorted(Registration.objects.values_list("number", flat=True)) == list(range(1, PEOPLE + 1)),
        "seen": len(selectors.entries_of(event)),
    }
    print(json.dumps(reported | {"event": whole_event.play_through()}))


if __name__ == "__main__":
    main()

"""An event that takes entries and two matches, stored in the database that the environment names; told as JSON.

Run with `python -m`, before several servers are started on that database.
"""

import json

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from tests.web.events import new_event, organiser_of, small  # noqa: E402
from tests.web.playing import begin, cookie_of, make_guest  # noqa: E402
from tests.web.test_event_pages import coming  # noqa: E402


def main() -> None:
    """Store them, and tell their addresses with the cookies of who may do something there."""
    call_command("migrate", verbosity=0)
    event = new_event(coming(small(8, fee=0)))
    player, other = make_guest("Asha"), make_guest("Tomasz")
    told = {
        "event": event.slug,
        "organiser": cookie_of(organiser_of(event).pk),
        "player": cookie_of(player),
        "matches": [str(begin(player, other)) for _ in range(2)],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()

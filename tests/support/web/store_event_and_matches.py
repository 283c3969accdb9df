"""An event that takes entries, one that is drawn, two matches, and an account on two devices, stored where the
environment says; printed as JSON.

Run with `python -m`, before several servers are started on that database.
"""

import json

import django

django.setup()

from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom_web.accounts.models import Account  # noqa: E402
from carrom_web.competitions.events.services import draws  # noqa: E402
from carrom_web.competitions.events.services.organising import copy_of  # noqa: E402
from carrom_web.competitions.events.services.registration import hand_in  # noqa: E402
from carrom_web.config.setup import migrate  # noqa: E402
from tests.support.web.events import ADULTS, application, new_event, organiser_of, small_event_terms, upcoming_terms  # noqa: E402
from tests.support.web.matches import cookie_of, make_guest, start_match  # noqa: E402


def main() -> None:
    """Store them, and tell their addresses with the cookies of who may do something there."""
    migrate()
    event = new_event(upcoming_terms(small_event_terms(8, fee=0)))
    now = timezone.now()
    cup = new_event(copy_of(small_event_terms(4, fee=0), first_day=now.date(), deadline=now.date(), title="Drawn Cup"))
    for number in range(4):
        hand_in(cup, application(f"Player {number}"), now=now)
    draws.draw(cup, organiser_of(cup).pk, ADULTS, now=now)
    player, other = make_guest("Asha"), make_guest("Tomasz")
    account = Account.objects.create_user("asha@example.org", "correct horse battery")
    reported = {
        "event": event.slug,
        "draw": f"/events/{cup.slug}/draws/{ADULTS}/",
        "organiser_of_draw": cookie_of(organiser_of(cup).pk),
        "organiser": cookie_of(organiser_of(event).pk),
        "player": cookie_of(player),
        "matches": [str(start_match(player, other)) for _ in range(2)],
        "devices": [signed_in(account) for _ in range(2)],
    }
    print(json.dumps(reported))


def signed_in(account: Account) -> str:
    """The cookie of a browser on which an account is signed in."""
    browser = Client()
    browser.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    return f"carrom_session={browser.cookies['carrom_session'].value}"


if __name__ == "__main__":
    main()

"""The data of a site for the faults, and what it has stored afterwards.

    python -m tools.faults.stored make CARDS    three events, open, with a fee that so many pay by card, and drawn;
                                                prints their pages
    python -m tools.faults.stored read          prints all that was written, as JSON

Run with the site's environment.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom.tournament.bracket_resolution import State  # noqa: E402
from carrom.tournament.event import Method  # noqa: E402
from carrom_web.competitions.events import contests, link_tokens, payment_accounts  # noqa: E402
from carrom_web.competitions.events.models import (  # noqa: E402
    Category,
    Event,
    LedgerEntry,
    Order,
    Registration,
    StripeAccount,
)
from carrom_web.competitions.events.services import draws, organising, registration  # noqa: E402
from carrom_web.matches.models import Entry  # noqa: E402
from tests.support.web.events import (  # noqa: E402
    ADULTS,
    application,
    new_event,
    organiser_of,
    protect,
    small_event_terms,
)

OPEN, PAID, DRAWN = "Open Cup", "Paid Cup", "Drawn Cup"
ENTRANTS = 16
SIX_WEEKS = timedelta(weeks=6)


def main(words: Sequence[str]) -> None:
    """Do what is asked for."""
    print(json.dumps(make(by_card=int(words[1])) if words[0] == "make" else read()))


def make(*, by_card: int) -> dict[str, Any]:
    """Store the events; give their pages, the organisers' cookies, and what can be paid and played."""
    now, today = timezone.now(), timezone.localdate()
    events = {}
    for title, fee, most in (
        (OPEN, 0, 2000),
        (PAID, 1000, ENTRANTS + by_card),
        (DRAWN, 0, ENTRANTS),
    ):
        first, last = (today, today) if title == DRAWN else (today + SIX_WEEKS, today + SIX_WEEKS)
        terms = small_event_terms(most, fee=fee)
        terms = replace(terms, pays=(*terms.pays, Method.STRIPE))
        events[title] = new_event(organising.copy_of(terms, first_day=first, deadline=last, title=title))
    for title in (PAID, DRAWN):
        for number in range(ENTRANTS):
            registration.hand_in(events[title], application(f"Entrant {number}"), now=now)
        protect(organiser_of(events[title]))
    secrets = {name: payment_accounts.encrypted(name) for name in ("secret", "webhook_secret")}
    StripeAccount.objects.create(club=events[PAID].club, **secrets)
    payers = [
        registration.hand_in(events[PAID], application(f"Payer {number}", method=Method.STRIPE), now=now)
        for number in range(by_card)
    ]
    draws.draw(events[DRAWN], organiser_of(events[DRAWN]).pk, ADULTS, now=now)
    contest = _contest()
    ready = [one.fixture.id for one in contest.meetings if one.state is State.READY] if contest else []
    return {
        "register": f"/events/{events[OPEN].slug}/register/",
        "desk": {"page": f"/events/{events[PAID].slug}/desk/", "cookies": _signed_in(events[PAID])},
        "draw": {
            "page": f"/events/{events[DRAWN].slug}/draws/{ADULTS}/",
            "cookies": _signed_in(events[DRAWN]),
            "fixtures": ready,
        },
        "by_card": [f"/registrations/{link_tokens.token_of(form)}/" for form in payers],
        "entrants": list(range(1, ENTRANTS + 1)),
        "before": read(),
    }


def _signed_in(event: Event) -> str:
    browser = Client()
    account = get_user_model().objects.get(guest=organiser_of(event))
    browser.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    return f"carrom_session={browser.cookies['carrom_session'].value}"


def _category() -> Category:
    return Category.objects.get(event__title=DRAWN)


def _contest() -> Any:
    return contests.shown(_category())


def read() -> dict[str, Any]:
    """Everything that was written, with what numbers each has."""
    entries: dict[str, list[tuple[int, str]]] = {}
    for match, number, name in Entry.objects.order_by("number").values_list("match", "number", "request_id"):
        entries.setdefault(str(match), []).append((number, name))
    contest = _category().contest
    acts = [json.dumps(row.act) for row in contest.log_entries.order_by("number")]
    fixtures = {one.fixture.id: one.state is State.DECIDED for one in _contest().meetings}
    written = Counter({one: sum(f'"{one}"' in act for act in acts) for one in fixtures})
    return {
        "entries": entries,
        "registrations": list(
            Registration.objects.filter(event__title=OPEN).order_by("number").values_list("number", "name")
        ),
        "payments": list(
            LedgerEntry.objects.filter(kind=LedgerEntry.Kind.PAYMENT).order_by("receipt").values_list("receipt", "note")
        ),
        "orders": [str(pk) for pk in _wrong_orders()],
        "results": written,
        "stands": fixtures,
        "log": list(contest.log_entries.order_by("number").values_list("number", flat=True)),
    }


def _wrong_orders() -> list[Any]:
    """Orders that were paid at a service that never answers, and second ones of one registration."""
    paid = Order.objects.filter(state=Order.State.CAPTURED).values_list("pk", flat=True)
    open_ = Counter(Order.objects.filter(state=Order.State.CREATED).values_list("form", flat=True))
    return [*paid, *(form for form, count in open_.items() if count > 1)]


if __name__ == "__main__":
    main(sys.argv[1:])

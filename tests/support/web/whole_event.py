"""An event from its registration to its exports by a fixed clock and seed; all that it gives out, as text.

What two databases give must be the same to the letter.
"""

import random
import secrets
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any
from unittest.mock import patch

from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import Kind
from carrom.tournament.event import Method
from carrom_web.competitions.events import contests, entry_files, event_file, printouts, selectors
from carrom_web.competitions.events.models import Event, Member
from carrom_web.competitions.events.pages.desk_files.page import ledger
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import closing, draws, organising, payments, registration, undersubscribed
from carrom_web.core.files import as_csv
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    PAIRS,
    CategoryTerms,
    application,
    cash_terms,
    new_event,
    organiser_of,
    pair_application,
    protect,
)
from tests.support.web.stored_once import made_each_time

JUNIORS = "juniors"
DAY = LATE + timedelta(days=4)
CATEGORIES = (
    CategoryTerms(
        key=ADULTS, title="Singles", fee=1000, least=4, most=10, format="swiss", format_values=(("rounds", 3),)
    ),
    CategoryTerms(key=PAIRS, title="Pairs", kind=Kind.DOUBLES, fee=1500, least=2),
    CategoryTerms(key=JUNIORS, title="Juniors", fee=500, least=4, format="round-robin"),
)
NAMES = "Żaneta Ångström,anu nair,Anu Naír,Ömer Ö,Zoë,Chitra,de Souza,Éva,李娜,Binu,bINU rao,Late One".split(",")


def play_through() -> dict[str, Any]:
    """Play it and give all that comes out."""
    rng, keys = random.Random(2022), count(1)
    with (
        made_each_time(),
        patch.object(draws, "_RNG", rng),
        patch.object(secrets, "token_hex", lambda size: f"{next(keys):0{2 * size}x}"),
    ):
        event = new_event(replace(cash_terms(categories=CATEGORIES), title="Both Databases"))
        protect(organiser_of(event))
        _register(event)
        _draw_and_play(event)
    return _reported(event)


def _register(event: Event) -> None:
    owner = organiser_of(event).pk
    forms = [registration.hand_in(event, application(name), now=NOW) for name in NAMES]
    forms += [
        registration.hand_in(event, pair_application(f"Pair {number}", f"Mate {number}"), now=NOW)
        for number in range(5)
    ]
    forms += [registration.hand_in(event, application(f"Junior {number}", JUNIORS), now=NOW) for number in range(2)]
    for member in Member.objects.filter(position=1).order_by("pk"):
        registration.agree(member, shows_name=True, now=NOW)
    for form in forms[:9] + forms[10:]:
        owed = selectors.account_of(form).balance
        if owed:
            payments.record_payment(form, owner, method=Method.CASH, cents=owed, now=NOW)
    registration.withdraw(forms[3], now=NOW)  # one who waits moves up
    closing.close(event, now=LATE)
    organising.extend(event, owner, terms_of(event).deadline + timedelta(days=2), now=LATE, why="Snow")
    event.refresh_from_db()
    undersubscribed.cancel(event, owner, JUNIORS, now=LATE, why="Two only")
    for form in forms:
        back = -selectors.account_of(form).balance
        if back > 0:
            payments.record_refund(form, owner, cents=back, now=LATE)


def _draw_and_play(event: Event) -> None:
    owner, reported = organiser_of(event).pk, 0
    for key in (ADULTS, PAIRS):
        while True:
            found = contests.shown(event.categories.get(key=key))
            ready = [one for one in found.meetings if one.state is State.READY] if found else []
            if found is not None and found.is_over:
                break
            if not ready:
                draws.draw(event, owner, key, now=DAY)
            for meeting in ready:
                reported += 1
                fixture = meeting.fixture.id
                if reported % 7 == 0:
                    draws.report_not_played(event, owner, key, fixture, "no-show", Side.B, now=DAY)
                    continue
                if reported % 5 == 0:  # reported wrongly, then corrected
                    draws.report_boards(event, owner, key, fixture, "9-0 9-0", time_up=False, now=DAY)
                boards = ("5-0 0-3q 8-0", "0-7 0-9q", f"{reported % 9 + 1}-0 3-0")[reported % 3]
                draws.report_boards(event, owner, key, fixture, boards, time_up=False, now=DAY)


def _reported(event: Event) -> dict[str, Any]:
    event.refresh_from_db()
    terms = terms_of(event)
    drawn = {row.key: contests.shown(row) for row in event.categories.order_by("pk")}
    return {
        "entries": as_csv(entry_files.rows_of(event, terms)).decode(),
        "ledger": [[str(cell) for cell in row] for row in ledger(event, terms)],
        "event": event_file.write(event),
        "badges": [str(badge) for badge in printouts.badges(event, terms)],
        "list": str(printouts.entry_list(event, terms, "")),
        "standings": {
            key: [(row.place, found.name(row.key), row.won, str(row.values)) for row in found.standings]
            for key, found in drawn.items()
            if found is not None
        },
        "open": [[selectors.account_of(form).balance, form.number] for form in selectors.forms_of(event)],
        "deeds": list(event.audit_entries.order_by("pk").values_list("kind", flat=True)),
    }

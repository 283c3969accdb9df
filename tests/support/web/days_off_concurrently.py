"""Days off that begin and end while the other side plays: how the clocks stand afterwards, as JSON.

Run with `python -m`, with a data folder and a database of its own in the environment: threads need a real database.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import django

django.setup()

from asgiref.sync import async_to_sync  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom.match.requests import MakeStroke  # noqa: E402
from carrom.terms import Stroke  # noqa: E402
from carrom_web.accounts.models import Guest  # noqa: E402
from carrom_web.config.setup import migrate  # noqa: E402
from carrom_web.matches import correspondence, days_off, models, selectors, services  # noqa: E402
from carrom_web.matches.forms import NewMatch  # noqa: E402
from tests.support.thorough import one_of  # noqa: E402
from tests.support.web.write_concurrently import at_once  # noqa: E402

FORM = {"opponent": "friend", "ruleset": "icf", "length": "board", "breaks": "me", "clock": "1d", "take_back": "on"}
ROUNDS = one_of(6, 12)
A_WHILE = timedelta(minutes=5)
SOFT = MakeStroke(Stroke(0.1, 0.9, 1.0))


def match_of(host: Guest, other: Guest) -> models.Match:
    """A match by correspondence that waits for its host, whose next stroke passes the turn on."""
    form = NewMatch(FORM)
    assert form.is_valid(), form.errors
    invitation = models.Invitation.objects.get(pk=services.invite(host.pk, form.wish()))
    made = services.accept(invitation, form.head(other_name=other.name), form.players(host.pk, other.pk))
    strike(made, host)
    while len(selectors.record(made)) < 3:  # a break that touches nothing is tried again, twice
        strike(made, host)
    return models.Match.objects.get(pk=made)


def strike(match_id: object, guest: Guest) -> None:
    """Strike softly."""
    version = models.Match.objects.get(pk=match_id).version
    async_to_sync(services.ask)(
        match_id=match_id,  # type: ignore[arg-type]
        author=services.Guest(guest.pk),
        request_id=f"{match_id}.{version}",
        after=version,
        request=SOFT,
    )


def is_right(match_id: object) -> bool:
    """Whether a clock stands still just where who is awaited has days off, with its whole day left."""
    now, row, loaded = timezone.now(), models.Match.objects.get(pk=match_id), selectors.load(match_id)  # type: ignore[arg-type]
    ends = days_off.ends_of(correspondence.may_answer(loaded), now)
    wanted = min(ends.values()) if ends else None
    left = row.deadline - (row.rests_until or now)  # type: ignore[operator]
    return row.rests_until == wanted and abs(left - timedelta(days=1)) < A_WHILE


def raced(other_does: Callable[[Guest], object]) -> int:
    """Pass the turn on in some matches while the other does something; return how many clocks are right then."""
    right = 0
    for number in range(ROUNDS):
        host, other = (Guest.objects.create(name=f"{name} {number}") for name in ("Asha", "Tomasz"))
        made = match_of(host, other)
        at_once(lambda work: work(), [partial(strike, made.pk, host), partial(other_does, other)])
        right += is_right(made.pk)
    return right


def begin(guest: Guest) -> None:
    """Begin ten days off."""
    now = timezone.now()
    days_off.begin(guest.pk, (now + timedelta(days=9)).date(), now)


def begin_and_end(guest: Guest) -> None:
    """Begin them, and end them at once."""
    begin(guest)
    days_off.end(guest.pk, timezone.now())


if __name__ == "__main__":
    migrate()
    found = {"begins": raced(begin), "begins and ends": raced(begin_and_end)}
    print(json.dumps({"vendor": connection.vendor, "rounds": ROUNDS, "right": found}))

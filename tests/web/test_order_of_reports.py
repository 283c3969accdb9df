"""Standings depend on what was reported, not on when: any order, errors that are corrected late, for every format."""

import random
import secrets
from collections.abc import Mapping
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest

from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import Method
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import draws, payments, registration
from tests.support.web.events import ADULTS, NOW, application, cash_terms, new_event, organiser_of

pytestmark = pytest.mark.django_db

# A ladder is left out: who stands above whom there is the order of the challenges itself.
FORMATS = [slug for slug in formats.slugs() if slug != "ladder"]
VALUES: Mapping[str, tuple[tuple[str, Any], ...]] = {"open-play": (("rounds", 9),), "swiss": (("rounds", 3),)}
ENTRIES = 5  # odd: a bye, groups of different sizes
MOST_REPORTED = 200


def drawn(slug: str) -> Event:
    """An event of players who have paid, with keys and random numbers that are always the same; not drawn yet."""
    keys = count(1)
    category = CategoryTerms(key=ADULTS, title="Singles", least=2, format=slug, format_values=VALUES.get(slug, ()))
    with patch.object(secrets, "token_hex", lambda size: f"{next(keys):0{2 * size}x}"):
        event = new_event(cash_terms(categories=(category,)))
        for number in range(ENTRIES):
            registration.hand_in(event, application(f"Player {number}", method=Method.CASH), now=NOW)
    assert not payments.selectors.account_of(event.forms.first()).balance
    return event


def boards_of(shown: contests.ContestView, meeting: Meeting) -> str:
    """How these two play whenever they meet, first side first."""
    names = shown.name(meeting.a), shown.name(meeting.b)
    reported = [(5, 0), (0, 3), (8, 0)] if random.Random(" ".join(sorted(names))).random() < 0.5 else [(0, 7), (0, 4)]
    if names != tuple(sorted(names)):
        reported = [(b, a) for a, b in reported]
    return " ".join(f"{a}-{b}" for a, b in reported)


def swapped(boards: str) -> str:
    """The same boards, with the sides taken for each other."""
    return " ".join("-".join(reversed(board.split("-"))) for board in boards.split())


def play(event: Event, rng: random.Random | None) -> None:
    """Report everything; with random numbers in any order, a third of it wrongly, corrected after all the rest.

    What was reported wrongly of two who do not meet there any more counts again if a correction brings them back: so
    every result that counts is looked at again.
    """
    owner = organiser_of(event).pk
    for _ in range(MOST_REPORTED):
        shown = contests.shown(event.categories.get(key=ADULTS))
        met = shown.meetings if shown else ()
        ready = [one for one in met if one.state is State.READY]
        wrong = [one for one in met if one.result and shown and reported_of(one) != boards_of(shown, one)]
        if shown and (ready or wrong):
            meeting = rng.choice(ready or wrong) if rng else ready[0]
            boards = boards_of(shown, meeting)
            if rng and ready and rng.random() < 0.34:
                boards = swapped(boards)
            draws.report_boards(event, owner, ADULTS, meeting.fixture.id, boards, time_up=False, now=NOW)
        elif shown and shown.is_over:
            return
        else:
            number = shown.contest.rounds if shown else 0
            with patch.object(draws, "_RNG", random.Random(number)):
                draws.draw(event, owner, ADULTS, now=NOW)
    raise AssertionError(f"not over after {MOST_REPORTED} results")


def reported_of(meeting: Meeting) -> str:
    """The boards of a result as they are reported."""
    return " ".join(f"{one.a}-{one.b}" for one in meeting.result.scores) if meeting.result else ""


def outcome(event: Event) -> tuple[list[Any], dict[str, Any]]:
    """Places with all their figures, and every fixture with who met and how it ended."""
    shown = contests.shown(event.categories.get(key=ADULTS))
    assert shown is not None
    places = [(row.place, shown.name(row.key), row.played, row.won, str(row.values)) for row in shown.standings]
    met = {
        one.fixture.id: (shown.name(one.a), shown.name(one.b), one.winner, str(one.result and one.result.scores))
        for one in shown.meetings
    }
    return places, met


@pytest.mark.parametrize("slug", FORMATS)
def test_places_do_not_depend_on_the_order_of_reports_and_a_late_correction_changes_all_below_it(slug):
    reported_rightly = drawn(slug)
    play(reported_rightly, None)
    expected = outcome(reported_rightly)
    assert sorted(place for place, *_ in expected[0])[0] == 1

    reported_anyhow = drawn(slug)
    play(reported_anyhow, random.Random(6))
    assert outcome(reported_anyhow) == expected

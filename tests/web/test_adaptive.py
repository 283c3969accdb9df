"""The computer that adapts: its hand follows from how the last matches ended, and settles where each side wins half."""

import asyncio
import math
import random
from uuid import UUID, uuid4

import pytest
from django.test import Client

from carrom.match.requests import Concede
from carrom_web.accounts.models import Guest
from carrom_web.matches import adaptive, rematches, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.models import Match


def started(guest: Guest) -> UUID:
    """A match of one board against the computer that adapts."""
    answers = {"opponent": "computer", "level": "adaptive", "length": "board", "ruleset": "icf", "breaks": "me"}
    form = NewMatch(answers)
    assert form.is_valid(), form.errors
    return services.start_match(form.head(own_name="Asha"), form.players(guest.pk))


def concede(match_id: UUID, guest: Guest) -> None:
    asking = services.ask(
        match_id=match_id,
        author=services.Guest(guest.pk),
        request_id=str(uuid4()),
        after=selectors.load(match_id).state.version,
        request=Concede(what="match"),
    )
    asyncio.run(asking)


def level_of(match_id: UUID) -> str:
    """The computer's level, which its seat and the record have alike."""
    loaded = selectors.load(match_id)
    (level,) = loaded.computers().values()
    assert loaded.state.match.head.players[1].level == level
    return level


@pytest.mark.django_db(transaction=True)
def test_after_a_match_that_its_opponent_lost_the_hand_is_shakier_in_a_rematch_too():
    guest, other = Guest.objects.create(name="Asha"), Guest.objects.create(name="Binu")
    first = started(guest)
    assert level_of(first) == "adaptive@2.40"

    concede(first, guest)
    rematches.ask_for(first, guest.pk)

    second = Match.objects.get(pk=first).next_id
    assert second is not None and level_of(second) == "adaptive@3.00"
    assert level_of(started(guest)) == "adaptive@3.00", "a match that goes on says nothing yet"
    assert level_of(started(other)) == "adaptive@2.40", "what others lost says nothing"


@pytest.mark.parametrize("own_hand", [0.6, 1.5, 4.0])
def test_a_player_wins_between_40_and_60_of_a_hundred(own_hand: float):
    rng, hand, won = random.Random(7), adaptive.FIRST_HAND, []
    for _ in range(600):
        wins = rng.random() < 1.0 / (1.0 + math.exp(-2.0 * math.log(hand / own_hand)))
        won.append(wins)
        hand = adaptive.after(hand, has_won=not wins)

    assert 0.4 < sum(won[20:]) / len(won[20:]) < 0.6


@pytest.mark.parametrize(("has_won", "end"), [(True, adaptive.SHAKIEST), (False, adaptive.SUREST)])
def test_a_hand_has_ends(has_won: bool, end: float):
    hand = adaptive.FIRST_HAND
    for _ in range(40):
        hand = adaptive.after(hand, has_won=has_won)

    assert hand == end


def test_the_form_shows_every_computer_with_its_sentence(client: Client):
    page = client.get("/play/?opponent=computer").content.decode()

    assert page.count('class="portrait"') == 8
    assert "Is playing carrom for the first time" in page and "Farah" in page

"""How long one waits in the lobby: the median of what really happened lately, and nothing where too little did."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom_web.accounts.models import Guest
from carrom_web.matches import challenges
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.models import Invitation
from carrom_web.matches.waits import expected_waits
from tests.support.web.matches import BOARD_OF_LOBBY as BOARD

pytestmark = pytest.mark.django_db(transaction=True)


def form_of(seek: str) -> NewMatch:
    """The form of a challenge."""
    form = challenges.form_of(dict(zip(challenges.FILTERS, seek.split(), strict=True)))
    assert form.is_valid()
    return form


def pair_after(seconds: float, *, ago: timedelta = timedelta(hours=1), seek: str = BOARD) -> None:
    """Have two people be paired, of whom the first had posted so long before."""
    for name in ("Asha", "Tomasz"):
        challenges.seek(Guest.objects.create(name=name), form_of(seek))
    two = list(Invitation.objects.exclude(match=None).order_by("-made_at")[:2])
    assert two[0].match is not None and two[0].match_id == two[1].match_id
    started = timezone.now() - ago
    type(two[0].match).objects.filter(pk=two[0].match_id).update(made_at=started)
    Invitation.objects.filter(pk=two[0].pk).update(made_at=started)
    Invitation.objects.filter(pk=two[1].pk).update(made_at=started - timedelta(seconds=seconds))


def test_it_is_the_median_wait_of_who_was_first():
    for seconds in (10, 600, 40, 30, 50):
        pair_after(seconds)

    assert expected_waits([BOARD, "icf game 15"]) == {BOARD: timedelta(seconds=40)}


def test_of_four_pairings_nothing_is_said_nor_of_old_ones():
    for _ in range(4):
        pair_after(40)
    pair_after(40, ago=timedelta(days=8))

    assert expected_waits([BOARD]) == {}


def test_the_last_twenty_pairings_count():
    for _ in range(20):
        pair_after(300)
    for number in range(6):
        pair_after(10, ago=timedelta(days=1, minutes=number))

    assert expected_waits([BOARD]) == {BOARD: timedelta(minutes=5)}


def test_who_still_waits_says_nothing():
    for name in "ABCDE":
        guest = Guest.objects.create(name=name)
        Invitation.objects.create(host=guest, wish={}, terms=BOARD, open_until=timezone.now() + timedelta(minutes=1))

    assert expected_waits([BOARD]) == {}


def test_the_lobby_says_it_beside_the_tile_and_not_where_somebody_waits():
    for _ in range(5):
        pair_after(250)
    for _ in range(5):
        pair_after(25, seek="icf game 15")

    shown = Client().get("/lobby/").text

    assert "usually 4\N{NO-BREAK SPACE}minutes" in shown
    assert "usually less than a minute" in shown
    challenges.seek(Guest.objects.create(name="Noor"), form_of(BOARD))
    assert "usually 4\N{NO-BREAK SPACE}minutes" not in Client().get("/lobby/").text

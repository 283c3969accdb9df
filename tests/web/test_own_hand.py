"""A person's own hand: estimated from the strokes of their matches, shown to them alone, a choice of the coach's."""

import json
import random
import re
from dataclasses import replace
from uuid import UUID

import numpy as np
import pytest
from asgiref.sync import async_to_sync

from carrom.bots.noise import Noise
from carrom.bots.own_hand import CHOICES, MAGNITUDES
from carrom.bots.registry import find
from carrom.bots.worker import FEWEST_STROKES, HANDS
from carrom.match.requests import Concede, MakeStroke
from carrom.terms import Side, Stroke
from carrom_web.accounts.models import Guest
from carrom_web.matches import own_hand, played, repository, services
from carrom_web.matches.models import HandEvidence, Match, Played
from carrom_web.matches.pages.advice.page import _magnitude
from tests.support.web.clients import as_guest
from tests.support.web.matches import make_guest, new_id, start_match

pytestmark = pytest.mark.django_db(transaction=True)
PLAYER = replace(find("easy"), noise=Noise(1.0))


def play(match_id: UUID, *guests: UUID, strokes: int) -> None:
    """So many strokes by those who sit there, then side A gives up; a computer's hand strikes for everybody."""
    rng, made = random.Random(4), 0
    while made < strokes:
        match = Match.objects.get(pk=match_id)
        state = repository.state_of(match)
        if state.match.result is not None:
            return
        request = PLAYER.answer(state, rng, budget=60)
        author = match.seats.get(side=state.match.side_at(state.match.awaiting.seats[0]).value).guest_id
        ask(match, author or guests[0], request)
        made += isinstance(request, MakeStroke)
    ask(Match.objects.get(pk=match_id), guests[0], Concede("match"))


def ask(match: Match, guest_id: UUID, request) -> None:
    async_to_sync(services.ask)(
        match_id=match.pk, author=services.Guest(guest_id), request_id=new_id(), after=match.version, request=request
    )


def evidence_of_a_hand(guest: UUID, magnitude: float, strokes: int) -> None:
    """A match whose strokes speak for one hand."""
    match_id = start_match(guest, make_guest("Mira"))
    ask(Match.objects.get(pk=match_id), guest, Concede("match"))
    own_hand.follow_new()
    said = -0.5 * (np.log(MAGNITUDES / magnitude) / 0.1)[:, None] ** 2 * np.ones(len(CHOICES))
    HandEvidence.objects.filter(match_id=match_id, guest_id=guest).update(strokes=strokes, likelihoods=said.tolist())


def coach_on(page: str) -> dict:
    found = re.search(r'<script id="analysis" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])["coach"]


def test_each_player_of_a_match_that_is_over_leaves_what_their_own_strokes_say():
    asha, mira = make_guest("Asha"), make_guest("Mira")
    match_id = start_match(asha, mira, breaks=Side.A)
    assert own_hand.follow_new() == 0
    play(match_id, asha, mira, strokes=8)

    assert (own_hand.follow_new(), own_hand.follow_new()) == (2, 0)

    rows = {row.guest_id: row for row in HandEvidence.objects.all()}
    assert set(rows) == {asha, mira} and sum(row.strokes for row in rows.values()) == 7  # without the break
    assert np.shape(rows[asha].likelihoods) == (len(MAGNITUDES), len(CHOICES))
    assert rows[asha].likelihoods != rows[mira].likelihoods
    assert own_hand.estimated(asha) == own_hand.Estimate(rows[asha].strokes, None)


def test_after_a_correction_strokes_are_looked_at_again():
    asha, mira = make_guest("Asha"), make_guest("Mira")
    match_id = start_match(asha, mira, breaks=Side.A)
    play(match_id, asha, mira, strokes=4)
    own_hand.follow_new()

    played.follow(match_id, repository.state_of(Match.objects.get(pk=match_id)).match)

    assert not HandEvidence.objects.exists() and own_hand.follow_new() == 2


def test_at_one_screen_nobody_knows_who_struck():
    asha = make_guest("Asha")
    match_id = start_match(asha)
    play(match_id, asha, strokes=3)

    assert own_hand.follow_new() == 0 and Played.objects.get().against == Played.Against.SCREEN


def test_a_stroke_that_the_coach_has_shown_says_nothing():
    asha, mira = make_guest("Asha"), make_guest("Mira")
    match_id = start_match(asha, mira, breaks=Side.A)
    for version in (1, 2):
        own_hand.leave_out(match_id, version)
    play(match_id, asha, mira, strokes=6)
    own_hand.follow_new()

    assert sum(HandEvidence.objects.values_list("strokes", flat=True)) == 3


def test_the_newest_strokes_count_and_no_others():
    asha = make_guest("Asha")
    evidence_of_a_hand(asha, 4.0, own_hand.MOST_STROKES)
    evidence_of_a_hand(asha, 0.8, own_hand.MOST_STROKES - 1)
    both = own_hand.estimated(asha)
    evidence_of_a_hand(asha, 1.4, own_hand.MOST_STROKES)

    newest = own_hand.estimated(asha)

    assert both.strokes == 2 * own_hand.MOST_STROKES - 1
    assert newest.strokes == own_hand.MOST_STROKES
    assert newest.hand is not None and newest.hand.low < 1.4 < newest.hand.high
    assert newest.hand.magnitude == pytest.approx(1.4, rel=0.05)


def test_what_is_too_old_to_count_is_not_stored(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(own_hand, "MOST_MATCHES", 1)
    asha = make_guest("Asha")
    for magnitude in (4.0, 0.8):
        evidence_of_a_hand(asha, magnitude, 50)

    ask(Match.objects.get(pk=start_match(asha, make_guest("Mira"))), asha, Concede("match"))
    own_hand.follow_new()

    rows = HandEvidence.objects.filter(guest_id=asha).order_by("pk")
    assert [(row.strokes, len(row.likelihoods)) for row in rows] == [(0, 0), (50, len(MAGNITUDES)), (0, 0)]


def test_the_coach_offers_a_hand_to_its_owner_alone():
    asha, mira = make_guest("Asha"), make_guest("Mira")
    match_id = start_match(asha, mira)
    ask(Match.objects.get(pk=match_id), asha, MakeStroke(Stroke(0.0, 0.0, 3.0)))
    ask(Match.objects.get(pk=match_id), asha, Concede("match"))
    evidence_of_a_hand(asha, 1.4, 212)
    address = f"/analysis/?match={match_id}"

    own, other = (as_guest(Guest.objects.get(pk=guest)).get(address).text for guest in (asha, mira))

    assert "Your hand: 1.4, between 1.0 and 1.9, from 212 strokes" in own and coach_on(own)["hand"] == 1.4
    assert "Your hand" not in other and coach_on(other)["hand"] is None
    assert f"after {FEWEST_STROKES} more strokes" in other


@pytest.mark.parametrize(
    ("asked", "magnitude"),
    [("1.4", 1.4), ("0.0", 0.1), ("3", 3.0), ("unsteady", HANDS["unsteady"]), ("17", 1.0), ("-1", 1.0), ("1.45", 1.0)],
)
def test_advice_is_given_for_any_hand_in_tenths(asked: str, magnitude: float):
    assert _magnitude(asked) == magnitude

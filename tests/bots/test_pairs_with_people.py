"""A pair of a person and a computer: what the two decide together is the person's; strokes are each one's own."""

import pytest

from carrom.bots.protocol import asked_seat, waits_for_computer
from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Player
from carrom.play.game import Match
from carrom.terms import Seat, Side


def pair(*kinds: str, ruleset: str = "icf", **options: object) -> Match:
    """Four players in the order of the head (A, B, A, B), "p" for a person."""
    players = [
        Player(side=side, name=f"{number}", kind="person")
        if kind == "p"
        else Player(side=side, name=f"{number}", kind="computer", level="easy")
        for number, (side, kind) in enumerate(zip((Side.A, Side.B) * 2, kinds, strict=True))
    ]
    return Match.new(ruleset, players=players, seed=4, **options)


def until_the_choice_of(match: Match, side: Side) -> Match:
    """Toss and choose until it is this side's choice."""
    match.answer(requests.Toss(), author="umpire")
    while match.state.match.side_at(match.awaiting.seats[0]) is not side:
        match.answer(requests.Choose("break"))
    assert match.awaiting.kind is Decision.CHOICE
    return match


def test_the_toss_is_left_to_a_person_where_there_is_one():
    assert not waits_for_computer(pair("p", "c", "c", "c").state)
    assert waits_for_computer(pair("c", "c", "c", "c").state)


def test_the_person_of_a_pair_chooses_after_the_toss():
    assert not waits_for_computer(until_the_choice_of(pair("p", "c", "c", "c"), Side.A).state)


def test_two_computers_choose_by_themselves():
    state = until_the_choice_of(pair("p", "c", "c", "c"), Side.B).state

    assert waits_for_computer(state)
    assert state.match.side_at(asked_seat(state)) is Side.B


@pytest.mark.parametrize(("kinds", "answers"), [(("p", "p", "c", "c"), False), (("p", "c", "p", "c"), True)])
def test_an_offer_to_a_pair_is_answered_by_its_person_if_there_is_one(kinds: tuple[str, ...], answers: bool):
    match = pair(*kinds, breaks=Side.A)

    match.answer(requests.Offer("replay"), author=Seat.SOUTH)

    assert waits_for_computer(match.state) is answers


def test_a_computer_plays_its_own_strokes_beside_a_person():
    match = pair("c", "p", "p", "p", breaks=Side.A)

    assert match.awaiting.seats == (Seat.SOUTH,)
    assert waits_for_computer(match.state) and asked_seat(match.state) is Seat.SOUTH


def test_computers_are_ready_by_themselves_and_beside_a_person_when_he_is():
    match = pair("p", "c", "c", "c", ruleset="common", breaks=Side.A)
    assert match.awaiting.kind is Decision.READY

    match.answer(requests.Ready(), author=asked_seat(match.state))

    assert not waits_for_computer(match.state)
    assert {match.state.match.side_at(seat) for seat in match.awaiting.seats} == {Side.A}

"""Another match of the same players: once, when all of them want it, and the break passes on."""

import asyncio
from uuid import UUID, uuid4

import pytest
from django.test import Client

from carrom.match.requests import Concede
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.matches import rematches, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.models import Match
from tests.support.web.clients import as_guest

pytestmark = pytest.mark.django_db(transaction=True)


def finished(opponent: str, **answers: str) -> tuple[UUID, Guest, Guest]:
    """A match of one board that its first player conceded; and its two people."""
    host, friend = Guest.objects.create(name="Asha"), Guest.objects.create(name="Tomasz")
    form = NewMatch(
        {"opponent": opponent, "level": "easy", "length": "board", "ruleset": "icf", "breaks": "me", **answers}
    )
    assert form.is_valid(), form.errors
    other = friend.pk if opponent == "friend" else None
    names = {"own_name": "Asha", "other_name": "Tomasz"}
    match_id = services.start_match(form.head(**names), form.players(host.pk, other))
    conceding = services.ask(
        match_id=match_id,
        author=services.Guest(host.pk),
        request_id=str(uuid4()),
        after=0,
        request=Concede(what="match"),
    )
    asyncio.run(conceding)
    return match_id, host, friend


def ask(guest: Guest | None, match_id: UUID) -> tuple[int, dict[str, object]]:
    answer = (as_guest(guest) if guest else Client()).post(f"/matches/{match_id}/rematch/")
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def next_of(match_id: UUID) -> selectors.Loaded:
    after = Match.objects.get(pk=match_id).next_id
    assert after is not None
    return selectors.load(after)


def test_against_a_computer_it_begins_at_once_and_the_computer_breaks():
    match_id, host, _friend = finished("computer")

    status, reported = ask(host, match_id)

    after = next_of(match_id)
    assert (status, reported) == (200, {"wanted": ["a"], "next": f"/matches/{after.match_id}/"})
    assert after.state.match.head.breaks is Side.B
    assert [(player.guest, player.level) for player in after.players] == [(host.pk, ""), (None, "easy")]
    assert ask(host, match_id)[1] == reported and Match.objects.count() == 2, "asked again, it is the same"


def test_the_break_passes_on_each_time():
    match_id, host, _friend = finished("screen")
    ask(host, match_id)
    second = next_of(match_id)
    asyncio.run(
        services.ask(
            match_id=second.match_id,
            author=services.Guest(host.pk),
            request_id=str(uuid4()),
            after=0,
            request=Concede(what="match"),
        )
    )

    ask(host, second.match_id)

    assert second.state.match.head.breaks is Side.B
    assert next_of(second.match_id).state.match.head.breaks is Side.A


def test_two_people_both_want_it_no_matter_who_asks_first():
    match_id, host, friend = finished("friend")

    assert ask(friend, match_id) == (200, {"wanted": ["b"], "next": None})
    assert ask(friend, match_id) == (200, {"wanted": ["b"], "next": None})
    assert rematches.state_of(selectors.load(match_id)) == {"wanted": ["b"], "next": None}
    status, reported = ask(host, match_id)

    assert status == 200 and reported["wanted"] == ["a", "b"]
    after = next_of(match_id)
    assert reported["next"] == f"/matches/{after.match_id}/"
    assert [player.guest for player in after.players] == [host.pk, friend.pk]
    assert [player.name for player in after.state.match.head.players] == ["Asha", "Tomasz"]


def test_somebody_who_watches_or_is_unknown_has_none():
    match_id, _host, _friend = finished("friend")

    assert ask(Guest.objects.create(name="Olive"), match_id)[1]["code"] == "not-seated"
    assert ask(None, match_id)[0] == 404
    assert Match.objects.count() == 1


def test_a_match_that_goes_on_has_none():
    match_id, host, _friend = finished("computer")
    ask(host, match_id)
    after = next_of(match_id)

    status, reported = ask(host, after.match_id)

    assert (status, reported["code"]) == (409, "no-rematch")
    assert rematches.state_of(after) is None

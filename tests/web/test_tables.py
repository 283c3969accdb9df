"""Tables: four seats that fill with people on their own devices and computers; nobody has a seat that is not free."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom.terms import Seat
from carrom_web.accounts.models import Guest
from carrom_web.matches import challenges, rematches, selectors, tables
from carrom_web.matches.models import Invitation, Match
from tests.support.web.clients import as_guest
from tests.support.web.matches import NEW_MATCH_FORM

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "icf board 30 doubles"


def person(name: str) -> tuple[Guest, Client]:
    guest = Guest.objects.create(name=name)
    return guest, as_guest(guest)


def by_link(host: Client, **more: str) -> str:
    """Lay a table by the form; give its address."""
    answer = host.post("/play/", {**NEW_MATCH_FORM, "opponent": "friend", "sides": "doubles", **more})
    assert answer.status_code == 303 and answer["Location"].startswith("/invitations/"), answer.content
    return answer["Location"]


def seats(address: str) -> dict[str, str]:
    table = Invitation.objects.get(pk=address.split("/")[2])
    return {
        f"{one.place[0]}{one.place[1]}": one.level or (one.guest.name if one.guest else "")
        for one in tables.seats_of(table)
    }


def test_four_people_sit_down_by_link_and_the_match_begins_with_the_last():
    (asha, her), *others = [person(name) for name in ("Asha", "Mira", "Tomasz", "Sam")]
    address = by_link(her)
    assert "?seat=b0" in her.get(address).content.decode(), "each free seat has its own link"

    answers = [page.post(address, {"sit": place}) for (_, page), place in zip(others, ("b0", "a1", "b1"), strict=True)]

    assert [one["Location"] for one in answers[:2]] == [address, address]
    match = Match.objects.get()
    assert answers[2]["Location"] == her.get(address)["Location"] == f"/matches/{match.pk}/"
    loaded = selectors.load(match.pk)
    assert [player.name for player in loaded.state.match.head.players] == ["Asha", "Mira", "Tomasz", "Sam"]
    seated = {guest.name: loaded.seats_of(guest.pk) for guest in (asha, *(guest for guest, _ in others))}
    assert seated == {"Asha": (Seat.SOUTH,), "Mira": (Seat.EAST,), "Tomasz": (Seat.NORTH,), "Sam": (Seat.WEST,)}
    assert person("Olive")[1].post(address, {"sit": "b1"}).status_code == 409, "who comes too late watches"
    assert rematches.state_of(loaded) is None and not match.is_listed


def test_computers_take_the_seats_that_the_host_gives_them():
    (_, her), (_, tomasz) = person("Asha"), person("Tomasz")
    address = by_link(her)
    her.post(address, {"computer": "b0", "level-b0": "easy"})
    her.post(address, {"computer": "b1", "level-b1": "strong"})

    refusals = [
        her.post(address, {"computer": "a1", "level-a1": "easy"}),  # two people at least
        tomasz.post(address, {"computer": "a1", "level-a1": "easy"}),  # not the host
        tomasz.post(address, {"free": "b0"}),
        tomasz.post(address, {"sit": "b0"}),
        tomasz.post(address, {"sit": "x9"}),
        her.post(address, {"computer": "a1", "level-a1": "nobody"}),
        her.post(address, {"computer": "a0", "level-a0": "easy"}),
    ]

    assert [one.status_code for one in refusals] == [409] * 7
    assert seats(address) == {"a0": "Asha", "b0": "easy", "a1": "", "b1": "strong"}
    tomasz.post(address, {"sit": "a1"})
    assert selectors.load(Match.objects.get().pk).computers() == {Seat.EAST: "easy", Seat.WEST: "strong"}


def test_who_changes_seats_leaves_the_old_one_and_who_stands_up_leaves_the_table_to_the_next():
    (_, her), (tomasz, his) = person("Asha"), person("Tomasz")
    address = by_link(her)
    his.post(address, {"sit": "b0"})
    his.post(address, {"sit": "b1"})
    assert seats(address) == {"a0": "Asha", "b0": "", "a1": "", "b1": "Tomasz"}

    her.post(address, {"leave": "1"})

    assert seats(address)["a0"] == "" and Invitation.objects.get().host == tomasz
    assert his.post(address, {"computer": "a0", "level-a0": "easy"}).status_code == 303


def test_in_the_lobby_four_who_press_the_same_tile_meet_and_two_tables_are_not_laid_for_them():
    pages = [person(name)[1] for name in ("Asha", "Mira", "Tomasz", "Sam")]

    answers = [page.post("/lobby/", {"seek": LOBBY}) for page in pages]

    assert len({one["Location"] for one in answers[:3]}) == 1 and Invitation.objects.count() == 1
    assert answers[3]["Location"] == f"/matches/{Match.objects.get().pk}/"
    assert Match.objects.get().is_listed and selectors.load(Match.objects.get().pk).deadline is not None


def test_a_table_of_the_lobby_is_seen_there_and_its_seats_are_free_once_their_pages_are_gone():
    (_, her), (tomasz, his) = person("Asha"), person("Tomasz")
    address = her.post("/lobby/", {"seek": LOBBY})["Location"]
    his.post("/lobby/", {"seek": "icf board 15"})
    his.post(address, {"sit": "b0"})
    assert challenges.own_challenge(tomasz.pk) is None, "nobody waits for two matches"
    assert "3 seats free" not in (shown := Client().get("/lobby/").content.decode()) and "2 seats free" in shown
    long_ago = timezone.now() - timedelta(seconds=80)

    Invitation.objects.get().seats.filter(side="a").exclude(guest=None).update(seen_at=long_ago)

    assert tables.free_forgotten() == 1 and Invitation.objects.get().host == tomasz
    Invitation.objects.get().seats.exclude(guest=None).update(seen_at=long_ago)
    assert tables.free_forgotten() == 1 and not Invitation.objects.exists()

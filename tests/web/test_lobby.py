"""The lobby: who seeks the same is paired, challenges stand while their page lives, nobody gets what is not theirs."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from carrom_web.accounts.models import Guest
from carrom_web.matches import challenges, lobby_consumer, rematches, selectors, services
from carrom_web.matches.models import Invitation, Match
from tests.support.web.clients import as_guest
from tests.support.web.matches import BOARD_OF_LOBBY as BOARD
from tests.support.web.matches import ORIGIN, MatchSocket, challenges_form, cookie_of

pytestmark = pytest.mark.django_db(transaction=True)


def person(name: str) -> tuple[Guest, Client]:
    guest = Guest.objects.create(name=name)
    return guest, as_guest(guest)


def post(client: Client, **answers: str):
    return client.post("/lobby/", answers)


def lobby_socket(guest: Guest | None = None, *, origin: bytes = ORIGIN) -> WebsocketCommunicator:
    from carrom_web.config.asgi import application

    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", origin)]
    if guest is not None:
        headers.append((b"cookie", cookie_of(guest.pk).encode()))
    return WebsocketCommunicator(application, "/ws/lobby/", headers)


def test_two_who_seek_the_same_are_led_to_one_match_with_a_clock_of_15_s():
    (asha, her), (tomasz, tomasz_page) = person("Asha"), person("Tomasz")

    waits = post(her, seek=BOARD)
    begins = post(tomasz_page, seek=BOARD)

    assert waits.status_code == 303 and waits["Location"].startswith("/lobby/?waiting=")
    assert begins["Location"].startswith("/matches/")
    assert her.get(waits["Location"])["Location"] == begins["Location"], "her page leads there by itself"
    loaded = selectors.load(Match.objects.get().pk)
    assert {player.guest for player in loaded.players} == {asha.pk, tomasz.pk}
    assert loaded.deadline is not None and loaded.state.match.head.clocks.stroke == 15
    assert [player.name for player in loaded.state.match.head.players] == ["Asha", "Tomasz"]


@pytest.mark.parametrize("other", ["icf game 15", "icf board 30", "icf board none", "classic board none"])
def test_who_seeks_something_else_is_not_paired(other: str):
    post(person("Asha")[1], seek=BOARD)

    post(person("Tomasz")[1], seek=other)

    assert not Match.objects.exists() and Invitation.objects.count() == 2


def test_those_who_press_at_the_same_moment_get_one_match_each_and_never_two():
    people = [Guest.objects.create(name=f"P{number}") for number in range(6)]
    posted = [challenges.post(guest, challenges_form()) for guest in people]  # before anybody has looked

    for guest, own in zip(people, posted, strict=True):
        challenges.pair(own, guest)

    assert Match.objects.count() == 3
    seated = [player.guest for match in Match.objects.all() for player in selectors.load(match.pk).players]
    assert sorted(seated) == sorted(guest.pk for guest in people), "everybody has one seat"


def test_of_two_who_take_each_other_one_is_refused_and_no_half_of_it_is_stored():
    (asha, _her), (tomasz, _his) = person("Asha"), person("Tomasz")
    hers, other = challenges.post(asha, challenges_form()), challenges.post(tomasz, challenges_form())
    wish = challenges_form()
    services.accept(other, wish.head(), wish.players(tomasz.pk, asha.pk), own=[hers])

    with pytest.raises(services.InvitationTakenError):
        services.accept(hers, wish.head(), wish.players(asha.pk, tomasz.pk), own=[other])
    assert Match.objects.count() == 1


def test_who_posts_again_withdraws_what_they_posted_before():
    _asha, her = person("Asha")

    post(her, seek=BOARD)
    post(her, seek="icf game 15")

    assert [one.terms for one in Invitation.objects.all()] == ["icf game 15"]
    post(her, withdraw="1")
    assert not Invitation.objects.exists()


def test_a_challenge_is_accepted_from_the_list_by_filters_and_withdraws_what_who_accepts_had_posted():
    asha, her = person("Asha")
    _tomasz, tomasz_page = person("Tomasz")
    post(her, seek="own", ruleset="common", length="game", clock="60")
    post(tomasz_page, seek=BOARD)
    found = Invitation.objects.get(host=asha)

    shown = Client().get("/lobby/", {"ruleset": "common", "clock": "60"}).content.decode()
    hidden = Client().get("/lobby/", {"ruleset": "common", "clock": "15"}).content.decode()
    answer = post(tomasz_page, accept=str(found.pk))

    assert "Asha" in shown and str(found.pk) in shown and str(found.pk) not in hidden
    assert answer["Location"].startswith("/matches/")
    assert not Invitation.objects.filter(match=None).exists(), "two matches at once would keep somebody waiting"
    assert selectors.load(Match.objects.get().pk).state.match.head.clocks.stroke == 60


def test_a_challenge_stands_while_its_page_lives_and_no_longer():
    asha, her = person("Asha")
    post(her, seek=BOARD)
    own = Invitation.objects.get()

    Invitation.objects.update(open_until=timezone.now() - timedelta(seconds=1))
    refused = post(person("Tomasz")[1], accept=str(own.pk))
    challenges.renew(asha.pk)  # it has run out: a page that comes back has to post again

    assert refused.status_code == 409 and "has left" in refused.content.decode()
    assert challenges.forget_expired() == 1 and not Match.objects.exists()


def test_what_is_taken_own_unknown_or_by_link_alone_is_refused_and_nothing_begins():
    asha, her = person("Asha")
    _olive, third = person("Olive")
    post(her, seek=BOARD)
    own = Invitation.objects.get()
    by_link = services.invite(asha.pk, challenges_form().wish())

    answers = [
        post(her, accept=str(own.pk)),
        post(third, accept=str(uuid4())),
        post(third, accept="x"),
        post(third, accept=str(by_link)),
    ]
    assert [answer.status_code for answer in answers] == [409] * 4
    assert not Match.objects.exists()

    assert post(person("Tomasz")[1], accept=str(own.pk)).status_code == 303
    assert post(third, accept=str(own.pk)).status_code == 409
    assert Match.objects.count() == 1


def test_a_second_tab_of_the_same_browser_is_never_paired_with_the_first():
    _asha, her = person("Asha")

    post(her, seek=BOARD)
    again = post(her, seek=BOARD)

    assert again["Location"].startswith("/lobby/") and not Match.objects.exists()


@pytest.mark.parametrize(
    "sought", ["", "icf", "baca19 board none", "classic board 15", "icf board 1", "no board 15", "<b> x y"]
)
def test_what_nobody_can_seek_is_refused(sought: str):
    answer = post(person("Asha")[1], seek=sought)

    assert answer.status_code == 422 and not Invitation.objects.exists()


def test_a_name_with_markup_is_text_in_the_list():
    post(Client(), seek=BOARD, name="<img src=x>Asha")

    page = Client().get("/lobby/").content.decode()

    assert "&lt;img src=x&gt;Asha" in page and "<img" not in page


def test_one_address_does_not_flood_the_lobby(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(challenges.RATE, "per_second", 0.0)
    _asha, her = person("Asha")

    statuses = [post(her, seek=BOARD).status_code for _ in range(25)]

    assert statuses[:20] == [303] * 20 and statuses[-1] == 429
    assert Invitation.objects.count() == 1


def test_a_post_from_a_foreign_page_is_refused():
    foreign = Client(enforce_csrf_checks=True)

    assert foreign.post("/lobby/", {"seek": BOARD}, headers={"origin": "https://evil.example"}).status_code == 403
    assert not Invitation.objects.exists()


def test_matches_from_the_lobby_are_shown_with_who_watches_and_others_are_not():
    (asha, her), (_tomasz, tomasz_page) = person("Asha"), person("Tomasz")
    wish = challenges_form()
    services.start_match(wish.head(own_name="Private"), wish.players(asha.pk, Guest.objects.create().pk))
    post(her, seek=BOARD)
    post(tomasz_page, seek=BOARD)

    page = Client().get("/lobby/").content.decode()

    assert "Asha and Tomasz" in page and "0 watching" in page
    assert "Private" not in page, "by link, it is for those who have the link"


async def test_the_lobby_hears_of_a_new_challenge_and_both_players_at_once_of_their_match():
    guest, her = await database_sync_to_async(person)("Asha")
    stranger = lobby_socket()
    page = lobby_socket(guest)
    for each in (stranger, page):
        assert (await each.connect())[0]
        assert await said(each) == "changed"

    await database_sync_to_async(post)(her, seek=BOARD)
    assert await said(stranger) == "changed"
    assert await said(page) == "changed"
    _other, tomasz_page = await database_sync_to_async(person)("Tomasz")
    await database_sync_to_async(post)(tomasz_page, seek=BOARD)

    assert await said(page) == "paired"
    assert await said(stranger) == "changed"
    for each in (stranger, page):
        await each.disconnect()


async def said(socket: WebsocketCommunicator) -> str:
    return json.loads(await socket.receive_from(timeout=60))["kind"]


async def test_a_page_that_closes_takes_its_challenge_with_it_but_for_a_reload():
    guest, her = await database_sync_to_async(person)("Asha")
    page = lobby_socket(guest)
    await page.connect()
    await database_sync_to_async(post)(her, seek=BOARD)

    await page.disconnect()

    row = await Invitation.objects.aget()
    assert timedelta(0) < row.open_until - timezone.now() <= challenges.RELOAD


async def test_a_socket_that_floods_the_lobby_is_closed_and_one_from_elsewhere_is_not_opened(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(lobby_consumer, "A_SECOND", 0.0)  # a flood, no matter how slowly it is read
    page = lobby_socket()
    await page.connect()
    for _ in range(25):
        await page.send_to(text_data="{}")

    while (message := await page.receive_output(timeout=60))["type"] != "websocket.close":
        pass

    assert message["code"] == 4029
    assert not (await lobby_socket(origin=b"https://evil.example").connect())[0]


async def test_somebody_with_a_forged_cookie_sits_nowhere():
    (_asha, her), (_tomasz, tomasz_page) = [await database_sync_to_async(person)(name) for name in ("Asha", "Tomasz")]
    await database_sync_to_async(post)(her, seek=BOARD)
    await database_sync_to_async(post)(tomasz_page, seek=BOARD)
    match = await Match.objects.aget()
    page = MatchSocket(match.pk)
    page.socket.scope["headers"].append((b"cookie", b"carrom_guest=00000000000000000000000000000000:forged"))

    async with page:
        refused = await page.ask("stroke", 0, offset=0.0, angle=0.0, speed=3.0)

    assert page.hello["seats"] == [] and refused["code"] == "not-seated"


def test_a_rematch_of_a_listed_match_is_listed():
    (_asha, her), (_tomasz, tomasz_page) = person("Asha"), person("Tomasz")
    post(her, seek=BOARD)
    post(tomasz_page, seek=BOARD)
    match = Match.objects.get()
    Match.objects.filter(pk=match.pk).update(phase="over")
    again = rematches._begin(selectors.load(match.pk), is_listed=match.is_listed)

    assert Match.objects.get(pk=again).is_listed

"""Links of forms, captains and players: they expire after the competition, are renewed, and ask before a deletion."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from carrom_web.clubs.rights import Role
from carrom_web.competitions import link_expiry
from carrom_web.competitions.events import link_tokens
from carrom_web.competitions.events.models import Event, Order
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.link_expiry import LINKS, CompetitionLink
from carrom_web.competitions.link_pages.renewal.page import LETTERS
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.models import RenewedLink
from carrom_web.competitions.solo_leagues import selectors as seasons
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.core.pages import access_of, all_patterns
from carrom_web.core.permissions import LinkHolder
from tests.support.web.clients import as_guest
from tests.support.web.events import NOW, application, new_event, official
from tests.support.web.match_leagues import PLAYERS, announced_league, captain_link
from tests.support.web.solo_seasons import joined_player, new_season

pytestmark = pytest.mark.django_db
OTHERS = {"club invitation", "sheet", "renewal of a link", "way through to the sign-in"}


@pytest.fixture(autouse=True)
def quick(settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    LETTERS.forget_all()


def of_form(email: str = "anu@example.org") -> str:
    form = registration.hand_in(new_event(), application(email=email), now=NOW)
    return f"/registrations/{link_tokens.token_of(form)}/"


def ends(model: Any, *, days_ago: int) -> None:
    """Let the last change of all competitions of a kind be so long ago."""
    model.objects.update(changed_at=timezone.now() - timedelta(days=days_ago))


def renewal_page(answer: Any) -> str:
    assert answer.status_code == 410, answer.status_code
    found = re.search(r'href="(/links/[^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def test_every_link_to_a_competition_expires():
    found = {
        access.audience
        for _written, pattern in all_patterns(get_resolver().url_patterns)
        if (access := access_of(pattern.callback)) and isinstance(access.audience, LinkHolder)
    }

    assert {one.name for one in found if not isinstance(one, CompetitionLink)} == {f"link: {name}" for name in OTHERS}
    assert {one.name for one in found if isinstance(one, CompetitionLink)} == set(LINKS)


def test_a_link_opens_until_some_weeks_after_the_competition_and_a_letter_to_its_owner_renews_it():
    own, client = of_form(), Client()
    ends(Event, days_ago=59)
    assert client.get(own).status_code == 200
    ends(Event, days_ago=62)
    asked = renewal_page(client.get(own))
    assert renewal_page(client.post(own, {"do": "forget", "sure": "yes"})) and b"anu@" not in client.get(asked).content
    mail.outbox.clear()

    assert b"We have sent a letter" in client.post(asked).content

    (letter,) = mail.outbox
    assert letter.to == ["anu@example.org"]
    where = re.search(r"(/links/\S+)", letter.body)
    assert where is not None
    assert client.get(own).status_code == 410 and client.get(where[1]).status_code == 200  # not by a look alone
    assert client.post(where[1])["Location"] == own
    assert client.get(own).status_code == 200
    RenewedLink.objects.update(until=timezone.now())
    assert client.get(own).status_code == 410
    assert client.get("/links/forged/").status_code == 404
    for status in (200, 200, 429):
        assert client.post(asked).status_code == status
    assert len(mail.outbox) == 3  # nobody's mailbox is flooded


def test_a_letter_renews_a_link_for_a_week(monkeypatch: pytest.MonkeyPatch):
    own, client = of_form(), Client()
    ends(Event, days_ago=70)
    client.post(renewal_page(client.get(own)))
    where = re.search(r"(/links/\S+)", mail.outbox[-1].body)
    assert where is not None

    monkeypatch.setattr(link_expiry, "IN_LETTERS", timedelta(seconds=-1))

    assert client.post(where[1]).status_code == 404


def test_an_official_renews_a_link_at_once_and_whose_address_is_not_stored_asks_them():
    own, client = of_form(), Client()
    event = Event.objects.get()
    registrar = as_guest(official(event, Role.REGISTRAR))
    umpire = as_guest(official(event, Role.UMPIRE))
    event.forms.get().person.__class__.objects.update(email="")
    ends(Event, days_ago=70)
    asked = renewal_page(client.get(own))
    for other in (client, umpire):
        assert b"Ask an organiser" in other.get(asked).content
        other.post(asked)
    assert client.get(own).status_code == 410

    assert registrar.post(asked)["Location"] == own

    assert client.get(own).status_code == 200


def test_links_of_players_and_captains_expire_too():
    player = joined_player(new_season())
    own = reverse("solo-own", args=[seasons.token_of(player)])
    league = announced_league(PLAYERS, {"Anu Nair": ("Anu Nair",), "Bela Rao": ("Bela Rao",)}).league
    captain = captain_link(league.teams.order_by("pk").first())
    client = Client()
    ends(Season, days_ago=70)
    ends(League, days_ago=70)
    Season.objects.update(last_day=timezone.localdate() - timedelta(days=59))
    assert [client.get(one).status_code for one in (own, captain)] == [200, 200]  # the league is not closed yet

    Season.objects.update(last_day=timezone.localdate() - timedelta(days=61))
    League.objects.update(state=League.State.CLOSED)

    assert [client.get(one).status_code for one in (own, captain)] == [410, 410]
    assert client.post(own + "report/", {}).status_code == 410
    for one in (own, captain):
        client.post(renewal_page(client.get(one)))
        where = re.search(r"(/links/\S+)", mail.outbox[-1].body)
        assert where is not None and client.post(where[1])["Location"] == one
    assert [client.get(one).status_code for one in (own, captain)] == [200, 200]


def test_a_deletion_by_link_asks_once_more():
    own, client = of_form(), Client()
    player = joined_player(new_season())
    solo = reverse("solo-own", args=[seasons.token_of(player)])

    for one in (own, solo):
        asked = client.post(one, {"do": "forget", "sure": "no"}).content.decode()
        assert "This cannot be undone." in asked and 'name="do" value="forget"' in asked
        assert 'name="sure" value="yes"' in asked and "Anu Nair" in client.get(one).content.decode()
        assert client.post(one, {"do": "forget", "sure": "yes"}).status_code == 303

    assert not Player.objects.exclude(name="").exists() and not Order.objects.exists()
    assert "Anu" not in client.get(own).content.decode()

"""Pages of seasons and match leagues follow them by a socket: notified when it is opened, and with every act."""

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.sockets import CHANGED, NOTHING_THERE
from tests.support.web.match_leagues import PLAYERS, announced_league
from tests.support.web.sockets import following, socket_at
from tests.support.web.solo_seasons import confirmed_set, joined_player, new_season

PEOPLE = {"Anu Nair": ("Anu Nair",), "Bela Rao": ("Bela Rao",)}


async def refused(path: str) -> int:
    """The code with which a socket is closed."""
    page = socket_at(path)
    await page.connect()
    return (await page.receive_output(timeout=60))["code"]


@pytest.mark.django_db(transaction=True)
async def test_a_season_notifies_its_followers_of_every_step_and_of_nothing_in_a_draft():
    season = await database_sync_to_async(new_season)()
    page = await following(f"/ws/leagues/solo/{season.slug}/")
    await database_sync_to_async(joined_player)(season)
    assert await page.receive_from(timeout=60) == CHANGED
    await page.disconnect()

    await Season.objects.filter(pk=season.pk).aupdate(state=Season.State.DRAFT)
    assert await refused(f"/ws/leagues/solo/{season.slug}/") == NOTHING_THERE
    assert await refused("/ws/leagues/solo/no-such-season/") == NOTHING_THERE


@pytest.mark.django_db(transaction=True)
async def test_a_match_league_notifies_its_followers_of_every_step_and_of_nothing_in_a_draft():
    league = await database_sync_to_async(lambda: announced_league(PLAYERS, PEOPLE, drawn=False))()
    page = await following(f"/ws/leagues/matches/{league.slug}/")
    assert await database_sync_to_async(league.organise)("draw") == 303
    assert await page.receive_from(timeout=60) == CHANGED
    await page.disconnect()

    await League.objects.filter(slug=league.slug).aupdate(state=League.State.DRAFT)
    assert await refused(f"/ws/leagues/matches/{league.slug}/") == NOTHING_THERE
    assert await refused("/ws/leagues/matches/no-such-league/") == NOTHING_THERE


@pytest.mark.django_db
def test_an_entrant_of_a_league_is_followed_with_the_next_fixture():
    playing, reader = announced_league(PLAYERS, PEOPLE), Client()
    anu, page = playing.team("Anu Nair").key, playing.page("match-league")

    assert reader.post(playing.page("match-league-follow", "nobody"), {"do": "follow"}).status_code == 404
    answer = reader.post(playing.page("match-league-follow", anu), {"do": "follow"})

    assert answer.headers["Location"] == playing.page("match-league-team", anu)
    (followed,) = reader.get(page).context["followed"]
    assert (followed.name, followed.url) == ("Anu Nair", playing.page("match-league-team", anu))
    assert followed.says.endswith("against Bela Rao") and followed.watch.startswith(page)
    assert "Stop following" in reader.get(followed.url).content.decode()
    assert Client().get(page).context["followed"] == []


@pytest.mark.django_db
def test_a_player_of_a_season_is_followed_with_place_and_average():
    season, reader = new_season(), Client()
    player = joined_player(season)

    reader.post(f"/leagues/solo/{season.slug}/follow/{player.key}/", {"do": "follow"})
    (before,) = reader.get(f"/leagues/solo/{season.slug}/").context["followed"]
    confirmed_set(player)
    (after,) = reader.get(f"/leagues/solo/{season.slug}/").context["followed"]

    assert (before.name, before.says) == ("Anu Nair", "no place yet")
    assert after.says.startswith("place 1, average ")

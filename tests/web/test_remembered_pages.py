"""Pages that are made once for all: nobody gets a page that was made for somebody else, and no page is an old one.

All public pages of every kind of competition are asked for by those who have something of their own there, before and
after a stranger.
"""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.test import Client
from django.urls import get_resolver

from carrom_web.accounts.models import Guest
from carrom_web.competitions import kinds, page_cache
from carrom_web.competitions.following import COOKIE as FOLLOWS
from carrom_web.competitions.following import Place
from carrom_web.competitions.match_leagues import repository as leagues
from carrom_web.competitions.match_leagues.models import Team
from carrom_web.competitions.page_cache import PAGES, PageCache
from carrom_web.competitions.permissions import Viewer
from carrom_web.core.pages import access_of, all_patterns
from tests.support.web.clients import as_guest
from tests.support.web.draws import TOKEN
from tests.support.web.match_leagues import PLAYERS, announced_league, captain_link
from tests.support.web.one_of_everything import Scene, new_scene
from tests.support.web.sockets import following
from tests.support.web.solo_seasons import joined_player, new_season

REMEMBERED = [one.prefix for one in kinds.kinds() if one.remembers_pages]
# Who sees more than a stranger on pages of a kind, or is known there: officials by their rights, those who take part or
# follow somebody. Nobody follows a championship.
READERS = {
    "event": ("owner", "umpire", "follower"),
    "match-league": ("owner", "umpire", "captain", "follower"),
    "solo": ("owner", "account", "follower"),
    "championship": ("owner", "account"),
    "rating": ("owner", "rated", "follower"),
}
PEOPLE = {name: (name,) for name in ("Anu Nair", "Bela Rao")}
MADE_NOW = re.compile(rb"made_at.{30}|DTSTAMP:\S+|<lastBuildDate>.*?<")


@pytest.fixture(autouse=True)
def long_lived(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remembered pages live for ten minutes, so that only what makes them old makes them old."""
    monkeypatch.setattr(page_cache, "LIFETIME_S", 600.0)


def test_every_kind_whose_pages_many_follow_remembers_them():
    assert set(READERS) == set(REMEMBERED)


@pytest.fixture
def scene() -> Scene:
    return new_scene()


def public_pages(scene: Scene, prefix: str) -> Iterator[str]:
    """The pages of one kind that everybody may see."""
    for written, pattern in all_patterns(get_resolver().url_patterns):
        access = access_of(pattern.callback)
        audience = access.audience if access else None
        if isinstance(audience, Viewer) and audience.kind is kind_of(prefix):
            yield from scene.addresses(written, pattern)


def kind_of(prefix: str) -> Any:
    return next(one for one in kinds.kinds() if one.prefix == prefix)


def follows_of(scene: Scene) -> str:
    """What the browser of somebody holds who follows one of each competition."""
    followed = (
        Place("events", scene.event.slug, scene.follow_key),
        Place("match_leagues", scene.league.slug, Team.objects.filter(league=scene.league).first().key),
        Place("solo_leagues", scene.season.slug, scene.solo_set.player.key),
        Place("ratings", scene.rating_list.slug, scene._values["ratings/"]["key"]),
    )
    return ".".join(":".join(one) for one in followed)


def client_of(scene: Scene, role: str, follows: str) -> Client:
    """A browser of somebody in a role; a follower is a stranger who follows somebody of each competition."""
    if role != "follower":
        return scene.client(role)
    client = Client()
    client.cookies[FOLLOWS] = follows
    return client


def asked(client: Client, path: str) -> tuple[int, bytes]:
    """An answer without what differs each time that it is made."""
    answer = client.get(path)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, MADE_NOW.sub(b"", TOKEN.sub("", content.decode("latin-1")).encode("latin-1"))


@pytest.mark.django_db
def test_a_page_that_its_first_reader_got_compressed_is_whole_for_all_others(scene: Scene):
    path = f"/events/{scene.event.slug}/"
    first, second = (Client().get(path, headers={"accept-encoding": "gzip"}) for _ in range(2))
    plain = Client().get(path)

    for one in (first, second):
        assert one.headers["Content-Encoding"] == "gzip" and gzip.decompress(one.content) == plain.content
    assert b"</html>" in plain.content and "Content-Encoding" not in plain.headers


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", REMEMBERED)
def test_nobody_gets_what_was_made_for_another(scene: Scene, prefix: str):
    """Papers are left out: they are made again for everybody, and each is another file."""
    pages = [page for page in public_pages(scene, prefix) if not page.partition("?")[0].endswith((".pdf", ".svg"))]
    assert len(pages) > 3
    PAGES._pages.clear()
    follows = follows_of(scene)
    own = {role: {page: asked(client_of(scene, role, follows), page) for page in pages} for role in READERS[prefix]}
    assert len(PAGES._pages._values) == 0, "so each of these was made for its reader, and the next ones for a stranger"
    for page in pages:
        asked(Client(), page)
    assert len(PAGES._pages._values) > 0
    for role in own:
        found = {page: asked(client_of(scene, role, follows), page) for page in pages}
        assert found == own[role], f"{role}, after a stranger"


@pytest.mark.django_db
def test_captains_players_and_followers_are_not_shown_the_page_of_all():
    """What says that it is the page of all is what is remembered, and what the server may send to everybody."""
    playing, season = announced_league(PLAYERS, PEOPLE), new_season()
    player = as_guest(Guest.objects.get(pk=joined_player(season).guest_id))
    follower = Client()
    follower.post(playing.page("match-league-follow", playing.team("Anu Nair").key), {"do": "follow"})
    captain, table = playing.captains["Anu Nair"], playing.page("match-league")
    standings = f"/leagues/solo/{season.slug}/"

    for reader, page in ((captain, table), (player, standings), (playing.owner, table), (follower, table)):
        assert b"data-shared" not in reader.get(page).content
    for page in (table, playing.page("match-league-fixtures"), standings):
        assert b"data-shared" in Client().get(page).content
    assert "My team" in captain.get(table).content.decode() and "My sets" in player.get(standings).content.decode()
    assert "My team" not in Client().get(table).content.decode()
    assert "My sets" not in Client().get(standings).content.decode()


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> PageCache:
    """A memory of its own, which takes every page for one that everybody sees."""
    memory = PageCache()
    monkeypatch.setattr(kinds, "PAGES", memory)
    monkeypatch.setattr(page_cache, "_is_for_everybody", lambda _response: True)
    return memory


@pytest.mark.django_db
def test_a_page_made_for_a_captain_is_not_remembered_whatever_it_says(careless: PageCache):
    """Who has a cookie of their own neither fills the memory nor reads it, even if a page forgot to say whose it is."""
    playing = announced_league(PLAYERS, PEOPLE)
    for reader in (playing.captains["Anu Nair"], playing.owner):
        reader.get(playing.page("match-league"))

    assert len(careless._pages._values) == 0
    Client().get(playing.page("match-league"))
    assert len(careless._pages._values) == 1


@pytest.mark.django_db
def test_the_own_link_of_a_captain_is_not_remembered(careless: PageCache):
    """It has no cookie where it is opened first, and shows addresses."""
    playing = announced_league(PLAYERS, PEOPLE)
    assert b"anu@example.org" in Client().get(captain_link(playing.team("Anu Nair"))).content

    assert len(careless._pages._values) == 0


@pytest.mark.django_db
def test_a_league_is_made_once_for_all_until_something_is_done_or_said_in_it(
    django_assert_max_num_queries: Any, django_capture_on_commit_callbacks: Any
):
    playing, stranger = announced_league(PLAYERS, PEOPLE), Client()
    page = playing.page("match-league")
    stranger.get(page)

    with django_assert_max_num_queries(1):  # its stamp
        assert "Latest results" not in stranger.get(page).content.decode()
    fixture = playing.seen.league.meetings[0].fixture.id
    with django_capture_on_commit_callbacks(execute=True):
        assert playing.at(fixture, playing.owner, "result", line="25-10 25-3", by="games") == 303
    assert "Latest results" in stranger.get(page).content.decode()

    team = playing.team("Bela Rao")
    Team.objects.filter(pk=team.pk).update(name="Bela Rao-Sen")  # nothing of the log, so its stamp stays
    assert "Bela Rao-Sen" not in stranger.get(page).content.decode()
    leagues.FOLLOWERS.changed(team.league_id)
    assert "Bela Rao-Sen" in stranger.get(page).content.decode()


@pytest.mark.django_db
def test_a_change_makes_the_pages_of_its_own_competition_old_and_no_others(django_assert_max_num_queries: Any):
    one, other, stranger = announced_league(PLAYERS, PEOPLE), announced_league(PLAYERS, PEOPLE), Client()
    stranger.get(other.page("match-league"))

    leagues.FOLLOWERS.changed(one.league.pk)

    with django_assert_max_num_queries(1):
        stranger.get(other.page("match-league"))


@pytest.mark.django_db(transaction=True)
async def test_what_another_process_announces_makes_pages_old_where_somebody_follows():
    playing = await database_sync_to_async(lambda: announced_league(PLAYERS, PEOPLE))()
    address, stranger = playing.page("match-league"), Client()
    page = await following(f"/ws{address}")
    await database_sync_to_async(stranger.get)(address)
    league = await database_sync_to_async(lambda: playing.league)()
    await Team.objects.filter(league=league, name="Bela Rao").aupdate(name="Bela Rao-Sen")

    await get_channel_layer().group_send(leagues.FOLLOWERS.group_of(league.pk), {"type": "changed"})
    await page.receive_from(timeout=60)

    assert "Bela Rao-Sen" in (await database_sync_to_async(stranger.get)(address)).content.decode()
    await page.disconnect()

"""The head of an event: at most five links, for officials too, and every page of theirs two taps away."""

import re
from html import unescape

import pytest
from django.test import Client

from carrom_web.clubs.rights import Role
from carrom_web.competitions.events.models import Event
from tests.support.web.clients import as_guest
from tests.support.web.events import new_event, official, organiser_of

pytestmark = pytest.mark.django_db
MOST = 5
EVERYBODY = ["The event", "Entries", "Draws", "Order of play", "Results"]
OF_AN_ORGANISER = """day
desk desk/statement draws edit entries log organise organise/short play prints rehearsal reminders results
screen whole.json""".split()
BARE = ("day", "edit", "organise/short", "screen", "whole.json")  # pages without a head, and a file


@pytest.fixture
def event() -> Event:
    return new_event()


def head_of(client: Client, address: str) -> list[tuple[str, str]]:
    """The links of the head, as (address, title)."""
    answer = client.get(address)
    if answer.status_code == 302:
        answer = client.get(answer.headers["Location"])
    page = answer.content.decode()
    navs = page[page.index('class="event-navs"') :]
    return links(navs[: navs.index("</div>")])


def reader(event: Event, role: Role | None) -> Client:
    """Somebody with a role in the club, or nobody."""
    if role is None:
        return Client()
    return as_guest(organiser_of(event) if role is Role.OWNER else official(event, role))


def links(html: str) -> list[tuple[str, str]]:
    found = re.findall(r'<a[^>]*?href="([^"]+)"[^>]*>(.*?)</a>', html, re.DOTALL)
    return [(unescape(url), re.sub(r"<[^>]+>|\s+", " ", text).strip()) for url, text in found]


@pytest.mark.parametrize("role", [None, *Role])
def test_a_head_has_at_most_five_links_for_everybody(event: Event, role: Role | None):
    client = reader(event, role)
    titles = [title for _url, title in head_of(client, f"/events/{event.slug}/")]

    assert len(titles) <= MOST
    leads = client.get(f"/events/{event.slug}/manage/").status_code == 200
    assert titles == ([*EVERYBODY[:1], *EVERYBODY[2:], "Manage"] if leads else EVERYBODY)
    assert leads is (role not in (None, Role.PLAYER))


def test_an_organiser_reaches_every_page_by_two_taps_from_any_page(event: Event):
    client = as_guest(organiser_of(event))
    start = f"/events/{event.slug}/"
    first = {url for url, _title in head_of(client, start)}
    second = {url for one in first for url, _title in links(client.get(one).content.decode())}
    reached = {url.partition("?")[0].partition("#")[0] for url in first | second}

    missing = [name for name in OF_AN_ORGANISER if not {f"{start}{name}/", f"{start}{name}"} & reached]
    assert missing == []
    assert any(url.startswith("/events/new/?copy=") for url in second)
    for name in OF_AN_ORGANISER:
        if name not in BARE:
            assert first == {one for one, _title in head_of(client, f"{start}{name}/")}, name


def test_the_page_of_an_official_has_what_they_may_open_and_nothing_else(event: Event):
    for role in Role:
        client = reader(event, role)
        page = client.get(f"/events/{event.slug}/manage/")
        if page.status_code != 200:
            continue
        shown = links(page.content.decode().partition('class="manage"')[2].partition("</main>")[0])
        assert shown, role
        assert [url for url, _title in shown if client.get(url).status_code != 200] == [], role
    assert Client().get(f"/events/{event.slug}/manage/").status_code == 403


def test_the_head_says_which_of_its_pages_is_open(event: Event):
    client = as_guest(organiser_of(event))
    for page in ("manage/", "desk/", "organise/", "log/", "entries/"):
        html = client.get(f"/events/{event.slug}/{page}").content.decode()
        assert re.search(r'href="[^"]*/manage/"\s+aria-current="page"', html), page

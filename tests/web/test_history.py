"""The list of one's own matches: all of them, page by page, with how they ended."""

import pytest
from django.test import Client

from carrom.match.requests import Concede
from carrom_web.matches import models, selectors, services
from tests.support.web.matches import cookie_of, make_guest, new_id, start_match

pytestmark = pytest.mark.django_db(transaction=True)


def visitor_of(guest) -> Client:
    name, _, value = cookie_of(guest).partition("=")
    client = Client(HTTP_HOST="127.0.0.1:8000")
    client.cookies[name] = value
    return client


async def concede(match_id, guest) -> None:
    await services.ask(
        match_id=match_id, author=services.Guest(guest), request_id=new_id(), after=0, request=Concede("match")
    )


def finish(match_id, guest) -> None:
    from asgiref.sync import async_to_sync

    async_to_sync(concede)(match_id, guest)


def test_a_finished_match_is_found_by_both_sides_with_opponent_result_and_a_review():
    asha, tomasz = make_guest("Asha"), make_guest("Tomasz")
    match_id = start_match(asha, tomasz)
    finish(match_id, tomasz)

    lists = {"won": visitor_of(asha).get("/matches/"), "lost": visitor_of(tomasz).get("/matches/?shows=over")}

    for outcome, page in lists.items():
        (one,) = page.context["matches"]
        assert one["outcome"] == outcome
        assert "Tomasz concedes; Asha wins the match" in page.text
        assert f'href="/analysis/?match={match_id}"' in page.text
    assert "Against Tomasz" in lists["won"].text and "Against Asha" in lists["lost"].text
    assert visitor_of(asha).get("/matches/?shows=open").context["matches"] == []


def test_a_match_at_one_screen_and_one_against_a_computer_are_there_too():
    asha = make_guest("Asha")
    start_match(asha)
    start_match(asha, level="easy")

    page = visitor_of(asha).get("/matches/?shows=open")

    assert [one["opponent"] for one in page.context["matches"]] == ["Tomasz", ""]
    assert page.text.count("Not finished</span>") == 2
    assert "/analysis/" not in page.text  # no help while it is played


def test_all_matches_are_reached_page_by_page_and_none_twice():
    asha = make_guest("Asha")
    started = [start_match(asha) for _ in range(selectors.A_PAGE + 3)]
    visitor = visitor_of(asha)

    pages = [visitor.get("/matches/"), visitor.get("/matches/?page=2"), visitor.get("/matches/?page=99")]

    urls = [one["url"] for page in pages[:2] for one in page.context["matches"]]
    assert urls == [f"/matches/{match_id}/" for match_id in reversed(started)]
    assert pages[2].context["page"] == 2
    assert "Page 2 of 2, 28 matches" in pages[1].text


def test_a_stranger_sees_no_match_of_others_and_what_to_do():
    start_match(make_guest("Asha"))

    page = Client(HTTP_HOST="127.0.0.1:8000").get("/matches/")

    assert page.context["matches"] == []
    assert "Start a match" in page.text
    assert models.Match.objects.count() == 1


def test_the_first_page_leads_to_them_as_soon_as_there_is_one():
    asha = make_guest("Asha")
    assert 'href="/matches/"' not in visitor_of(asha).get("/").text

    start_match(asha)

    assert 'href="/matches/"' in visitor_of(asha).get("/").text

"""Leagues of every kind: one's own first on their page, on the page of their club, and the way back from a match."""

import pytest

from carrom_web.competitions.solo_leagues.services import sets
from carrom_web.core.hooks import ParentPage
from carrom_web.matches import selectors as matches
from carrom_web.matches import wire
from tests.support.web.matches import make_guest, start_match
from tests.support.web.solo_seasons import NOW, client_for, joined_player, new_season, organiser_of, page_text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_a_day_of_the_season(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def parts_of(client: object) -> dict[str, list[str]]:
    """What stands under each heading of the page of all leagues."""
    parts = client.get("/leagues/").context["parts"]  # type: ignore[attr-defined]
    return {part["title"]: [row["title"] for row in part["rows"]] for part in parts}


def test_the_readers_own_leagues_stand_first_and_those_that_are_over_last() -> None:
    season = new_season(title="Bay Area 19")
    new_season(title="Elsewhere")
    new_season(title="Last year", first_day="2025-02-03", last_day="2025-03-02", weeks=())
    player = joined_player(season)

    mine = {"Mine": ["Bay Area 19"], "Running and announced": ["Elsewhere"], "Over": ["Last year"]}
    assert list(parts_of(client_for(player.guest)).items()) == list(mine.items())
    assert parts_of(client_for(organiser_of(season))) == mine
    assert "Mine" not in parts_of(client_for(None))


def test_the_page_of_a_club_shows_its_leagues_and_leads_its_organiser_to_a_new_one() -> None:
    season, url = new_season(title="Bay Area 19"), "/leagues/solo/"
    new_season(is_open=False, title="Draft of another club")
    page = f"/clubs/{season.club.slug}/"

    stranger, owner = (page_text(client_for(who), page) for who in (None, organiser_of(season)))

    assert f'href="{url}{season.slug}/"' in stranger and "Announce a league" not in stranger
    assert "Announce a league" in owner and "Draft of another club" not in owner


def test_a_match_of_a_season_leads_back_to_it_and_offers_nothing_to_nobody() -> None:
    season = new_season(title="Bay Area 19")
    player = joined_player(season)
    row = sets.start_on_site(player, player.guest_id, now=NOW)  # type: ignore[arg-type]
    alone = start_match(make_guest())

    page = page_text(client_for(player.guest), f"/matches/{row.match_id}/")

    assert row.match_id is not None and matches.parent_of(row.match_id) == ParentPage(
        title="Bay Area 19", url=f"/leagues/solo/{season.slug}/"
    )
    assert f'data-whole="/leagues/solo/{season.slug}/"' in page
    assert matches.parent_of(alone) is None and "data-whole=" not in page_text(client_for(None), f"/matches/{alone}/")
    reported = wire.view(matches.load(row.match_id))["may"]
    assert (reported["offer"], reported["concede"]) == ([], False)  # one player, nobody to agree with or to concede to
    assert "replay" in wire.view(matches.load(alone))["may"]["offer"]

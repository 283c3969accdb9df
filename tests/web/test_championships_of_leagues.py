"""Championships also count 19-coin seasons and match leagues; tables say in a sentence who is above whom, and why."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client

from carrom.tournament.championship import Event, Terms, apart, standings
from carrom_web.clubs.models import Club
from carrom_web.competitions.championships import event_results, repository, services
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.portable import portable
from carrom_web.competitions.championships.state import Counting, PutLeg
from carrom_web.competitions.match_leagues.models import League, TeamMember
from carrom_web.competitions.match_leagues.services import organising as league_services
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.services import organising as season_services
from carrom_web.people import services as people
from tests.support.web.clients import as_guest
from tests.support.web.match_leagues import CLUB_TEAMS, PLAYERS, announced_league
from tests.support.web.solo_seasons import (
    END,
    NOW,
    TWO_DIVISIONS,
    confirmed_set,
    joined_player,
    new_season,
    organiser_of,
    page_text,
)

pytestmark = pytest.mark.django_db
TEN = Counting(table="own", own=("10", "6", "3"))
NAMES = ("Anu Nair", "Ben Ode", "Cyra Das")


def season_of(*, club: Club | None = None, **more: Any) -> Season:
    """A season in which Anu has the best set, then Ben; Cyra has none and no place."""
    season = new_season(**more)
    if club is not None:
        Season.objects.filter(pk=season.pk).update(club=club)
        season.refresh_from_db()
    for number, name in enumerate(NAMES):
        address = f"{name.split()[0].lower()}@example.org"
        player = joined_player(season, name, shows_name=name != "Ben Ode", email=address)
        if number < 2:
            confirmed_set(player, (20 + number, 22, 23, 24, 25))
    return season


def championship_of(season: Season, source: str, **more: Any) -> Championship:
    owner = organiser_of(season).pk
    made = services.begin(season.club, owner, title="Series", counting=replace(TEN, **more), now=NOW)
    services.do(made, owner, PutLeg(key="solo", title="Winter", day=date(2026, 3, 1), source=source), now=NOW)
    return made


def table(championship: Championship, *, with_running: bool = False) -> dict[str, tuple[int, int]]:
    book = repository.state(championship)
    legs = event_results.leg_results(championship, book)
    _counted, lines = event_results.table_of(book, legs, "", with_running=with_running)
    names = event_results.names_in(legs)
    return {names[line.key]: (line.place, line.total) for line in lines}


def test_a_season_counts_when_it_is_over_and_who_has_no_place_gets_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    season = season_of()
    series = championship_of(season, f"season:{season.pk}:all")

    assert table(series) == {} and table(series, with_running=True) == {"Anu Nair": (1, 10), "B. O.": (2, 6)}
    season_services.close_season(season, organiser_of(season).pk, now=END)
    assert table(series) == {"Anu Nair": (1, 10), "B. O.": (2, 6)}
    file = portable(series)
    written = [file.act(one.act) for one in repository.STORE.log(series).entries]
    (leg,) = (act for act in written if isinstance(act, PutLeg))
    assert not leg.source and [(one.place, one.points) for one in leg.results] == [(1, "1"), (2, "0")]
    assert {one.name for one in file.people} == {"Anu Nair", "Ben Ode"}
    on_television = page_text(Client(), f"/championships/{series.slug}/tv/")
    assert '<b class="n">1</b><span>Anu Nair</span>' in re.sub(r"\s*\n\s*", "", on_television)
    plain = Client().get(f"/championships/{series.slug}/tables/1.json")
    assert plain.json()["why"] == [] and plain.headers["Access-Control-Allow-Origin"] == "*"
    page = page_text(Client(), f"/championships/{series.slug}/")
    assert f'href="/leagues/solo/{season.slug}/"' in page and "Ben Ode" not in page


def test_each_division_of_a_season_is_an_event_of_its_own_and_one_that_is_gone_is_yet_to_come():
    season = season_of(divisions=TWO_DIVISIONS)
    owner = as_guest(organiser_of(season))
    series = services.begin(season.club, organiser_of(season).pk, title="Series", counting=TEN, now=NOW)
    url = f"/championships/{series.slug}/organise/"

    form = page_text(owner, url)
    assert "Bay Area 19: First" in form and "Bay Area 19: Second" in form
    sent = {"do": "leg", "leg-category": f"season:{season.pk}:two", "leg-weight": "1", "leg-key": ""}
    assert owner.post(url, sent).status_code == 303
    leg = next(iter(repository.state(series).legs.values()))
    assert (leg.title, leg.day, leg.source) == ("Bay Area 19: Second", season.last_day, f"season:{season.pk}:two")
    again = owner.post(url, sent)
    assert again.status_code == 409 and "already counts" in again.content.decode()
    foreign = season_of()
    assert owner.post(url, sent | {"leg-category": f"season:{foreign.pk}:all"}).status_code == 422


def test_players_of_a_league_are_the_same_people_as_in_a_season_and_teams_count_by_their_names():
    playing = announced_league(replace(PLAYERS, legs=1, home_and_away=False), {name: (name,) for name in NAMES})
    league = playing.league
    owner = league.club.members.get().guest_id
    for one in playing.seen.league.meetings:
        names = [playing.seen.name(key) for key in (one.a, one.b)]
        line = "25-10 25-3" if NAMES.index(names[0]) > NAMES.index(names[1]) else "10-25 3-25"
        league_services.record_result(playing.league, owner, one.fixture.id, line, by_games=True, now=NOW)
    season = season_of(club=league.club)
    season_services.close_season(season, owner, now=END)
    series = services.begin(league.club, owner, title="Series", counting=replace(TEN, won="1"), now=NOW)
    for key, source in (("league", f"match-league:{league.pk}"), ("season", f"season:{season.pk}:all")):
        leg = PutLeg(key=key, title=key, day=date(2026, 3, 1), source=source)
        services.do(series, owner, leg, now=NOW)
    in_league = TeamMember.objects.get(name="Anu Nair").person_id
    in_season = season.players.get(name="Anu Nair").person_id
    people.merge(league.club, owner, player_id=in_league, into_id=in_season, now=NOW)
    shown = table(series)
    assert shown["Anu Nair"] == (1, 13)  # last of the league, first of the season
    assert shown["Cyra Das"] == (2, 12)  # first of the league with two wins, without a place in the season
    teams = announced_league(
        CLUB_TEAMS, {"Reds": ("R One", "R Two", "R Three"), "Blues": ("B One", "B Two", "B Three")}
    )
    League.objects.filter(pk=teams.league.pk).update(club=league.club)
    put = PutLeg(key="teams", title="teams", day=date(2026, 3, 2), source=f"match-league:{teams.league.pk}")
    services.do(series, owner, put, now=NOW)
    assert "Reds" not in table(series, with_running=True)  # nothing is played yet


def test_of_two_with_the_same_total_the_table_says_who_came_to_more_events():
    terms = Terms(table=(10, 5, 5))
    events = [Event(key="one", places={"anu": 1, "ben": 2, "cem": 3}), Event(key="two", places={"ben": 2, "dov": 1})]
    rows = standings(replace(terms, shared="best"), events)

    assert [(one.key, one.place) for one in rows] == [("ben", 1), ("anu", 2), ("dov", 2), ("cem", 4)]
    (why,) = apart(rows)
    assert (why.above, why.below, why.better, why.worse) == ("ben", "anu", 2, 1)

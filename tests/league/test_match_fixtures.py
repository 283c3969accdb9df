"""The fixtures of a match league: everybody as often as the terms say, home and away, nobody twice on a day."""

import random
from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.league import match_record as records
from carrom.league.match_fixtures import full_venues, match_days
from carrom.league.match_presets import PRESETS
from carrom.league.match_terms import Ground, MatchLeagueError, check_terms, faults_of
from carrom.tournament.fixtures import Known
from carrom.tournament.format import TooFewError
from tests.support.league.match_leagues import PLAYERS, drawn_league, joined_league
from tests.support.thorough import examples


@settings(max_examples=examples(40), deadline=None)
@given(
    count=st.integers(2, 13), legs=st.integers(1, 4), pools=st.integers(1, 3), seed=st.integers(0, 99),
    at_once=st.integers(0, 3), home=st.booleans(),
)  # fmt: skip
def test_everybody_meets_everybody_of_their_pool_as_often_as_set(count, legs, pools, seed, at_once, home):
    pools = min(pools, count // 2)
    league = records.league_of(drawn_league(count, seed, legs=legs, pools=pools, at_once=at_once, home_and_away=home))
    fixtures = list(league.season.fixtures)
    met = Counter(frozenset((one.a.key, one.b.key)) for one in fixtures)
    members: dict[str, set[str]] = {}
    for one in fixtures:
        members.setdefault(one.group, set()).update((one.a.key, one.b.key))

    assert sum(map(len, members.values())) == count and len(members) == pools
    assert max(map(len, members.values())) - min(map(len, members.values())) <= 1
    assert met == Counter(
        {frozenset(pair): legs for keys in members.values() for pair in combinations(sorted(keys), 2)}
    )
    for key in {key for keys in members.values() for key in keys}:
        at_home = sum(one.a.key == key for one in fixtures)
        away = sum(one.b.key == key for one in fixtures)
        assert abs(at_home - away) <= 1
        days = [league.slots[one.id].day for one in fixtures if key in (one.a.key, one.b.key)]
        assert len(days) == len(set(days)), "nobody plays twice on a day"
    if at_once and not home:
        assert max(Counter(one.round for one in fixtures).values()) <= at_once
    assert len({one.id for one in fixtures}) == len(fixtures)


def test_two_teams_of_one_venue_with_one_board_are_never_at_home_on_the_same_day():
    grounds = {f"t{n:02}": Ground(venue=f"hall {n // 2}", matches=1) for n in range(8)}  # four venues, two teams each

    league = records.league_of(drawn_league(8, grounds=grounds))

    assert full_venues(tuple(league.slots.values()), grounds) == ()
    homes = Counter(one.a.key for one in league.season.fixtures)
    assert set(homes.values()) == {7}


def test_what_no_order_can_fit_is_reported_and_not_hidden():
    grounds = {f"t{n:02}": Ground(venue="the only hall", matches=1) for n in range(4)}

    league = records.league_of(drawn_league(4, grounds=grounds, legs=1))

    full = full_venues(tuple(league.slots.values()), grounds)
    assert [(one.matches, one.most) for one in full] == [(2, 1)] * 3


def test_home_matches_are_on_the_weekday_of_the_home_side_and_free_days_are_left_out():
    grounds = {"t00": Ground(venue="hall", weekday=3, time="19:45")}
    league = records.league_of(drawn_league(4, grounds=grounds, free_days=("2026-09-14",), time="20:00"))

    mine = [one.id for one in league.season.fixtures if one.a == Known("t00")]

    assert {date.fromisoformat(league.slots[name].day).weekday() for name in mine} == {3}
    assert {league.slots[name].time for name in mine} == {"19:45"}
    assert match_days(league.terms, 3) == ("2026-09-07", "2026-09-21", "2026-09-28")
    assert match_days(league.terms, 1, after="2026-09-22") == ("2026-09-28",)
    assert {slot.time for name, slot in league.slots.items() if name not in mine} == {"20:00"}


def test_the_order_of_joining_changes_nothing():
    one, other = joined_league(7), joined_league(7)
    turned = replace(other, entries=tuple(replace(line, number=8 - line.number) for line in reversed(other.entries)))

    made = [list(records.league_of(records.draw(r, random.Random(4))).season.fixtures) for r in (one, turned)]

    assert made[0] == made[1]


def test_too_few_for_the_pools_are_refused():
    with pytest.raises(TooFewError, match="2 pools need 4"):
        drawn_league(3, pools=2)


def test_every_preset_can_be_played_and_bad_terms_name_their_fields():
    for preset in PRESETS.values():
        check_terms(replace(preset.terms, first_day="2026-09-07"))
    bad = replace(
        PLAYERS, title=" ", kind="crowds", length="long", time_zone="Mars", legs=9, pools=5, first_day="soon",
        last_day="2026-13-01", free_days=("x",), regulation=replace(PLAYERS.regulation, order=("wins", "luck")),
    )  # fmt: skip

    fields = {one.field for one in faults_of(bad)}

    assert fields == {
        "title", "kind", "length", "time_zone", "legs", "pools", "first_day", "last_day", "free_days",
        "regulation_order",
    }  # fmt: skip
    with pytest.raises(MatchLeagueError, match="Who plays"):
        check_terms(bad)

"""Rosters of match leagues and how their results may be reported."""

from dataclasses import replace

import pytest

from carrom_web.competitions.match_leagues.models import Team
from carrom_web.competitions.match_leagues.services.night import ways_of
from carrom_web.competitions.match_leagues.services.registration import RosterEntry, RosterError, check_roster
from carrom_web.people.models import Player
from tests.support.web.match_leagues import CLUB_TEAMS, FOUR, PEOPLE, PLAYERS, announced_league, captain_link, team_form

pytestmark = pytest.mark.django_db


def roster(team: Team) -> dict[str, Player]:
    """The players of a team by their names in its roster."""
    return {row.name: row.person for row in team.members.filter(active=True).select_related("person")}


def test_the_captain_is_one_player_of_the_club_and_stays_it_under_another_name():
    playing = announced_league(CLUB_TEAMS, {name: FOUR[name] for name in ("Reds", "Blues")}, drawn=False)
    reds = playing.team("Reds")
    captain, *others = roster(reds).values()

    assert captain == reds.person
    assert reds.person not in others and len({one.pk for one in others}) == 2
    assert Player.objects.filter(club=playing.league.club).count() == 6
    keys = {f"key_{number}": row.key for number, row in enumerate(reds.members.order_by("position"))}
    names = ("Rita Bell", "Sam Hill", "Reds Three")
    form = team_form("Reds", *names, do="roster", **keys)

    assert playing.captains["Reds"].post(captain_link(reds), form).status_code == 303

    after = roster(playing.team("Reds"))
    assert [one.pk for one in after.values()] == [captain.pk, *(one.pk for one in others)]
    assert [one.name for one in after.values()] == list(names)
    assert Player.objects.filter(club=playing.league.club).count() == 6


def test_a_roster_has_as_many_as_the_terms_say_and_each_once():
    one, two, three = (RosterEntry(name=name) for name in ("Asha", "Ben", "asha"))
    least, most = CLUB_TEAMS.persons
    many = [RosterEntry(name=f"Player {number}") for number in range(most + 1)]

    check_roster(CLUB_TEAMS, many[:least])
    check_roster(CLUB_TEAMS, many[:most])
    for wrong in (many[: least - 1], many, [*many[: least - 2], one, three]):
        with pytest.raises(RosterError):
            check_roster(CLUB_TEAMS, wrong)
    check_roster(CLUB_TEAMS, [*many[: least - 2], one, two])


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (CLUB_TEAMS, ["winner", "total", "boards"]),
        (replace(CLUB_TEAMS, length="best_of_3"), ["winner", "boards", "games"]),
        (replace(CLUB_TEAMS, length="match"), ["winner", "total", "games", "boards"]),
        (replace(CLUB_TEAMS, length="board"), ["winner", "boards"]),
        (PLAYERS, ["total", "boards"]),
        (replace(PLAYERS, length="board"), ["boards"]),
    ],
)
def test_a_winner_alone_is_enough_where_no_place_needs_points(terms, expected):
    names = FOUR if terms.kind == "teams" else PEOPLE
    playing = announced_league(terms, names)

    assert [str(way) for way in ways_of(playing.seen, "1.1")] == expected

"""Teams and their rosters point to the club's players: who is who, whose names are shown, what is deleted."""

import pytest
from django.test import Client
from django.urls import reverse

from carrom_web.accounts import privacy as accounts
from carrom_web.accounts.models import Guest
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.match_leagues import league_file, repository, selectors
from carrom_web.competitions.match_leagues.exports import whole_file
from carrom_web.competitions.match_leagues.models import Captain, Team, TeamMember
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES
from carrom_web.people import services
from carrom_web.people.models import Player
from carrom_web.people.selectors import references
from tests.support.web.events import NOW
from tests.support.web.match_leagues import CLUB_TEAMS, PLAYERS, LeagueInPlay, announced_league, captain_link, team_form
from tests.support.web.matches import make_guest

pytestmark = pytest.mark.django_db

TEAMS = {"Reds": ("Rita Red", "Rosa Rust"), "Blues": ("Bo Blue", "Rosa Rust")}


@pytest.fixture(autouse=True)
def nobody_entered_lately():
    ENTRIES.forget_all()


@pytest.fixture
def playing() -> LeagueInPlay:
    return announced_league(CLUB_TEAMS, {name: (*members, "X One", "Y Two") for name, members in TEAMS.items()})


def member(playing: LeagueInPlay, team: str, name: str) -> TeamMember:
    return TeamMember.objects.select_related("team").get(team=playing.team(team), name=name)


def test_the_captain_is_the_member_of_that_name_and_has_the_address(playing: LeagueInPlay):
    rita = member(playing, "Reds", "Rita Red")

    assert rita.person == playing.team("Reds").person
    assert (rita.email, playing.team("Reds").email) == ("reds@example.org", "reds@example.org")


def test_one_name_in_two_rosters_of_a_club_is_one_player(playing: LeagueInPlay):
    assert member(playing, "Reds", "Rosa Rust").person == member(playing, "Blues", "Rosa Rust").person


def test_each_is_named_by_their_own_word(playing: LeagueInPlay):
    rosa = member(playing, "Reds", "Rosa Rust")
    services.set_consent(rosa.person, shows_name=False)

    names = repository.seen(playing.league).people

    assert names[rosa.key] == "R. R."
    assert names[member(playing, "Reds", "Rita Red").key] == "Rita Red"
    assert not playing.team("Reds").shows_names


def test_the_name_of_a_single_player_is_hidden_with_their_word():
    playing = announced_league(PLAYERS, {name: (name,) for name in ("Anu Nair", "Bela Rao")})
    team = playing.team("Anu Nair")
    services.set_consent(team.members.get().person, shows_name=False)

    assert repository.shown_team(playing.team("Anu Nair")) == "A. N."


def test_a_captain_mends_the_own_name_in_the_roster_and_is_still_the_same_player(playing: LeagueInPlay):
    """Two rows are of this player, the place in the roster and the team, and both are of this form."""
    reds = playing.team("Reds")
    rita = member(playing, "Reds", "Rita Red")
    roster = list(reds.members.order_by("position"))
    names = [{"Rita Red": "Rita Redd"}.get(one.name, one.name) for one in roster]
    given = team_form("Reds", *names, do="roster") | {f"key_{n}": one.key for n, one in enumerate(roster)}
    assert references(rita.person) == 2

    assert playing.captains["Reds"].post(captain_link(reds), given).status_code == 303

    assert member(playing, "Reds", "Rita Redd").person_id == rita.person_id
    assert Player.objects.get(pk=rita.person_id).name == "Rita Redd"


def test_a_new_name_in_a_place_of_the_roster_is_another_player(playing: LeagueInPlay):
    reds = playing.team("Reds")
    rosa = member(playing, "Reds", "Rosa Rust")
    roster = list(reds.members.order_by("position"))
    names = ["Rita Red", "Nora New", "X One", "Y Two"]
    given = team_form("Reds", *names, do="roster") | {f"key_{n}": one.key for n, one in enumerate(roster)}

    assert playing.captains["Reds"].post(captain_link(reds), given).status_code == 303

    assert member(playing, "Reds", "Nora New").person != rosa.person
    assert member(playing, "Blues", "Rosa Rust").person == rosa.person
    assert Player.objects.get(pk=rosa.person_id).name == "Rosa Rust"


def test_somebody_who_deletes_themself_leaves_no_name_in_any_roster(playing: LeagueInPlay):
    guest = make_guest("Rosa")
    rosa = member(playing, "Reds", "Rosa Rust")
    Player.objects.filter(pk=rosa.person_id).update(guest=guest)

    accounts.erase(Guest.objects.get(pk=guest))

    assert not TeamMember.objects.filter(name="Rosa Rust").exists()
    assert TeamMember.objects.filter(name="Rita Red").exists()
    captain = Captain.objects.get(team=playing.team("Reds"))
    accounts.erase(captain.guest)
    assert not Player.objects.filter(name="Rita Red").exists()
    assert (playing.team("Reds").email, playing.team("Reds").captain) == ("", "")


def test_a_file_of_a_league_finds_the_players_of_the_club_it_is_read_into(playing: LeagueInPlay):
    before = Player.objects.count()
    league = playing.league
    owner_id = clubs.people(league.club)[0].guest_id

    again = league_file.store(league.club, owner_id, whole_file(league).encode(), now=NOW)

    assert Player.objects.count() == before
    people = [
        set(TeamMember.objects.filter(team__league=one).values_list("person", flat=True)) for one in (league, again)
    ]
    assert people[0] == people[1]
    assert Team.objects.get(league=again, name="Reds").email == "reds@example.org"


def test_players_of_a_team_have_a_page_of_their_own_by_a_link_that_their_captain_has(playing: LeagueInPlay):
    captains_page = playing.captains["Reds"].get(captain_link(playing.team("Reds"))).content.decode()
    rosa = member(playing, "Reds", "Rosa Rust")
    link = reverse("match-league-member", args=[selectors.member_token(rosa)])
    assert f"http://testserver{link}" in captains_page
    assert selectors.member_token(member(playing, "Blues", "Rosa Rust")) not in captains_page

    shown = Client().get(link)
    given = Client().post(link, {"do": "data"})

    assert shown.status_code == 200 and "Rosa Rust" in shown.content.decode()
    assert given.headers["Content-Disposition"] == 'attachment; filename="own-data.json"'
    assert given.json() == {
        "league": playing.league.slug,
        "team": "Reds",
        "name": "Rosa Rust",
        "rating": None,
        "active": True,
        "stored_until": {},
    }
    for wrong in (f"{link[:-2]}x/", reverse("match-league-member", args=[selectors.token_of(playing.team("Reds"))])):
        assert Client().get(wrong).status_code == 404


def test_a_player_who_deletes_their_data_is_asked_once_more_and_leaves_no_name(playing: LeagueInPlay):
    rosa, team = member(playing, "Reds", "Rosa Rust"), playing.team("Reds")
    link, browser = reverse("match-league-member", args=[selectors.member_token(rosa)]), Client()

    asked = browser.post(link, {"do": "forget"})
    assert asked.status_code == 200 and TeamMember.objects.get(pk=rosa.pk).name == "Rosa Rust"
    assert "Rosa Rust" in asked.content.decode()
    confirmed = browser.post(link, {"do": "forget", "sure": "yes"})

    assert confirmed.headers["Location"] == reverse("match-league", args=[playing.league.slug])
    row = TeamMember.objects.get(pk=rosa.pk)
    assert (row.name, row.active) == ("", False)
    assert member(playing, "Blues", "Rosa Rust").person_id != row.person_id, "they still play there"
    assert Client().get(link).status_code == 404
    assert Team.objects.get(pk=team.pk).name == "Reds"
    page = playing.captains["Reds"].get(captain_link(team))
    assert page.status_code == 200 and "Rosa Rust" not in page.content.decode()

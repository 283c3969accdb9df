"""The page of a club's player: all matches and competitions in one place, for whom they agreed to."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from carrom.match.entries import Player as Contender
from carrom.match.requests import Concede
from carrom.play.game import new_head
from carrom.rating.history import Terms
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Role
from carrom_web.competitions.championships import services as championships
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import Counting, PutLeg
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.services import organising as ratings
from carrom_web.competitions.ratings.state import Mark
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.services import registration as solo
from carrom_web.matches.models import Match
from carrom_web.people import player_results, services
from carrom_web.people.models import Player
from carrom_web.people.services import MergeError
from carrom_web.umpire import services as sheets
from tests.support.web.championships import another_event, play_out, played_event
from tests.support.web.clients import as_guest
from tests.support.web.events import ADULTS, NOW, official, organiser_of
from tests.support.web.match_leagues import PLAYERS, announced_league
from tests.support.web.matches import answer_as_umpire, make_guest, start_match
from tests.support.web.solo_seasons import local_time, new_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A round robin of three that is over; A won both, B one."""
    event = played_event(3)
    return event


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def in_club(season: Season, club: Club) -> Season:
    """The season as one of this club."""
    Season.objects.filter(pk=season.pk).update(club=club)
    return Season.objects.get(pk=season.pk)


def page(one: Player, client: Client | None = None, status: int = 200, **query: Any) -> str:
    answer = (client or Client()).get(f"/clubs/{one.club.slug}/players/{one.pk}/", query)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_matches_of_all_events_are_counted_with_form_and_head_to_head(event: Event):
    play_out(another_event(event, "Player A", "Player B"))
    a, b, c = (player(f"Player {letter}") for letter in "ABC")

    matches = player_results.matches_of(a)

    tally = player_results.tally_of(matches)
    assert (tally.played, tally.won, tally.lost, tally.tied) == (3, 3, 0, 0)
    versus = {one.opponent.root: one.tally for one in player_results.head_to_head(matches)}
    assert {root: (one.played, one.won) for root, one in versus.items()} == {b.pk: (2, 2), c.pk: (1, 1)}
    back = player_results.tally_of(player_results.against(player_results.matches_of(b), a.pk))
    assert (back.played, back.won, back.lost) == (2, 0, 2)
    assert (back.points, back.points_against) == (versus[b.pk].points_against, versus[b.pk].points)
    assert tally.share == 100 and player_results.tally_of(player_results.matches_of(c)).share == 0


def test_the_page_shows_competitions_results_and_who_was_met(event: Event):
    a, b = player("Player A"), player("Player B")

    text = page(a)

    assert "<h1>Player A</h1>" in text and "place 1 of 3, 2 of 2 won" in text and "100 %" in text
    assert f"/clubs/{event.club.slug}/players/{b.pk}/" in text and f"?against={b.pk}" in text
    against = page(a, against=b.pk)
    assert "Matches against Player B" in against and "Player C" not in against


def test_who_was_merged_has_one_page_with_the_matches_of_both(event: Event):
    second = another_event(event, "Player A", "Plaier B")
    play_out(second)
    wrong, right = player("Plaier B"), player("Player B")
    owner = organiser_of(event).pk
    services.merge(event.club, owner, player_id=wrong.pk, into_id=right.pk, now=NOW)

    right.refresh_from_db()
    assert player_results.tally_of(player_results.matches_of(right)).played == 3
    [met] = [
        one
        for one in player_results.head_to_head(player_results.matches_of(player("Player A")))
        if one.tally.played == 2
    ]
    assert met.opponent.root == right.pk
    assert "<h1>Player B</h1>" in page(wrong)


def test_two_who_met_are_not_one_person(event: Event):
    owner = organiser_of(event).pk

    with pytest.raises(MergeError) as refused:
        services.merge(event.club, owner, player_id=player("Player A").pk, into_id=player("Player B").pk, now=NOW)

    assert refused.value.args[0] == "met"


def test_without_consent_it_is_for_the_player_and_the_officials_alone(event: Event):
    a, guest = player("Player A"), Guest.objects.create(name="Anu")
    Player.objects.filter(pk=a.pk).update(guest=guest)
    services.set_consent(a, shows_name=False)

    page(a, status=404)
    page(a, as_guest(Guest.objects.create(name="Stranger")), status=404)
    page(a, as_guest(official(event.club, Role.UMPIRE)), status=404)
    assert "Player A" in page(a, as_guest(official(event.club, Role.REGISTRAR)))
    own = page(a, as_guest(guest))
    assert "Only you and the officials of the club see this page" in own
    others = page(player("Player B"))
    assert "Player A" not in others and f"/players/{a.pk}/" not in others and "P. A." in others


def test_only_the_player_changes_who_sees_them(event: Event):
    a, guest = player("Player A"), Guest.objects.create(name="Anu")
    Player.objects.filter(pk=a.pk).update(guest=guest)
    here = f"/clubs/{event.club.slug}/players/{a.pk}/"

    for client in (Client(), as_guest(official(event.club, Role.REGISTRAR))):
        assert client.post(here, {"do": "hide"}).status_code == 404
    assert as_guest(guest).post(here, {"do": "hide"}).status_code == 303
    page(a, status=404)
    assert as_guest(guest).post(here, {"do": "show"}).status_code == 303
    page(a)


def test_a_person_who_was_deleted_has_no_page(event: Event):
    a = player("Player A")
    services.erase(a)

    page(a, status=404)
    assert "Player A" not in page(player("Player B"))


def test_a_draft_is_not_announced(event: Event):
    Event.objects.update(state=Event.State.DRAFT)

    assert player_results.matches_of(player("Player A")) == []
    assert player_results.competitions_of(player("Player A")) == []


def test_single_matches_on_the_site_are_those_of_the_guest_who_claimed_the_player(event: Event):
    a, b = player("Player A"), player("Player B")
    anu, bo, stranger = make_guest("Anu"), make_guest("Bo"), make_guest("Stran Ger")
    Player.objects.filter(pk=a.pk).update(guest=anu)
    Player.objects.filter(pk=b.pk).update(guest=bo)
    for other in (bo, stranger):
        answer_as_umpire(start_match(anu, other, ruleset="icf"), Concede(side=Side.A))

    single = [one for one in player_results.matches_of(a) if one.about == "Single match"]

    assert [one.won for one in single] == [False, False]
    assert {(one.against[0].name, one.against[0].root) for one in single} == {("Bo", b.pk), ("S. G.", None)}


def on_board(event: Event, one: str, other: str) -> UUID:
    """A match on a board of the event's club, of which the sheet has two names; the first one gave it up."""
    owner = organiser_of(event).pk
    board = event.club.equipment.first() or clubs.add_board(event.club, owner, name="Board 1")
    players = (Contender(side=Side.A, name=one), Contender(side=Side.B, name=other))
    sheet = sheets.start_sheet(new_head(players=players, length="board", ruleset="icf"), owner, board=board)
    answer_as_umpire(sheet, Concede(side=Side.A))
    return sheet


def test_a_sheet_of_a_board_of_the_club_counts_for_the_players_whose_names_it_has(event: Event):
    a, b, c = (player(f"Player {letter}") for letter in "ABC")
    on_board(event, "a  PLAYER", "Player B")
    on_board(event, "Somebody Else", "Player B")
    running = on_board(event, "Player A", "Player C")
    Match.objects.filter(pk=running).update(phase="playing")

    def on_boards(one: Player) -> list[player_results.OwnMatch]:
        return [each for each in player_results.matches_of(one) if each.about == "Match on a board"]

    assert [(one.won, one.against[0].root) for one in on_boards(a)] == [(False, b.pk)]
    assert {(one.won, one.against[0].name) for one in on_boards(b)} == {(True, "S. E."), (True, "a  PLAYER")}
    assert on_boards(c) == []
    assert "Match on a board" in page(b)

    services.player_for(event.club_id, services.Details(name="Player A", email="another@example.org"), by_official=True)
    assert Player.objects.filter(name="Player A").count() == 2
    assert on_boards(a) == []  # of two who share a name it is nobody's


def test_ratings_championships_seasons_and_leagues_stand_beside_the_events(event: Event):
    owner = organiser_of(event).pk
    category = event.categories.get(key=ADULTS)
    rating_list = ratings.begin(event.club, owner, title="Valley Ratings", terms=Terms(), now=NOW)
    ratings.do(rating_list, owner, Mark(source=f"category:{category.pk}"), now=NOW)
    counting = Counting(table="own", own=("10", "6"))
    leg = PutLeg(key="one", title="One", day=event.first_day, category=category.pk)
    championship = championships.begin(event.club, owner, title="Valley Series", counting=counting, now=NOW)
    championships.do(championship, owner, leg, now=NOW)
    season = in_club(new_season(), event.club)
    joins = solo.Application(name="Player A", shows_name=True)
    solo.join(season, joins, now=local_time("2026-02-01T12:00"), by_organiser=owner)

    found = {one.kind: one for one in player_results.competitions_of(player("Player A"))}

    assert found["Ratings"].title.startswith("Valley Ratings") and "±" in found["Ratings"].detail
    assert (found["Championships"].title, found["Championships"].detail) == ("Valley Series", "place 1, 10 points")
    assert found["19-coin solo"].url.startswith("/leagues/solo/")
    for one in found.values():
        assert Client().get(one.url).status_code == 200, one
    for model in (RatingList, Championship):
        model.objects.update(state=model.State.DRAFT)
    kinds = {one.kind for one in player_results.competitions_of(player("Player A"))}
    assert kinds.isdisjoint({"Ratings", "Championships"})


def test_a_league_counts_with_its_matches():
    ENTRIES.forget_all()
    playing = announced_league(PLAYERS, {name: (name,) for name in ("Anu Nair", "Bela Rao")})
    fixture = playing.seen.league.meetings[0].fixture.id
    club = playing.league.club
    owner = as_guest(Guest.objects.get(memberships__club=club))
    reported = {"do": "result", "line": "25-10 25-7", "by": "games"}
    assert owner.post(playing.page("match-fixture", fixture), reported).status_code == 303

    anu = player("Anu Nair")
    [match] = player_results.matches_of(anu)

    assert [one.name for one in match.against] == ["Bela Rao"] and match.won is not None
    assert [one.kind for one in player_results.competitions_of(anu)] == ["Match leagues"]
    League.objects.update(state=League.State.DRAFT)
    assert player_results.matches_of(anu) == []

"""Match leagues played online: fixtures and ties begin between the players' guests, results flow as from sheets."""

from dataclasses import replace
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from carrom.match.requests import Concede
from carrom.tournament.teams import LineUp
from carrom_web.accounts.models import Guest
from carrom_web.competitions.match_leagues.models import SheetMatch, Team, TeamMember
from carrom_web.competitions.match_leagues.services import captains, online, scorekeeping
from carrom_web.core.hooks import registry
from carrom_web.matches import models, selectors, services
from carrom_web.outbox.delivery import deliver_due
from carrom_web.people.models import Player
from carrom_web.push.models import Notification
from tests.support.web.clients import as_guest
from tests.support.web.correspondence import with_device
from tests.support.web.match_leagues import CLUB_TEAMS, PLAYERS, LeagueInPlay, announced_league

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Reds", "Blues")
TEAMS = {name: tuple(f"{name} {number}" for number in range(3)) for name in NAMES}
TIE = "1.1"


def teams_online(**changes: object) -> LeagueInPlay:
    return announced_league(replace(CLUB_TEAMS, is_online=True, **changes), TEAMS)  # type: ignore[arg-type]


def line_ups(playing: LeagueInPlay) -> None:
    """Two singles, and a pair of the first single's player and the third member."""
    for key in playing.sides(TIE):
        one, two, three = (row.key for row in Team.objects.get(key=key).members.order_by("position"))
        named = LineUp(matches=((one,), (two,), (one, three)))
        owner = playing.league.club.members.get(role="owner").guest_id
        captains.hand_in(playing.league, key, TIE, named, guest_id=owner, team=None, now=timezone.now())


def link_accounts(playing: LeagueInPlay) -> dict[str, Guest]:
    """Give every member their own guest, but for captains, who act for their teams."""
    found = {}
    for member in TeamMember.objects.filter(team__league=playing.league):
        if member.person_id == member.team.person_id:
            guest = member.team.captains.get().guest
        else:
            guest = Guest.objects.create(name=member.name)
            Player.objects.filter(pk=member.person_id).update(guest=guest)
        found[member.name] = guest
    return found


def running(playing: LeagueInPlay) -> dict[str, UUID]:
    rows = SheetMatch.objects.filter(league=playing.league, ended_at=None)
    return {one.fixture: one.match_id for one in rows.order_by("fixture")}


def concede(match_id: UUID, side: str) -> None:
    loser = models.Seat.objects.filter(match=match_id, side=side).first().guest_id
    async_to_sync(services.ask)(
        match_id=match_id,
        author=services.Guest(loser),
        request_id=f"end-{match_id}",
        after=models.Match.objects.get(pk=match_id).version,
        request=Concede("match"),
    )


def test_a_captain_starts_the_matches_of_a_tie_and_each_end_starts_what_waited_for_its_players() -> None:
    playing = teams_online()
    line_ups(playing)
    guests = link_accounts(playing)
    with_device(guests["Reds 1"].pk)
    a, b = playing.sides(TIE)
    page = playing.page("match-fixture", TIE)
    assert "Start the matches here" in playing.captain_of(a).get(page).content.decode()
    assert "Start the matches here" not in Client().get(page).content.decode()

    assert playing.at(TIE, playing.captain_of(a), "online") == 303

    assert list(running(playing)) == ["1.1/1", "1.1/2"], "the pair waits for the player of the first single"
    for name, position in (("1.1/1", 0), ("1.1/2", 1)):
        seats = models.Seat.objects.filter(match=running(playing)[name]).order_by("side")
        members = [Team.objects.get(key=key).members.get(position=position) for key in (a, b)]
        assert [seat.guest for seat in seats] == [guests[one.name] for one in members]
        head = selectors.load(running(playing)[name]).state.match.head
        assert (head.take_back, head.clocks.stroke, head.positions) == ("never", 15, True)
    assert registry.hook.parent_of_match(match_id=running(playing)["1.1/1"]).is_online
    assert playing.at(TIE, playing.captain_of(b), "online") == 409, "the same matches do not begin twice"

    concede(running(playing)["1.1/1"], "b")
    assert scorekeeping.take_results(now=timezone.now()) == 1

    assert list(running(playing)) == ["1.1/2", "1.1/3"]
    pair = selectors.load(running(playing)["1.1/3"])
    assert len(pair.players) == 4 and pair.state.match.head.men == 4
    concede(running(playing)["1.1/2"], "a")
    concede(running(playing)["1.1/3"], "b")
    assert scorekeeping.take_results(now=timezone.now()) == 2
    result = playing.seen.league.meeting(TIE).result
    assert result is not None and tuple(result.points) == (2, 1) and running(playing) == {}
    assert scorekeeping.take_results(now=timezone.now()) == 0
    assert "Start the matches here" not in playing.captain_of(a).get(page).content.decode()


def test_the_players_are_notified_and_their_match_is_on_their_start_page() -> None:
    playing = teams_online()
    line_ups(playing)
    guests = link_accounts(playing)
    with_device(guests["Reds 1"].pk)

    assert playing.at(TIE, playing.owner, "online") == 303

    deliver_due()

    (one,) = Notification.objects.all()
    assert one.content["title"] == "Your match has started" and "/matches/" in one.content["url"]
    assert f"/matches/{running(playing)['1.1/2']}/" in as_guest(guests["Reds 1"]).get("/").content.decode()


def test_a_result_that_an_official_enters_meanwhile_stays_and_a_withdrawn_one_lets_the_match_count() -> None:
    playing = teams_online()
    line_ups(playing)
    link_accounts(playing)
    assert playing.at(TIE, playing.owner, "online") == 303
    match_id = running(playing)["1.1/1"]

    assert playing.at(TIE, playing.owner, "result", match="1", line="25-10", by="games") == 303
    concede(match_id, "a")
    scorekeeping.take_results(now=timezone.now())

    assert playing.seen.league.season.tie_matches[0].result.how == "played"
    assert "1.1/1" not in running(playing)
    concede(running(playing)["1.1/3"], "a")  # it began once the two were free
    scorekeeping.take_results(now=timezone.now())
    assert playing.at(TIE, playing.owner, "clear", match="1") == 303
    assert playing.at(TIE, playing.owner, "online") == 303, "a withdrawn result is played again"
    concede(running(playing)["1.1/1"], "a")
    scorekeeping.take_results(now=timezone.now())
    assert playing.seen.league.season.tie_matches[0].result.how == "conceded"


def test_a_match_whose_line_ups_are_taken_back_does_not_count_and_the_new_ones_are_played() -> None:
    playing = teams_online()
    line_ups(playing)
    guests = link_accounts(playing)
    with_device(guests["Reds 1"].pk)
    assert playing.at(TIE, playing.owner, "online") == 303
    first = running(playing)["1.1/1"]

    assert playing.at(TIE, playing.owner, "line-ups-back") == 303

    assert not running(playing)
    deliver_due()
    assert Notification.objects.order_by("pk").last().content["title"].startswith("Your match does not count any more")
    assert "does not count" in as_guest(guests["Reds 1"]).get(f"/matches/{first}/").content.decode()
    line_ups(playing)
    assert playing.at(TIE, playing.owner, "online") == 303
    assert running(playing)["1.1/1"] != first
    concede(first, "a")
    scorekeeping.take_results(now=timezone.now())
    assert not playing.seen.league.season.tie_matches, "what was started with other line-ups says nothing"
    concede(running(playing)["1.1/1"], "b")
    scorekeeping.take_results(now=timezone.now())
    assert [one.result.fixture for one in playing.seen.league.season.tie_matches] == [TIE]


def test_a_match_whose_players_have_no_account_is_not_started_and_the_others_are() -> None:
    playing = teams_online()
    assert playing.at(TIE, playing.owner, "online") == 409, "no line-ups"
    line_ups(playing)

    assert playing.at(TIE, playing.owner, "online") == 303

    assert list(running(playing)) == ["1.1/1"], "the captains alone are known here"
    assert playing.at(TIE, playing.owner, "online") == 409
    link_accounts(playing)
    assert playing.at(TIE, playing.owner, "online") == 303
    assert list(running(playing)) == ["1.1/1", "1.1/2"]


def test_nobody_else_starts_them_and_nobody_in_a_league_that_is_not_played_online() -> None:
    playing = teams_online()
    line_ups(playing)
    link_accounts(playing)
    other = announced_league(CLUB_TEAMS, {f"{name} two": members for name, members in TEAMS.items()})
    stranger = next(iter(other.captains.values()))

    assert playing.at(TIE, stranger, "online") == 403 and playing.at(TIE, Client(), "online") == 403
    assert running(playing) == {}
    assert other.at(TIE, other.owner, "online") == 409
    assert "Start the matches here" not in other.owner.get(other.page("match-fixture", TIE)).content.decode()


def test_a_league_of_players_is_played_between_those_who_entered() -> None:
    people = {name: (name,) for name in ("Anu Nair", "Bela Rao")}
    playing = announced_league(replace(PLAYERS, is_online=True, online_clock="none", length="board"), people)
    fixture = playing.seen.league.meetings[0].fixture.id
    a, _b = playing.sides(fixture)

    assert playing.at(fixture, playing.captain_of(a), "online") == 303

    match_id = running(playing)[fixture]
    assert selectors.load(match_id).state.match.head.clocks.stroke is None
    sheet = playing.captain_of(a).get(playing.page("match-fixture-keep", fixture, 0))
    assert sheet.headers["Location"] == f"/matches/{match_id}/", "no sheet is opened beside it"
    concede(match_id, "a")
    assert scorekeeping.take_results(now=timezone.now()) == 1
    assert playing.seen.league.meeting(fixture).result.how == "conceded"


def test_names_of_the_matches_of_a_tie_are_those_of_its_line_ups() -> None:
    playing = teams_online()

    assert online.matches_of(playing.seen, TIE) == ["1.1/1", "1.1/2", "1.1/3"]

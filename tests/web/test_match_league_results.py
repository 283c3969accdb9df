"""Match leagues played on the site: line-ups, reported and confirmed results, play-offs, sheets, withdrawals, files."""

import gzip
import json
import re
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from carrom.league.match_terms import PlayOffTerms
from carrom.match.requests import Concede, Toss
from carrom.terms import Side
from carrom.tournament.teams import TieTerms
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League, SheetMatch, Team
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES
from carrom_web.competitions.match_leagues.rated_results import results as rated_results
from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.matches import selectors as match_queries
from carrom_web.matches import services
from carrom_web.matches.models import Match
from tests.support.web.match_leagues import (
    CLUB_TEAMS,
    FOUR,
    PEOPLE,
    PLAYERS,
    announced_league,
    captain_link,
    club_owner,
    team_form,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_entered_lately():
    ENTRIES.forget_all()


def text_of(answer):
    return answer.content.decode()


def line_up(playing, browser, fixture, side=""):
    address = playing.page("match-fixture-line-up", fixture) + (f"?side={side}" if side else "")
    picks = {"match_1_0": "0", "match_2_0": "1", "match_3_0": "0", "match_3_1": "2"}
    return browser.post(address, picks)


def test_line_ups_stay_closed_until_both_are_in_then_matches_are_reported_and_the_tie_follows():
    playing = announced_league(CLUB_TEAMS, FOUR)
    keys = playing.sides("1.1")
    home, away = map(playing.captain_of, keys)
    address = playing.page("match-fixture", "1.1")
    names = {key: Team.objects.get(key=key).name for key in keys}

    assert playing.at("1.1", home, "report", match="1", line="25-10", by="games") == 409
    assert line_up(playing, home, "1.1").status_code == 303
    for browser in (away, playing.owner, Client()):
        shown = text_of(browser.get(address))
        assert "handed in" in shown and f"{names[keys[0]]} Three" not in shown
    assert b"match_1_0" not in playing.owner.get(playing.page("match-league-export")).content
    bad = away.post(playing.page("match-fixture-line-up", "1.1"), {"match_1_0": "0", "match_2_0": "0"})
    assert bad.status_code == 422
    assert line_up(playing, away, "1.1").status_code == 303
    shown = text_of(Client().get(address))
    assert f"{names[keys[0]]} One" in shown and f"{names[keys[1]]} Three" in shown

    for number, line in ((1, "25-10"), (2, "25-20"), (3, "8-25")):
        assert playing.at("1.1", home, "report", match=str(number), line=line, by="games") == 303
        assert playing.at("1.1", home, "confirm", match=str(number)) == 409  # not by themselves
        assert playing.at("1.1", away, "confirm", match=str(number)) == 303

    result = playing.seen.league.meeting("1.1").result
    assert result.points == (2, 1) and result.winner is not None
    row = playing.seen.league.tables[0].rows[0]
    assert (row.key, row.points, row.games) == (keys[0], 2, (2, 1))
    table = json.loads(Client().get(playing.page("match-league-data")).content)["tables"][0]["rows"]
    assert (table[0]["key"], table[0]["points"], table[0]["score"]) == (keys[0], 2, "2-1")
    rated = rated_results(f"league:{playing.league.pk}")
    assert [(one.key, len(one.a), one.points_a) for one in rated] == [
        ("1.1/1", 1, 25),
        ("1.1/2", 1, 25),
        ("1.1/3", 2, 8),
    ]
    assert rated[0].a[0].name == f"{names[keys[0]]} One"
    members = text_of(Client().get(playing.page("match-league-team", keys[0])))
    assert members.count('<td class="n">2</td>') == 1  # One played a single and a double


def test_a_disputed_result_waits_for_the_organiser_who_corrects_and_undoes():
    playing = announced_league(replace(PLAYERS, length="game"), PEOPLE)
    fixture = playing.seen.league.meetings[0].fixture.id
    a, b = (playing.captain_of(key) for key in playing.sides(fixture))

    assert playing.at(fixture, a, "report", line="twenty", by="games") == 422
    typed = a.post(playing.page("match-fixture", fixture), {"do": "report", "line": "twenty", "by": "games"})
    assert 'value="twenty"' in text_of(typed)
    assert playing.at(fixture, a, "report", line="25-10", by="games") == 303
    assert playing.at(fixture, b, "dispute", reason="it was 25-12") == 303
    assert "disputed" in text_of(playing.owner.get(playing.page("match-league-organise")))
    assert playing.at(fixture, playing.owner, "result", line="25-12", by="games") == 303
    assert playing.seen.league.meeting(fixture).result.points == (25, 12)
    assert playing.undo(AuditKind.RESULT_RECORDED) == 303
    assert playing.seen.league.meeting(fixture).result is None
    assert playing.organise("bring-back") == 303
    assert playing.at(fixture, playing.owner, "result", line="7-0 0-3q 12-0 6-0", by="boards") == 303
    assert playing.seen.league.meeting(fixture).result.points == (25, 3)
    assert playing.at(fixture, playing.owner, "clear") == 303
    assert playing.at(fixture, playing.owner, "not-played", how="walk-over", loser="a", reason="ill") == 303
    assert playing.seen.league.meeting(fixture).result.winner.value == "b"
    assert playing.organise("deduct", team=playing.sides(fixture)[1], points="1", reason="late") == 303
    assert "points deducted: 1 (late)" in text_of(Client().get(playing.page("match-league")))


def test_a_whole_season_of_teams_ends_in_play_offs_and_the_archive():
    terms = replace(
        CLUB_TEAMS, legs=1, tie=TieTerms(order="S", level="tied"), playoffs=PlayOffTerms(kind="knockout", places=4)
    )
    playing = announced_league(terms, FOUR)
    for fixture in [one.fixture.id for one in playing.seen.league.meetings]:
        for side in ("a", "b"):
            address = playing.page("match-fixture-line-up", fixture) + f"?side={side}"
            assert playing.owner.post(address, {"match_1_0": "0"}).status_code == 303
        first = sorted(playing.sides(fixture))[0] == playing.sides(fixture)[0]
        line = "25-4" if first else "4-25"
        assert playing.at(fixture, playing.owner, "result", match="1", line=line, by="games") == 303
    order = sorted(playing.seen.teams)
    assert [row.key for row in playing.seen.league.tables[0].rows] == order
    assert playing.organise("playoffs") == 303
    semis = {frozenset(playing.sides(f"P1.{number}")) for number in (1, 2)}
    assert semis == {frozenset((order[0], order[3])), frozenset((order[1], order[2]))}
    for fixture in ("P1.1", "P1.2", "P2.1"):
        loser = "b" if playing.sides(fixture)[0] < playing.sides(fixture)[1] else "a"
        assert playing.at(fixture, playing.owner, "not-played", how="walk-over", loser=loser) == 303
    assert playing.seen.league.meeting("P2.1").winner == order[0]
    assert playing.seen.league.is_over
    shown = text_of(Client().get(playing.page("match-league")))
    assert "Semi-finals" in shown and "Final" in shown
    assert playing.organise("archive") == 303
    assert 'aria-label="Over"' in text_of(Client().get("/leagues/"))
    again = playing.owner.get(f"/leagues/matches/new/?copy={playing.slug}")
    assert 'name="copy" value="' + playing.slug in text_of(again)


def test_play_offs_at_home_and_away_are_reported_leg_by_leg_and_level_ones_are_decided_by_lot():
    after = PlayOffTerms(kind="step-ladder", places=2, series="two-legs", level="lots")
    playing = announced_league(replace(PLAYERS, legs=1, length="game", playoffs=after), PEOPLE)
    for fixture in [one.fixture.id for one in playing.seen.league.meetings]:
        line = "25-4" if playing.sides(fixture)[0] < playing.sides(fixture)[1] else "4-25"
        assert playing.at(fixture, playing.owner, "result", line=line, by="games") == 303
    assert playing.organise("playoffs") == 303
    better, other = sorted(playing.sides("P1.1"))
    whole = playing.page("match-fixture", "P1.1")
    shown = text_of(Client().get(whole))
    assert "Matches of this pairing" in shown and "Match 1" in shown and "Match 2" in shown
    assert playing.at("P1.1", playing.owner, "result", line="25-4", by="games") == 409  # entered leg by leg
    assert "leg by leg" in text_of(playing.owner.post(whole, {"do": "result", "line": "25-4", "by": "games"}))

    assert playing.sides("P1.1-1") == (other, better)
    assert "Match 1" in text_of(Client().get(playing.page("match-fixture", "P1.1-1")))
    assert playing.at("P1.1-1", playing.captain_of(other), "report", line="25-10", by="games") == 303
    assert playing.at("P1.1-1", playing.captain_of(better), "confirm") == 303
    assert playing.at("P1.1", playing.owner, "lots") == 409  # the second leg is to come
    assert playing.at("P1.1-2", playing.owner, "result", line="25-10", by="games") == 303
    page = text_of(playing.owner.get(whole))
    assert "level: lots decide" in page and "Draw lots" in page
    assert "Draw lots" not in text_of(Client().get(whole))
    assert playing.at("P1.1", playing.owner, "lots") == 303

    assert playing.seen.league.is_over and playing.seen.league.meeting("P1.1").winner in (better, other)
    table = text_of(Client().get(playing.page("match-league")))
    assert "by lot" in table and "Match 2" in table and "a match at home and one away" in table
    assert playing.undo(AuditKind.LOTS_DRAWN) == 303
    assert not playing.seen.league.is_over


def moments(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A log with its moments read: one in a thousand is written with ".000" the first time and without it the next."""
    return [one | {"at": datetime.fromisoformat(one["at"])} for one in log]


def test_a_whole_league_goes_over_by_its_file_and_each_fault_of_a_file_is_named():
    playing = announced_league(CLUB_TEAMS, FOUR)
    fixture = playing.seen.league.meetings[0].fixture.id
    assert playing.at(fixture, playing.owner, "not-played", how="walk-over", loser="a", reason="ill") == 303
    data = playing.owner.get(playing.page("match-league-export")).content
    _guest, other = club_owner("Nora New")
    address = "/leagues/matches/new/file/"

    def look(content: bytes, who: Client = other):
        return who.post(address, {"do": "look", "league": SimpleUploadedFile("l.json", content)})

    looked = look(data)
    assert looked.status_code == 200 and League.objects.count() == 1
    page = text_of(looked)
    assert "4 entrants" in page and "12 fixtures" in page and "1 result" in page
    assert text_of(look(gzip.compress(data))).count("12 fixtures") == 1
    carried = re.search(r'name="file" value="([^"]+)"', page)
    assert carried is not None
    stored = other.post(address, {"do": "store", "file": carried[1]})
    assert stored.status_code == 303
    taken = League.objects.exclude(slug=playing.slug).get()
    assert taken.state == "draft" and taken.terms == playing.league.terms and taken.club != playing.league.club
    assert [one.name for one in taken.teams.order_by("pk")] == [one.name for one in playing.league.teams.order_by("pk")]
    again = json.loads(other.get(f"/leagues/matches/{taken.slug}/whole.json").content)
    first = json.loads(data)
    assert again["teams"] == first["teams"] and moments(again["log"][:-1]) == moments(first["log"])
    assert again["record"] == first["record"]
    assert again["log"][-1]["kind"] == AuditKind.IMPORTED
    line = taken.log_entries.get(audit__kind=AuditKind.NOT_PLAYED).number
    organise = f"/leagues/matches/{taken.slug}/organise/"
    assert other.post(organise.replace("organise", "undo"), {"line": str(line)}).status_code == 303  # the log goes on

    def faults(change) -> set[tuple[str, str]]:
        reported = json.loads(data)
        change(reported)
        answer = look(json.dumps(reported).encode())
        assert answer.status_code == 422 and "nothing was stored" in text_of(answer)
        assert 'name="file" value' not in text_of(answer)
        return set(re.findall(r"<b>([^<]+)</b> \(([a-z-]+)\)", text_of(answer)))

    def several(reported) -> None:
        reported["teams"][0]["email"] = "nobody"
        reported["teams"][1]["members"][0]["rating"] = "strong"
        del reported["teams"][2]
        reported["log"][0]["at"] = "yesterday"

    gone = {("teams, 1, email", "bad-address"), ("teams, 2, member 1, rating", "bad-number")}
    assert faults(several) == gone | {("teams", "no-such-team"), ("log, 1", "bad-line")}
    assert {where for where, _ in faults(lambda reported: reported["record"].pop("terms"))} == {"record"}
    assert faults(lambda reported: reported.update(format=9)) == {("format", "other-format")}
    assert {
        where for where, _ in faults(lambda reported: reported["record"]["entries"][6]["act"].update(stage="later"))
    } == {"record"}
    broken = text_of(look(data[:-200]))
    assert "(not-json)" in broken and "column" in broken
    assert look(b"").status_code == 422 and look(b"[]").status_code == 422
    assert other.post(address, {"do": "look"}).status_code == 422
    assert other.post(address, {"do": "store", "file": "%%%"}).status_code == 422
    assert League.objects.count() == 2
    assert "Create your club first" in text_of(Client().get(address))


def test_a_match_recorded_on_a_sheet_ends_in_the_league_and_its_club_officiates():
    playing = announced_league(replace(PLAYERS, length="board"), PEOPLE)
    fixture = playing.seen.league.meetings[0].fixture.id
    a = playing.captain_of(playing.sides(fixture)[0])
    address = playing.page("match-fixture-keep", fixture, 0)
    assert Client().get(address).status_code == 403
    assert a.get(address).status_code == 200

    sheet = a.post(address).headers["Location"]

    saved = SheetMatch.objects.get(league=playing.league)
    assert str(saved.match_id) in sheet
    assert a.post(address).headers["Location"] == sheet  # the same sheet, not a second one
    assert clubs.club_of_match(saved.match_id) == playing.league.club_id
    assert playing.owner.get(sheet).status_code == 200
    assert scorekeeping.take_results(now=timezone.now()) == 0
    _play(saved.match_id, Toss(winner=Side.A))
    _play(saved.match_id, Concede(side=Side.A))
    assert scorekeeping.take_results(now=timezone.now()) == 1
    assert scorekeeping.take_results(now=timezone.now()) == 0

    result = playing.seen.league.meeting(fixture).result
    assert (result.winner, result.how) == (Side.B, "conceded")
    assert "Keep it on a sheet" not in text_of(a.get(playing.page("match-fixture", fixture)))


def _play(match_id, request):
    after = Match.objects.get(pk=match_id).version
    async_to_sync(services.ask)(
        match_id=match_id, author=services.Umpire(), request_id=f"r{after}", after=after, request=request
    )


def test_pairs_play_with_a_handicap_by_rating_and_sit_crosswise_at_their_sheet():
    terms = replace(PLAYERS, kind="pairs", length="game", handicap_every=50, handicap_most=8)
    playing = announced_league(terms, {}, drawn=False)
    pairs = {("Anu Nair", "Bela Rao"): ("1800", "1700"), ("Cyra Das", "Dev Sen"): ("1500", "1500")}
    for members, ratings in pairs.items():
        reported = {f"rating_{number}": rating for number, rating in enumerate(ratings)}
        answer = Client().post(playing.page("match-league-enter"), team_form("A pair", *members, **reported))
        assert answer.status_code == 303
    assert playing.organise("draw") == 303
    (fixture,) = (one.fixture.id for one in playing.seen.league.meetings)
    names = [playing.seen.name(key) for key in playing.sides(fixture)]
    weaker = names.index("Cyra Das & Dev Sen")

    sheet = playing.owner.post(playing.page("match-fixture-keep", fixture, 0)).headers["Location"]
    players = match_queries.load(UUID(sheet.split("/")[2])).state.match.head.players
    assert playing.at(fixture, playing.owner, "result", line="25-20" if weaker else "20-25", by="games") == 303

    result = playing.seen.league.meeting(fixture).result
    assert result.points[weaker] == 25 and result.winner is None  # (1750 - 1500) / 50 = 5 in advance
    for side, name in zip(Side, names, strict=True):
        assert " & ".join(one.name for one in players if one.side is side) == name
    (rated,) = rated_results(f"league:{playing.league.pk}")
    assert (rated.points_a, rated.points_b) == ((25, 20) if weaker else (20, 25)) and rated.winner is not None
    assert len(rated.a) == len(rated.b) == 2


def test_who_withdraws_loses_what_is_open_and_can_be_brought_back():
    playing = announced_league(replace(PLAYERS, length="game"), PEOPLE)
    anu = playing.team("Anu Nair")
    browser = playing.captains["Anu Nair"]

    assert browser.post(captain_link(anu), {"do": "withdraw", "reason": "moved"}).status_code == 303
    mine = [one for one in playing.seen.league.meetings if anu.key in one.keys]
    assert {one.result.how for one in mine} == {"withdrawn"}
    assert "has withdrawn" in text_of(browser.get(captain_link(anu)))
    assert playing.undo(AuditKind.TAKEN_OUT) == 303
    assert {one.result for one in playing.seen.league.meetings if anu.key in one.keys} == {None}


def test_a_team_that_leaves_after_the_draw_stays_in_the_league_as_withdrawn_and_is_brought_back_by_the_undo():
    playing = announced_league(replace(PLAYERS, length="game"), PEOPLE)
    anu = playing.team("Anu Nair")

    assert playing.organise("take-out", team=anu.key, reason="moved") == 303

    assert anu.key in {one.key for one in playing.seen.league.season.entrants}
    assert {one.result.how for one in playing.seen.league.meetings if anu.key in one.keys} == {"withdrawn"}
    assert playing.undo(AuditKind.TAKEN_OUT) == 303
    assert Team.objects.get(pk=anu.pk).standing == Team.Standing.ENTERED


def test_line_ups_of_a_tie_are_taken_back_though_another_tie_has_started():
    playing = announced_league(CLUB_TEAMS, FOUR)
    started, other = [one.fixture.id for one in playing.seen.league.meetings if one.a and one.b][:2]
    for fixture in (started, other):
        for key in playing.sides(fixture):
            assert line_up(playing, playing.captain_of(key), fixture).status_code == 303
    home, away = map(playing.captain_of, playing.sides(started))
    assert playing.at(started, home, "report", match="1", line="25-10", by="games") == 303
    assert playing.at(started, away, "confirm", match="1") == 303

    assert playing.at(started, playing.owner, "line-ups-back") == 409
    assert playing.at(other, playing.owner, "line-ups-back") == 303

    assert [one.fixture for one in playing.seen.league.contest_of(other).line_ups] == [started, started]
    assert playing.at(started, playing.owner, "clear", match="1") == 303
    assert not playing.seen.league.contest_of(started).tie_matches

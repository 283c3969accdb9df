"""A league night: results on the pad, totals, line-ups as the league wants them, undo; for officials and captains."""

import html
import json
import re
from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.test import Client

from carrom.league.match_commands import reported_result
from carrom.tournament.teams import TieTerms
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League
from tests.support.web.match_leagues import CLUB_TEAMS, PLAYERS, LeagueInPlay, announced_league

pytestmark = pytest.mark.django_db
TEAMS = {name: tuple(f"{name} {number}" for number in range(3)) for name in ("Riverside", "Castle", "Harbour", "Park")}
JSON = {"Accept": "application/json"}
LINE_UP = {"match_1_0": "0", "match_2_0": "1", "match_3_0": "0", "match_3_1": "2"}


def text_of(answer: HttpResponse) -> str:
    """What a page says, without its markup."""
    plain = re.sub(r"<[^>]*>", " ", html.unescape(answer.content.decode()))
    return " ".join(plain.split())


def open_league(**changes: object) -> LeagueInPlay:
    return announced_league(replace(CLUB_TEAMS, line_ups="open", **changes), TEAMS)  # type: ignore[arg-type]


def pad(playing: LeagueInPlay, who: Client, fixture: str, number: int, way: str, value: str) -> tuple[int, dict]:
    """What the pad is before when it stores a result."""
    answer = who.post(playing.page("match-fixture-pad", fixture, number), {"way": way, "value": value}, headers=JSON)
    return answer.status_code, json.loads(answer.content)


def asked(playing: LeagueInPlay, fixture: str, number: int, way: str, value: str) -> dict:
    """What the pad is before before."""
    address = playing.page("match-fixture-pad", fixture, number)
    return json.loads(playing.owner.get(address, {"way": way, "value": value}).content)


def test_a_night_is_entered_by_winners_points_totals_and_walk_overs_and_steps_are_reverted() -> None:
    playing = open_league()
    night = playing.page("match-league-night", "1")
    assert playing.owner.get(playing.page("match-league-night", "99")).status_code == 404
    a, _b = playing.sides("1.1")
    first = playing.seen.name(a)

    before = asked(playing, "1.1", 1, "winner", "a")
    assert before["says"] == f"{first} won" and "2 matches to come" in before["notes"][0]["text"]
    assert "99" in asked(playing, "1.1", 1, "total", "99-3")["problem"]
    for way, value in (("winner", "c"), ("sums", "1"), ("games", "2-1-0"), ("total", "")):
        assert pad(playing, playing.owner, "1.1", 1, way, value)[0] == 409
    for number, (way, value) in enumerate((("winner", "a"), ("total", "9-25"), ("winner", "a")), 1):
        for _again in range(2):  # a phone that sends it twice changes nothing
            assert pad(playing, playing.owner, "1.1", number, way, value)[0] == 200
    assert playing.league.audit_entries.filter(kind=AuditKind.RESULT_RECORDED).count() == 3
    result = playing.seen.league.meeting("1.1").result
    assert result is not None and tuple(result.points) == (2, 1)
    page = text_of(playing.owner.get(night))
    assert "Final." in page and "9–25" in page
    assert f"{first} 2 – 1" in page  # the text for the chat

    turned = asked(playing, "1.1", 1, "winner", "b")
    assert [one["text"] for one in turned["notes"] if one["warn"]] == ["This reverses a result."]
    assert playing.at("1.2", playing.owner, "total", total="3-1-3-1") == 409
    assert playing.at("1.2", playing.owner, "total", total="3-0") == 422
    assert playing.at("1.2", playing.owner, "total", total="1-2-1-2", back=night) == 303
    assert "Only the total was entered." in text_of(playing.owner.get(night))
    playing.at("1.2", playing.owner, "not-played", how="walk-over", loser="b")
    page = text_of(playing.owner.get(night))
    assert "did not come" in page and "All results are in." in page

    for expected in ("Only the total was entered.", "No line-ups yet"):
        entry = playing.league.audit_entries.exclude(kind=AuditKind.REVERTED).order_by("-pk")
        stands = {one.number for one in playing.seen.log.effective}
        step = next(one.pk for one in entry if {row.number for row in one.log_entries.all()} & stands)
        assert playing.owner.post(night, {"step": step}).status_code == 303
        assert expected in text_of(playing.owner.get(night))
    assert playing.owner.post(night, {"step": "1"}).status_code == 409
    assert playing.at("1.1", playing.owner, "clear-tie") == 303 and playing.at("1.1", playing.owner, "clear-tie") == 409
    assert playing.seen.league.meeting("1.1").result is None
    assert pad(playing, playing.owner, "1.1", 1, "winner", "none") == (200, {})


def test_captains_report_on_the_pad_and_readers_see_the_night_without_a_key() -> None:
    playing = open_league()
    a, b = playing.sides("1.1")
    captain, other, reader = playing.captain_of(a), playing.captain_of(b), Client()

    assert "data-pad" not in reader.get(playing.page("match-league-night", "1")).content.decode()
    assert reader.post(playing.page("match-fixture-pad", "1.1", 1), {"way": "winner", "value": "a"}).status_code == 403
    assert pad(playing, captain, "1.1", 1, "total", "25-7")[0] == 200
    assert reported_result(playing.seen.league, "1.1", 1) is None
    page = text_of(other.get(playing.page("match-league-night", "1")))
    assert "says: 25-7" in page
    assert playing.at("1.1", other, "confirm", match="1", back=playing.page("match-league-night", "1")) == 303
    assert reported_result(playing.seen.league, "1.1", 1) is not None
    assert playing.at("1.1", captain, "total", total="3-0-3-0") == 403
    assert pad(playing, captain, "1.1", 1, "winner", "none")[0] == 409  # what counts is the organiser's to take back


def test_line_ups_are_named_at_any_time_and_as_last_time_where_they_are_open() -> None:
    playing = open_league()
    address = playing.page("match-fixture-line-up", "1.1") + "?side=both"
    a, b = playing.sides("1.1")
    pad(playing, playing.owner, "1.1", 1, "winner", "a")
    picks = {f"{key}-{name}": value for key in (a, b) for name, value in LINE_UP.items()}

    assert playing.owner.post(address, {**picks, f"{a}-match_2_0": "0"}).status_code == 422  # plays two singles
    assert playing.owner.post(address, picks).status_code == 303
    assert "Riverside 0" in text_of(playing.owner.get(playing.page("match-league-night", "1")))
    assert playing.owner.post(address, picks).status_code == 409  # a match has been played with them
    assert playing.at("2.1", playing.owner, "as-last-time") == 409  # one side has none yet
    a, b = playing.sides("1.2")
    playing.owner.post(
        playing.page("match-fixture-line-up", "1.2") + "?side=both",
        {f"{key}-{name}": value for key in (a, b) for name, value in LINE_UP.items()},
    )
    assert playing.at("2.1", playing.owner, "as-last-time") == 303
    assert len(playing.seen.league.season.line_ups) == 6


def test_a_league_without_line_ups_asks_for_none_and_one_with_closed_ones_needs_them_first() -> None:
    playing = announced_league(replace(CLUB_TEAMS, line_ups="none"), TEAMS)
    page = text_of(playing.owner.get(playing.page("match-league-night", "1")))
    assert "ine-up" not in page
    assert pad(playing, playing.owner, "1.1", 3, "winner", "b")[0] == 200
    assert playing.at("1.1", playing.owner, "as-last-time") == 409

    League.objects.all().delete()
    playing = announced_league(CLUB_TEAMS, {name: members for name, members in list(TEAMS.items())[:3]})
    status, answer = pad(playing, playing.owner, "1.1", 1, "winner", "a")
    assert status == 409 and "line-ups" in answer["problem"]
    assert "Hand in for" in text_of(playing.owner.get(playing.page("match-league-night", "1")))


def test_points_are_asked_for_where_they_decide() -> None:
    playing = open_league(tie=TieTerms(order="SD", level="points"))
    status, answer = pad(playing, playing.owner, "1.1", 1, "winner", "a")
    assert status == 409 and "points" in answer["problem"]
    assert "ahead" in text_of(playing.owner.get(playing.page("match-league-night", "1")))
    assert playing.at("1.1", playing.owner, "total", total="1-1-1-1") == 409
    assert playing.at("1.1", playing.owner, "total", total="1-1-1-1-b") == 303
    assert playing.seen.league.meeting("1.1").winner == playing.sides("1.1")[1]

    players = announced_league(PLAYERS, {name: (name,) for name in ("Asha Nair", "Ben Ode", "Cem Kaya")})
    assert pad(players, players.owner, "1.1", 0, "winner", "a")[0] == 409
    assert pad(players, players.owner, "1.1", 0, "total", "25-3 25-4")[0] == 200
    assert "2–0" in text_of(players.owner.get(players.page("match-league-night", "1")))

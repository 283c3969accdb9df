"""The report of a week or match day: a public page with its picture and JSON; a view for a television."""

import json
from dataclasses import replace

import pytest
from django.core import mail
from django.test import Client

from carrom.svg.report_card import WIDTH, ReportRow, height_of, report_card
from carrom_web.competitions.match_leagues import day_report
from carrom_web.competitions.match_leagues.reminder_emails import day_reported
from carrom_web.competitions.match_leagues.services import organising as league_services
from tests.support.web.match_leagues import PEOPLE, PLAYERS, LeagueInPlay, announced_league
from tests.support.web.solo_seasons import (
    BOARDS,
    client_for,
    confirmed_set,
    joined_player,
    local_time,
    new_season,
    page_text,
)

pytestmark = pytest.mark.django_db
WORSE = (29, 29, 29, 29, 29)


@pytest.fixture
def season():
    """Two weeks: Anu leads after the first, Ben after the second; Cyra wishes not to be named and has no set."""
    season = new_season()
    anu, ben = joined_player(season, "Anu Nair"), joined_player(season, "Ben Ode")
    joined_player(season, "Cyra Das", shows_name=False)
    confirmed_set(anu)
    confirmed_set(ben, WORSE)
    confirmed_set(anu, WORSE, "2026-02-10")
    confirmed_set(ben, (19, 19, 19, 19, 19), "2026-02-11")
    return season


@pytest.fixture
def week_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the Monday after the second week."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: local_time("2026-02-16T10:00"))


@pytest.mark.usefixtures("week_over")
def test_anybody_reads_the_report_of_a_week_with_climbs_table_and_what_comes_next(season):
    url, stranger = f"/leagues/solo/{season.slug}/reports/2/", Client()
    page = page_text(stranger, url)

    for text in ("2 sets count.", "Best set", "Ben Ode, average 19.00", "Ben Ode (from 2 to 1)", "up 1", "down 1"):
        assert text in page
    assert "Next: Week 3, until Feb. 22, 2026" in page
    assert "C. D." in page and "Cyra" not in page
    assert f'href="/leagues/solo/{season.slug}/reports/1/"' in page
    first = page_text(stranger, f"/leagues/solo/{season.slug}/reports/1/")
    assert "Anu Nair, average 22.80" in first and "up 1" not in first
    assert stranger.get(f"/leagues/solo/{season.slug}/reports/3/").status_code == 404
    everything = page_text(stranger, f"/leagues/solo/{season.slug}/reports/")
    assert everything.index("Week 2") < everything.index("Week 1")


@pytest.mark.usefixtures("week_over")
def test_a_report_is_a_picture_and_json_that_other_sites_may_read(season):
    url = f"/leagues/solo/{season.slug}/reports/2"
    svg, png, plain = (Client().get(f"{url}.{kind}") for kind in ("svg", "png", "json"))

    assert svg.headers["Content-Type"] == "image/svg+xml" and "Ben Ode" in svg.content.decode()
    assert png.content.startswith(b"\x89PNG") and int.from_bytes(png.content[16:20], "big") == WIDTH
    data = json.loads(plain.content)
    assert data["tables"][0]["rows"][0] == {"place": 1, "name": "Ben Ode", "figure": "24.00", "moved": 1}
    assert plain.headers["Access-Control-Allow-Origin"] == "*"
    assert Client().get(f"{url}.gif").status_code == 404


def test_a_league_reports_each_match_day():
    playing: LeagueInPlay = announced_league(replace(PLAYERS), PEOPLE)
    owner, now = playing.league.club.members.get().guest_id, local_time("2031-09-02T10:00")
    nobody = page_text(Client(), f"/leagues/matches/{playing.slug}/reports/")
    assert "No report yet" in nobody
    for one in playing.seen.league.meetings:
        if one.fixture.round == 1 and one.a and one.b:
            league_services.record_result(playing.league, owner, one.fixture.id, "25-10 25-3", by_games=True, now=now)
            winner, loser = (playing.seen.name(key) for key in (one.a, one.b))

    page = page_text(Client(), f"/leagues/matches/{playing.slug}/reports/1/")
    assert "Match day 1" in page and "Clearest win, by 37" in page and f"{winner} – {loser} 2-0" in page
    assert page_text(Client(), f"/leagues/matches/{playing.slug}/reports/2/", 404)
    assert Client().get(f"/leagues/matches/{playing.slug}/reports/1.png").content.startswith(b"\x89PNG")


def test_several_results_stand_one_below_the_other_on_the_page_in_the_letter_and_in_the_text():
    people = {name: (name,) for name in ("Anu Nair", "Bela Rao", "Cyra Das", "Dov Katz")}
    playing = announced_league(replace(PLAYERS, report_by_email=True), people)
    owner, now = playing.league.club.members.get().guest_id, local_time("2031-09-02T10:00")
    first = [one for one in playing.seen.league.meetings if one.fixture.round == 1]
    for one, games in zip(first, ("25-10 25-3", "25-20 25-20"), strict=True):
        league_services.record_result(playing.league, owner, one.fixture.id, games, by_games=True, now=now)
    a, b = ([playing.seen.name(key) for key in one.keys] for one in first)

    report = day_report.made(playing.seen, 1)
    lines = report.text.splitlines()
    assert lines[1:5] == ["Results:", f"- {a[0]} – {a[1]} 2-0", f"- {b[0]} – {b[1]} 2-0", lines[4]]
    assert lines[4] == f"Clearest win, by 37: {a[0]} – {a[1]} 2-0"
    assert lines[-3].startswith("Next") and lines[-3].endswith(":")
    assert report.plain["next"] == f"{lines[-3]} {lines[-2][2:]}, {lines[-1][2:]}"
    page = page_text(Client(), f"/leagues/matches/{playing.slug}/reports/1/")
    assert f"<li>{a[0]} – {a[1]} 2-0</li>" in page and f"<li>{lines[-1][2:]}</li>" in page
    mail.outbox.clear()
    day_reported(playing.team("Anu Nair").pk, 1)
    assert f"Results:\n{a[0]} – {a[1]} 2-0\n{b[0]} – {b[1]} 2-0\n" in mail.outbox[0].body


@pytest.mark.usefixtures("week_over")
def test_a_season_on_a_television_has_its_table_who_is_missing_and_the_last_report(season):
    page = page_text(Client(), f"/leagues/solo/{season.slug}/tv/")

    assert page.count('class="slide"') == 3 and f'data-socket="/ws/leagues/solo/{season.slug}/"' in page
    assert "No set yet: Anu Nair, Ben Ode, C. D." in page and "Report: Week 2" in page


def test_a_league_on_a_television_has_what_is_next():
    playing = announced_league(replace(PLAYERS), PEOPLE)

    page = page_text(Client(), f"/leagues/matches/{playing.slug}/tv/")
    assert ">Next</h2>" in page and "Anu Nair" in page


def test_a_draft_has_no_report_for_strangers():
    season = new_season(is_open=False)

    assert client_for(None).get(f"/leagues/solo/{season.slug}/reports/").status_code == 404
    assert client_for(None).get(f"/leagues/solo/{season.slug}/tv/").status_code == 404


def test_the_card_grows_with_its_texts_escapes_them_and_cuts_long_names():
    rows = [ReportRow("1", "A" * 200, "22.80", 2), ReportRow("2", "B", "23.00", -1)]
    short = report_card("T", "W", ["s"], [("Best set", ["x"])], "Average", rows[1:])
    long = report_card("A < B & C", "W", ["s"], [("Best set", ["word " * 60])], "Average", rows, theme="dark")

    assert height_of(long) > height_of(short) and "A &lt; B &amp; C" in long
    assert "A" * 60 not in long and "…" in long and "↑ 2" in long and "↓ 1" in long


def test_sets_that_count_as_well_say_in_a_sentence_why_one_is_above(season):
    same = joined_player(season, "Dov Katz")
    confirmed_set(same, (20, 24, 20, 27, 23))  # as many strokes, and none of its boards is as good
    confirmed_set(joined_player(season, "Eve Roy"), BOARDS)

    page = page_text(Client(), f"/leagues/solo/{season.slug}/")
    assert "Eve Roy is above Dov Katz: the same average, then fewest strokes in the best board, 19 to 20" in page

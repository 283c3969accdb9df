"""A player's page, and what is taken along from a season: table in a frame, files, feed, calendar, prints, archive."""

import csv
import io
import json
from datetime import date, datetime
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from pypdf import PdfReader

from carrom.laws.facts import StrokeFacts
from carrom.league.solo_terms import Division
from carrom.match.requests import Request, StateFacts, TellBoard
from carrom.terms import Piece
from carrom_web.competitions.solo_leagues import season_file
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.competitions.solo_leagues.repository import terms_of
from carrom_web.competitions.solo_leagues.services import organising, sets
from carrom_web.umpire import services as sheets
from carrom_web.umpire.messages import Report
from tests.support.command_line import carrom
from tests.support.web.matches import new_id
from tests.support.web.solo_seasons import confirmed_set, joined_player, local_time, new_season, organiser_of

pytestmark = pytest.mark.django_db
TWO = (Division(key="gold", title="Gold", down=1), Division(key="silver", title="Silver", up=1))


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """It is the third week."""
    now = local_time("2026-02-18T20:00")
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def got(path: str, **more: str):
    answer = Client(HTTP_HOST="127.0.0.1:8000").get(path, **more)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer


def page(path: str) -> str:
    return got(path).content.decode()


def of(season: Season, rest: str) -> str:
    return f"/leagues/solo/{season.slug}/{rest}"


def saved_at_home(player: Player, now: datetime) -> None:
    """A set of which the first board is scored stroke by stroke: two misses at the whites, two blacks at once."""
    row = sets.start_at_home(player, player.guest_id, device="phone", now=now)
    w, b, q = Piece.WHITE, Piece.BLACK, Piece.QUEEN
    strokes = [(w,), (), (), *[(w,)] * 7, (q,), (w,), (b, b), *[(b,)] * 7]
    requests: list[Request] = [StateFacts(StrokeFacts(pocketed=pocketed)) for pocketed in strokes]
    requests += [TellBoard(ended="cleared", strokes=count) for count in (25, 45, 22, 30)]
    for after, request in enumerate(requests):
        sheets.report(row.match_id, player.guest_id, Report(new_id(), after, request), device="phone")
    assert sets.take_sets(now=now) == 1


@pytest.mark.clause("B-034", "B-038")
def test_a_players_page_shows_bests_trend_distribution_and_phases_each_chart_with_its_table(later: datetime):
    season = new_season(divisions=TWO, sets_per_week=2, counted_per_week=1)
    anu, ben = joined_player(season), joined_player(season, "Ben Ode", shows_name=False)
    confirmed_set(anu, (21, 24, 19, 27, 23), "2026-02-03")
    confirmed_set(anu, (30, 30, 30, 30, 30), "2026-02-05")
    confirmed_set(anu, (20, 20, 21, 22, 22), "2026-02-10")
    saved_at_home(anu, later)
    text = page(of(season, f"players/{anu.key}/"))

    for said in (
        "Anu Nair",
        "Place 1 of 2",
        "Best set",
        "21.00",
        "Best board",
        ">19<",
        "Hollow: a set that was dropped",
    ):
        assert said in text, said
    assert text.count('role="img"') == 3 and text.count("<table") == 3
    assert "Trend: " in text and "1 reached the cap" in text and "21, 24, 19, 27, 23" in text
    phases = next(line for line in text.split("<tr>") if 'scope="row">Whites<' in line)
    assert [cell.partition("<")[0] for cell in phases.split('class="n">')[1:]] == [
        "10.00",
        "8.00",
        "2.00",
        "0.00",
        "2.00",
        "0.00",
    ]
    assert "On average 1.00 strokes for each board more" in text and "From 1 board recorded" in text

    nobody = page(of(season, f"players/{ben.key}/"))
    assert "B. O." in nobody and "Ben" not in nobody and "No place yet" in nobody and 'role="img"' not in nobody
    assert Client(HTTP_HOST="127.0.0.1:8000").get(of(season, "players/nobody/")).status_code == 404


def test_a_players_page_shows_the_best_of_all_seasons_and_what_was_declared(later: datetime):
    season = new_season()
    anu = joined_player(season)
    confirmed_set(anu, (20, 20, 21, 22, 22), "2026-02-03")
    first = page(of(season, f"players/{anu.key}/"))
    assert "Best set of all seasons" not in first and "Equipment: declared to be within the laws" in first
    assert "Strokes saved and lost on whites, queen and blacks appear after" in first  # no board has strokes
    organising.close_season(season, organiser_of(season).pk, now=later)
    begins = {"first_day": "2026-03-02", "last_day": "2026-03-29", "weeks": (), "title": "Spring"}
    after = new_season(**begins)
    measured = {"equipment_declared": True, "colours_differ": True, "powder_kind": "boric acid", "striker_mass_g": 15.0}
    given = {"guest_id": anu.guest_id, "equipment": measured}
    again = joined_player(after, "Anu Nair", on="2026-03-01T12:00", **given)
    confirmed_set(again, (25, 25, 25, 25, 25), "2026-03-03")

    text = page(of(after, f"players/{again.key}/"))

    assert "Best set of all seasons" in text and "21.00" in text and "25.00" in text
    assert of(season, f"players/{anu.key}/") in text and "best set 21.00" in text
    assert "all measurements are within the laws" in text
    undeclared = joined_player(after, "Bela Rao", on="2026-03-01T12:00", equipment=None)
    assert "Equipment: not declared yet" in page(of(after, f"players/{undeclared.key}/"))


def test_the_table_may_stand_in_a_frame_of_any_site_and_nothing_else_may(later: datetime):
    season = new_season(divisions=TWO)
    confirmed_set(joined_player(season), day="2026-02-03")
    framed, whole = got(of(season, "embed/")), got(of(season, "files/"))

    assert "frame-ancestors *" in framed["Content-Security-Policy"] and "X-Frame-Options" not in framed
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert "22.80" in framed.content.decode() and "<form" not in framed.content.decode()
    assert "&lt;iframe src=" in whole.content.decode() and of(season, "embed/") in whole.content.decode()
    one = page(of(season, "embed/?division=gold&theme=dark&rows=1"))
    assert "Gold" in one and "Silver" not in one and 'data-theme="dark"' in one
    client = Client(HTTP_HOST="127.0.0.1:8000")
    assert client.get(of(season, "embed/?division=lead")).status_code == 404
    draft = new_season(is_open=False, title="Draft")
    assert client.get(of(draft, "embed/")).status_code == 404 == client.get(of(draft, "table.json")).status_code


@pytest.mark.clause("B-040")
def test_standings_come_as_json_csv_feed_and_calendar_that_other_programs_read(later: datetime):
    season = new_season(divisions=TWO)
    anu = joined_player(season, '=SUM(A1)"<&>')
    confirmed_set(anu, day="2026-02-03")

    answer = got(of(season, "table.json"))
    reported = json.loads(answer.content)
    (row,) = [row for one in reported["divisions"] for row in one["rows"]]
    assert (row["average"], row["place"], reported["on"]) == ("22.80", 1, "2026-02-18")
    assert answer["Access-Control-Allow-Origin"] == "*" and "email" not in answer.content.decode()
    (line,) = csv.DictReader(io.StringIO(got(of(season, "table.csv")).content.decode("utf-8-sig")))
    assert line["average"] == "22.80" and not line["name"].startswith("=")

    assert json.loads(season_file.write(season))["season"]["sets"]  # the whole season, for the command line too
    status, table, _ = carrom("league", "-", "--on", "2026-02-18", stdin=season_file.write(season))
    assert status == 0 and "22.80" in table

    (item,) = ElementTree.fromstring(got(of(season, "feed.xml")).content).iter("item")
    assert item.findtext("title") == f"{anu.name}: 22.80" and "21, 24, 19, 27, 23" in item.findtext("description")
    weeks = Calendar.from_ical(got(of(season, "weeks.ics")).content).events
    assert len(weeks) == 8 and (weeks[0].start, weeks[0].end) == (date(2026, 2, 2), date(2026, 2, 9))
    assert weeks[1].start == date(2026, 2, 8)  # the last day of the first week
    assert Client(HTTP_HOST="127.0.0.1:8000").get(of(season, "table.xml")).status_code == 404


def test_a_season_is_printed_and_stays_in_the_archive_of_its_club(later: datetime):
    season = new_season(divisions=TWO)
    anu, bea = joined_player(season), joined_player(season, "Bea Bell")
    confirmed_set(anu, day="2026-02-03")
    confirmed_set(bea, (25, 25, 25, 25, 26), "2026-02-10")
    owner = organiser_of(season)
    after = organising.start_season(
        season.club, owner.pk, organising.following(terms_of(season)), now=later, after=season
    )
    organising.close_season(season, owner.pk, now=later)
    organising.open_season(after, owner.pk, now=later)

    texts = {}
    for name in ("standings", "report"):
        pdf = PdfReader(io.BytesIO(got(of(season, f"prints/{name}.pdf?paper=letter")).content))
        texts[name] = "\n".join(sheet.extract_text() for sheet in pdf.pages)
    assert "Anu Nair" in texts["standings"] and "22.80" in texts["standings"]
    for said in ("Best sets", "averages week by week", "25.20", "21, 24, 19, 27, 23", "Next season"):
        assert said in texts["report"], said
    archive = page(of(after, "files/"))
    assert of(season, "") in archive and "Anu Nair" in archive and of(season, "prints/report.pdf") in archive
    assert Client(HTTP_HOST="127.0.0.1:8000").get(of(season, "prints/other.pdf")).status_code == 404

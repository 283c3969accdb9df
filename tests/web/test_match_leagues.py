"""Match leagues on the site: announced, entered, moved by agreement, feeds and prints, terms, persons."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from carrom.errors import CarromError
from carrom.league.match_record import LeagueRecord, write
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES
from carrom_web.competitions.match_leagues.pages.fixtures import page as fixtures_page
from tests.support.web.clients import as_guest
from tests.support.web.match_leagues import (
    CLUB_TEAMS,
    FOUR,
    PEOPLE,
    PLAYERS,
    announced_league,
    captain_link,
    club_owner,
    device_count,
    league_form,
    team_form,
    team_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_entered_lately():
    ENTRIES.forget_all()


def text_of(answer):
    return answer.content.decode()


def test_bad_terms_are_answered_at_their_fields_and_what_was_typed_stays(client):
    _guest, owner = club_owner()
    address = reverse("match-league-new")

    bad = owner.post(
        address, league_form(CLUB_TEAMS, title="", legs="7", tie_order="SXD", regulation_order="points, luck")
    )
    mended = owner.post(address, league_form(CLUB_TEAMS, tie_order="SXD"))
    order = owner.post(address, league_form(CLUB_TEAMS, regulation_order="points, luck"))

    assert bad.status_code == mended.status_code == order.status_code == 422
    assert '<option value="luck" selected>' in text_of(bad)
    assert "Matches of a tie must look like SSD" in text_of(mended)
    assert "There is no “luck” here" in text_of(order)
    assert League.objects.count() == 0
    assert client.get(address).status_code == 200 and "Create your club first" in text_of(client.get(address))


def test_the_address_of_a_league_says_its_year_once(client):
    _guest, owner = club_owner()
    for title, slug in (("Olive Monday", "olive-monday-2031"), ("Cup 2031", "cup-2031"), ("Cup 2031", "cup-2031-2")):
        made = owner.post(reverse("match-league-new"), league_form(PLAYERS, title=title))
        assert made.headers["Location"].split("/")[3] == slug


def test_a_league_is_a_draft_for_its_organisers_until_it_is_announced(client):
    _guest, owner = club_owner()
    made = owner.post(reverse("match-league-new"), league_form(PLAYERS))
    slug = made.headers["Location"].split("/")[3]

    assert client.get(reverse("match-league", args=[slug])).status_code == 404
    assert client.get(reverse("match-league-embed", args=[slug])).status_code == 404
    assert owner.get(reverse("match-league", args=[slug])).status_code == 200
    assert client.post(reverse("match-league-organise", args=[slug]), {"do": "announce"}).status_code == 404
    owner.post(made.headers["Location"], {"do": "announce"})
    assert client.get(reverse("match-league", args=[slug])).status_code == 200
    assert client.post(made.headers["Location"], {"do": "draw"}).status_code == 403
    assert slug in text_of(client.get(reverse("leagues"))) and slug in text_of(client.get("/leagues/?q=olive monday"))
    assert slug not in text_of(client.get("/leagues/?q=nobody"))


def test_entering_says_what_is_missing_and_takes_no_name_twice_and_no_more_than_there_are_places(
    django_capture_on_commit_callbacks,
):
    with django_capture_on_commit_callbacks(execute=True):
        playing = announced_league(replace(CLUB_TEAMS, most=3), {"Reds": FOUR["Reds"]}, drawn=False)
    address, browser = playing.page("match-league-enter"), Client()

    few = browser.post(address, team_form("Blues", "Only One"))
    twice = browser.post(address, team_form("Blues", "Bo Blue", "bo blue"))
    same = browser.post(address, team_form("Reds", *FOUR["Blues"]))
    assert (few.status_code, twice.status_code, same.status_code) == (422, 422, 409)
    assert "is already in the list" in text_of(twice) and 'value="Bo Blue"' in text_of(twice)
    assert "Reds has already entered" in text_of(same)
    for name in ("Blues", "Greens"):
        assert Client().post(address, team_form(name, *FOUR[name])).status_code == 303
    full = browser.post(address, team_form("Golds", *FOUR["Golds"]))

    assert full.status_code == 409 and "All 3 places are taken" in text_of(full)
    assert [one.to for one in mail.outbox][:1] == [["reds@example.org"]]
    assert captain_link(playing.team("Reds")) in mail.outbox[0].body
    assert f'{captain_link(playing.team("Reds"))}"' in str(mail.outbox[0].alternatives[0][0])  # a link in the HTML


def test_who_is_taken_out_before_the_fixtures_leaves_room_and_can_be_brought_back():
    playing = announced_league(
        replace(CLUB_TEAMS, most=3), {name: FOUR[name] for name in ("Reds", "Blues", "Greens")}, drawn=False
    )
    reds = playing.team("Reds")
    assert (
        playing.captains["Reds"].post(captain_link(reds), team_form("Reds", *FOUR["Reds"], do="roster")).status_code
        == 303
    )

    assert playing.organise("take-out", team=reds.key, reason="asked for it") == 303
    assert [one.key for one in playing.seen.league.season.entrants] == sorted(
        playing.team(name).key for name in ("Blues", "Greens")
    )
    assert Client().post(playing.page("match-league-enter"), team_form("Golds", *FOUR["Golds"])).status_code == 303
    assert playing.organise("draw") == 303

    assert reds.key not in {key for one in playing.seen.league.meetings for key in one.keys}
    assert Team.objects.get(pk=reds.pk).standing == Team.Standing.WITHDRAWN


def test_who_sees_addresses_and_who_acts_for_a_team(client):
    playing = announced_league(CLUB_TEAMS, FOUR, drawn=False)
    team = playing.team("Reds")

    for name in ("match-league", "match-league-fixtures"):
        assert "@example.org" not in text_of(client.get(playing.page(name)))
    assert "reds@example.org" in text_of(playing.owner.get(playing.page("match-league-organise")))
    second = Client()
    assert "Act for the team on this device" in text_of(second.get(captain_link(team)))
    assert device_count(team) == 1
    assert second.post(captain_link(team), {"do": "captain"}).status_code == 303
    assert device_count(team) == 2
    assert second.get(captain_link(team)[:-4] + "xxx/").status_code == 404
    changed = team_form("Scarlets", "Reds One", "Reds Two", "Rosa New", do="roster", email="new@example.org")
    assert second.post(captain_link(team), changed).status_code == 303
    assert playing.team("Scarlets").email == "new@example.org"
    assert "Rosa New" in text_of(client.get(playing.page("match-league-team", team.key)))


def test_a_day_is_asked_for_agreed_refused_or_set_by_the_organiser(django_capture_on_commit_callbacks):
    playing = announced_league(CLUB_TEAMS, FOUR)
    home, away = (playing.captain_of(key) for key in playing.sides("1.1"))
    stranger = next(one for one in playing.captains.values() if one not in (home, away))

    with django_capture_on_commit_callbacks(execute=True):
        assert playing.at("1.1", home, "ask", day="2031-09-03", time="19:30", venue="Old hall") == 303
    assert "another day" in mail.outbox[-1].subject.lower()
    assert playing.at("1.1", stranger, "agree") == 403
    assert playing.at("1.1", home, "ask", day="2031-09-08") == 409  # both play on that day
    assert playing.at("1.1", home, "ask", day="soon") == 422
    assert "would like to play on another day" in text_of(away.get(captain_link(team_of(playing, away))))
    assert playing.at("1.1", away, "agree") == 303

    slot = playing.seen.league.slots["1.1"]
    assert (slot.day, slot.time, slot.venue) == ("2031-09-03", "19:30", "Old hall")
    assert "moved from" in text_of(Client().get(playing.page("match-fixture", "1.1")))
    assert playing.at("1.2", stranger, "day", day="2031-09-04") == 403  # captains of others set nothing
    assert playing.at("1.2", playing.owner, "day", day="2031-09-04", reason="the hall is closed") == 303
    assert playing.seen.league.slots["1.2"].day == "2031-09-04"
    line = playing.line_of(AuditKind.DAY_SET)
    assert playing.undo_line(line) == 303
    assert playing.seen.league.slots["1.2"].day == "2031-09-01"
    assert playing.undo_line(line) == 409


def test_who_asked_for_a_day_takes_it_back_and_the_other_refuses_it_and_the_log_says_which():
    playing = announced_league(CLUB_TEAMS, FOUR)
    sides = [playing.captain_of(key) for key in playing.sides("1.1")]

    for asks, answers in (sides, sides[::-1]):  # whichever of them has the greater key
        assert playing.at("1.1", asks, "ask", day="2031-09-03") == 303
        assert playing.at("1.1", asks, "refuse") == 303
        assert playing.at("1.1", asks, "ask", day="2031-09-03") == 303
        assert playing.at("1.1", answers, "refuse") == 303

    kinds = list(playing.league.audit_entries.order_by("pk").values_list("kind", flat=True))[-8:]
    asked = [AuditKind.DAY_PROPOSED, AuditKind.PROPOSAL_WITHDRAWN, AuditKind.DAY_PROPOSED, AuditKind.DAY_REFUSED]
    assert kinds == asked * 2


def test_the_log_of_a_league_has_each_change_of_its_state_once():
    playing = announced_league(replace(PLAYERS, length="game"), PEOPLE)

    for asked in ("archive", "archive", "announce", "announce", "cancel"):
        assert playing.organise(asked, reason="over") == 303

    kinds = playing.league.audit_entries.order_by("pk").values_list("kind", flat=True)
    states = (AuditKind.ANNOUNCED, AuditKind.ARCHIVED, AuditKind.CANCELLED)
    assert [kind for kind in kinds if kind in states] == [
        AuditKind.ANNOUNCED,
        AuditKind.ARCHIVED,
        AuditKind.ANNOUNCED,
        AuditKind.CANCELLED,
    ]


def test_feeds_prints_and_files_hold_what_the_pages_show_and_only_the_table_may_be_framed(client):
    playing = announced_league(replace(PLAYERS, length="game", time="19:30", time_zone="Europe/London"), PEOPLE)
    fixture = playing.seen.league.meetings[0].fixture.id
    assert playing.at(fixture, playing.owner, "result", line="25-9", by="games") == 303

    calendar = Calendar.from_ical(client.get(playing.page("match-league-calendar")).content)
    starts = [one.start for one in calendar.events]
    assert len(starts) == 3 and datetime(2031, 9, 1, 18, 30, tzinfo=UTC) in starts  # summer time
    assert {one.sequence for one in calendar.events} == {playing.league.version}
    assert {one.stamp for one in calendar.events} == {playing.league.changed_at.replace(microsecond=0)}
    key = playing.team("Anu Nair").key
    mine = Calendar.from_ical(client.get(playing.page("match-league-calendar") + f"?team={key}").content)
    assert len(mine.events) == 2 and {one.uid for one in mine.events} < {one.uid for one in calendar.events}
    feed = ET.fromstring(client.get(playing.page("match-league-results")).content)  # our own text
    titles = [one.findtext("title") or "" for one in feed.iter("item")]
    assert len(titles) == 1 and titles[0].endswith("25-9")
    embedded = client.get(playing.page("match-league-embed"))
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded.headers and "<form" not in text_of(embedded)
    whole = client.get(playing.page("match-league"))
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]
    assert whole.headers["X-Frame-Options"] == "DENY"
    for name in ("table", "fixtures"):
        paper = client.get(playing.page("match-league-print", name))
        assert paper.content.startswith(b"%PDF-") and paper.headers["Content-Type"] == "application/pdf"
    assert client.get(playing.page("match-league-print", "other")).status_code == 404
    assert client.get(playing.page("match-league-export")).status_code == 403
    whole_file = json.loads(playing.owner.get(playing.page("match-league-export")).content)
    assert [one["name"] for one in whole_file["teams"]] == list(PEOPLE)
    seen = playing.seen
    assert whole_file["record"] == write(LeagueRecord(terms=seen.terms, entries=seen.log.entries))


def test_terms_that_fixtures_stand_on_stay_and_two_at_once_are_reported():
    playing = announced_league(replace(PLAYERS, length="game"), PEOPLE)
    address = playing.page("match-league-edit")
    terms = playing.seen.terms

    assert playing.owner.post(address, league_form(terms, legs="2")).status_code == 409
    assert playing.owner.post(address, league_form(terms, answer_days="9", notes="Bring powder")).status_code == 303
    assert playing.seen.terms.answer_days == 9
    first, second = playing.seen, playing.seen
    repository.STORE.write(first.row, first.log, first.log)
    with pytest.raises(StaleCompetitionError):
        repository.STORE.write(second.row, second.log, second.log)


def test_a_persons_data_is_exported_and_erased_and_the_table_stays(client):
    playing = announced_league(replace(PLAYERS, length="game"), PEOPLE)
    fixture = playing.seen.league.meetings[0].fixture.id
    assert playing.at(fixture, playing.owner, "result", line="25-9", by="games") == 303
    guest = Guest.objects.get(captain_of__team__name="Anu Nair")
    assert "Anu Nair" in json.dumps(privacy.export(guest), default=str)

    privacy.erase(guest)

    for name in ("match-league", "match-league-fixtures"):
        assert "Anu" not in text_of(client.get(playing.page(name)))
    assert "Anu" not in text_of(playing.owner.get(playing.page("match-league-organise")))
    assert len(playing.seen.league.tables[0].rows) == 3
    assert as_guest(Guest.objects.create(name="x")).get(playing.page("match-league")).status_code == 200
    assert issubclass(StaleCompetitionError, CarromError)


def test_many_fixtures_are_shown_by_match_day_with_a_link_to_each_other_one(client, monkeypatch):
    playing = announced_league(CLUB_TEAMS, FOUR)
    days = {one.fixture.round: {} for one in playing.seen.league.meetings}
    for one in playing.seen.league.meetings:
        days[one.fixture.round][one.fixture.id] = playing.page("match-fixture", one.fixture.id)
    address = playing.page("match-league-fixtures")
    assert all(url in text_of(client.get(address)) for urls in days.values() for url in urls.values())
    assert playing.at("3.1", playing.owner, "not-played", how="no-show", loser="b") == 303
    monkeypatch.setattr(fixtures_page, "MOST", 5)

    page = client.get(address)

    shown = {number for number, urls in days.items() if all(url in text_of(page) for url in urls.values())}
    assert shown == {3, 4}  # the last with a result, and the next
    assert not any(url in text_of(page) for number in (1, 2, 5, 6) for url in days[number].values())
    for day in page.context["days"]:
        number = int(day["name"])
        assert day["here"] == (number in shown)
        assert all(url in text_of(client.get(day["url"])) for url in days[number].values())
    whole = text_of(client.get(address, {"only": "all"}))
    assert all(url in whole for urls in days.values() for url in urls.values())
    left = text_of(client.get(address, {"only": "open"}))
    assert days[3]["3.1"] not in left and days[1]["1.1"] in left

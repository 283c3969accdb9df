"""Midnight of the deadline, the hours of play and what is shown of them, where an event is, also when clocks change.

In 2026 clocks go forward in Warsaw on 29 March (02:00 to 03:00) and back in Los Angeles on 1 November (02:00 to 01:00);
India keeps its half hour.
"""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from carrom.tournament.event import Day, MatchTerms, closes_at
from carrom.tournament.registration import RegistrationClosedError
from carrom_web.tournaments import following, the_day
from carrom_web.tournaments.actions import drawing, entering, organising, paying
from carrom_web.tournaments.models import Entry, Event
from carrom_web.tournaments.state_store import terms_of
from tests.web.events import ADULTS, Method, new_event, organiser_of, small, somebody

pytestmark = pytest.mark.django_db

# zone, last day of entry, the first moment that is too late, and how long that day was
MIDNIGHTS = [
    ("Asia/Kolkata", date(2026, 3, 28), "2026-03-28T18:30", 24),
    ("Europe/Warsaw", date(2026, 3, 28), "2026-03-28T23:00", 24),
    ("Europe/Warsaw", date(2026, 3, 29), "2026-03-29T22:00", 23),
    ("America/Los_Angeles", date(2026, 10, 31), "2026-11-01T07:00", 24),
    ("America/Los_Angeles", date(2026, 11, 1), "2026-11-02T08:00", 25),
]


def at(text: str) -> datetime:
    """A moment of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def event_in(zone: str, deadline: date, *, opens: str = "09:00", closes: str = "15:00", wait: int = 7) -> Event:
    """An event of singles, some days after its deadline."""
    day = Day(deadline + timedelta(days=wait), time.fromisoformat(opens), time.fromisoformat(closes))
    singles = replace(small(8).categories[0], match=MatchTerms(expected_minutes=60))
    terms = small(8)
    return new_event(
        replace(terms, time_zone=zone, deadline=deadline, days=(day,), categories=(singles,), boards=1, rest_minutes=0)
    )


@pytest.mark.clause("K-008")
@pytest.mark.clause("K-002")
@pytest.mark.parametrize(("zone", "deadline", "too_late", "hours"), MIDNIGHTS)
def test_k008_k002_entries_close_at_the_venues_midnight_and_what_is_unpaid_expires_then(
    monkeypatch, zone, deadline, too_late, hours
):
    event, end = event_in(zone, deadline), at(too_late)
    last = end - timedelta(seconds=1)
    begins = datetime.combine(deadline, time(), tzinfo=terms_of(event).zone).astimezone(UTC)
    form = f"/events/{event.slug}/register/"

    assert closes_at(terms_of(event)) == event.closes_at == end
    assert end - begins == timedelta(hours=hours)
    entering.hand_in(event, somebody("Last Second"), now=last)
    with pytest.raises(RegistrationClosedError):
        entering.hand_in(event, somebody("Too Late"), now=end)
    for now, status, expired in ((last, 200, 0), (end, 403, 1)):
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        assert Client().get(form).status_code == status
        assert ("Register" in Client().get(f"/events/{event.slug}/").content.decode()) is (status == 200)
        assert entering.close_all_due(now) == expired
    assert Entry.objects.get().standing == "expired"


@pytest.mark.clause("K-011")
@pytest.mark.parametrize(("zone", "deadline", "too_late", "hours"), MIDNIGHTS[:1] + MIDNIGHTS[2:3] + MIDNIGHTS[4:])
def test_k011_an_extension_ends_at_a_midnight_too_and_its_notice_has_the_hour_of_the_venue(
    monkeypatch, zone, deadline, too_late, hours
):
    event = event_in(zone, deadline - timedelta(days=1), wait=8)
    said = at(too_late) - timedelta(hours=hours, minutes=-5)  # five past midnight there: another day in UTC
    monkeypatch.setattr(timezone, "now", lambda: said)

    organising.extend(event, organiser_of(event).pk, deadline, now=said, why="Snow")

    page = Client().get(f"/events/{event.slug}/").content.decode()
    notice = page[page.index("Entry deadline moved") :]
    assert event.closes_at == at(too_late)
    assert re.search(r"\b(12:05 a\.m\.|00:05)", notice[:600]), notice[:600]
    assert "entries open" in page


def drawn(event: Event, people: int = 4) -> None:
    """People enter, pay and are drawn."""
    owner, now = organiser_of(event).pk, event.closes_at - timedelta(hours=1)
    for number in range(people):
        form = entering.hand_in(event, somebody(f"Player {number}"), now=now)
        paying.record_payment(form, owner, method=Method.CASH, cents=1000, now=now)
    drawing.draw(event, owner, ADULTS, now=now)


@pytest.mark.clause("K-005")
@pytest.mark.parametrize(
    ("zone", "day", "opens", "closes", "starts"),
    [
        ("Asia/Kolkata", date(2026, 3, 29), "09:00", "15:00", ["09:00", "10:00", "11:00"]),
        ("Europe/Warsaw", date(2026, 3, 29), "00:30", "05:00", ["00:30", "01:30", "03:30"]),  # 02:30 is no time there
        (
            "America/Los_Angeles",
            date(2026, 11, 1),
            "00:30",
            "03:00",
            ["00:30", "01:30", "01:30"],
        ),  # the hour comes twice
    ],
)
def test_k005_the_order_of_play_is_by_the_clocks_of_the_venue_also_when_they_change(
    monkeypatch, zone, day, opens, closes, starts
):
    event = event_in(zone, day - timedelta(days=7), opens=opens, closes=closes)
    drawn(event)
    monkeypatch.setattr(timezone, "now", lambda: event.closes_at)
    the_day._KEPT.clear()

    found = the_day.day_of(event, terms_of(event))

    assert [row["start"] for row in found["plan"]] == starts
    assert found["unfit"] == []
    moments = [row["at"] for row in found["plan"]]
    assert [later - earlier for earlier, later in pairwise(moments)] == [timedelta(hours=1)] * 2
    files = [Client().get(f"/events/{event.slug}/players/{key}/matches.ics") for key in following.people_of(event)]
    begin = {line for file in files for line in file.content.decode().splitlines() if line.startswith("DTSTART")}
    assert begin == {
        f"DTSTART:{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}" for moment in moments[:2]
    }  # who plays the final is open


@pytest.mark.clause("K-005")
def test_k005_a_match_that_lasts_over_the_change_of_the_clocks_keeps_its_board_for_an_hour_not_two(monkeypatch):
    event = event_in("America/Los_Angeles", date(2026, 10, 25), opens="00:30", closes="06:00")
    drawn(event)
    called = at("2026-11-01T08:30")  # half past one, the first time
    drawing.call(event, organiser_of(event).pk, ADULTS, "1.1", 1, now=called)
    monkeypatch.setattr(timezone, "now", lambda: called + timedelta(minutes=10))
    the_day._KEPT.clear()

    found = the_day.day_of(event, terms_of(event))

    assert [row["start"] for row in found["plan"]] == ["01:30", "02:30"]  # the second time, and an hour after it


@pytest.mark.parametrize(
    ("zone", "day", "before", "begins", "over"),
    [
        ("Asia/Kolkata", date(2026, 3, 29), "2026-03-28T18:29", "2026-03-28T18:30", "2026-03-29T18:30"),
        ("Europe/Warsaw", date(2026, 3, 29), "2026-03-28T22:59", "2026-03-28T23:00", "2026-03-29T22:00"),
        ("America/Los_Angeles", date(2026, 11, 1), "2026-11-01T06:59", "2026-11-01T07:00", "2026-11-02T08:00"),
    ],
)
def test_an_event_is_today_from_midnight_to_midnight_at_its_venue(monkeypatch, zone, day, before, begins, over):
    event = event_in(zone, day - timedelta(days=7))
    seen = []
    for now in (before, begins, over):
        monkeypatch.setattr(timezone, "now", lambda now=now: at(now))
        page = Client().get("/events/").content.decode()
        seen.append(next(word for word in ("entries closed", "today", "over") if f">{word}</span>" in page))

    assert seen == ["entries closed", "today", "over"]
    assert event.first_day == day

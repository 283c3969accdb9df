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
from icalendar import Calendar

from carrom import serialization
from carrom.tournament.category import MatchTerms
from carrom.tournament.event import closes_at
from carrom.tournament.event_faults import faults_of
from carrom.tournament.play_days import Break, Day
from carrom.tournament.registration import RegistrationClosedError
from carrom_web.competitions.events import break_lines, following, live_schedule, printouts
from carrom_web.competitions.events.models import Entry, Event
from carrom_web.competitions.events.repository import save_terms, terms_of
from carrom_web.competitions.events.services import calls, closing, draws, organising, payments, registration
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import terms_form
from tests.support.web.events import ADULTS, Method, application, new_event, organiser_of, small_event_terms
from tests.support.web.markup import without_layout

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
    singles = replace(small_event_terms(8).categories[0], match=MatchTerms(expected_minutes=60))
    terms = small_event_terms(8)
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
    registration.hand_in(event, application("Last Second"), now=last)
    with pytest.raises(RegistrationClosedError):
        registration.hand_in(event, application("Too Late"), now=end)
    for now, status, expired in ((last, 200, 0), (end, 403, 1)):
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        assert Client().get(form).status_code == status
        assert ("Register" in Client().get(f"/events/{event.slug}/").content.decode()) is (status == 200)
        assert closing.close_all_due(now) == expired
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
        form = registration.hand_in(event, application(f"Player {number}"), now=now)
        payments.record_payment(form, owner, method=Method.CASH, cents=1000, now=now)
    draws.draw(event, owner, ADULTS, now=now)


def in_calendar(content: bytes) -> set[tuple[datetime, datetime]]:
    """Begin and end of all that a calendar file holds, in UTC."""
    return {(one.start.astimezone(UTC), one.end.astimezone(UTC)) for one in Calendar.from_ical(content).events}


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
    live_schedule._CACHE.clear()

    found = live_schedule.day_of(event, terms_of(event))

    assert [row["start"] for row in found["plan"]] == starts
    assert found["unfit"] == []
    moments = [row["at"] for row in found["plan"]]
    assert [later - earlier for earlier, later in pairwise(moments)] == [timedelta(hours=1)] * 2
    files = [Client().get(f"/events/{event.slug}/players/{key}/matches.ics") for key in following.people_of(event)]
    begin = {start for file in files for start, _ in in_calendar(file.content)}
    assert begin == {one.astimezone(UTC) for one in moments[:2]}  # who plays the final is open


@pytest.mark.clause("K-005")
@pytest.mark.parametrize(
    ("zone", "day", "opens", "lunch", "starts", "from_to"),
    [
        ("Asia/Kolkata", date(2026, 3, 29), "09:00", "10:30-11:15", ["09:00", "11:15", "12:15"], ("050000", "054500")),
        # 02:30 is no time there: the break is half an hour, from the moment the clocks jump to 03:30
        ("Europe/Warsaw", date(2026, 3, 29), "00:30", "02:00-02:30", ["00:30", "03:30", "04:30"], ("010000", "013000")),
        # from the first half past one until two, after the second
        (
            "America/Los_Angeles",
            date(2026, 11, 1),
            "00:30",
            "01:30-02:00",
            ["00:30", "02:00", "03:00"],
            ("083000", "100000"),
        ),
    ],
)
def test_k005_no_match_is_planned_into_a_break_which_stands_on_page_paper_and_calendar(
    monkeypatch, zone, day, opens, lunch, starts, from_to
):
    event = event_in(zone, day - timedelta(days=7), opens=opens, closes="15:00")
    drawn(event)
    owner = as_guest(organiser_of(event))
    sent = terms_form(terms_of(event))
    for wrong in ("Lunch", f"{lunch}", "13:00-12:00 Back", "2026-01-01 12:00-13:00 Not then", "00:00-00:10 Early"):
        assert owner.post(f"/events/{event.slug}/edit/", sent | {"breaks": wrong}).status_code == 422
    saved = owner.post(f"/events/{event.slug}/edit/", sent | {"breaks": f"{lunch} Lunch & rest\n"})
    assert saved.status_code == 303, saved.context["errors"]
    event.refresh_from_db()
    terms = terms_of(event)
    assert terms_form(terms)["breaks"] == f"{lunch} Lunch & rest"
    monkeypatch.setattr(timezone, "now", lambda: event.closes_at)
    live_schedule._CACHE.clear()

    found = live_schedule.day_of(event, terms)

    assert [row["start"] for row in found["plan"]] == starts
    breaks = tuple(datetime.fromisoformat(f"{day:%Y%m%d}T{moment}Z") for moment in from_to)
    files = [Client().get(f"/events/{event.slug}/players/{key}/matches.ics") for key in following.people_of(event)]
    assert all(breaks in in_calendar(file.content) for file in files)
    shown = "03:00-03:30" if zone == "Europe/Warsaw" else lunch
    page = Client().get(f"/events/{event.slug}/play/").content.decode()
    assert re.findall(r'<tr(?: class="break")?><th>(\d[^<]*)', without_layout(page)) == sorted([*starts, shown[:5]])
    assert "<b>Lunch &amp; rest</b>" in page
    paper = printouts.order_printout(event, terms, "")
    assert (shown[:5], "", "Lunch & rest", f"until {shown[6:]}", "") in paper.parts[0].rows


def test_breaks_of_one_day_are_named_by_its_date_copied_and_read_from_what_was_stored_before_there_were_any():
    lunch, ceremony = Break(time(12), time(13), "Lunch"), Break(time(9), time(9, 30), "Opening")
    days = tuple(Day(date(2027, 5, number), time(9), time(18)) for number in (8, 9))
    lines = "12:00-13:00 Lunch\n2027-05-08 09:00-09:30 Opening"

    reported = break_lines.put(days, f"2027-05-08  9:00 \u2013 9:30 Opening\n\n{lines.splitlines()[0]}")

    assert [day.breaks for day in reported] == [(ceremony, lunch), (lunch,)]
    assert break_lines.write(reported) == lines
    terms = replace(small_event_terms(8), days=reported, deadline=date(2027, 5, 1))
    assert faults_of(terms) == []
    copied = organising.copy_of(terms, first_day=date(2028, 5, 6), deadline=date(2028, 4, 30), title="Next")
    assert break_lines.write(copied.days) == lines.replace("2027-05-08", "2028-05-06")
    assert serialization.read(type(terms), serialization.write(terms)) == terms
    stored = serialization.to_plain(terms)
    for day in stored["days"]:
        del day["breaks"]
    assert serialization.from_plain(type(terms), stored).days == days
    all_day = replace(terms, days=(replace(days[0], breaks=(Break(time(9), time(18), "Party"),)),))
    assert [fault.args[0] for fault in faults_of(all_day)] == ["all-breaks"]
    crossing = replace(terms, days=(replace(days[0], breaks=(lunch, Break(time(12, 30), time(14), "Talk"))),))
    assert [fault.args[0] for fault in faults_of(crossing)] == ["breaks-overlap"]


@pytest.mark.clause("K-005")
def test_k005_what_is_at_its_board_during_a_break_keeps_board_and_players_and_the_rest_says_that_it_does_not_fit(
    monkeypatch,
):
    event = event_in("Asia/Kolkata", date(2026, 3, 22), opens="09:00", closes="13:00")
    drawn(event)
    terms = terms_of(event)
    day = replace(terms.days[0], breaks=(Break(time(10), time(11), "Lunch"),))
    save_terms(event, replace(terms, days=(day,)))
    called = at("2026-03-29T04:15")  # a quarter to ten there
    calls.call(event, organiser_of(event).pk, ADULTS, "1.1", 1, now=called)
    monkeypatch.setattr(timezone, "now", lambda: called + timedelta(minutes=30))
    live_schedule._CACHE.clear()

    found = live_schedule.day_of(event, terms_of(event))

    assert [row["start"] for row in found["plan"]] == ["11:00", "12:00"]
    save_terms(event, replace(terms, days=(replace(day, breaks=(*day.breaks, Break(time(12), time(13), "Prizes"))),)))
    assert len(live_schedule.day_of(event, terms_of(event))["unfit"]) == 1


@pytest.mark.clause("K-005")
def test_k005_a_match_that_lasts_over_the_change_of_the_clocks_keeps_its_board_for_an_hour_not_two(monkeypatch):
    event = event_in("America/Los_Angeles", date(2026, 10, 25), opens="00:30", closes="06:00")
    drawn(event)
    called = at("2026-11-01T08:30")  # half past one, the first time
    calls.call(event, organiser_of(event).pk, ADULTS, "1.1", 1, now=called)
    monkeypatch.setattr(timezone, "now", lambda: called + timedelta(minutes=10))
    live_schedule._CACHE.clear()

    found = live_schedule.day_of(event, terms_of(event))

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

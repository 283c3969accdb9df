"""Days off in matches by correspondence: clocks that stand still, within bounds, as docs/correspondence.md has them."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from carrom.match.requests import ClaimAbsence, Concede, Offer
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.matches import days_off, models, rematches, selectors, wire
from carrom_web.matches.notifications import notify_due
from tests.support.web.clients import as_guest
from tests.support.web.correspondence import (
    AGO,
    SOFT,
    ask,
    notified,
    out_of_time,
    pass_on,
    refused,
    row_of,
    started,
    with_device,
)
from tests.support.web.matches import make_guest

pytestmark = pytest.mark.django_db(transaction=True)
A_WHILE = timedelta(seconds=30)  # that a test may take


def ten_days(guest: UUID, now: datetime | None = None) -> datetime:
    now = now or timezone.now()
    return days_off.begin(guest, (now + timedelta(days=9)).date(), now)


def left(match_id: UUID, now: datetime) -> timedelta:
    row = row_of(match_id)
    return row.deadline - max(now, row.rests_until or now)


def test_a_clock_stands_still_until_the_last_day_is_over():
    match_id, asha, tomasz = started()
    before = row_of(match_id).deadline

    end = ten_days(asha)

    row = row_of(match_id)
    assert row.rests_until == end and end > timezone.now() + timedelta(days=9)
    assert abs(row.deadline - end - timedelta(days=3)) < A_WHILE and row.deadline > before
    assert refused(match_id, tomasz, ClaimAbsence("match")) == "in-time"


def test_days_off_that_end_early_give_back_the_time_and_the_rest_of_the_days():
    match_id, asha, _tomasz = started()
    now = timezone.now()
    ten_days(asha, now)
    later = now + timedelta(days=4)

    days_off.end(asha, later)

    row = row_of(match_id)
    assert row.rests_until is None and abs(row.deadline - later - timedelta(days=3)) < A_WHILE
    assert days_off.left_in(asha, now.year) + days_off.left_in(asha, (now + timedelta(days=10)).year) >= (
        days_off.A_YEAR - timedelta(days=4, minutes=1)
    )


def test_who_plays_is_back_in_every_match_of_theirs():
    match_id, asha, _tomasz = started()
    second, host, _other = started(clock="1d")
    models.Seat.objects.filter(match_id=second, guest=host).update(guest=asha)
    ten_days(asha)
    assert row_of(second).rests_until is not None

    ask(match_id, asha, SOFT)

    assert row_of(match_id).rests_until is None and row_of(second).rests_until is None
    assert left(second, timezone.now()) <= timedelta(days=1) and days_off.end_of(asha, timezone.now()) is None
    pages = wire.view(selectors.load(match_id))
    assert pages["rests_until"] is None and pages["clock"] <= 3 * 86_400


def test_the_other_plays_on_and_the_clock_that_then_waits_stands_still():
    match_id, asha, tomasz = started()
    end = ten_days(tomasz)
    assert row_of(match_id).rests_until is None, "nobody waits for Tomasz yet"

    pass_on(match_id, asha)

    row, view = row_of(match_id), wire.view(selectors.load(match_id))
    assert row.rests_until == end and abs(row.deadline - end - timedelta(days=3)) < A_WHILE
    assert view["rests_until"] == end.isoformat() and view["clock"] == pytest.approx(3 * 86_400, abs=30)
    assert days_off.end_of(tomasz, timezone.now()) == end, "it is not Tomasz who played"


def test_a_clock_that_has_run_out_stays_so():
    match_id, asha, tomasz = started()
    out_of_time(match_id)

    ten_days(asha)

    assert row_of(match_id).rests_until is None
    ask(match_id, tomasz, ClaimAbsence("match"))
    assert row_of(match_id).phase == "over"


def test_what_is_said_beside_the_stroke_moves_no_clock():
    match_id, asha, tomasz = started()
    ask(match_id, asha, SOFT)
    end = ten_days(asha)

    ask(match_id, tomasz, Offer("replay"))

    assert row_of(match_id).rests_until == end


def test_a_year_has_thirty_days_however_they_are_divided():
    asha = make_guest("Asha")
    march = datetime(2027, 3, 1, 12, tzinfo=UTC)
    assert days_off.last_day(asha, march) == date(2027, 3, 30)
    for until, problem in ((date(2027, 3, 31), "many"), (date(2027, 2, 28), "past"), (date(2029, 1, 1), "many")):
        with pytest.raises(days_off.DaysOffError) as error:
            days_off.begin(asha, until, march)
        assert error.value.message_id == f"days-off.{problem}"
    days_off.begin(asha, date(2027, 3, 20), march)
    with pytest.raises(days_off.DaysOffError, match="already"):
        days_off.begin(asha, date(2027, 3, 21), march)
    days_off.end(asha, march + timedelta(days=5))

    assert days_off.left_in(asha, 2027) == timedelta(days=25)
    days_off.begin(asha, date(2027, 5, 25), datetime(2027, 5, 1, tzinfo=UTC))
    assert days_off.last_day(asha, datetime(2027, 11, 30, tzinfo=UTC)) is None


def test_days_off_across_a_new_year_count_for_each_year():
    asha = make_guest("Asha")
    december = datetime(2026, 12, 2, tzinfo=UTC)

    days_off.begin(asha, days_off.last_day(asha, december), december)

    assert days_off.left_in(asha, 2026) == timedelta(0) and days_off.left_in(asha, 2027) == timedelta(0)
    assert days_off.end_of(asha, december) == datetime(2027, 1, 31, tzinfo=UTC)


def test_who_has_days_off_is_notified_when_they_are_over_and_not_before():
    match_id, asha, tomasz = started()
    for one in (asha, tomasz):
        with_device(one)
    now = timezone.now()
    notify_due(now + AGO)
    assert len(notified(asha)) == 1

    end = days_off.begin(tomasz, (now + timedelta(days=9)).date(), now)
    pass_on(match_id, asha)
    for day in range(9):
        notify_due(now + timedelta(days=day))
    assert notified(tomasz) == []
    notify_due(end)
    assert notified(tomasz) == ["Your turn against Asha. You have 3 days."]
    notify_due(end + timedelta(days=2.3))
    assert notified(tomasz) == ["Little time left against Asha. You have 17 hours."]


def test_a_notice_of_little_time_waits_and_nobody_away_hears_that_they_may_claim():
    match_id, asha, tomasz = started()
    for one in (asha, tomasz):
        with_device(one)
    notify_due(timezone.now() + AGO)
    assert row_of(match_id).notice == "soon"

    end = ten_days(asha)

    assert row_of(match_id).notice == "soon" and row_of(match_id).notice_at >= end + timedelta(days=2.2)
    days_off.end(asha, timezone.now())
    ten_days(tomasz)
    models.Match.objects.update(notice="out", notice_at=timezone.now())
    notify_due(timezone.now())
    assert notified(tomasz) == [] and notified(asha)[-1].startswith("Your time is up")


def test_a_rematch_waits_too():
    match_id, asha, tomasz = started()
    ask(match_id, asha, Concede())
    for one in (asha, tomasz):
        ten_days(one)
    for one in (asha, tomasz):
        rematches.ask_for(match_id, one)

    assert row_of(match_id).next.rests_until is not None


def test_the_page_begins_and_ends_them_and_the_own_page_shows_them():
    match_id, asha, tomasz = started()
    client = as_guest(Guest.objects.get(pk=asha))
    last_day = (timezone.now() + timedelta(days=3)).date().isoformat()
    assert "/matches/days-off/" in client.get("/matches/").content.decode()
    assert client.post("/matches/days-off/", {"until": "2026-02-31"}).status_code == 422

    assert client.post("/matches/days-off/", {"until": last_day})["Location"] == "/matches/days-off/"

    assert row_of(match_id).rests_until is not None
    for path in ("/matches/", "/matches/days-off/"):
        assert "You have days off until" in client.get(path).content.decode(), path
    assert client.post("/matches/days-off/", {"until": last_day}).status_code == 422
    assert "matches.daysoff.guest" in privacy.export(Guest.objects.get(pk=asha))["rows"]
    client.post("/matches/days-off/", {"do": "end"})
    assert row_of(match_id).rests_until is None
    assert "You have days off until" not in client.get("/matches/").content.decode()
    assert "You have days off until" not in as_guest(Guest.objects.get(pk=tomasz)).get("/matches/").content.decode()

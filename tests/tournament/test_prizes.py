"""Prizes, sponsors and own items of a programme, written as lines."""

from datetime import date, time, timedelta

import pytest

from carrom.tournament.prizes import Prize, PrizeError, Sponsor, SponsorError, read_prizes, read_sponsors
from carrom.tournament.programme import ProgrammeError, ProgrammeItem, moved, read_items

DAY = date(2027, 5, 8)


def test_prizes_stand_in_the_order_of_their_places_and_awards_follow():
    assert read_prizes("Best white slam: Watch: gold\n3-4: Medal\n\n 1 : Trophy\n2: Cup") == (
        Prize(first=1, last=1, what="Trophy"),
        Prize(first=2, last=2, what="Cup"),
        Prize(first=3, last=4, what="Medal"),
        Prize(award="Best white slam", what="Watch: gold"),
    )
    assert read_prizes("") == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Trophy", "unreadable"),
        (": Trophy", "unreadable"),
        ("1:", "unreadable"),
        ("0: Trophy", "places"),
        ("4-3: Medal", "places"),
        ("501: Medal", "places"),
        ("1: Trophy\n1-2: Cup", "place-twice"),
        ("Slam: Watch\nslam: Pen", "award-twice"),
        (f"1: {'x' * 161}", "long"),
        (f"{'x' * 61}: Pen", "long"),
        ("\n".join(f"{n}: Medal" for n in range(1, 26)), "too-many"),
    ],
)
def test_a_line_that_is_no_prize_is_refused(text: str, reason: str):
    with pytest.raises(PrizeError) as refused:
        read_prizes(text)
    assert refused.value.args == (reason,)


def test_awards_of_a_whole_event_have_no_places():
    assert read_prizes("Fair play: Cup", has_places=False) == (Prize(award="Fair play", what="Cup"),)
    with pytest.raises(PrizeError, match="at their category"):
        read_prizes("1: Cup", has_places=False)


def test_a_sponsor_has_a_name_and_may_have_words_and_one_link():
    text = "Café Rio; https://rio.example; coffee; and tea\nBoards & Co"
    assert read_sponsors(text) == (
        Sponsor(name="Café Rio", line="coffee; and tea", link="https://rio.example"),
        Sponsor(name="Boards & Co"),
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("; coffee", "unreadable"),
        ("https://rio.example", "unreadable"),
        ("Rio; https://a.example; https://b.example", "unreadable"),
        ("Rio\nRIO", "twice"),
        (f"Rio; {'x' * 121}", "long"),
        ("\n".join(f"Sponsor {n}" for n in range(13)), "too-many"),
    ],
)
def test_a_line_that_is_no_sponsor_is_refused(text: str, reason: str):
    with pytest.raises(SponsorError) as refused:
        read_sponsors(text)
    assert refused.value.args == (reason,)


def test_a_link_that_is_none_stays_words():
    assert read_sponsors("Rio; javascript:alert(1)") == (Sponsor(name="Rio", line="javascript:alert(1)"),)


def test_items_of_a_programme_stand_by_time_on_one_day_or_on_all():
    assert read_items("18:00 Prize giving\n2027-05-08 9:00\u20139:30 Opening", [DAY]) == (
        ProgrammeItem(day=DAY, begins=time(9), ends=time(9, 30), title="Opening"),
        ProgrammeItem(begins=time(18), title="Prize giving"),
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Opening", "unreadable"),
        ("25:00 Opening", "unreadable"),
        ("2027-02-30 09:00 Opening", "unreadable"),
        ("2027-05-09 09:00 Opening", "other-day"),
        ("09:00-08:00 Opening", "ends-first"),
        (f"09:00 {'x' * 101}", "long"),
        ("\n".join(41 * ["09:00 Opening"]), "too-many"),
    ],
)
def test_a_line_that_is_no_item_is_refused(text: str, reason: str):
    with pytest.raises(ProgrammeError) as refused:
        read_items(text, [DAY])
    assert refused.value.args == (reason,)


def test_the_programme_of_the_same_event_a_year_later_has_the_later_days():
    text = "2027-05-08 09:00 Opening\n18:00 Party after 2027-05-08 ended"
    assert moved(text, timedelta(weeks=52)) == "2028-05-06 09:00 Opening\n18:00 Party after 2027-05-08 ended"

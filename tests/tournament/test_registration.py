"""The registration desk of an event: K-001 to K-015, and what any organiser expects."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from carrom.tournament import registration as desk
from carrom.tournament.category import CategoryTerms, Gender, Kind, MatchTerms
from carrom.tournament.event import EventTermsError, Method, Venue, closes_at, extended, is_open, last_day_of_entry
from carrom.tournament.event_faults import check_terms, faults_of
from carrom.tournament.play_days import Day
from carrom.tournament.presets.every import PRESETS
from carrom.tournament.registration import EntryStatus, Person, RefusalReason

KAGW = PRESETS["kagw-2022"].terms
WASHINGTON = ZoneInfo("America/New_York")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=WASHINGTON)


def aged(*ages: int, gender: Gender | None = None) -> list[Person]:
    """People who had their birthday a month before the event."""
    return [Person(name=f"player {i}", born=date(2022 - age, 1, 5), gender=gender) for i, age in enumerate(ages)]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS.keys())
def test_every_preset_can_be_held(preset):
    assert faults_of(preset.terms) == []


@pytest.mark.clause("K-004")
@pytest.mark.clause("K-005")
def test_k004_k005_the_preset_names_the_school_the_day_and_its_hours():
    assert KAGW.venue == Venue("Walter Johnson High School", "6400 Rock Spring Dr, Bethesda, MD 20814")
    assert KAGW.days == (Day(date(2022, 2, 5), time(9), time(15)),)


@pytest.mark.clause("K-009")
def test_k009_registration_ends_on_30_january_six_days_before_the_event():
    assert last_day_of_entry(KAGW) == date(2022, 1, 30)
    assert (KAGW.days[0].date - last_day_of_entry(KAGW)).days == 6


@pytest.mark.clause("K-008")
@pytest.mark.parametrize(("moment", "taken"), [("2022-01-30T23:59:59", True), ("2022-01-31T00:00", False)])
def test_k008_the_last_day_counts_whole_in_the_time_zone_of_the_event(moment, taken):
    assert is_open(KAGW, at(moment)) is taken
    assert is_open(KAGW, at(moment).astimezone(ZoneInfo("Asia/Kolkata"))) is taken
    if not taken:
        with pytest.raises(desk.RegistrationClosedError, match="30 January 2022"):
            desk.check_open(KAGW, at(moment))


@pytest.mark.clause("K-002")
@pytest.mark.clause("K-008")
@pytest.mark.parametrize(
    ("moment", "method", "covered", "enough"),
    [
        ("2022-01-30T12:00", Method.CASH, False, False),  # entries are open: who pays early goes first
        ("2022-01-31T12:00", Method.CASH, False, True),  # they are closed, and cash is due on the day
        ("2022-01-31T12:00", Method.TRANSFER, False, False),
        ("2022-01-30T12:00", Method.TRANSFER, True, True),
    ],
)
def test_k002_k008_an_entry_stands_once_it_is_paid_or_its_fee_is_due_on_the_day(moment, method, covered, enough):
    terms = replace(KAGW, pays=(Method.CASH, Method.TRANSFER), due_on_day=(Method.CASH,))

    assert desk.is_paid_enough(terms, method, covered=covered, now=at(moment)) is enough


@pytest.mark.parametrize(("zone", "hour"), [("America/New_York", 4), ("Europe/Berlin", 22)])
def test_the_deadline_is_a_midnight_also_where_the_clock_is_put_forward_that_night(zone, hour):
    deadline = date(2022, 3, 13) if zone.startswith("America") else date(2022, 3, 27)
    terms = replace(KAGW, time_zone=zone, deadline=deadline, days=(Day(date(2022, 5, 1), time(9), time(15)),))

    assert closes_at(terms).astimezone(UTC).hour == hour


@pytest.mark.clause("K-010")
@pytest.mark.clause("K-011")
def test_k010_k011_an_extension_moves_the_deadline_and_keeps_both_dates():
    later, notice = extended(KAGW, date(2022, 2, 2), now=at("2022-01-29T10:00"), why="Four more are on their way.")

    assert (notice.was, notice.to) == (date(2022, 1, 30), date(2022, 2, 2))
    assert later.deadline == date(2022, 1, 30)
    assert is_open(later, at("2022-02-01T12:00"))
    assert not is_open(KAGW, at("2022-02-01T12:00"))


@pytest.mark.parametrize("to", [date(2022, 1, 30), date(2022, 1, 20), date(2022, 2, 6)])
def test_a_deadline_is_never_moved_back_nor_past_the_event(to):
    says = "already open until 30 January 2022" if to <= date(2022, 1, 30) else "Play begins on 5 February 2022"
    with pytest.raises(EventTermsError, match=says):
        extended(KAGW, to, now=at("2022-01-29T10:00"))


@pytest.mark.clause("K-006")
def test_k006_18_is_below_and_19_is_above():
    classes = [desk.age_class(KAGW, aged(age), Kind.SINGLES) for age in (17, 18, 19)]

    assert [c and c.key for c in classes] == ["singles-18-and-below", "singles-18-and-below", "singles-above-18"]


@pytest.mark.clause("K-006")
@pytest.mark.parametrize(("ages", "key"), [((17, 18), "18-and-below"), ((17, 19), "above-18"), ((19, 40), "above-18")])
def test_k006_a_pair_is_of_the_older_class_as_soon_as_one_is_above_18(ages, key):
    found = desk.age_class(KAGW, aged(*ages), Kind.DOUBLES)

    assert found is not None
    assert found.key == f"doubles-{key}"


@pytest.mark.clause("K-006")
def test_k006_age_counts_on_the_day_of_the_event():
    on_the_day, day_after = (Person(name="Anu", born=date(2003, 2, day)) for day in (5, 6))

    assert desk.age_class(KAGW, [on_the_day], Kind.SINGLES) == KAGW.category("singles-above-18")
    assert desk.age_class(KAGW, [day_after], Kind.SINGLES) == KAGW.category("singles-18-and-below")


def test_who_is_born_on_29_february_is_a_year_older_from_1_march_on():
    assert desk.age_on(date(2004, 2, 29), date(2022, 2, 28)) == 17
    assert desk.age_on(date(2004, 2, 29), date(2022, 3, 1)) == 18


def test_a_veterans_pair_needs_both_to_be_old_enough():
    veterans = CategoryTerms(key="v", title="Veterans", kind=Kind.DOUBLES, youngest=60)

    desk.check_admits(veterans, aged(60, 75), KAGW)
    with pytest.raises(desk.NotAdmittedError, match="player 1 will be 59") as refused:
        desk.check_admits(veterans, aged(70, 59), KAGW)
    assert refused.value.why is RefusalReason.TOO_YOUNG


@pytest.mark.parametrize(
    ("gender", "people", "why"),
    [
        (Gender.WOMEN, [Gender.MEN], RefusalReason.WOMEN_ONLY),
        (Gender.MEN, [Gender.WOMEN], RefusalReason.MEN_ONLY),
        (Gender.WOMEN, [None], RefusalReason.GENDER_UNKNOWN),
        (Gender.MIXED, [Gender.MEN, Gender.MEN], RefusalReason.ONE_OF_EACH),
        (Gender.MIXED, [Gender.MEN, Gender.WOMEN], None),
        (Gender.ANY, [None], None),
    ],
)
def test_women_men_and_mixed(gender, people, why):
    kind = Kind.SINGLES if len(people) == 1 else Kind.DOUBLES
    category = CategoryTerms(key="c", title="The category", kind=kind, gender=gender)
    entry = [Person(name=str(i), gender=one) for i, one in enumerate(people)]

    if why is None:
        desk.check_admits(category, entry, KAGW)
        return
    with pytest.raises(desk.NotAdmittedError) as refused:
        desk.check_admits(category, entry, KAGW)
    assert refused.value.why is why


def test_nobody_is_his_own_partner():
    pair = [Person(name="Anu  Nair", born=date(2000, 1, 1)), Person(name="nair anu", born=date(2000, 1, 1))]

    with pytest.raises(desk.NotAdmittedError) as refused:
        desk.check_admits(KAGW.category("doubles-above-18"), pair, KAGW)
    assert refused.value.why is RefusalReason.SAME_PERSON


@pytest.mark.clause("K-007")
def test_k007_two_forms_are_of_one_person_whatever_the_case_and_order_of_the_name():
    born = date(1991, 4, 2)

    assert desk.identity("Meera Nair", born) == desk.identity(" NAIR  meera", born)
    assert desk.identity("Meera Nair", born) != desk.identity("Meera Nair", date(1991, 4, 3))


@pytest.mark.clause("K-012")
@pytest.mark.clause("K-013")
def test_k012_k013_ten_dollars_a_player_fifteen_a_pair():
    assert desk.fee_of(KAGW, ["singles-above-18"] * 7) == 7000
    assert desk.fee_of(KAGW, ["doubles-above-18"] * 6) == 9000


@pytest.mark.clause("K-003")
def test_k003_cash_is_refused_where_only_paypal_is_taken():
    desk.check_method(KAGW, Method.PAYPAL)
    with pytest.raises(desk.MethodNotAcceptedError, match="takes paypal, not cash"):
        desk.check_method(KAGW, Method.CASH)


@pytest.mark.clause("K-002")
def test_k002_what_is_not_paid_when_registration_closes_is_not_accepted():
    unpaid = desk.settled(EntryStatus.HELD, paid=False, agreed=True)
    paid = desk.settled(EntryStatus.HELD, paid=True, agreed=True)

    assert (unpaid, paid) == (EntryStatus.HELD, EntryStatus.CONFIRMED)
    assert (desk.after_closing(unpaid), desk.after_closing(paid)) == (EntryStatus.EXPIRED, EntryStatus.CONFIRMED)


@pytest.mark.clause("K-014")
@pytest.mark.clause("K-015")
def test_k014_k015_cancelling_is_offered_below_four_entries_for_the_event_and_for_each_category():
    few = desk.cancellable(KAGW, {"singles-above-18": 3})
    enough = desk.cancellable(KAGW, {"singles-above-18": 4})
    one_small = desk.cancellable(KAGW, {"singles-18-and-below": 3, "singles-above-18": 9})

    assert few.event
    assert not enough.event
    assert not one_small.event
    assert "singles-18-and-below" in one_small.categories
    assert "singles-above-18" not in one_small.categories


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"title": " "}, "no title"),
        ({"time_zone": "Bethesda"}, "not a time zone"),
        ({"ruleset": "house"}, "Laws must be one of"),
        ({"days": ()}, "no day of play"),
        ({"deadline": date(2022, 2, 6)}, "after the first day"),
        ({"categories": ()}, "no category"),
        ({"categories": (CategoryTerms(key="a", title="A"),) * 2}, "Two categories"),
        ({"currency": "usd"}, "not a currency"),
        ({"boards": 0}, "Boards must be at least 1, not 0"),
        ({"notes": "x" * 1001}, "at most 1000 characters"),
        ({"pays": ()}, "no way to pay"),
        ({"categories": (CategoryTerms(key="a", title="A", kind=Kind.TEAM),)}, "how many people"),
        ({"categories": (CategoryTerms(key="a", title="A", least=4, most=3),)}, r"most entries \(3\)"),
        ({"categories": (CategoryTerms(key="a", title="A", fee=-1),)}, "A: Fee must be at least 0"),
        ({"categories": (CategoryTerms(key="a", title="A", format="chess"),)}, "A: There is no format"),
        ({"categories": (CategoryTerms(key="a", title="A", format_values=(("seeds", -1),)),)}, "must be at least 0"),
        ({"categories": (CategoryTerms(key="a", title="A", youngest=20, oldest=18),)}, "nobody is both at least 20"),
        ({"categories": (CategoryTerms(key="a", title="A", match=MatchTerms(length="long")),)}, "Match must be one of"),
        ({"categories": (CategoryTerms(key="a", title="A", match=MatchTerms(values=(("queen", 5),))),)}, "queen"),
    ],
)
def test_an_event_that_cannot_be_held_is_refused_with_a_sentence(change, says):
    with pytest.raises(EventTermsError, match=says):
        check_terms(replace(KAGW, **change))


def test_an_event_without_fees_needs_no_way_to_pay():
    assert faults_of(replace(KAGW, pays=(), categories=(CategoryTerms(key="a", title="A"),))) == []

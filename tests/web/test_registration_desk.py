"""The registration of an event over its database: K-001 to K-015 and what never may happen to places and money."""

from dataclasses import replace
from datetime import date

import pytest
from django.core import mail

from carrom.tournament import registration as desk
from carrom.tournament.event import EventTermsError, Method
from carrom_web.clubs.rights import Role
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.events import link_tokens, repository, selectors
from carrom_web.competitions.events.models import Category, Event, Member, Registration
from carrom_web.competitions.events.services import closing, organising, payments, registration, undersubscribed
from carrom_web.competitions.events.services.applications import Partner
from tests.support.web.events import (
    ADULTS,
    KAGW,
    LATE,
    NOW,
    PAIRS,
    application,
    cash_terms,
    local_time,
    new_event,
    official,
    organiser_of,
    pair_application,
    pairs_terms,
    pay,
    small_event_terms,
    standings,
)

pytestmark = pytest.mark.django_db


@pytest.mark.clause("K-001")
def test_k001_who_has_handed_in_a_form_is_entered_and_nobody_else():
    event = new_event()
    forms = [registration.hand_in(event, application(f"Player {sign}"), now=NOW) for sign in "ABCDEFGH"]

    assert [entry.form for entry in selectors.entries_of(event)] == forms
    assert not Registration.objects.filter(name="Anu Nair").exists()
    registration.hand_in(event, application("Anu Nair"), now=NOW)
    assert len(selectors.entries_of(event)) == 9


@pytest.mark.clause("K-007")
def test_k007_a_second_form_of_a_person_is_refused_and_names_the_first(django_capture_on_commit_callbacks):
    event = new_event()
    registration.hand_in(event, application("Anu Nair"), now=NOW)

    with pytest.raises(registration.AlreadyEnteredError, match="number 1 on 20 January 2022"):
        registration.hand_in(
            event,
            application(
                "nair  ANU",
                email="other@example.org",
                categories=(PAIRS,),
                partners=((PAIRS, Partner(name="Binu", email="b@example.org", born=date(1990, 1, 1))),),
            ),
            now=NOW,
        )

    assert event.forms.count() == 1
    assert mail.outbox[-1].to == ["anu@example.org"]


@pytest.mark.clause("K-008")
@pytest.mark.parametrize(("at", "taken"), [("2022-01-30T23:59", True), ("2022-01-31T00:01", False)])
def test_k008_a_form_of_the_last_minute_is_taken_and_one_after_midnight_refused(at, taken):
    event = new_event()

    if taken:
        registration.hand_in(event, application(), now=local_time(at))
    else:
        with pytest.raises(desk.RegistrationClosedError):
            registration.hand_in(event, application(), now=local_time(at))
    assert event.forms.count() == taken


def test_a_place_that_gets_free_at_the_close_of_entries_stays_free():
    for at, moved in ((local_time("2022-01-30T23:59"), True), (None, False)):
        event = new_event(small_event_terms(2))
        first, *_others = (registration.hand_in(event, application(f"Player {sign}"), now=NOW) for sign in "ABC")

        registration.withdraw(first, now=at or event.closes_at)

        assert standings(event) == ["withdrawn", "held", "held" if moved else "waiting"]


@pytest.mark.parametrize("state", [state for state in Event.State if state is not Event.State.OPEN])
def test_a_form_is_taken_only_while_an_event_is_open(state: Event.State):
    event = new_event()
    event.state = state

    with pytest.raises(registration.NotPublishedError):
        registration.check_application(event, repository.terms_of(event), application(), NOW)


@pytest.mark.clause("K-002")
def test_k002_what_is_unpaid_when_entries_close_is_not_accepted_and_what_is_paid_is_confirmed():
    event = new_event(cash_terms())
    unpaid = registration.hand_in(event, application("Anu Nair"), now=local_time("2022-01-28T12:00"))
    paid = registration.hand_in(event, application("Binu Rao"), now=local_time("2022-01-28T12:00"))
    pay(paid, 1000)

    assert closing.close(event, now=local_time("2022-01-30T23:59")) == 0
    assert closing.close(event, now=LATE) == 1
    assert closing.close(event, now=LATE) == 0

    assert standings(event) == ["expired", "confirmed"]
    assert selectors.account_of(unpaid) == selectors.Account(charged=0, paid=0)
    assert selectors.account_of(paid) == selectors.Account(charged=1000, paid=1000)


@pytest.mark.clause("K-003")
def test_k003_cash_is_refused_where_only_paypal_is_taken():
    event = new_event()
    form = registration.hand_in(event, application(), now=NOW)

    with pytest.raises(desk.MethodNotAcceptedError):
        pay(form, 1000)
    with pytest.raises(desk.MethodNotAcceptedError):
        registration.hand_in(event, application("Binu Rao", method=Method.CASH), now=NOW)

    assert selectors.account_of(form).paid == 0
    assert standings(event) == ["held"]


@pytest.mark.clause("K-010")
@pytest.mark.clause("K-011")
def test_k010_k011_an_organiser_extends_a_player_cannot_and_a_notice_has_both_days():
    event = new_event()
    with pytest.raises(organising.NotOfficialError):
        organising.extend(event, official(event, Role.PLAYER).pk, date(2022, 2, 2), now=NOW)
    assert selectors.notices_of(event) == []

    notice = organising.extend(event, organiser_of(event).pk, date(2022, 2, 2), now=NOW, why="Four more are coming.")

    assert selectors.notices_of(event) == [notice]
    assert (notice.deadline_was, notice.deadline_is) == (date(2022, 1, 30), date(2022, 2, 2))
    registration.hand_in(event, application(), now=local_time("2022-02-01T10:00"))
    assert repository.terms_of(event).deadline == date(2022, 1, 30)


def test_an_extension_that_cannot_be_leaves_neither_a_notice_nor_a_line_in_the_log():
    event = new_event()
    before = event.audit_entries.count()

    with pytest.raises(EventTermsError):
        organising.extend(event, organiser_of(event).pk, date(2022, 3, 1), now=NOW)

    assert (selectors.notices_of(event), event.audit_entries.count()) == ([], before)


def test_two_organisers_who_change_an_event_at_once_do_not_undo_each_other():
    event = new_event()
    other = Event.objects.get(pk=event.pk)
    organising.extend(event, organiser_of(event).pk, date(2022, 2, 1), now=NOW)

    with pytest.raises(StaleCompetitionError):
        organising.extend(other, organiser_of(event).pk, date(2022, 2, 2), now=NOW)

    assert selectors.notices_of(event)[0].deadline_is == date(2022, 2, 1)


@pytest.mark.clause("K-012")
@pytest.mark.clause("K-013")
def test_k012_k013_a_pair_owes_fifteen_dollars_and_a_player_ten():
    event = new_event()
    pair = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    single = registration.hand_in(event, application("Chitra Das"), now=NOW)
    both = registration.hand_in(
        event, application("Dev Pillai", ADULTS, PAIRS, partners=pair_application("x", "Esha Jose").partners), now=NOW
    )

    assert [selectors.account_of(form).balance for form in (pair, single, both)] == [1500, 1000, 2500]


@pytest.mark.clause("K-014")
def test_k014_cancelling_is_offered_after_closing_below_four_entries():
    event = new_event(cash_terms())
    forms = [registration.hand_in(event, application(f"Player {sign}"), now=NOW) for sign in "ABCD"]
    for form in forms[:3]:
        pay(form, 1000)
    terms = repository.terms_of(event)

    assert not selectors.may_be_cancelled(event, terms, NOW).event
    closing.close(event, now=LATE)
    assert selectors.may_be_cancelled(event, terms, LATE).event

    again = new_event(cash_terms())
    for sign in "ABCD":
        pay(registration.hand_in(again, application(f"Player {sign}"), now=NOW), 1000)
    closing.close(again, now=LATE)
    assert not selectors.may_be_cancelled(again, terms, LATE).event


@pytest.mark.clause("K-015")
def test_k015_one_category_is_cancelled_alone_and_what_was_paid_for_it_is_to_be_given_back():
    event = new_event(cash_terms())
    young = [
        registration.hand_in(
            event, application(f"Child {sign}", "singles-18-and-below", born=date(2008, 1, 1)), now=NOW
        )
        for sign in "ABC"
    ]
    for sign in "ABCDEFGHI":
        pay(registration.hand_in(event, application(f"Player {sign}"), now=NOW), 1000)
    pay(young[0], 1000)
    closing.close(event, now=LATE)
    assert "singles-18-and-below" in selectors.may_be_cancelled(event, repository.terms_of(event), LATE).categories

    undersubscribed.cancel(event, organiser_of(event).pk, "singles-18-and-below", now=LATE)

    assert standings(event) == ["cancelled", "expired", "expired", *["confirmed"] * 9]
    assert selectors.account_of(young[0]) == selectors.Account(charged=0, paid=1000)
    with pytest.raises(payments.NothingToRefundError, match=r"^The amount to refund here is 10\.00 USD"):
        payments.record_refund(young[0], organiser_of(event).pk, cents=1001, now=LATE)
    with pytest.raises(payments.NothingToRefundError):
        payments.record_refund(young[0], organiser_of(event).pk, cents=0, now=LATE)
    payments.record_refund(young[0], organiser_of(event).pk, cents=1000, now=LATE)
    assert selectors.account_of(young[0]).balance == 0
    with pytest.raises(payments.NothingToRefundError, match=r"refund here is 0\.00 USD"):
        payments.record_refund(young[0], organiser_of(event).pk, cents=1, now=LATE)


@pytest.mark.clause("K-006")
def test_k006_the_age_on_the_day_of_the_event_decides_and_a_wrong_class_stores_nothing():
    event = new_event()

    with pytest.raises(desk.NotAdmittedError):
        registration.hand_in(event, application("Anu Nair", ADULTS, born=date(2004, 1, 1)), now=NOW)

    assert event.forms.count() == 0
    registration.hand_in(event, application("Anu Nair", "singles-18-and-below", born=date(2004, 1, 1)), now=NOW)


def test_who_comes_when_the_places_are_gone_waits_and_moves_up_in_the_order_of_coming():
    event = new_event(small_event_terms(most=2))
    forms = [registration.hand_in(event, application(f"Player {sign}"), now=NOW) for sign in "ABCD"]
    assert standings(event) == ["held", "held", "waiting", "waiting"]
    assert selectors.account_of(forms[2]).balance == 0

    registration.withdraw(forms[0], now=NOW)

    assert standings(event) == ["withdrawn", "held", "held", "waiting"]
    assert selectors.account_of(forms[2]).balance == 1000
    assert Category.objects.get(event=event).taken == 2


def test_who_withdraws_in_time_gets_the_fee_back_and_afterwards_not():
    event = new_event(cash_terms())
    early, late = (registration.hand_in(event, application(name), now=NOW) for name in ("Anu Nair", "Binu Rao"))
    pay(early, 1000)
    pay(late, 1000)

    registration.withdraw(early, now=NOW)
    closing.close(event, now=LATE)
    registration.withdraw(late, now=LATE)

    assert selectors.account_of(early).balance == -1000
    assert selectors.account_of(late).balance == 0
    assert standings(event) == ["withdrawn", "withdrawn"]


def test_who_has_withdrawn_may_come_again():
    event = new_event(small_event_terms(most=2))
    first = registration.hand_in(event, application("Anu Nair"), now=NOW)
    registration.withdraw(first, now=NOW)

    second = registration.hand_in(event, application("Anu Nair"), now=NOW)

    assert second.number == 2
    assert standings(event) == ["withdrawn", "held"]


def test_a_pair_is_certain_when_it_is_paid_and_the_partner_has_agreed_whichever_comes_first():
    event = new_event(pairs_terms())
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    partner = Member.objects.get(position=1)
    pay(form, 1500)
    assert standings(event) == ["held"]

    registration.agree(partner, shows_name=True, now=NOW)

    assert standings(event) == ["confirmed"]
    assert [member.agreed_at is not None for member in selectors.entries_of(event)[0].members.all()] == [True, True]


def test_a_partner_who_says_no_after_the_deadline_frees_the_place_and_the_fee():
    event = new_event(pairs_terms(most=2))
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)

    registration.decline(Member.objects.get(position=1), now=LATE)

    assert standings(event) == ["withdrawn"]
    assert selectors.account_of(form).balance == 0
    assert Category.objects.get(event=event).taken == 0
    with pytest.raises(registration.CategoryClosedError):
        registration.agree(Member.objects.get(position=1), shows_name=True, now=NOW)


def test_nobody_is_in_a_category_twice_by_two_forms():
    event = new_event(pairs_terms(most=9))
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)

    with pytest.raises(registration.AlreadyInCategoryError):
        registration.hand_in(event, pair_application("Chitra Das", "Binu Rao"), now=NOW)

    assert event.forms.count() == 1
    assert Category.objects.get(event=event).taken == 1


def test_money_covers_the_oldest_entries_first():
    event = new_event(cash_terms())
    form = application("Dev Pillai", ADULTS, PAIRS, partners=pair_application("x", "Esha Jose").partners)
    form = registration.hand_in(event, form, now=NOW)
    registration.agree(Member.objects.get(position=1), shows_name=True, now=NOW)

    pay(form, 1000)
    assert standings(event) == ["confirmed", "held"]
    pay(form, 1500)
    assert standings(event) == ["confirmed", "confirmed"]


@pytest.mark.parametrize("cents", [0, -5, 1001])
def test_a_payment_that_nobody_owes_is_refused(cents):
    event = new_event(cash_terms())
    form = registration.hand_in(event, application(), now=NOW)

    with pytest.raises(payments.NothingToPayError, match=r"10\.00 USD"):
        pay(form, cents)


def test_receipts_are_numbered_without_a_gap_and_every_line_of_the_ledger_stays():
    event = new_event(cash_terms())
    forms = [registration.hand_in(event, application(f"Player {sign}"), now=NOW) for sign in "ABC"]

    assert [pay(form, 1000).receipt for form in forms] == [1, 2, 3]
    assert sum(line.amount for line in selectors.ledger_of(event)) == 0


def test_a_free_event_confirms_at_once():
    event = new_event(small_event_terms(most=2, fee=0))

    registration.hand_in(event, application(), now=NOW)

    assert standings(event) == ["confirmed"]


def test_what_people_relied_on_when_they_entered_cannot_be_changed():
    event = new_event(cash_terms())
    registration.hand_in(event, application(), now=NOW)
    terms = repository.terms_of(event)
    dearer = tuple(replace(one, fee=2000) if one.key == ADULTS else one for one in terms.categories)

    for changed in (replace(terms, categories=dearer), replace(terms, deadline=date(2022, 1, 25))):
        with pytest.raises(organising.EventHasEntriesError):
            organising.change_event(event, organiser_of(event).pk, changed, now=NOW)

    organising.change_event(event, organiser_of(event).pk, replace(terms, notes="Bring your striker."), now=NOW)
    assert repository.terms_of(event).notes == "Bring your striker."


def test_more_places_let_those_who_wait_move_up_and_fewer_than_are_taken_are_refused():
    event = new_event(small_event_terms(most=2))
    for sign in "ABC":
        registration.hand_in(event, application(f"Player {sign}"), now=NOW)
    terms = small_event_terms(most=3)

    organising.change_event(event, organiser_of(event).pk, terms, now=NOW)

    assert standings(event) == ["held"] * 3
    with pytest.raises(organising.EventHasEntriesError):
        organising.change_event(event, organiser_of(event).pk, small_event_terms(most=2), now=NOW)


def test_last_years_event_is_copied_without_its_extensions():
    later = organising.copy_of(KAGW, first_day=date(2023, 2, 4), deadline=date(2023, 1, 29), title="KAGW 2023")

    assert later.days[0].date == date(2023, 2, 4)
    assert (later.days[0].opens, later.categories) == (KAGW.days[0].opens, KAGW.categories)


def test_letters_tell_what_was_registered_what_is_owed_and_the_link(django_capture_on_commit_callbacks):
    event = new_event()

    with django_capture_on_commit_callbacks(execute=True):
        registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)

    assert {letter.to[0] for letter in mail.outbox} == {"anu@example.org", "binu@example.org"}
    own = next(letter for letter in mail.outbox if letter.to == ["anu@example.org"])
    assert "15.00 USD" in own.body
    assert "by the end of Jan. 30, 2022 (America/New_York)" in own.body
    assert f"http://testserver/registrations/{link_tokens.token_of(Registration.objects.get())}/" in own.body


def test_every_event_that_is_due_is_closed_and_no_other():
    due, later, draft = new_event(), new_event(replace(KAGW, deadline=date(2022, 2, 1))), new_event(published=False)
    for event in (due, later):
        registration.hand_in(event, application(), now=NOW)

    assert closing.close_all_due(LATE) == 1
    assert closing.close_all_due(LATE) == 0

    assert (standings(due), standings(later)) == (["expired"], ["held"])
    assert Event.objects.get(pk=draft.pk).closed_at is None

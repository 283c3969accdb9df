"""What the desk takes back: payments, refunds, withdrawals; and its log."""

from dataclasses import replace

import pytest
from django.core import mail

from carrom.tournament.category import CategoryTerms
from carrom_web.clubs.rights import Role
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import event_file, link_tokens, selectors
from carrom_web.competitions.events.models import Category, Member
from carrom_web.competitions.events.services import check_in as desk_steps
from carrom_web.competitions.events.services import draws, organising, payments, registration
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    PAIRS,
    application,
    cash_terms,
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


def test_a_payment_that_was_recorded_by_mistake_is_taken_back_once_and_its_receipt_is_void(
    client, django_capture_on_commit_callbacks
):
    event = new_event(cash_terms())
    owner, form = organiser_of(event).pk, registration.hand_in(event, application(), now=NOW)
    paid = pay(form, 1000)
    assert standings(event) == ["confirmed"]
    desk = as_guest(organiser_of(event))
    address, asked = f"/events/{event.slug}/desk/", {"do": "take-back", "form": "1", "line": str(paid.pk)}

    with django_capture_on_commit_callbacks(execute=True):
        assert desk.post(address, asked).status_code == 303
    assert standings(event) == ["held"]
    assert selectors.account_of(form) == selectors.Account(charged=1000, paid=0)
    assert "Receipt 1 for 10.00 USD was recorded by mistake" in mail.outbox[-1].body
    assert "already cancelled" in desk.post(address, asked).content.decode()
    own = f"/registrations/{link_tokens.token_of(form)}/"
    assert "not valid" in client.get(own).content.decode()
    assert client.get(f"{own}receipt-1.pdf").status_code == 404
    assert event.audit_entries.filter(kind="payment-cleared").count() == 1

    assert pay(form, 1000).receipt == 2
    assert standings(event) == ["confirmed"]
    copy = event_file.read(event.club, owner, packed(event_file.write(event)), now=NOW)
    assert [one.receipt for lines in selectors.lines_by_hand(copy).values() for one in lines] == [2]
    assert sum(line.amount for line in selectors.ledger_of(copy)) == 0


def test_an_entry_stays_confirmed_while_what_is_left_is_just_its_fee():
    singles = CategoryTerms(key=ADULTS, title="Singles", fee=1000, least=2, most=8)
    event = new_event(cash_terms(categories=(singles, replace(singles, key="open", title="Open"))))
    form = registration.hand_in(event, application("Anu Nair", ADULTS, "open"), now=NOW)
    pay(form, 1000)
    second = pay(form, 1000)
    assert standings(event) == ["confirmed", "confirmed"]

    payments.take_back(form, organiser_of(event).pk, second.pk, now=NOW)

    assert standings(event) == ["confirmed", "held"]


def test_a_refund_that_was_recorded_by_mistake_is_due_again():
    event = new_event(cash_terms())
    owner, form = organiser_of(event).pk, registration.hand_in(event, application(), now=NOW)
    pay(form, 1000)
    registration.withdraw(form, now=NOW)
    refund = payments.record_refund(form, owner, cents=1000, now=NOW)

    payments.take_back(form, owner, refund.pk, now=NOW)

    assert selectors.account_of(form).balance == -1000
    for line, who in ((refund.pk, owner), (0, owner)):
        with pytest.raises(payments.NothingToRefundError):
            payments.take_back(form, who, line, now=NOW)
    with pytest.raises(organising.NotOfficialError):
        payments.take_back(form, official(event, Role.UMPIRE).pk, refund.pk, now=NOW)


def test_who_checks_somebody_in_or_withdraws_him_at_the_desk_is_in_the_log():
    event = new_event(cash_terms())
    form = registration.hand_in(event, application(), now=NOW)
    desk = as_guest(official(event, Role.REGISTRAR))

    for asked, is_there in (("came", True), ("away", False), ("withdraw", False)):
        assert desk.post(f"/events/{event.slug}/desk/", {"do": asked, "form": "1"}).status_code == 303
        form.refresh_from_db()
        assert (form.came_at is not None, form.withdrawn_at is not None) == (is_there, asked == "withdraw")

    done = [(entry.kind, entry.by) for entry in event.audit_entries.order_by("pk")][-3:]
    assert done == [(what, "Registrar") for what in ("checked-in", "check-in-cleared", "withdrawn")]


def test_a_withdrawal_is_taken_back_at_the_desk_while_there_is_a_place_and_no_draw(
    mailoutbox, django_capture_on_commit_callbacks
):
    event = new_event(small_event_terms(2))
    form = registration.hand_in(event, application(), now=NOW)
    pay(form, 1000)
    desk, address = as_guest(official(event, Role.REGISTRAR)), f"/events/{event.slug}/desk/"
    back = {"do": "let-back", "form": "1", "category": form.entries.get().category.key}
    assert desk.post(address, back).status_code == 409  # it stands

    registration.withdraw(form, now=NOW)
    assert "The fee of $10 is charged again." in desk.get(address).content.decode()
    assert as_guest(official(event, Role.UMPIRE)).post(address, back).status_code == 403
    others = [registration.hand_in(event, application(name), now=NOW) for name in ("Binu Rao", "Chitra Iyer")]
    assert "no place" in desk.post(address, back).content.decode()
    assert standings(event) == ["withdrawn", "held", "held"] and selectors.account_of(form).balance == -1000
    registration.withdraw(others[1], now=NOW)

    mailoutbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert desk.post(address, back).status_code == 303
    form.refresh_from_db()
    assert standings(event) == ["confirmed", "held", "withdrawn"] and form.withdrawn_at is None
    assert selectors.account_of(form).balance == 0 and Category.objects.get(event=event).taken == 2
    assert "You are in again" in [one.subject.partition(": ")[2] for one in mailoutbox]
    assert event.audit_entries.order_by("pk").last().kind == "readmitted"

    registration.withdraw(form, now=LATE)  # the fee is not returned then
    assert "No fee is charged again." in desk.get(address).content.decode()
    assert desk.post(address, back).status_code == 303
    assert selectors.account_of(form).balance == 0 and standings(event)[0] == "confirmed"

    registration.withdraw(form, now=LATE)
    pay(others[0], 1000)
    pay(registration.hand_in(event, application(), now=NOW), 1000)  # they have come again by themselves
    registration.withdraw(event.forms.get(number=4), now=LATE)
    registration.hand_in(event, application(), now=NOW)
    assert desk.post(address, back).status_code == 409
    assert standings(event)[0] == "withdrawn"


def test_nobody_is_let_back_into_a_draw_and_a_partner_says_yes_once_more():
    event = new_event(pairs_terms())
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    mate = Member.objects.get(name="Binu Rao")
    registration.agree(mate, shows_name=True, now=NOW)
    registration.decline(mate, now=LATE)

    desk_steps.let_back(form, organiser_of(event).pk, PAIRS, now=NOW)
    assert standings(event) == ["held"] and Member.objects.get(pk=mate.pk).agreed_at is None

    drawn = new_event(cash_terms())
    forms = [registration.hand_in(drawn, application(f"Player {sign}"), now=NOW) for sign in "ABCDE"]
    for one in forms:
        pay(one, 1000)
    registration.withdraw(forms[4], now=NOW)
    draws.draw(drawn, organiser_of(drawn).pk, ADULTS, now=LATE)
    with pytest.raises(desk_steps.NoWayBackError, match="drawn"):
        desk_steps.let_back(forms[4], organiser_of(drawn).pk, ADULTS, now=LATE)
    assert "Entry restored" not in as_guest(organiser_of(drawn)).get(f"/events/{drawn.slug}/desk/").content.decode()

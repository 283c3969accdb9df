"""Fees by PayPal, against a local server that speaks its Orders v2, faults and repeats included."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import link_tokens, payment_accounts, paypal, selectors
from carrom_web.competitions.events.models import Entry, LedgerEntry, Order, Registration, WebhookDelivery
from carrom_web.competitions.events.services import (
    closing,
    orders,
    organising,
    payments,
    paypal_messages,
    registration,
    undersubscribed,
)
from tests.support.web import paypal_server
from tests.support.web.events import ADULTS, KAGW, LATE, NOW, application, new_event, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings) -> Iterator[paypal_server.PayPal]:
    with paypal_server.running() as books:
        settings.PAYPAL_URL = books.url
        settings.PAYPAL_CLIENT, settings.PAYPAL_SECRET = paypal_server.CLIENT, paypal_server.SECRET
        settings.PAYPAL_WEBHOOK = paypal_server.WEBHOOK
        paypal._TOKENS.clear()
        yield books


def entered(name: str = "Anu Nair", event=None) -> Registration:
    return registration.hand_in(event or new_event(), application(name), now=NOW)


def begin(form: Registration) -> Order:
    return orders.start_order(form, back_url="http://testserver/back", cancel_url="http://testserver/no", now=NOW)


def pay(service: paypal_server.PayPal, form: Registration) -> Order:
    order = begin(form)
    service.approve(order.service_id)
    return orders.finish_order(order.service_id, now=NOW)


def message(kind: str, resource: dict[str, Any]) -> dict[str, Any]:
    return {"id": f"WH-{uuid.uuid4()}", "event_type": kind, "resource": resource}


def captured_message(service: paypal_server.PayPal, order: Order) -> dict[str, Any]:
    capture = service.orders[order.service_id]["purchase_units"][0]["payments"]["captures"][0]
    related = {"supplementary_data": {"related_ids": {"order_id": order.service_id}}}
    return message("PAYMENT.CAPTURE.COMPLETED", capture | related)


def received(reported: Any) -> bool:
    """Deal with a message at the site's own account."""
    return paypal_messages.receive(payment_accounts.site_account(), reported, now=NOW)


def signed(body: str, **changes: str) -> dict[str, str]:
    reported = {
        "paypal-transmission-id": "T1",
        "paypal-transmission-sig": "signed T1",
        "paypal-transmission-time": "2022-01-20T17:00:00Z",
        "paypal-cert-url": "https://example.org/cert",
        "paypal-auth-algo": "SHA256withRSA",
    }
    return reported | changes


@pytest.mark.clause("K-003")
def test_k003_ten_dollars_by_paypal_confirm_an_entry(service):
    form = entered()

    order = pay(service, form)

    assert service.orders[order.service_id]["purchase_units"][0]["amount"] == {"currency_code": "USD", "value": "10.00"}
    assert Entry.objects.get().standing == EntryStatus.CONFIRMED
    line = LedgerEntry.objects.get(kind="payment")
    assert (line.amount, line.method, line.reference, line.receipt) == (-1000, "paypal", order.capture_id, 1)


def test_an_order_that_the_payer_did_not_approve_pays_nothing_and_can_be_tried_again(service):
    form = entered()
    order = begin(form)

    with pytest.raises(paypal.PaymentRefusedError):
        orders.finish_order(order.service_id, now=NOW)
    assert selectors.account_of(form).paid == 0

    service.approve(order.service_id)
    orders.finish_order(order.service_id, now=NOW)
    assert selectors.account_of(form).balance == 0


def test_the_same_payment_is_asked_for_once_however_often_the_button_is_pressed(service):
    form = entered()

    assert begin(form) == begin(form)
    assert len(service.orders) == 1


def test_a_payer_who_comes_back_twice_pays_once(service):
    form = entered()
    order = pay(service, form)

    again = orders.finish_order(order.service_id, now=NOW)

    assert again == order
    assert LedgerEntry.objects.filter(kind="payment").count() == 1


@pytest.mark.parametrize("fault", [500, 503, 429, 401, "lost"])
def test_a_service_that_stumbles_once_is_asked_again_and_takes_the_money_once(service, fault):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)
    service.faults.append(fault)

    orders.finish_order(order.service_id, now=NOW)

    assert selectors.account_of(form).balance == 0
    assert len(service.captures) == 1


def test_a_service_that_is_down_loses_nothing_and_the_webhook_comes_later(service):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)
    service.faults += [500, 500]
    with pytest.raises(paypal.PaymentServiceError):
        orders.finish_order(order.service_id, now=NOW)
    assert selectors.account_of(form).paid == 0

    service.post(f"/v2/checkout/orders/{order.service_id}/capture", {}, "elsewhere")
    assert received(captured_message(service, order))

    assert selectors.account_of(form).balance == 0
    assert Entry.objects.get().standing == EntryStatus.CONFIRMED


def test_an_answer_that_was_lost_is_found_when_the_order_was_captured_already(service):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)
    service.post(f"/v2/checkout/orders/{order.service_id}/capture", {}, "elsewhere")

    orders.finish_order(order.service_id, now=NOW)

    assert selectors.account_of(form).balance == 0


def test_the_return_and_the_webhook_together_count_once_in_either_order(service):
    event = new_event()
    for name, webhook_first in (("Anu Nair", True), ("Binu Rao", False)):
        form = entered(name, event)
        order = begin(form)
        service.approve(order.service_id)
        if webhook_first:
            received(message("CHECKOUT.ORDER.APPROVED", {"id": order.service_id}))
            orders.finish_order(order.service_id, now=NOW)
        else:
            orders.finish_order(order.service_id, now=NOW)
            received(captured_message(service, order))

        assert selectors.account_of(form) == selectors.Account(charged=1000, paid=1000)


def test_a_message_reported_twice_counts_once(service):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)
    reported = message("CHECKOUT.ORDER.APPROVED", {"id": order.service_id})

    assert received(reported)
    assert not received(reported)

    assert LedgerEntry.objects.filter(kind="payment").count() == 1
    assert WebhookDelivery.objects.count() == 1


@pytest.mark.parametrize("kind", ["CHECKOUT.ORDER.SAVED", "CHECKOUT.ORDER.VOIDED", "PAYMENT.CAPTURE.DENIED", "A", "Z"])
def test_a_message_of_another_kind_is_acknowledged_and_moves_no_money(service, kind):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)

    assert not received(message(kind, {"id": order.service_id}))

    assert selectors.account_of(form).paid == 0
    assert LedgerEntry.objects.filter(kind="payment").count() == 0


@pytest.mark.clause("K-015")
def test_k015_a_cancelled_category_is_refunded_by_paypal_once(service):
    event = new_event()
    form = entered("Anu Nair", event)
    pay(service, form)
    undersubscribed.cancel(event, organiser_of(event).pk, ADULTS, now=LATE)
    assert selectors.account_of(form).balance == -1000

    orders.refund_online(form, organiser_of(event).pk, now=LATE)
    with pytest.raises(payments.NothingToRefundError):
        orders.refund_online(form, organiser_of(event).pk, now=LATE)

    assert selectors.account_of(form).balance == 0
    assert [refund["amount"]["value"] for refund in service.refunds] == ["10.00"]


def test_a_refund_whose_answer_was_lost_is_not_made_twice(service):
    event = new_event()
    form = entered("Anu Nair", event)
    pay(service, form)
    organising.cancel_event(event, organiser_of(event).pk, now=LATE)
    service.faults.append("lost")

    orders.refund_online(form, organiser_of(event).pk, now=LATE)

    assert len(service.refunds) == 1
    assert selectors.account_of(form).balance == 0


def test_a_refund_made_at_paypal_itself_arrives(service):
    event = new_event()
    form = entered("Anu Nair", event)
    order = pay(service, form)
    registration.withdraw(form, now=NOW)
    link = {"rel": "up", "href": f"{service.url}/v2/payments/captures/{order.capture_id}"}
    refund = {"id": "REFUND1", "amount": {"value": "10.00", "currency_code": "USD"}, "links": [link]}

    assert received(message("PAYMENT.CAPTURE.REFUNDED", refund))
    received(message("PAYMENT.CAPTURE.REFUNDED", refund))

    assert selectors.account_of(form).balance == 0


def test_money_for_an_entry_that_has_ended_meanwhile_is_recorded_and_owed_back(service):
    event = new_event()
    form = entered("Anu Nair", event)
    order = begin(form)
    service.approve(order.service_id)
    closing.close(event, now=LATE)

    orders.finish_order(order.service_id, now=LATE)

    assert Entry.objects.get().standing == EntryStatus.EXPIRED
    assert selectors.account_of(form).balance == -1000


@pytest.mark.parametrize(
    ("headers", "status", "counts"),
    [
        ({}, 200, True),
        ({"paypal-transmission-sig": "forged"}, 400, False),
        ({"paypal-transmission-id": ""}, 400, False),
    ],
)
def test_only_a_message_that_paypal_itself_calls_genuine_counts(service, client, headers, status, counts):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)
    body = json.dumps(message("CHECKOUT.ORDER.APPROVED", {"id": order.service_id}))

    answer = client.post(
        "/payments/paypal/heard/", body, content_type="application/json", headers=signed(body, **headers)
    )

    assert answer.status_code == status
    assert (selectors.account_of(form).paid > 0) is counts


def test_a_webhook_is_refused_for_now_when_paypal_cannot_be_asked(service, client):
    form = entered()
    order = begin(form)
    service.approve(order.service_id)
    body = json.dumps(message("CHECKOUT.ORDER.APPROVED", {"id": order.service_id}))
    service.faults += [503, 503]

    first = client.post("/payments/paypal/heard/", body, content_type="application/json", headers=signed(body))
    again = client.post("/payments/paypal/heard/", body, content_type="application/json", headers=signed(body))

    assert (first.status_code, again.status_code) == (503, 200)
    assert selectors.account_of(form).balance == 0


@pytest.mark.parametrize("body", ["", "[]", "null", '{"id": 1}', '{"id": "x", "event_type": "A", "resource": []}'])
def test_a_message_that_says_nothing_changes_nothing(service, client, body):
    answer = client.post("/payments/paypal/heard/", body, content_type="application/json", headers=signed(body))

    assert answer.status_code in (200, 400)
    assert LedgerEntry.objects.count() == 0


@pytest.mark.parametrize(
    ("cents", "currency", "text"),
    [(1750, "USD", "17.50"), (1000, "EUR", "10.00"), (50000, "JPY", "500"), (5, "USD", "0.05")],
)
def test_amounts_are_written_as_paypal_reads_them(cents, currency, text):
    assert paypal.amount_text(cents, currency) == text
    assert paypal.cents_of(text) == cents


def test_cents_of_a_currency_without_them_are_refused():
    with pytest.raises(paypal.PaymentServiceError, match="no cents"):
        paypal.amount_text(1750, "JPY")


def test_a_whole_payment_in_the_browsers_steps(service, client):
    event = new_event(replace(KAGW))
    form = entered("Anu Nair", event)
    own = f"/registrations/{link_tokens.token_of(form)}/"

    page = client.post(own, {"do": "pay"})
    order = Order.objects.get()
    assert order.approve_url in page.content.decode()
    assert not LedgerEntry.objects.filter(kind="payment").exists()  # the link alone pays nothing
    service.approve(order.service_id)
    back = client.get(f"/payments/paypal/?token={order.service_id}&PayerID=X")

    assert (back.status_code, back.headers["Location"]) == (303, own)
    assert "Everything is paid" in client.get(own).content.decode()

"""A club's own account at PayPal: its fees go there, its secret is seen by nobody, and no other club's money moves."""

import json
import uuid
from collections.abc import Iterator
from html import unescape

import pytest
from django.core import serializers

from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import link_tokens, payment_accounts, paypal, selectors
from carrom_web.competitions.events.models import Event, LedgerEntry, Order, PaymentAccount, Registration
from carrom_web.competitions.events.services import orders, registration
from tests.support.web import paypal_server
from tests.support.web.clients import as_guest
from tests.support.web.events import NOW, application, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
GIVEN = {
    "do": "store",
    "client": paypal_server.CLIENT,
    "secret": paypal_server.SECRET,
    "webhook": paypal_server.WEBHOOK,
}


@pytest.fixture
def service(settings) -> Iterator[paypal_server.PayPal]:
    """PayPal, and a site without an account of its own."""
    with paypal_server.running() as books:
        settings.PAYPAL_URL = books.url
        settings.PAYPAL_CLIENT = settings.PAYPAL_SECRET = settings.PAYPAL_WEBHOOK = ""
        paypal._TOKENS.clear()
        yield books


def stored(event: Event, **changes: str):
    return as_guest(organiser_of(event)).post(f"/clubs/{event.club.slug}/payments/", GIVEN | changes)


def with_account() -> Event:
    event = new_event()
    assert stored(event).status_code == 303
    return event


def entered(event: Event) -> Registration:
    return registration.hand_in(event, application("Anu Nair"), now=NOW)


def begin(form: Registration) -> Order:
    return orders.start_order(form, back_url="http://testserver/back", cancel_url="http://testserver/no", now=NOW)


def sent_to_webhook(client, event: Event | None, order: Order, **changes: str):
    resource = {"id": order.service_id}
    body = json.dumps({"id": f"WH-{uuid.uuid4()}", "event_type": "CHECKOUT.ORDER.APPROVED", "resource": resource})
    headers = {
        "paypal-transmission-id": "T1",
        "paypal-transmission-sig": "signed T1",
        "paypal-transmission-time": "2022-01-20T17:00:00Z",
        "paypal-cert-url": "https://example.org/cert",
        "paypal-auth-algo": "SHA256withRSA",
    }
    address = f"/payments/paypal/heard/{event.club.slug}/" if event else "/payments/paypal/heard/"
    return client.post(address, body, content_type="application/json", headers=headers | changes)


def test_fees_go_to_the_clubs_own_account_and_back(service, client):
    event = with_account()
    form = entered(event)

    order = begin(form)
    service.approve(order.service_id)
    assert "by PayPal" in client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()
    orders.finish_order(order.service_id, now=NOW)

    assert (selectors.account_of(form).balance, order.account) == (0, paypal_server.CLIENT)
    registration.withdraw(form, now=NOW)
    refunded = orders.refund_online(form, organiser_of(event).pk, now=NOW)
    assert [one.amount for one in refunded] == [1000] and len(service.refunds) == 1


def test_without_any_account_nothing_is_paid_by_paypal_and_the_organiser_hears_of_it(service, client):
    event = new_event()
    form = entered(event)
    draft = new_event(published=False)

    assert "by PayPal" not in client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()
    page = as_guest(organiser_of(draft)).get(f"/events/{draft.slug}/organise/").content.decode()
    assert f"/clubs/{draft.club.slug}/payments/" in page


def test_the_secret_is_in_no_page_no_log_and_no_stored_row(service, caplog):
    event = with_account()
    page = as_guest(organiser_of(event)).get(f"/clubs/{event.club.slug}/payments/").content.decode()

    assert paypal_server.CLIENT in page and paypal_server.SECRET not in page
    rows = serializers.serialize("json", [*PaymentAccount.objects.all(), *event.club.audit_entries.all()])
    assert paypal_server.SECRET not in rows
    assert paypal_server.SECRET not in repr(payment_accounts.own_account(event.club_id))
    assert paypal_server.SECRET not in caplog.text
    log = as_guest(organiser_of(event)).get(f"/clubs/{event.club.slug}/log/").content.decode()
    assert "PayPal account stored" in log and paypal_server.SECRET not in log


def test_without_the_sites_key_the_secret_cannot_be_read_and_nobody_else_gets_the_fees(service, settings, client):
    event = with_account()
    settings.PAYPAL_CLIENT, settings.PAYPAL_SECRET = "site", "site-secret"
    settings.SECRET_KEY = "another key, as after a restore without keys"

    assert not payment_accounts.taken_online(event.club_id)
    page = as_guest(organiser_of(event)).get(f"/clubs/{event.club.slug}/payments/").content.decode()
    assert "cannot be read" in page
    assert stored(event, secret="").status_code == 422
    assert stored(event).status_code == 303 and payment_accounts.taken_online(event.club_id)


def test_an_empty_secret_keeps_the_stored_one_and_a_removal_deletes_it(service):
    event = with_account()

    assert stored(event, secret="", webhook="WH-2").status_code == 303
    account = payment_accounts.own_account(event.club_id)
    assert (account.secret, account.webhook) == (paypal_server.SECRET, "WH-2")
    address = f"/clubs/{event.club.slug}/payments/"
    assert as_guest(organiser_of(event)).post(address, {"do": "remove"}).status_code == 303
    assert not PaymentAccount.objects.exists()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"secret": "wrong"}, "does not accept"),
        ({"client": ""}, "required"),
        ({"secret": ""}, "required"),
    ],
)
def test_an_account_that_paypal_does_not_accept_is_not_stored(service, changes, says):
    event = new_event()

    answer = stored(event, **changes)

    assert answer.status_code == 422 and says in unescape(answer.content.decode())
    assert not PaymentAccount.objects.exists()


def test_a_paypal_that_is_down_stores_nothing_and_says_so(service, settings):
    event = new_event()
    settings.PAYPAL_URL = "http://127.0.0.1:1"

    answer = stored(event)

    assert answer.status_code == 422 and not PaymentAccount.objects.exists()


def test_the_clubs_webhook_counts_a_payment_once(service, client):
    event = with_account()
    form = entered(event)
    order = begin(form)
    service.approve(order.service_id)

    answers = [sent_to_webhook(client, event, order).status_code for _time in range(3)]

    assert answers == [200, 200, 200]
    assert LedgerEntry.objects.filter(kind="payment").count() == 1 and len(service.captures) == 1


def test_a_webhook_moves_no_money_of_another_account(service, client, settings):
    event, other = with_account(), with_account()
    order = begin(entered(event))
    service.approve(order.service_id)

    assert sent_to_webhook(client, other, order).status_code == 200
    settings.PAYPAL_CLIENT, settings.PAYPAL_SECRET = paypal_server.CLIENT, paypal_server.SECRET
    settings.PAYPAL_WEBHOOK = paypal_server.WEBHOOK
    assert sent_to_webhook(client, None, order).status_code == 200
    assert not LedgerEntry.objects.filter(kind="payment").exists()
    assert sent_to_webhook(client, event, order, **{"paypal-transmission-sig": "forged"}).status_code == 400
    assert sent_to_webhook(client, new_event(), order).status_code == 400, "a club without an account hears nothing"


def test_a_payment_at_an_account_that_was_given_up_is_returned_by_hand(service):
    event = with_account()
    form = entered(event)
    order = begin(form)
    service.approve(order.service_id)
    orders.finish_order(order.service_id, now=NOW)
    as_guest(organiser_of(event)).post(f"/clubs/{event.club.slug}/payments/", {"do": "remove"})
    registration.withdraw(form, now=NOW)

    with pytest.raises(paypal.PaymentServiceError, match="not the club's any more"):
        orders.refund_online(form, organiser_of(event).pk, now=NOW)
    assert not service.refunds


def test_only_the_owner_sees_and_changes_the_account(service):
    event = with_account()
    address = f"/clubs/{event.club.slug}/payments/"

    for role in (Role.ORGANISER, Role.REGISTRAR, Role.PLAYER):
        client = as_guest(official(event, role))
        assert client.get(address).status_code == 403
        assert client.post(address, {"do": "remove"}).status_code == 403
    assert PaymentAccount.objects.exists()

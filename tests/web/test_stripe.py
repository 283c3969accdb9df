"""Fees by a club's own account at Stripe, against a local server that speaks its API, faults and repeats included."""

from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from django.core import serializers
from django.test import Client
from django.utils import timezone

from carrom.tournament.event import Method
from carrom.tournament.registration import EntryStatus
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import link_tokens, payment_accounts, selectors, stripe
from carrom_web.competitions.events.models import Entry, Event, Group, LedgerEntry, Order, Registration, StripeAccount
from carrom_web.competitions.events.online_payments import PaymentRefusedError, PaymentServiceError
from carrom_web.competitions.events.repository import save_terms, terms_of
from carrom_web.competitions.events.services import groups, orders, registration
from carrom_web.competitions.events.services.payments import NothingToPayError, NothingToRefundError
from tests.support.web import paypal_server, stripe_server
from tests.support.web.clients import as_guest
from tests.support.web.events import ADULTS, KAGW, NOW, application, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
TERMS = replace(KAGW, pays=(Method.PAYPAL, Method.STRIPE, Method.CASH))
GIVEN = {"do": "store-stripe", "secret": stripe_server.SECRET, "webhook": stripe_server.WEBHOOK_SECRET}
BACK = {"back_url": "http://testserver/payments/stripe/", "cancel_url": "http://testserver/no"}


@pytest.fixture
def service(settings) -> Iterator[stripe_server.Stripe]:
    with stripe_server.running() as books:
        settings.STRIPE_URL = books.url
        yield books


def with_account(terms=TERMS) -> Event:
    event = new_event(terms)
    values = {one: payment_accounts.encrypted(GIVEN[one]) for one in ("secret", "webhook")}
    StripeAccount.objects.create(club=event.club, secret=values["secret"], webhook_secret=values["webhook"])
    return event


def entered(event: Event, name: str = "Anu Nair") -> Registration:
    return registration.hand_in(event, application(name), now=NOW)


def begin(payer: Registration | Group) -> Order:
    return orders.start_order(payer, Method.STRIPE, **BACK, now=NOW)


def paid_by_form(service: stripe_server.Stripe, event: Event) -> tuple[Registration, Order]:
    form = entered(event)
    order = begin(form)
    service.pay(order.service_id)
    orders.look_at(order, now=NOW)
    order.refresh_from_db()
    return form, order


def sent(event: Event, kind: str, about: dict, **changes) -> int:
    """The status by which the club's webhook answers a message."""
    body = stripe_server.message(kind, about)
    return delivered(event, body, **changes)


def delivered(event: Event, body: str, *, signature: str | None = None) -> int:
    header = stripe_server.signature(body, timezone.now().timestamp()) if signature is None else signature
    return (
        Client()
        .post(
            f"/payments/stripe/heard/{event.club.slug}/",
            body,
            content_type="application/json",
            headers={"Stripe-Signature": header},
        )
        .status_code
    )


def paid_lines() -> list[tuple[int, str]]:
    rows = LedgerEntry.objects.filter(kind__in=["payment", "refund"]).order_by("pk")
    return [(one.amount, one.kind) for one in rows]


def test_a_whole_payment_by_card_in_the_browsers_steps(service):
    event = with_account()
    form, client = entered(event), Client()
    own = f"/registrations/{link_tokens.token_of(form)}/"

    first = client.get(own).content.decode()
    page = client.post(own, {"do": "pay", "service": "stripe"})
    order = Order.objects.get()

    assert "by card" in first and "by PayPal" not in first
    assert f'href="{order.approve_url}"' in page.content.decode() and "Continue to Stripe" in page.content.decode()
    policy = page.headers["Content-Security-Policy"]
    assert "stripe" not in policy and service.url not in policy
    session = service.sessions[order.service_id]
    assert (session["amount_total"], session["currency"]) == (1000, "usd")
    service.pay(order.service_id)
    back = client.get(session["success_url"].replace("{CHECKOUT_SESSION_ID}", order.service_id))
    assert (back.status_code, back.headers["Location"]) == (303, own)
    assert "Everything is paid" in client.get(own).content.decode()
    line = LedgerEntry.objects.get(kind="payment")
    assert (line.amount, line.method, line.receipt) == (-1000, "stripe", 1)
    assert Entry.objects.get().standing == EntryStatus.CONFIRMED
    assert client.get("/payments/stripe/?session=cs_forged").status_code in (403, 404, 409)


def test_return_and_webhook_in_any_order_and_number_count_once(service):
    event = with_account()
    form, order = paid_by_form(service, event)
    session = service.sessions[order.service_id]
    body = stripe_server.message("checkout.session.completed", session)

    assert [delivered(event, body) for _time in range(3)] == [200, 200, 200]
    assert sent(event, "checkout.session.async_payment_succeeded", session) == 200
    orders.finish_order(order.service_id, Method.STRIPE, now=NOW)

    assert paid_lines() == [(-1000, "payment")] and selectors.account_of(form).balance == 0


def test_money_that_takes_days_is_waited_for_and_nothing_else_is_paid_meanwhile(service):
    event = with_account()
    form = entered(event)
    order = begin(form)
    service.pay(order.service_id, status="processing")

    assert sent(event, "checkout.session.completed", service.sessions[order.service_id]) == 200
    page = Client().get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()
    assert "on its way" in page and "by card" not in page and paid_lines() == []
    with pytest.raises(NothingToPayError, match="on its way"):
        begin(form)
    service.settle(order.service_id, "succeeded")
    late = stripe_server.message("checkout.session.completed", {"id": order.service_id})
    assert sent(event, "checkout.session.async_payment_succeeded", {"id": order.service_id}) == 200
    assert delivered(event, late) == 200  # an old message after a newer one

    assert paid_lines() == [(-1000, "payment")]


@pytest.mark.parametrize(("kind", "state"), [("async_payment_failed", "refused"), ("expired", "replaced")])
def test_a_payment_that_came_to_nothing_can_be_tried_again(service, kind, state):
    event = with_account()
    form = entered(event)
    order = begin(form)
    if kind == "expired":
        service.sessions[order.service_id]["status"] = "expired"
    else:
        service.pay(order.service_id, status="requires_payment_method")

    assert sent(event, f"checkout.session.{kind}", {"id": order.service_id}) == 200

    order.refresh_from_db()
    assert order.state == state and paid_lines() == []
    again = begin(form)
    assert again.pk != order.pk and again.key != order.key


def test_pressing_the_button_again_leads_to_the_same_checkout_and_another_amount_closes_it(service):
    event = with_account()
    form = entered(event)
    first = begin(form)
    assert begin(form) == first and len(service.sessions) == 1
    LedgerEntry.objects.create(event=event, form=form, kind="charge", amount=500, at=NOW)

    second = begin(form)

    assert service.sessions[first.service_id]["status"] == "expired"
    assert service.sessions[second.service_id]["amount_total"] == 1500


def test_a_checkout_that_was_paid_without_a_word_is_found_before_another_is_started(service):
    event = with_account()
    form = entered(event)
    service.pay(begin(form).service_id)

    with pytest.raises(NothingToPayError, match="Everything is paid"):
        begin(form)

    assert paid_lines() == [(-1000, "payment")] and len(service.sessions) == 1


@pytest.mark.parametrize("fault", [500, 429, 409, "lost"])
def test_a_service_that_stumbles_is_asked_again_with_the_same_key(service, fault):
    event = with_account()
    form = entered(event)
    service.faults.append(fault)
    order = begin(form)
    service.pay(order.service_id)
    orders.look_at(order, now=NOW)
    registration.withdraw(form, now=NOW)
    service.faults.append(fault)

    orders.refund_online(form, organiser_of(event).pk, now=NOW)

    assert len(service.sessions) == 1 and len(service.refunds) == 1
    assert paid_lines() == [(-1000, "payment"), (1000, "refund")]


def test_a_service_that_is_down_loses_nothing(service, settings):
    event = with_account()
    form = entered(event)
    order = begin(form)
    service.pay(order.service_id)
    settings.STRIPE_URL = "http://127.0.0.1:1"

    with pytest.raises(PaymentServiceError, match="cannot be reached"):
        orders.look_at(order, now=NOW)
    assert sent(event, "checkout.session.completed", {"id": order.service_id}) == 503
    settings.STRIPE_URL = service.url
    assert sent(event, "checkout.session.completed", {"id": order.service_id}) == 200

    assert selectors.account_of(form).balance == 0


def test_another_amount_is_recorded_as_it_came_and_another_currency_is_not(service):
    event = with_account()
    form, other = entered(event), entered(event, "Binu Rao")
    less, euros = begin(form), begin(other)
    service.pay(less.service_id, amount_total=900)
    service.pay(euros.service_id, currency="eur")

    assert sent(event, "checkout.session.completed", {"id": less.service_id}) == 200
    assert sent(event, "checkout.session.completed", {"id": euros.service_id}) == 503

    assert (selectors.account_of(form).balance, selectors.account_of(other).balance) == (100, 1000)
    event.refresh_from_db()
    save_terms(event, replace(terms_of(event), currency="EUR"))
    assert sent(event, "checkout.session.completed", {"id": euros.service_id}) == 200
    assert selectors.account_of(other).balance == 0


def test_only_a_fresh_message_with_the_clubs_own_signature_counts(service):
    event, other = with_account(), new_event()
    order = begin(entered(event))
    service.pay(order.service_id)
    body, now = (
        stripe_server.message("checkout.session.completed", {"id": order.service_id}),
        timezone.now().timestamp(),
    )
    good = stripe_server.signature(body, now)
    forged = [
        "",
        "t=,v1=",
        good.replace("v1=", "v1=0"),
        good.replace("v1=", "v0="),
        good.replace(f"t={int(now)}", f"t={int(now) - 1}"),
        f"t={int(now)},{good}",
        stripe_server.signature(body, now, "whsec_of_somebody"),
        stripe_server.signature(body, now - 301),
        stripe_server.signature(body + " ", now),
    ]

    assert [delivered(event, body, signature=one) for one in forged] == [400] * len(forged)
    assert delivered(other, body, signature=good) == 400, "a club without an account hears nothing"
    assert paid_lines() == []
    replaced = good.replace(",v1=", ",v1=00,v1=")  # while a secret is being replaced
    assert delivered(event, body, signature=replaced) == 200 and paid_lines() == [(-1000, "payment")]


def test_the_account_of_one_club_says_nothing_about_the_money_of_another(service):
    event, other = with_account(), with_account()
    order = begin(entered(event))
    service.pay(order.service_id)

    assert sent(other, "checkout.session.completed", {"id": order.service_id}) == 200

    assert paid_lines() == []


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"id": "evt_1", "type": "charge.refunded", "data": {"object": 3}}'])
def test_a_message_that_says_nothing_changes_nothing(service, body):
    event = with_account()

    assert delivered(event, body) in (200, 400) and LedgerEntry.objects.count() == 0


def test_refunds_made_at_stripe_arrive_even_before_their_payment_and_a_failed_one_is_owed_again(service):
    event = with_account()
    form = entered(event)
    order = begin(form)
    service.pay(order.service_id)
    (intent,) = service.intents
    refund = service.give_back(intent, 400)
    assert sent(event, "charge.refunded", {"id": "ch_1", "payment_intent": intent}) == 200
    assert paid_lines() == []
    assert sent(event, "checkout.session.completed", {"id": order.service_id}) == 200
    assert paid_lines() == [(-1000, "payment"), (400, "refund")]

    for _time in range(2):
        assert sent(event, "refund.updated", refund) == 200
    refund["status"] = "failed"
    for _time in range(2):
        assert sent(event, "refund.failed", refund) == 200

    assert paid_lines()[2:] == [(-400, "refund")] and selectors.account_of(form).balance == 0
    assert not selectors.lines_by_hand(event), "the desk takes nothing back that Stripe did"


def test_a_refund_at_the_desk_goes_back_by_stripe_once(service):
    event = with_account()
    form, _order = paid_by_form(service, event)
    registration.withdraw(form, now=NOW)
    desk = as_guest(organiser_of(event))

    page = desk.get(f"/events/{event.slug}/desk/").content.decode()
    assert "by Stripe" in page
    assert desk.post(f"/events/{event.slug}/desk/", {"do": "refund-online", "form": form.number}).status_code == 303
    with pytest.raises(NothingToRefundError):
        orders.refund_online(form, organiser_of(event).pk, now=NOW)
    assert [one["amount"] for one in service.refunds] == [1000] and selectors.account_of(form).balance == 0


def made_group(event: Event) -> Group:
    contact = groups.Contact(
        name="Rita", email="rita@example.org", club_name="Rockville", method=Method.STRIPE, language="en", site=""
    )
    people = [("", application(name)) for name in ("Anu Nair", "Binu Rao", "Cem Kaya")]
    return groups.register(event, contact, people, now=NOW)


def test_a_club_pays_for_all_its_players_at_once_by_card_and_one_of_them_gets_their_part_back(service):
    event = with_account()
    group, client = made_group(event), Client()
    address = f"/registration-groups/{link_tokens.group_token(group)}/"
    assert "by card" in client.get(address).content.decode()
    assert "Continue to Stripe" in client.post(address, {"do": "pay", "service": "stripe"}).content.decode()
    order = Order.objects.get()
    assert service.sessions[order.service_id]["amount_total"] == 3000
    forms = groups.forms_of(group)
    service.pay(order.service_id)

    for _time in range(2):
        back = client.get(f"/payments/stripe/?session={order.service_id}")
        assert (back.status_code, back.headers["Location"]) == (303, address)
    assert "Nothing is owed" in client.get(address).content.decode()
    assert paid_lines() == [(-1000, "payment")] * 3
    assert sorted(LedgerEntry.objects.filter(kind="payment").values_list("receipt", flat=True)) == [1, 2, 3]
    registration.withdraw(forms[1], now=NOW)
    refunded = orders.refund_online(forms[1], organiser_of(event).pk, now=NOW)
    assert [(one.form_id, one.amount) for one in refunded] == [(forms[1].pk, 1000)]
    assert [selectors.account_of(form).balance for form in forms] == [0, 0, 0]


def test_a_club_pays_by_paypal_too_and_a_refund_made_there_is_of_who_is_owed(settings):
    event = new_event(TERMS)
    with paypal_server.running() as books:
        settings.PAYPAL_URL, settings.PAYPAL_CLIENT, settings.PAYPAL_SECRET = (
            books.url,
            paypal_server.CLIENT,
            paypal_server.SECRET,
        )
        group = made_group(event)
        order = orders.start_order(group, Method.PAYPAL, **BACK, now=NOW)
        books.approve(order.service_id)
        for _time in range(2):
            orders.finish_order(order.service_id, now=NOW)
    forms = groups.forms_of(group)
    registration.withdraw(forms[2], now=NOW)

    for _time in range(2):
        orders.record_refund_of(Order.objects.get(), "REFUND1", 1000, now=NOW)

    assert [selectors.account_of(form).balance for form in forms] == [0, 0, 0]
    assert LedgerEntry.objects.get(kind="refund").form_id == forms[2].pk


def test_an_account_is_stored_once_stripe_accepts_it_and_its_secrets_are_shown_nowhere(service, caplog):
    event = new_event(TERMS)
    owner, address = as_guest(organiser_of(event)), f"/clubs/{event.club.slug}/payments/"
    wrong = [
        ({"secret": "sk_live_of_somebody"}, "does not accept this secret key"),
        ({"secret": "pk_live_public"}, "begins with sk_"),
        ({"webhook": "we_1"}, "begins with whsec_"),
        ({"secret": ""}, "required"),
    ]
    for changes, says in wrong:
        answer = owner.post(address, GIVEN | changes)
        assert answer.status_code == 422 and says in unescape(answer.content.decode())
    service.faults += [200, 200, 403]
    assert "restricted key needs" in owner.post(address, GIVEN).content.decode()
    assert not StripeAccount.objects.exists()

    assert owner.post(address, GIVEN).status_code == 303
    assert owner.post(address, {"do": "store-stripe", "secret": "", "webhook": "whsec_new"}).status_code == 303
    account = payment_accounts.stripe_account(event.club_id)
    assert (account.secret, account.webhook_secret) == (stripe_server.SECRET, "whsec_new")
    rows = serializers.serialize("json", [*StripeAccount.objects.all(), *event.club.audit_entries.all()])
    page = owner.get(address).content.decode()
    assert "test key" in page
    for secret in (stripe_server.SECRET, "whsec_new"):
        assert not any(secret in text for text in (rows, repr(account), caplog.text, page))
    assert owner.post(address, {"do": "remove-stripe"}).status_code == 303 and not StripeAccount.objects.exists()
    for role in (Role.ORGANISER, Role.REGISTRAR):
        assert as_guest(official(event, role)).post(address, GIVEN).status_code == 403


def test_a_payment_at_an_account_that_was_given_up_is_returned_there(service):
    event = with_account()
    form, _order = paid_by_form(service, event)
    registration.withdraw(form, now=NOW)
    service.intents.clear()  # the key is of another account now

    with pytest.raises(PaymentServiceError, match="not the club's any more"):
        orders.refund_online(form, organiser_of(event).pk, now=NOW)
    StripeAccount.objects.all().delete()
    with pytest.raises(PaymentServiceError, match="not the club's any more"):
        orders.refund_online(form, organiser_of(event).pk, now=NOW)


def test_an_amount_below_stripes_least_is_refused_in_a_sentence(service):
    singles = replace(next(one for one in TERMS.categories if one.key == ADULTS), fee=30)
    form = entered(with_account(replace(TERMS, categories=(singles,))))

    with pytest.raises(PaymentRefusedError, match="too small"):
        begin(form)
    assert Order.objects.get().state == "replaced"


@pytest.mark.parametrize(
    ("cents", "currency", "units"),
    [(1750, "USD", 1750), (1000, "EUR", 1000), (50000, "JPY", 500), (1750, "KWD", 17500), (50000, "ISK", 50000)],
)
def test_amounts_are_counted_as_stripe_does(cents, currency, units):
    assert stripe.smallest_units(cents, currency) == units
    assert stripe.cents_of(units, currency) == cents


@pytest.mark.parametrize("currency", ["JPY", "UGX"])
def test_cents_of_a_currency_without_them_are_refused(currency):
    with pytest.raises(PaymentServiceError, match="no cents"):
        stripe.smallest_units(1750, currency)


def test_an_answer_to_an_old_key_with_other_values_is_not_taken(service):
    event = with_account()
    form = entered(event)
    service.faults += ["lost", "lost"]
    with pytest.raises(PaymentServiceError):
        begin(form)
    event.refresh_from_db()
    save_terms(event, replace(terms_of(event), title="Another title"))
    form = Registration.objects.select_related("event").get(pk=form.pk)

    with pytest.raises(PaymentRefusedError):
        begin(form)  # the key has been used for the other title

    assert begin(form).service_id

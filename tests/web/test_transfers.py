"""Bank transfer: the account that an event gives, what a registration shows and is sent, and how the desk finds it."""

import io
from dataclasses import replace

import pytest
import zxingcpp
from django.core import mail
from PIL import Image

from carrom.tournament.event import Method
from carrom.tournament.registration import EntryStatus
from carrom.tournament.transfers import Transfer, read_reference, spaced
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import link_tokens, selectors
from carrom_web.competitions.events.bank_transfers import reference_of
from carrom_web.competitions.events.models import Entry, Event, Registration
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import closing, organising, payments, registration
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import terms_form
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    application,
    new_event,
    official,
    organiser_of,
    small_event_terms,
    upcoming_terms,
)
from tests.support.web.markup import without_layout

pytestmark = pytest.mark.django_db
EURO = Transfer(holder="Carrom Club Köln e. V.", iban="DE89370400440532013000")
RUPEE = Transfer(holder="Pune Carrom", upi="carrom.club@okhdfcbank")


def transferring(account: Transfer = EURO, currency: str = "EUR", **changes: object) -> Event:
    """An event whose fees are transferred."""
    pays = (Method.TRANSFER, Method.CASH)
    return new_event(
        replace(small_event_terms(most=4, fee=1250), pays=pays, currency=currency, transfer=account, **changes)
    )


def entered(event: Event, method: Method = Method.TRANSFER, name: str = "Anu Nair") -> Registration:
    return registration.hand_in(event, application(name, ADULTS, method=method), now=NOW)


def page_of(client, form: Registration) -> str:
    return client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()


def scanned(png: bytes) -> str:
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"))
    return found.text


def standing_of(form: Registration) -> str:
    return Entry.objects.get(form=form).standing


def test_the_page_and_the_letter_of_a_registration_say_where_to_transfer_and_under_which_reference(
    client, django_capture_on_commit_callbacks
):
    event = transferring()
    with django_capture_on_commit_callbacks(execute=True):
        form = entered(event)

    page, (letter,) = page_of(client, form), mail.outbox
    reference = reference_of(form)
    assert read_reference(reference) == (event.pk, form.number)
    for reported in (page, letter.body):
        assert (
            "DE89 3704 0044 0532 0130 00" in reported
            and "Carrom Club Köln e. V." in reported
            and spaced(reference) in reported
        )
    ((name, png, kind),) = letter.attachments
    lines = scanned(png).splitlines()
    assert (name, kind) == ("payment-code.png", "image/png")
    assert (lines[0], lines[3], lines[6], lines[9]) == ("BCD", "SCT", EURO.iban, reference)
    assert 'aria-label="Payment code"' in page


def test_rupees_open_a_payment_app_and_other_currencies_have_an_account_alone(client):
    rupees, pounds = transferring(RUPEE, "INR"), transferring(Transfer(holder="CC", account="20-00-00 55779911"), "GBP")

    page = page_of(client, entered(rupees))
    assert 'href="upi://pay?pa=carrom.club@okhdfcbank' in page and "UPI" in page
    page = page_of(client, entered(pounds))
    assert "20-00-00 55779911" in page and "Payment code" not in page


def test_who_chose_cash_finds_the_account_folded_and_gets_no_code_by_letter(client, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        form = entered(transferring(), Method.CASH)

    assert '<details class="fold"><summary><b class="grow">By bank transfer' in without_layout(page_of(client, form))
    assert mail.outbox[0].attachments == [] and "IBAN" not in mail.outbox[0].body


def test_the_desk_proposes_the_method_chosen_and_finds_a_registration_by_its_reference(client):
    event = transferring()
    first, second = entered(event), entered(event, Method.CASH, "Binu Rao")
    registrar = as_guest(official(event, Role.REGISTRAR))
    desk = f"/events/{event.slug}/desk/"

    def shown(find: str) -> str:
        return registrar.get(desk, {"find": find}).content.decode()

    page = shown(spaced(reference_of(first)))
    assert f'id="form-{first.number}"' in page and f'id="form-{second.number}"' not in page
    assert '<option value="transfer" selected>' in page and spaced(reference_of(first)) in page
    assert '<option value="cash" selected>' in shown("Binu")
    wrong = reference_of(first)[:-1] + str((int(reference_of(first)[-1]) + 1) % 10)
    assert "check digits of this reference do not match" in shown(wrong)


def test_an_organiser_gives_the_account_and_a_wrong_one_is_refused_at_its_field(client):
    event = new_event(upcoming_terms())
    owner, address = as_guest(organiser_of(event)), f"/events/{event.slug}/edit/"
    reported = terms_form(terms_of(event)) | {"pays": ["transfer"], "transfer_holder": "Carrom Club"}

    for fields, says in (
        ({}, "Enter where to transfer the money"),
        ({"transfer_iban": "DE89 3704 0044 0532 0130 01"}, "This is not an IBAN"),
        ({"transfer_upi": "club"}, "This is not a UPI ID"),
    ):
        refused = owner.post(address, reported | fields)
        assert refused.status_code == 422 and says in refused.content.decode()
    assert terms_of(event).transfer == Transfer()

    right = reported | {"transfer_iban": "de89 3704 0044 0532 0130 00", "due_on_day": ["transfer"]}
    assert owner.post(address, right).status_code == 303
    event.refresh_from_db()
    assert terms_of(event).transfer == Transfer(holder="Carrom Club", iban=EURO.iban)
    assert terms_of(event).due_on_day == (Method.TRANSFER,)
    assert "DE89 3704 0044 0532 0130 00" in owner.get(address).content.decode()


def test_an_event_with_transfers_and_no_account_is_not_published():
    event = new_event(replace(small_event_terms(most=4), pays=(Method.TRANSFER,)), published=False)

    with pytest.raises(organising.NoBankAccountError):
        organising.publish(event, organiser_of(event).pk, now=NOW)


@pytest.mark.clause("K-002")
def test_what_is_due_on_the_day_is_certain_when_entries_close_and_the_rest_expires(
    client, django_capture_on_commit_callbacks
):
    event = transferring(due_on_day=(Method.CASH,))
    cash, transfer = entered(event, Method.CASH), entered(event, Method.TRANSFER, "Binu Rao")
    assert standing_of(cash) == EntryStatus.HELD
    assert "payable on the first day" in page_of(client, cash)
    assert "unpaid entries then expire" in page_of(client, transfer)

    with django_capture_on_commit_callbacks(execute=True):
        closing.close(event, now=LATE)

    assert (standing_of(cash), standing_of(transfer)) == (EntryStatus.CONFIRMED, EntryStatus.EXPIRED)
    assert selectors.account_of(cash).balance == 1250  # it is still owed
    reported = {one.to[0]: one.body for one in mail.outbox}
    assert "Payable on the first day" in reported["anu@example.org"]


def test_a_payment_on_the_day_that_is_taken_back_leaves_the_entry_certain():
    event = transferring(due_on_day=(Method.CASH,))
    form, registrar = entered(event, Method.CASH), official(event, Role.REGISTRAR)
    closing.close(event, now=LATE)
    paid = payments.record_payment(form, registrar.pk, method=Method.CASH, cents=1250, now=LATE)

    payments.take_back(form, registrar.pk, paid.pk, now=LATE)

    assert standing_of(form) == EntryStatus.CONFIRMED and selectors.account_of(form).balance == 1250

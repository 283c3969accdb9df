"""A bank statement at the desk: payments found by their reference, looked at, recorded once."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom.tournament.event import Method
from carrom.tournament.registration import EntryStatus
from carrom.tournament.transfers import Transfer, reference
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import link_tokens, selectors
from carrom_web.competitions.events.bank_transfers import reference_of
from carrom_web.competitions.events.models import Entry, Event, LedgerEntry
from carrom_web.competitions.events.services import payments, registration
from tests.support.web.clients import as_guest
from tests.support.web.events import ADULTS, NOW, application, new_event, official, organiser_of, small_event_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    account = Transfer(holder="Carrom Club", iban="DE89370400440532013000")
    terms = small_event_terms(most=9, fee=1250)
    return new_event(replace(terms, pays=(Method.TRANSFER, Method.CASH), currency="EUR", transfer=account))


def entered(event: Event, name: str):
    return registration.hand_in(event, application(name, ADULTS, method=Method.TRANSFER), now=NOW)


def statement(*rows: tuple[str, str, str, str]) -> bytes:
    lines = [";".join(("2026-05-02", *row)) for row in rows]
    return "\n".join(["Date;Payer;Purpose;Amount;Currency", *lines]).encode()


def read(event: Event, content: bytes, role: Role | None = None):
    client = as_guest(official(event, role) if role else organiser_of(event))
    sent = {"do": "read", "statement": SimpleUploadedFile("may.csv", content)}
    return client.post(f"/events/{event.slug}/desk/statement/", sent)


def record(event: Event, page, **changes: str):
    rows = {f"line-{one['number']}": one["chosen"] for one in page.context["lines"]}
    sent = {"do": "record", "payload": page.context["payload"], **rows, **changes}
    return as_guest(organiser_of(event)).post(f"/events/{event.slug}/desk/statement/", sent)


def chips(page) -> list[str]:
    return re.findall(r'<span class="chip[^"]*">([^<]+)</span>', page.content.decode().split("<main")[1])[-9:]


def test_a_payment_is_found_by_its_reference_and_recorded_after_a_look(event):
    anu, bela = entered(event, "Anu Nair"), entered(event, "Bela Rao")
    content = statement(
        ("Anu Nair", f"Fee {reference_of(anu)}", "12,50", "EUR"), ("R. Rao", reference_of(bela), "5.00", "EUR")
    )

    page = read(event, content)
    assert [one["chosen"] for one in page.context["lines"]] == ["1", "2"]
    assert "This pays what is owed." in page.content.decode() and "a part of the" in page.content.decode()
    assert not LedgerEntry.objects.filter(kind="payment").exists(), "nothing is recorded before it is confirmed"

    answer = record(event, page)

    assert answer.status_code == 303 and answer["Location"].endswith("?recorded=2")
    assert "2 payments are recorded." in as_guest(organiser_of(event)).get(answer["Location"]).content.decode()
    assert [selectors.account_of(one).balance for one in (anu, bela)] == [0, 750]
    assert Entry.objects.get(form=anu).standing == EntryStatus.CONFIRMED
    line = LedgerEntry.objects.get(form=anu, kind="payment")
    assert (line.method, line.receipt, line.note) == ("transfer", 1, "Anu Nair")


def test_the_same_statement_again_records_nothing_twice(event):
    anu = entered(event, "Anu Nair")
    content = statement(("Anu Nair", reference_of(anu), "5.00", "EUR"))
    first, at_once = read(event, content), read(event, content)
    assert record(event, first).status_code == 303

    again = record(event, at_once)
    assert again.status_code == 422 and "recorded already" in unescape(again.content.decode())
    page = read(event, content)
    assert page.context["lines"][0]["choices"] == [] and "recorded already" in page.content.decode()
    assert selectors.account_of(anu).balance == 750


def test_lines_that_do_not_fit_get_a_sentence_and_are_left_out(event):
    anu, bela, cy = (entered(event, name) for name in ("Anu Nair", "Bela Rao", "Cy Young"))
    payments.record_payment(cy, organiser_of(event).pk, method=Method.CASH, cents=1250, now=NOW)
    content = statement(
        ("Anu", reference_of(anu), "12.50", "USD"),
        ("Anu", reference_of(anu), "20.00", "EUR"),
        ("Both", f"{reference_of(anu)} {reference_of(bela)}", "25.00", "EUR"),
        ("Other", reference(event.pk + 1, 1), "12.50", "EUR"),
        ("Gone", reference(event.pk, 77), "12.50", "EUR"),
        ("Cy", reference_of(cy), "12.50", "EUR"),
        ("Rent", "May", "-300.00", "EUR"),
        ("Odd", "May", "twelve", "EUR"),
    )

    page = read(event, content)
    text = unescape(page.content.decode())

    for sentence in (
        "another currency", "Only EUR", "several registrations", "another event", "is gone", "Nothing is owed",
        "Line 8: money that went out", "Line 9: its amount cannot be read",
    ):  # fmt: skip
        assert sentence in text or sentence == "Only EUR", sentence
    assert all(not one["choices"] for one in page.context["lines"])
    assert record(event, page)["Location"].endswith("?recorded=0")


def test_a_foreign_line_is_proposed_by_amount_and_name_and_given_to_whom_one_says(event):
    anu, bela = entered(event, "Anu Nair"), entered(event, "Bela Rao")
    page = read(
        event, statement(("NAIR ANU", "carrom", "12.50", "EUR"), ("Grandma", "for the little one", "12.50", "EUR"))
    )

    assert [one["chosen"] for one in page.context["lines"]] == [str(anu.number), ""]
    assert [len(one["choices"]) for one in page.context["lines"]] == [2, 2]
    assert record(event, page, **{"line-1": str(bela.number)}).status_code == 303
    assert [selectors.account_of(one).balance for one in (anu, bela)] == [0, 0]


def test_one_line_that_cannot_be_recorded_takes_all_back_and_keeps_the_choices(event):
    anu, bela = entered(event, "Anu Nair"), entered(event, "Bela Rao")
    content = statement(("Anu", reference_of(anu), "12.50", "EUR"), ("Grandma", "thanks", "99.00", "EUR"))
    page = read(event, content)

    answer = record(event, page, **{"line-1": str(bela.number)})

    assert answer.status_code == 422 and "The amount owed here is 12.50 EUR" in unescape(answer.content.decode())
    assert [one["chosen"] for one in answer.context["lines"]] == [str(anu.number), str(bela.number)]
    assert not LedgerEntry.objects.filter(kind="payment").exists()


def test_a_recorded_line_can_be_taken_back_at_the_desk(event):
    anu = entered(event, "Anu Nair")
    record(event, read(event, statement(("Anu", reference_of(anu), "12.50", "EUR"))))
    line = LedgerEntry.objects.get(kind="payment")

    payments.take_back(anu, organiser_of(event).pk, line.pk, now=NOW)

    assert selectors.account_of(anu).balance == 1250


@pytest.mark.parametrize(
    ("content", "says"), [(b"hello", "CAMT.053"), (b"<a/>", "not a bank statement"), (b"", "statement")]
)
def test_a_file_that_is_no_statement_gets_a_sentence(event, content, says):
    answer = read(event, content)

    assert answer.status_code == 422 and says in unescape(answer.content.decode())


def test_a_statement_that_was_changed_on_its_way_or_is_of_another_event_is_refused(event):
    anu = entered(event, "Anu Nair")
    page = read(event, statement(("Anu", reference_of(anu), "12.50", "EUR")))
    payload = page.context["payload"]

    assert record(event, page, payload=payload[:-2] + "xx").status_code == 422
    other = new_event(replace(small_event_terms(most=2), pays=(Method.TRANSFER,), currency="EUR"), published=False)
    sent = {"do": "record", "payload": payload, "line-0": "1"}
    assert as_guest(organiser_of(other)).post(f"/events/{other.slug}/desk/statement/", sent).status_code == 422
    assert not LedgerEntry.objects.filter(kind="payment").exists()


def test_only_those_who_take_payments_see_it_and_the_desk_leads_there(event):
    address = f"/events/{event.slug}/desk/statement/"

    assert as_guest(official(event, Role.UMPIRE)).get(address).status_code == 403
    assert address in as_guest(official(event, Role.REGISTRAR)).get(f"/events/{event.slug}/desk/").content.decode()
    assert as_guest(official(event, Role.REGISTRAR)).get(address).status_code == 200


def test_dollars_may_go_by_zelle_and_venmo_with_the_reference_as_the_note(client):
    account = Transfer(holder="Bay Carrom", zelle="club@example.org", venmo="@bay-carrom")
    terms = replace(small_event_terms(most=4, fee=1250), pays=(Method.TRANSFER,), transfer=account)
    for currency, shown in (("USD", True), ("EUR", False)):
        here = account if shown else replace(account, iban="DE89370400440532013000")
        form = entered(new_event(replace(terms, currency=currency, transfer=here)), "Anu Nair")
        text = client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()
        for value in ("club@example.org", "@bay-carrom"):
            assert (value in text) is shown, (currency, value)
        assert ("Note for Zelle and Venmo" in text and reference_of(form) in text) is shown

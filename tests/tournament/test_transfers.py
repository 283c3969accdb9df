"""Accounts that fees are transferred to: what is wrong with one, references with check digits, payment codes."""

import io

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from carrom.tournament import transfers
from carrom.tournament.transfers import Transfer, payment_code, read_reference, reference, tidy

EURO = Transfer(holder="Carrom Club Köln e. V.", iban="DE89370400440532013000", bic="COBADEFFXXX")
RUPEE = Transfer(holder="Pune Carrom & Co", upi="carrom.club@okhdfcbank")


def scanned(code: transfers.PaymentCode) -> str:
    """What a phone reads from the code's picture."""
    out = io.BytesIO()
    code.qr.save(out, kind="png", scale=4, border=4)
    (found,) = zxingcpp.read_barcodes(Image.open(out).convert("L"))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return found.text


def test_euros_have_the_code_of_the_epc_line_by_line():
    code = payment_code(EURO, cents=1250, currency="EUR", reference=reference(12, 7), note="KAGW, 7")

    lines = scanned(code).splitlines()

    # EPC069-12: service tag, version, character set (2: ISO 8859-1), identification, BIC, name, IBAN, amount, purpose,
    # structured remittance
    assert lines[:2] == ["BCD", "002"] and lines[3] == "SCT"
    assert lines[4:7] == ["COBADEFFXXX", "Carrom Club Köln e. V.", "DE89370400440532013000"]
    assert float(lines[7].removeprefix("EUR")) == 12.5
    assert lines[8:] == ["", "RF4012N007"]


def test_rupees_have_a_upi_address_that_a_phone_opens():
    code = payment_code(RUPEE, cents=50000, currency="INR", reference=reference(3, 41), note="Pune Open, 41")

    assert scanned(code) == code.link
    assert code.link.startswith(
        "upi://pay?pa=carrom.club@okhdfcbank&pn=Pune%20Carrom%20%26%20Co&am=500.00&cu=INR&tr=RF"
    )
    assert code.link.endswith("&tn=Pune%20Open%2C%2041")


@pytest.mark.parametrize(
    ("account", "currency", "cents"),
    [(EURO, "USD", 100), (RUPEE, "EUR", 100), (EURO, "INR", 100), (EURO, "EUR", 0), (Transfer(), "EUR", 100)],
)
def test_other_currencies_accounts_and_amounts_have_no_code(account: Transfer, currency: str, cents: int):
    assert payment_code(account, cents=cents, currency=currency, reference="RF4012N007", note="x") is None


@given(st.integers(1, 10**9 - 1), st.integers(1, 10**6))
def test_a_reference_is_read_back_however_it_is_spaced(event: int, number: int):
    made = reference(event, number)

    assert read_reference(made) == read_reference(transfers.spaced(made).lower()) == (event, number)
    assert len(made) <= 25  # ISO 11649


@given(st.integers(1, 99999), st.integers(1, 999), st.data())
def test_one_wrong_digit_of_a_reference_is_noticed(event: int, number: int, data: st.DataObject):
    made = reference(event, number)
    at = data.draw(st.sampled_from([n for n, sign in enumerate(made) if sign.isdigit()]))
    wrong = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != made[at]]))

    assert read_reference(made[:at] + wrong + made[at + 1 :]) is None


def test_every_registration_has_a_reference_of_its_own():
    made = {reference(event, number) for event in range(1, 40) for number in range(1, 60)}

    assert len(made) == 39 * 59


@pytest.mark.parametrize(
    ("account", "field"),
    [
        (Transfer(holder="A", iban="DE89370400440532013001"), "iban"),  # a digit is wrong
        (Transfer(holder="A", iban="DE8937040044053201300"), "iban"),  # one is missing
        (Transfer(holder="A", iban="XX89370400440532013000"), "iban"),
        (Transfer(holder="A", bic="DEUT"), "bic"),
        (Transfer(holder="A", upi="carrom club@ok"), "upi"),
        (Transfer(holder="A", upi="club@"), "upi"),
        (Transfer(iban="DE89370400440532013000"), "holder"),
        (Transfer(holder="A" * 71, upi="club@ok"), "holder"),
    ],
)
def test_what_is_wrong_with_an_account_is_said_of_its_field(account: Transfer, field: str):
    assert [fault.field for fault in transfers.faults_of(account)] == [field]


def test_an_account_is_stored_without_the_spaces_that_people_type():
    reported = Transfer(holder=" Carrom  Club ", iban="de89 3704 0044 0532 0130 00", upi=" club @ok ", bic="cobadeff")

    assert tidy(reported) == Transfer(
        holder="Carrom Club", iban="DE89370400440532013000", upi="club@ok", bic="COBADEFF"
    )
    assert tidy(reported).printed_iban == "DE89 3704 0044 0532 0130 00"
    assert transfers.faults_of(tidy(reported)) == [] == transfers.faults_of(Transfer())


@pytest.mark.parametrize(
    "account",
    [
        EURO,
        RUPEE,
        Transfer(holder="Austin Carrom", zelle="club@example.org"),
        Transfer(holder="Austin Carrom", venmo="@austin-carrom"),
    ],
)
def test_an_account_that_holds_has_no_fault(account: Transfer):
    assert transfers.faults_of(account) == []

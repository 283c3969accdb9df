"""Bank statements as banks write them: what came in is read, the rest is reported by line. All names are invented."""

import pytest

from carrom.messages import sentence
from carrom.tournament.statements import (
    MOST_BYTES,
    StatementError,
    UnreadLine,
    _cents,
    read_statement,
    references_in,
)
from carrom.tournament.transfers import reference, spaced

OWN = reference(12, 3)

CAMT = f"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-05-02</Dt></BookgDt>
<AcctSvcrRef>A1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Anu  Nair</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Strd><CdtrRefInf><Ref>{OWN}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><DtTm>2026-05-03T10:00:00</DtTm></BookgDt>
<NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">10.00</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>first</Ustrd></RmtInf>
</TxDtls><TxDtls><Amt Ccy="EUR">20.00</Amt><RmtInf><Ustrd>second</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry>
<Ntry><Amt Ccy="EUR">five</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>
</Stmt></BkToCstmrStmt></Document>"""

MT940 = f"""{{1:F01BANKDEFFAXXX0000000000}}{{4:
:20:STARTUMS
:25:10010010/1234567890
:28C:0001/001
:60F:C260501EUR1000,00
:61:2605020502CR12,50N061NONREF//B1
:86:166?00GUTSCHRIFT?109075/607?20EREF+1?21{OWN[:8]}?22{OWN[8:]} Fee
?32ANU NA?33IR
:61:2605030503D5,00NMSCNONREF
:86:020?00LASTSCHRIFT?20Rent
:61:2605040504C1.2x
:61:260505C30,NTRFNONREF
:86:Free text of
a bank without parts
:62F:C260505EUR1037,50
-}}"""

GERMAN = f"""Konto;DE89

Buchungstag;Beguenstigter/Zahlungspflichtiger;Verwendungszweck;Betrag;Währung
02.05.2026;Anu Nair;"Startgeld {spaced(OWN)}";1.012,50;EUR
03.05.2026;Vermieter;Miete;-300,00;EUR
04.05.2026;Bela Rao;Gruß;zwölf;EUR
"""
ENGLISH = b'Date,Description,Amount\n05/02/2026,"From Bela, thanks","$1,012.50"\n05/03/2026,Nothing,\n'


def test_what_came_in_is_read_from_camt():
    found = read_statement(CAMT.encode())

    assert found.kind == "camt"
    assert [(one.day, one.cents, one.currency, one.payer, one.text) for one in found.lines] == [
        ("2026-05-02", 1250, "EUR", "Anu Nair", OWN),
        ("2026-05-03", 1000, "EUR", "", "first"),
        ("2026-05-03", 2000, "EUR", "", "second"),
    ]
    assert found.unread == (UnreadLine(3, "out"), UnreadLine(4, "pending"), UnreadLine(5, "amount"))


def test_what_came_in_is_read_from_mt940_with_a_reference_over_two_parts():
    found = read_statement(MT940.replace("\n", "\r\n").encode("cp1252"))

    assert found.kind == "mt940"
    assert [(one.day, one.cents, one.currency, one.payer) for one in found.lines] == [
        ("2026-05-02", 1250, "EUR", "ANU NAIR"),
        ("2026-05-05", 3000, "EUR", ""),
    ]
    assert references_in(found.lines[0].text) == [(12, 3)]
    assert found.lines[1].text == "Free text of a bank without parts"
    assert found.unread == (UnreadLine(2, "out"), UnreadLine(3, "amount"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_what_came_in_is_read_from_a_csv_in_the_words_of_a_bank(encoding):
    found = read_statement(GERMAN.encode(encoding))

    (line,) = found.lines
    assert (found.kind, line.day, line.cents, line.currency, line.payer) == (
        "csv",
        "02.05.2026",
        101250,
        "EUR",
        "Anu Nair",
    )
    assert references_in(line.text) == [(12, 3)]
    assert found.unread == (UnreadLine(5, "out"), UnreadLine(6, "amount"))


def test_a_csv_may_leave_out_payer_and_currency():
    found = read_statement(ENGLISH)

    (line,) = found.lines
    assert (line.cents, line.currency, line.payer, line.text) == (101250, "", "", "From Bela, thanks")
    assert found.unread == (UnreadLine(3, "amount"),)


@pytest.mark.parametrize("text", [CAMT, MT940, GERMAN])
def test_keys_are_the_same_each_time_and_differ_for_equal_lines(text):
    keys = [one.key for one in read_statement(text.encode()).lines]
    assert keys == [one.key for one in read_statement(text.encode()).lines]

    twice = "Date,Description,Amount\n" + "2026-05-02,the same,5.00\n" * 2
    assert len({one.key for one in read_statement(twice.encode()).lines}) == 2


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12.50", 1250), ("12,5", 1250), ("1.012,50", 101250), ("1,012.50", 101250), ("1'012.50", 101250), ("7", 700),
        ("1.250", 125000), ("€ 3,00", 300), ("3.00 EUR", 300), ("-4,00", -400), ("4,00-", -400), ("+4,00", 400),
        ("", None), ("zwölf", None), ("1.2345", None), ("--", None), ("1,2,3,4x", None),
    ],
)  # fmt: skip
def test_an_amount_is_read_however_it_is_written(text, cents):
    assert _cents(text) == cents


def test_a_reference_is_found_however_it_is_broken_up_and_a_mistyped_one_is_not():
    wrong = OWN[:2] + ("00" if OWN[2:4] != "00" else "01") + OWN[4:]

    assert references_in(f"fee {spaced(OWN).lower()} thanks") == [(12, 3)]
    assert references_in(f"{OWN[:6]}\n{OWN[6:]} {OWN} {reference(12, 4)}") == [(12, 3), (12, 4)]
    assert references_in(wrong) == references_in("nothing here") == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"hello", "CAMT.053"),
        (b"", "CAMT.053"),
        (b"<a>", "cannot be read"),
        (b"<a/>", "not a bank statement"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "cannot be read"),
        (b"<Document><BkToCstmrStmt/></Document>", "no lines"),
        (b"Date,Description,Amount\n", "no lines"),
        (b"x" * (MOST_BYTES + 1), "larger than 4 MB"),
        (b"Date,Description,Amount\n" + b"d,t,1\n" * 5001, "more than 5000"),
    ],
)
def test_what_is_no_statement_is_refused_in_a_sentence(content, says):
    with pytest.raises(StatementError) as refused:
        read_statement(content)

    assert says in sentence(refused.value)

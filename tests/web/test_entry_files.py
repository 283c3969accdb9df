"""Entries as CSV and XLSX: what is written is read again; a fault is named by its line, and then nobody is entered."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import entry_files, selectors
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import registration
from carrom_web.core.files import as_csv, harmless
from carrom_web.core.translation import localized
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    ADULTS,
    NOW,
    PAIRS,
    application,
    cash_terms,
    new_event,
    official,
    organiser_of,
    pair_application,
    upcoming_terms,
)

GOOD = b"category,name,email,born\nSingles - adults,Anu Nair,anu@example.org,1991-04-02\n".replace(
    b"Singles - adults", ADULTS.encode()
)


def filled(event: Event) -> Event:
    registration.hand_in(
        event, application("Anu Nair", ADULTS, PAIRS, partners=pair_application("x", "Binu Rao").partners), now=NOW
    )
    registration.hand_in(event, application("=SUM(A1)", club_name="Pune; Nord", shows_name=False), now=NOW)
    registration.hand_in(event, application("कमल राव", born=date(1980, 2, 29)), now=NOW)
    return event


def people(event: Event) -> list[tuple[object, ...]]:
    return [
        (entry.category.key, member.position, member.name, member.email, member.born, member.shows_name)
        for entry in selectors.entries_of(event)
        for member in entry.members.all()
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_is_written_is_read_again(kind):
    event = filled(new_event(cash_terms()))
    terms = terms_of(event)
    rows = list(entry_files.rows_of(event, terms))
    data = as_csv(rows) if kind == "csv" else entry_files.as_xlsx(rows, "Cup: [2022]/*?")
    other = new_event(cash_terms())

    assert entry_files.take(other, terms, data, now=NOW, site="") == 3

    assert people(other) == people(event)
    assert [form.club_name for form in selectors.forms_of(other)] == [
        form.club_name for form in selectors.forms_of(event)
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no entry"),
        (b"\xff\xfe\x00", "neither XLSX nor CSV"),
        (b"PK\x03\x04 no zip", "cannot be read"),
        (b"name,email\nAnu,a@b\n", "no column for: category"),
        (b'category,name,email\n"open,Anu,a@b\n', "cannot be read as CSV"),
        (GOOD + b"veterans,Binu,b@x.org,1950-01-01\n", "Line 3: There is no category 'veterans'."),
        (GOOD + ADULTS.encode() + b",,b@x.org,1950-01-01\n", "Line 3: The name or the email address is missing."),
        (GOOD + ADULTS.encode() + b",Binu,b@x.org,01.05.1950\n", "Line 3: '01.05.1950' is not a date."),
        (GOOD + ADULTS.encode() + b",Child,c@x.org,2015-01-01\n", "Line 3: Singles, above 18 is for ages from 19"),
        (GOOD + ADULTS.encode() + b",nair anu,z@x.org,1991-04-02\n", "already registered: number 1"),
        (GOOD + PAIRS.encode() + b",Binu,b@x.org,1950-01-01\n", "takes at least 2 people as one entry"),
    ],
)
def test_a_list_that_cannot_be_taken_whole_enters_nobody_and_names_the_line(data, says):
    event = new_event(upcoming_terms())
    registrar = as_guest(official(event, Role.REGISTRAR))
    upload = SimpleUploadedFile("list.csv", data)

    answer = registrar.post(f"/events/{event.slug}/desk/", {"do": "list", "list": upload})

    assert answer.status_code == 409
    assert says.replace("'", "&#x27;") in answer.content.decode()
    assert event.forms.count() == 0


@pytest.mark.django_db
def test_a_registrar_brings_a_list_along_and_a_player_cannot(client):
    event = new_event(upcoming_terms())
    address = f"/events/{event.slug}/desk/"

    refused = client.post(address, {"do": "list", "list": SimpleUploadedFile("list.csv", GOOD)})
    taken = as_guest(organiser_of(event)).post(address, {"do": "list", "list": SimpleUploadedFile("list.csv", GOOD)})

    assert (refused.status_code, taken.status_code) == (403, 303)
    assert [form.name for form in event.forms.all()] == ["Anu Nair"]


def test_ten_lines_are_named_and_the_others_counted_in_the_language_of_the_reader():
    data = GOOD + b"veterans,Binu,b@x.org,1950-01-01\n" * 12

    with pytest.raises(entry_files.EntryFileError) as refused:
        entry_files.applications(entry_files.lines_of(data), cash_terms())

    said = localized(refused.value)
    assert said.startswith("Nobody was entered. Line 3: There is no category 'veterans'. Line 4: ")
    assert said.endswith(" Line 12: There is no category 'veterans'. There are 2 more errors.")


@given(st.binary(max_size=200) | st.binary(max_size=60).map(lambda tail: b"category,name,email\n" + tail))
def test_no_file_is_ever_a_bug(data):
    try:
        entry_files.applications(entry_files.lines_of(data), cash_terms())
    except entry_files.EntryFileError as error:
        assert error.code == "entry-file" and str(error) != error.args[0]


@given(st.text(max_size=12))
def test_no_cell_is_a_formula_and_a_reader_gets_back_what_was_written(text):
    cell = str(harmless(text))

    assert cell[:1] not in ("=", "+", "@", "\t", "\r") or cell.lstrip("-").replace(".", "", 1).isdecimal()
    if "\r" not in text and "\t" not in text:
        assert entry_files._bare(cell) == text or text[:1] == "'"

"""Certificates, labels and the engraver's list in the design that a club has stored."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pypdf import PdfReader

from carrom.printing.certificates import Certificate, Design, DesignError, certificates_pdf, check_design, filled
from carrom.settings import SettingError
from carrom.tournament.category import CategoryTerms, Kind
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Role
from carrom_web.clubs.services import NotAllowedInClubError
from carrom_web.competitions.events import award_printouts
from carrom_web.competitions.events.models import ClubLogo, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import designs, draws
from tests.support.pictures import png_of
from tests.support.web.clients import as_guest
from tests.support.web.draws import contest_of, event_with_entries
from tests.support.web.events import ADULTS, NOW, PAIRS, cash_terms, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
WORDS = {
    "layout": "band",
    "orientation": "portrait",
    "colour": "#112233",
    "accent": "#445566",
    "heading": "Certificate of honour",
    "sentence": "has won the {place} of {category} #panic[x]",
    "signers": "Olga Owner; President\nChief referee",
}


def text_in(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def event_that_is_over() -> Event:
    """Two have played, and Player A has won."""
    event = event_with_entries(2)
    draws.draw(event, organiser_of(event).pk, ADULTS, now=NOW)
    a = next(one for one in contest_of(event).meetings if one.a)
    boards = "8-0 7-0" if contest_of(event).name(a.a) == "Player A" else "0-8 0-7"
    draws.report_boards(event, organiser_of(event).pk, ADULTS, "1.1", boards, time_up=False, now=NOW)
    return event


def test_what_a_club_stores_is_on_the_certificates_of_all_its_events():
    event = event_that_is_over()
    client, page = as_guest(organiser_of(event)), f"/clubs/{event.club.slug}/designs/"
    assert client.post(page, WORDS | {"do": "preview"}).status_code == 200
    assert award_printouts.design_of(event.club_id) == Design()  # looked at, not stored

    assert client.post(page, WORDS | {"do": "store"}).status_code == 303
    assert award_printouts.design_of(event.club_id) == Design(**WORDS)

    answer = client.get(f"/events/{event.slug}/prints/certificates-{ADULTS}.pdf")
    printed = text_in(answer.content)
    for said in ("Certificate of honour", "Player A", "Olga Owner", "President", "Chief referee", "#panic[x]"):
        assert said in printed
    assert "has won the First place of Singles" in printed
    [page_of_paper, *_more] = PdfReader(BytesIO(answer.content)).pages
    assert page_of_paper.mediabox.height > page_of_paper.mediabox.width


def test_a_logo_that_is_removed_is_in_the_clubs_log_once_and_one_that_was_not_there_is_not():
    event = event_that_is_over()
    client, page = as_guest(organiser_of(event)), f"/clubs/{event.club.slug}/designs/"
    sent = {"do": "logo", "logo": SimpleUploadedFile("x.png", png_of(40, 20, (180, 20, 60, 255)))}
    assert client.post(page, sent).status_code == 303

    def changes() -> int:
        return AuditEntry.objects.filter(kind=designs.CHANGED).count()

    before = changes()
    for _twice in range(2):
        assert client.post(page, {"do": "remove-logo"}).status_code == 303
        assert changes() == before + 1


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"layout": "evil"}, "layout"),
        ({"colour": 'red"); #panic()'}, "colour"),
        ({"sentence": "won by {guest}"}, "sentence"),
        ({"signers": "a\nb\nc\nd\ne"}, "signers"),
        ({"signers": "x" * 61}, "signers"),
    ],
)
def test_a_design_that_cannot_be_printed_is_refused_at_its_field(changes: dict[str, str], error: str):
    event = new_event()
    answer = as_guest(organiser_of(event)).post(f"/clubs/{event.club.slug}/designs/", WORDS | changes | {"do": "store"})
    assert answer.status_code == 422 and list(answer.context["form"].errors) == [error]
    with pytest.raises((SettingError, DesignError)):
        designs.store_design(event.club, organiser_of(event).pk, Design(**(WORDS | changes)), now=NOW)


@pytest.mark.parametrize("layout", ["framed", "band", "board"])
@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_every_design_prints_a_page_and_reads_nothing_as_markup(layout: Any, orientation: Any):
    evil = "] #panic[x] *b* {name}"
    design = Design(
        layout=layout, orientation=orientation, heading=evil, sentence=r"#read(\"/etc/passwd\")", signers=evil
    )
    pdf = certificates_pdf([Certificate(heading=evil, name=evil, event=evil)], design=design)
    assert len(PdfReader(BytesIO(pdf)).pages) == 1 and "#panic[x]" in text_in(pdf) and "passwd" in text_in(pdf)


def test_what_is_filled_in_is_not_filled_in_again():
    assert filled("{name} won {place}{other}", {"name": "{place}", "place": "gold"}) == "{place} won gold"
    check_design(Design(sentence="brackets } { alone, and {name}"))


def test_the_preview_is_a_picture_of_what_the_address_says_with_the_logo_of_the_club():
    event = new_event()
    client, page = as_guest(organiser_of(event)), f"/clubs/{event.club.slug}/designs/"
    before = client.get(f"{page}preview.png", WORDS).content
    sent = {"do": "logo", "logo": SimpleUploadedFile("x.png", png_of(40, 20, (180, 20, 60, 255)))}
    assert client.post(page, sent).status_code == 303
    with_logo = client.get(f"{page}preview.png", WORDS)
    assert with_logo.headers["Content-Type"] == "image/png" and before.startswith(b"\x89PNG")
    assert with_logo.content != before
    assert client.get(f"{page}preview.png", WORDS | {"layout": "evil"}).status_code == 422
    refused = client.post(page, {"do": "logo", "logo": SimpleUploadedFile("x.svg", b"<svg/>")})
    assert refused.status_code == 422 and "Choose a JPEG, PNG or WebP." in refused.content.decode()
    assert client.post(page, {"do": "remove-logo"}).status_code == 303 and not ClubLogo.objects.exists()
    with pytest.raises(NotAllowedInClubError):
        designs.store_design(event.club, official(event, Role.REGISTRAR).pk, Design(), now=NOW)


def test_the_engraver_gets_each_trophy_with_names_as_soon_as_they_are_known():
    event = event_that_is_over()
    rows = [(one.title, one.name) for one in award_printouts.awarded(event, terms_of(event))]
    assert rows == [("First place", "Player A"), ("Second place", "Player B"), ("Third place", "")]
    csv = as_guest(organiser_of(event)).get(f"/events/{event.slug}/files/engraving.csv").content.decode("utf-8-sig")
    assert csv.splitlines()[0] == "event,day,category,place,name,prize,copies" and "First place,Player A,,1" in csv


def test_labels_are_as_many_as_medals_before_anything_is_played():
    pairs = CategoryTerms(
        key=PAIRS, title="Pairs", kind=Kind.DOUBLES, least=2, prizes="1: Gold\n2-3: Silver\nWhite slam: Pen"
    )
    event = new_event(cash_terms(categories=(pairs,), awards="Fair play: Cup"))
    labels = award_printouts.medals(event, terms_of(event))
    assert [(one.place, one.title) for one in labels] == [
        *[("1", "Pairs")] * 2,
        *[("2", "Pairs")] * 2,
        *[("3", "Pairs")] * 2,
        ("White slam", "Pairs"),
        ("Fair play", "Cup"),
    ]
    client = as_guest(organiser_of(event))
    printed = text_in(client.get(f"/events/{event.slug}/prints/medals.pdf").content)
    assert printed.count("Pairs") == 7 and "Fair play" in printed
    assert "For the engraver" in text_in(client.get(f"/events/{event.slug}/prints/engraving.pdf").content)

"""What an event announces besides its terms of entry: prizes, sponsors with logos, a map, the programme."""

from dataclasses import replace
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from carrom.printing.listing import listing_pdf
from carrom.printing.uploads import LARGEST_LOGO, UploadedPictureError
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms, Venue
from carrom.tournament.event_faults import faults_of
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import announced, event_file, printouts, repository
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.live_schedule import day_of
from carrom_web.competitions.events.models import Event, SponsorLogo
from carrom_web.competitions.events.pages.screen.page import _slides
from carrom_web.competitions.events.services import notices, organising, sponsors
from carrom_web.competitions.events.services.organising import NotOfficialError
from tests.support.pictures import png_of
from tests.support.web.clients import as_guest
from tests.support.web.events import ADULTS, NOW, cash_terms, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
LOGO = png_of(40, 20, (180, 20, 60, 255))


def terms(**changes: Any) -> EventTerms:
    category = CategoryTerms(
        key=ADULTS, title="Singles", fee=1000, least=2, prizes="1: Trophy & board\n3-4: Medal\nWhite slam: Watch"
    )
    announced = {
        "programme": "08:30 Doors open\n2022-02-05 15:00-15:30 Prize giving",
        "awards": "Fair play: Cup",
        "sponsors": "Café Rio; coffee for all; https://rio.example\nBoards & Co",
    }
    return cash_terms(**({"categories": (category,)} | announced | changes))


def stored(event: Event, name: str = "Café Rio") -> SponsorLogo:
    sponsors.store_logo(event, organiser_of(event).pk, name, LOGO, now=NOW)
    return SponsorLogo.objects.get(name_key=name.casefold())


def text_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_the_pages_of_an_event_show_prizes_sponsors_and_map_and_load_nothing_from_elsewhere():
    event = new_event(terms())
    logo = stored(event)
    organising.announce(event, organiser_of(event).pk, "Parking is free.", now=NOW)
    for page in ("", "programme/"):
        text = text_of(Client(), f"/events/{event.slug}/{page}")
        for said in (
            "First place",
            "Trophy &amp; board",
            "Places 3 to 4",
            "White slam",
            "Fair play",
            "Parking is free.",
        ):
            assert said in text
        assert 'href="https://rio.example" rel="noopener nofollow sponsored">Café Rio</a>' in text
        assert f'src="/events/{event.slug}/logos/{logo.digest}.png"' in text and "Boards &amp; Co" in text
        assert "https://www.openstreetmap.org/search?query=6400+Rock+Spring+Dr%2C+Bethesda%2C+MD+20814" in text
        assert not [part for part in text.split('src="')[1:] if not part.startswith("/")]
    assert f"/events/{event.slug}/programme/" in text_of(Client(), f"/events/{event.slug}/")
    assert "event-prizes" not in text_of(Client(), f"/events/{new_event(cash_terms()).slug}/")


def test_an_organiser_may_link_a_map_of_their_own_and_without_an_address_there_is_none():
    assert announced.map_link(Venue("Hall", "Main Street 1", "https://maps.example/x")) == "https://maps.example/x"
    assert announced.map_link(Venue("Hall")) == ""
    bad = replace(terms(), venue=Venue("Hall", "Main Street 1", "javascript:alert(1)"))
    assert [str(fault) for fault in faults_of(bad)]


def test_a_day_of_the_programme_has_hours_breaks_and_own_items_by_time():
    event = new_event(terms())
    [day] = announced.day_rows(repository.terms_of(event))
    assert day == {
        "title": "Saturday, Feb. 5, 2022",
        "rows": [
            ("08:30", "Doors open"),
            ("09:00", "Play begins"),
            ("15:00", "Play ends"),
            ("15:00–15:30", "Prize giving"),
        ],
    }


def test_lines_that_cannot_be_read_are_refused_with_the_event():
    for name, text in (("programme", "Doors open"), ("awards", "1: Cup"), ("sponsors", "; coffee")):
        assert len(faults_of(terms(**{name: text}))) == 1
    wrong = replace(terms().categories[0], prizes="Trophy")
    assert str(faults_of(terms(categories=(wrong,)))[0]).startswith("Singles: “Trophy”")


def test_the_event_once_more_has_its_programme_on_the_later_day_and_the_logos_of_the_club():
    event = new_event(terms())
    logo = stored(event)
    later = organising.copy_of(terms(), first_day=date(2023, 2, 4), deadline=date(2023, 1, 29), title="Again")
    assert "2023-02-04 15:00-15:30 Prize giving" in later.programme and not faults_of(later)

    again = organising.start_event(event.club, organiser_of(event).pk, later, now=NOW)
    organising.publish(again, organiser_of(event).pk, now=NOW)
    assert Client().get(f"/events/{again.slug}/logos/{logo.digest}.png").status_code == 200


def test_the_file_of_an_event_has_all_of_it():
    event = new_event(terms())
    copy = event_file.read(event.club, organiser_of(event).pk, event_file.write(event).encode(), now=NOW)
    assert repository.terms_of(copy) == terms()


def test_the_prints_have_prizes_programme_standing_notices_and_logos():
    event = new_event(terms())
    stored(event)
    owner = organiser_of(event).pk
    organising.announce(event, owner, "Parking is free.", now=NOW)
    wrong = organising.announce(event, owner, "No parking.", now=NOW)
    notices.withdraw(event, owner, wrong.pk, seen=0, now=NOW)
    own = repository.terms_of(event)

    programme = printouts.programme_printout(event, own, "https://example.org/")
    rows = [row for part in programme.parts for row in part.rows]
    for row in (("08:30", "Doors open"), ("First place", "Trophy & board"), ("Fair play", "Cup")):
        assert row in rows
    assert [row[1] for row in rows if "arking" in row[1]] == ["Parking is free."]
    assert [(one.name, one.line, bool(one.picture)) for one in programme.marks] == [
        ("Café Rio", "coffee for all", True),
        ("Boards & Co", "", False),
    ]
    assert b"/Subtype/Image" in listing_pdf(programme).replace(b" ", b"")
    announcement = printouts.announcement(event, own, "https://example.org/")
    assert announcement.marks == programme.marks and "Prizes: Singles" in [one.heading for one in announcement.parts]
    assert Client().get(f"/events/{event.slug}/prints/programme.pdf").content.startswith(b"%PDF")


def test_the_screen_shows_prizes_and_sponsors():
    event = new_event(terms())
    own = repository.terms_of(event)
    slides = _slides(event, own, day_of(event, own))
    assert [(one["kind"], one["title"]) for one in slides] == [
        ("prizes", "Prizes: Singles"),
        ("prizes", "Prizes: Special awards"),
        ("sponsors", "Sponsors"),
    ]
    page = text_of(Client(), f"/events/{event.slug}/screen/")
    assert "<b>White slam</b><span>Watch</span>" in page and "<b>Boards &amp; Co</b>" in page


def test_an_organiser_stores_another_logo_and_removes_it():
    event = new_event(terms())
    client, page = as_guest(organiser_of(event)), f"/events/{event.slug}/organise/sponsors/"

    def send(data: bytes, **more: str) -> Any:
        return client.post(page, {"name": "Café Rio", "logo": SimpleUploadedFile("x.png", data), **more})

    assert send(LOGO, do="store").status_code == 303
    first = SponsorLogo.objects.get()
    assert send(png_of(10, 10, (0, 0, 0, 255)), do="store").status_code == 303
    second = SponsorLogo.objects.get()
    answer = Client().get(f"/events/{event.slug}/logos/{second.digest}.png")
    assert Image.open(BytesIO(answer.content)).size == (10, 10) and answer.headers["Content-Type"] == "image/png"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert Client().get(f"/events/{event.slug}/logos/{first.digest}.png").status_code == 404
    refused = send(b"<svg/>", do="store")
    assert refused.status_code == 422 and "Choose a JPEG, PNG or WebP." in refused.content.decode()
    assert SponsorLogo.objects.get() == second
    assert client.post(page, {"name": "Café Rio", "do": "store"}).status_code == 422
    assert send(bytes(LARGEST_LOGO + 1), do="store").status_code == 422
    assert client.post(page, {"name": "Café Rio", "do": "remove"}).status_code == 303
    assert not SponsorLogo.objects.exists()
    log = list(event.audit_entries.values_list("kind", flat=True))
    assert log.count(AuditKind.LOGO_STORED) == 2 and log.count(AuditKind.LOGO_REMOVED) == 1


def test_a_logo_is_shown_only_where_the_event_names_its_sponsor():
    event, other = new_event(terms()), new_event(terms(sponsors=""))
    logo = stored(event)
    for slug in (other.slug, "no-such-event"):
        assert Client().get(f"/events/{slug}/logos/{logo.digest}.png").status_code == 404
    with pytest.raises(sponsors.UnknownSponsorError):
        sponsors.store_logo(event, organiser_of(event).pk, "Somebody else", LOGO, now=NOW)
    with pytest.raises(NotOfficialError):
        sponsors.store_logo(event, official(event, Role.REGISTRAR).pk, "Café Rio", LOGO, now=NOW)
    with pytest.raises(UploadedPictureError):
        sponsors.store_logo(event, organiser_of(event).pk, "Café Rio", b"GIF89a", now=NOW)

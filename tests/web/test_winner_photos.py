"""Photos of winners: shown once everybody on them agrees, gone as soon as one does not, deleted with who is on them."""

import json
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from carrom.printing.uploads import UploadedPictureError
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.questions import ConsentError
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import photos, privacy
from carrom_web.competitions.events.link_tokens import partner_token
from carrom_web.competitions.events.models import Event, Member, PhotoPerson, WinnerPhoto
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.services import photos as services
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.events.services.organising import NotOfficialError, UnknownCategoryError
from tests.support.pictures import jpeg_of_a_phone
from tests.support.web.clients import as_guest
from tests.support.web.emails import collected_emails
from tests.support.web.events import (
    ADULTS,
    NOW,
    PAIRS,
    application,
    cash_terms,
    local_time,
    new_event,
    official,
    organiser_of,
    pair_application,
)

pytestmark = pytest.mark.django_db
DATA = jpeg_of_a_phone(60, 40)
DAY = local_time("2022-02-05T16:00")


@pytest.fixture(autouse=True)
def on_the_day(monkeypatch: pytest.MonkeyPatch):
    """Pages look at the clock: the event is being played."""
    monkeypatch.setattr(timezone, "now", lambda: DAY)


@pytest.fixture
def event() -> Event:
    """Anu, and Ben of 15 years, in singles; Pia and Pat in pairs."""
    categories = (
        CategoryTerms(key=ADULTS, title="Singles", least=2),
        CategoryTerms(key=PAIRS, title="Pairs", kind=Kind.DOUBLES, least=2),
    )
    made = new_event(cash_terms(categories=categories))
    registration.hand_in(made, application("Anu Nair"), now=NOW)
    registration.hand_in(made, application("Ben Young", born=date(2007, 1, 1)), now=NOW)
    registration.hand_in(made, pair_application("Pia One", "Pat Two"), now=NOW)
    return made


def member(name: str) -> Member:
    return Member.objects.select_related("category__event", "entry__form").get(name=name)


def stored(event: Event, *names: str, key: str = ADULTS, **more: Any) -> WinnerPhoto:
    people = {member(name).pk for name in names}
    given = {"people": people, "all_named": True, "now": DAY} | more
    return services.store_photo(event, organiser_of(event).pk, key, DATA, **given)


def status(event: Event, photo: WinnerPhoto, client: Client | None = None) -> int:
    return (client or Client()).get(f"/events/{event.slug}/photos/{photo.pk}.jpg").status_code


def say(name: str, *, is_given: bool = True, guardian: str = "") -> None:
    services.say([member(name)], is_given=is_given, guardian=guardian, now=DAY)


def test_a_photo_is_shown_once_everybody_on_it_agrees_and_gone_as_soon_as_one_does_not(event: Event):
    photo = stored(event, "Anu Nair", "Ben Young")
    assert status(event, photo) == 404 and status(event, photo, as_guest(organiser_of(event))) == 200
    assert status(event, photo, as_guest(official(event, Role.REGISTRAR))) == 404
    say("Anu Nair")
    assert status(event, photo) == 404 and not photos.public_photos(event)
    say("Ben Young", guardian="Bea Young")
    assert status(event, photo) == 200
    [row] = photos.public_photos(event)[ADULTS]
    assert row["names"] == "Anu Nair, Ben Young"

    say("Anu Nair", is_given=False)
    assert status(event, photo) == 404 and not photos.public_photos(event)
    said = [(one["version"], one["is_given"], one["at"]) for one in member("Anu Nair").photo_consents]
    assert said == [(1, True, "2022-02-05T16:00:00-05:00"), (1, False, "2022-02-05T16:00:00-05:00")]


def test_the_picture_is_served_as_nothing_else_and_asked_for_again_each_time(event: Event):
    photo = stored(event, "Anu Nair")
    say("Anu Nair")
    address = f"/events/{event.slug}/photos/{photo.pk}.jpg"
    answer = Client().get(address)
    for header, value in {
        "Content-Type": "image/jpeg",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-cache",
        "Cross-Origin-Resource-Policy": "same-origin",
    }.items():
        assert answer.headers[header] == value
    picture = Image.open(BytesIO(answer.content))
    assert picture.size == (40, 60) and not picture.getexif() and b"SecretPhone" not in answer.content
    assert Image.open(BytesIO(Client().get(f"{address}?small").content)).size == (40, 60)
    assert Client().get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    say("Anu Nair", is_given=False)
    assert Client().get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 404


def test_below_18_a_guardian_agrees(event: Event):
    with pytest.raises(ConsentError, match="guardian"):
        say("Ben Young")
    assert not photos.agrees(member("Ben Young"))
    say("Ben Young", is_given=False)  # anybody may say no for themself


def test_a_word_on_an_earlier_text_holds_no_longer(event: Event, monkeypatch: pytest.MonkeyPatch):
    photo = stored(event, "Anu Nair")
    say("Anu Nair")
    monkeypatch.setattr(photos, "TERMS_VERSION", 2)
    assert status(event, photo) == 404


def test_players_answer_on_their_own_pages_and_see_the_photo_there(event: Event):
    photo = stored(event, "Pia One", "Pat Two", key=PAIRS)
    for name, page in (
        ("Pia One", own_link(member("Pia One").entry.form)),
        ("Pat Two", f"/partners/{partner_token(member('Pat Two'))}/"),
    ):
        text = Client().get(page).content.decode()
        assert f'src="photos/{photo.pk}.jpg?small"' in text and "no photo with you is shown" in text
        assert Client().get(f"{page}photos/{photo.pk}.jpg").status_code == 200
        assert status(event, photo) == 404
        assert Client().post(page, {"do": "photos-yes"}).status_code == 303
        assert photos.agrees(member(name))
    assert status(event, photo) == 200
    text_of_others = Client().get(own_link(member("Anu Nair").entry.form)).content.decode()
    assert "Photos of winners" in text_of_others and f"photos/{photo.pk}.jpg" not in text_of_others
    assert Client().get(f"{own_link(member('Anu Nair').entry.form)}photos/{photo.pk}.jpg").status_code == 404
    assert Client().post(page, {"do": "photos-no"}).status_code == 303
    assert status(event, photo) == 404
    minor = own_link(member("Ben Young").entry.form)
    assert Client().post(minor, {"do": "photos-yes"}).status_code == 422
    assert Client().post(minor, {"do": "photos-yes", "photo_guardian": "Bea Young"}).status_code == 303


def test_an_organiser_records_what_was_said_on_paper_but_no_yes_over_a_no(event: Event):
    photo, owner = stored(event, "Anu Nair", "Ben Young"), organiser_of(event).pk

    def record(name: str, **more: Any) -> None:
        given = {"is_given": True, "guardian": "", "now": DAY} | more
        services.record_word(event, owner, member(name).pk, **given)

    record("Anu Nair")
    with pytest.raises(ConsentError):
        record("Ben Young")
    record("Ben Young", guardian="Bea Young")
    assert status(event, photo) == 200
    assert member("Anu Nair").photo_consents[-1]["by_desk"]
    say("Anu Nair", is_given=False)
    with pytest.raises(services.PhotoError, match="has said no"):
        record("Anu Nair")
    assert status(event, photo) == 404
    with pytest.raises(NotOfficialError):
        services.record_word(
            event, official(event, Role.UMPIRE).pk, member("Anu Nair").pk, is_given=True, guardian="", now=DAY
        )


def test_who_is_on_a_photo_is_asked_once_by_email_each_by_their_own_link(event: Event):
    with collected_emails() as letters:
        stored(event, "Pia One", "Pat Two", key=PAIRS)
    asked = {letter.to[0]: letter.body for letter in letters}
    assert asked.keys() == {"pia@example.org", "pat@example.org"}
    assert own_link(member("Pia One").entry.form) in asked["pia@example.org"]
    assert f"/partners/{partner_token(member('Pat Two'))}/" in asked["pat@example.org"]
    say("Pia One")
    with collected_emails() as letters:
        stored(event, "Pia One", key=PAIRS)
    assert not letters


def test_a_photo_names_everybody_on_it_and_nobody_of_elsewhere(event: Event):
    owner = organiser_of(event).pk
    for people, all_named, reason in (
        (set(), True, "nobody"),
        ({member("Pia One").pk}, True, "nobody"),
        ({member("Anu Nair").pk, 0}, True, "nobody"),
        ({member("Anu Nair").pk}, False, "not-all-named"),
    ):
        with pytest.raises(services.PhotoError) as refused:
            services.store_photo(event, owner, ADULTS, DATA, people=people, all_named=all_named, now=DAY)
        assert refused.value.args == (reason,)
    with pytest.raises(UnknownCategoryError):
        stored(event, "Anu Nair", key="other")
    with pytest.raises(UploadedPictureError):
        services.store_photo(event, owner, ADULTS, b"<svg/>", people={member("Anu Nair").pk}, all_named=True, now=DAY)
    assert not WinnerPhoto.objects.exists()
    for _number in range(services.MOST):
        stored(event, "Anu Nair")
    with pytest.raises(services.PhotoError, match="at most 6"):
        stored(event, "Anu Nair")


def test_the_page_of_organisers_stores_shows_and_deletes(event: Event):
    client, page = as_guest(organiser_of(event)), f"/events/{event.slug}/organise/photos/"
    sent = {"do": "store", "category": ADULTS, "person": member("Anu Nair").pk}
    file = SimpleUploadedFile("x.jpg", DATA)
    refused = client.post(page, sent | {"photo": file})
    assert refused.status_code == 422 and "everybody who can be recognised" in refused.content.decode()
    file.seek(0)
    assert client.post(page, sent | {"photo": file, "all_named": "on"}).status_code == 303
    photo = WinnerPhoto.objects.get()
    assert "has not answered" in client.get(page).content.decode()
    assert client.post(page, {"do": "word", "person": member("Anu Nair").pk, "is_given": "yes"}).status_code == 303
    assert "everybody sees it" in client.get(page).content.decode()
    assert client.post(page, {"do": "remove", "photo": photo.pk}).status_code == 303
    assert not WinnerPhoto.objects.exists()


def test_a_photo_is_deleted_with_a_person_on_it_or_with_its_event(event: Event):
    stored(event, "Anu Nair", "Ben Young")
    say("Anu Nair")
    form = member("Anu Nair").entry.form
    exported = json.loads(json.dumps(privacy.export_of(form), default=str))
    assert len(exported["photos"]) == 1 and exported["entries"][0]["members"][0]["photo_consents"][0]["is_given"]

    privacy.erase_registration(form, now=DAY)
    assert not WinnerPhoto.objects.exists() and not PhotoPerson.objects.exists()
    assert not any(one.photo_consents for one in Member.objects.filter(entry__form=form))

    stored(event, "Pia One", "Pat Two", key=PAIRS)
    privacy.erase_players([member("Pat Two").person_id])
    assert not WinnerPhoto.objects.exists()

    stored(event, "Ben Young")
    event.categories.get(key=ADULTS).delete()
    assert not WinnerPhoto.objects.exists()


def test_a_photo_stays_hidden_when_an_entry_of_it_is_gone(event: Event):
    photo = stored(event, "Anu Nair", "Ben Young")
    say("Anu Nair")
    Member.objects.filter(name="Ben Young").delete()
    assert photo.people.count() == 2 and status(event, photo) == 404

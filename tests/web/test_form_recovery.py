"""What was typed survives a lost session and a stale token: it comes back in a page that sends it again."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from carrom_web.accounts.models import Account, Guest
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import contests, repository
from carrom_web.competitions.events.models import Event, Registration
from carrom_web.competitions.events.services import draws, registration
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import registration_form, terms_form
from tests.support.web.events import (
    ADULTS,
    NOW,
    application,
    new_event,
    organiser_of,
    small_event_terms,
    upcoming_terms,
)
from tests.support.web.markup import without_layout

pytestmark = pytest.mark.django_db
OWN = {"HTTP_ORIGIN": "http://testserver"}


def browser() -> Client:
    """A client that is held to tokens, as a browser is."""
    return Client(enforce_csrf_checks=True)


def send_again(client: Client, answer: Any, path: str) -> Any:
    """Press the button of the page that recovered a form."""
    page = answer.content.decode()
    assert "Nothing is lost" in page
    assert f'action="{path}"' in page
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page):
        fields.setdefault(html.unescape(name), []).append(html.unescape(value))
    return client.post(path, fields, **OWN)


def test_a_registration_with_a_stale_token_is_saved_and_sent_again():
    event = new_event(upcoming_terms())
    path, client = f"/events/{event.slug}/register/", browser()
    client.get(path)
    del client.cookies["csrftoken"]  # cleared by the browser while the form was open

    answer = client.post(path, registration_form(name='Anu "Nan" O\'Nair') | {"csrfmiddlewaretoken": "x" * 64}, **OWN)
    assert (answer.status_code, Registration.objects.count()) == (403, 0)
    assert send_again(client, answer, path).status_code == 303

    assert Registration.objects.get().name == 'Anu "Nan" O\'Nair'


@pytest.fixture
def signed_in() -> tuple[Client, Account, Event]:
    """An organiser with an account, and a drawn event of their club."""
    event = new_event(upcoming_terms(small_event_terms(4, fee=0)))
    for number in range(4):
        registration.hand_in(event, application(f"Player {number}"), now=NOW)
    draws.draw(event, organiser_of(event).pk, ADULTS, now=NOW)
    account = Account.objects.create(email="olive@example.org", guest=Guest.objects.create(name="Olive"))
    Member.objects.create(club=event.club, guest=account.guest, role=Role.ORGANISER)
    client = browser()
    client.force_login(account)
    return client, account, event


@pytest.mark.parametrize("what", ["event", "draft", "result", "new"])
def test_an_organiser_whose_session_has_ended_signs_in_again_and_sends_what_he_typed(signed_in, what):
    client, account, event = signed_in
    own = f"/events/{event.slug}/"
    changed = terms_form(repository.terms_of(event)) | {"title": "Another Title"}
    path, reported = {
        "event": (own + "edit/", changed),
        "draft": (own + "edit/", changed),
        "result": (own + f"draws/{ADULTS}/", {"do": "boards", "fixture": "1.1", "boards": "5-0 0-3 8-0q"}),
        "new": ("/events/new/", changed | {"club": event.club.slug}),
    }[what]
    if what == "draft":
        Event.objects.update(state=Event.State.DRAFT)
    client.get(own + "organise/")  # the token of an open form
    del client.cookies["carrom_session"]

    token = client.cookies["csrftoken"].value
    answer = client.post(path, reported | {"csrfmiddlewaretoken": token}, **OWN)
    assert answer.status_code in (403, 404)
    assert "Sign in again" in answer.content.decode()
    client.force_login(account)
    assert send_again(client, answer, path).status_code == 303

    if what == "result":
        found = contests.shown(event.categories.get(key=ADULTS))
        assert found is not None and len(found.contest.results) == 1
    else:
        assert repository.terms_of(Event.objects.latest("pk")).title == "Another Title"


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_ORIGIN": "http://elsewhere.example"},
        {"HTTP_ORIGIN": "null"},
        {"HTTP_SEC_FETCH_MODE": "cors"},
    ],
)
def test_what_another_site_or_a_script_has_sent_is_refused_plainly(headers):
    event = new_event(upcoming_terms())
    answer = browser().post(f"/events/{event.slug}/register/", registration_form(), **(OWN | headers))

    assert answer.status_code == 403
    assert "Nothing is lost" not in answer.content.decode()
    assert "anu@example.org" not in answer.content.decode()


def test_passwords_are_never_carried():
    reported = {"login": "olive@example.org", "password": "a secret of mine", "new_password": "another secret"}
    event = new_event(upcoming_terms())

    at_accounts = browser().post("/accounts/login/", reported, **OWN).content.decode()
    elsewhere = browser().post(f"/events/{event.slug}/register/", reported, **OWN).content.decode()

    assert "Nothing is lost" not in at_accounts and "secret" not in at_accounts
    assert "Nothing is lost" in elsewhere and "secret" not in elsewhere


def test_who_is_signed_in_and_may_not_learns_it(signed_in):
    client, account, event = signed_in
    Member.objects.filter(guest=account.guest).delete()

    client.get("/clubs/")
    reported = {"do": "announce", "text": "Hello", "csrfmiddlewaretoken": client.cookies["csrftoken"].value}

    answer = client.post(f"/events/{event.slug}/organise/", reported, **OWN)

    assert answer.status_code == 403
    assert "Your roles" in answer.content.decode()


def test_a_file_is_chosen_once_more():
    event = new_event(upcoming_terms())
    reported = {"do": "list", "list": as_file()}

    page = (
        as_guest(Guest.objects.create(name="Nobody"))
        .post(f"/events/{event.slug}/desk/", reported, **OWN)
        .content.decode()
    )

    assert 'enctype="multipart/form-data"' in page and 'type="file" id="file-list" name="list"' in without_layout(page)


def as_file() -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile("list.csv", b"category,name,email\n")

"""Accounts: signing up brings along what the guest did, one person on two devices, one's own data, second factors."""

import json
import re
from typing import Any
from uuid import UUID

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.cache import cache
from django.test import Client

from carrom.notation.record import read_match
from carrom.play.replay import verify
from carrom_web.accounts import selectors
from carrom_web.accounts.models import Account, Guest
from carrom_web.clubs.models import Club, Member
from carrom_web.clubs.pages.clubs.page import NEW_CLUBS
from carrom_web.core.sockets import request_of
from carrom_web.matches import models
from carrom_web.matches.selectors import load, record
from carrom_web.umpire.models import Appointment, Sheet
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.web.markup import without_layout
from tests.support.web.matches import new_id, start_match_by_form
from tests.support.web.umpire import ScorerClient, new_client

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick(settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    for limit in (NEW_SHEETS, NEW_CLUBS):
        limit.forget_all()


def sign_up(client: Client, email: str = "asha@example.org", name: str = "Asha R"):
    return client.post("/accounts/signup/", {"email": email, "password1": PASSWORD, "name": name})


def sign_in(client: Client, email: str = "asha@example.org", password: str = PASSWORD):
    return client.post("/accounts/login/", {"login": email, "password": password})


def person(client: Client) -> UUID | None:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return selectors.guest_id_of(request_of({"headers": [(b"cookie", cookies.encode())]}))


def test_who_signs_up_keeps_his_matches_sheets_and_clubs_and_the_old_cookie_is_worth_nothing():
    scorer = ScorerClient(scorer_name="Asha")
    client = scorer.client
    start_match_by_form(client)
    client.post("/clubs/", {"name": "Pune", "own_name": "Asha"})
    stolen = client.cookies["carrom_guest"].value
    guest = person(client)

    assert sign_up(client)["Location"] == "/accounts/"

    account = Account.objects.get()
    assert person(client) == account.guest_id != guest
    assert not Guest.objects.filter(pk=guest).exists() and Guest.objects.get(pk=account.guest_id).name == "Asha R"
    assert Sheet.objects.get().scorer_id == account.guest_id and Member.objects.get().guest_id == account.guest_id
    assert models.Seat.objects.exclude(guest=None).get().guest_id == account.guest_id
    assert scorer.stroke("white")["log"][0]["by"] == "Asha R, umpire"
    thief = new_client()
    thief.cookies["carrom_guest"] = stolen
    assert scorer.post("entries/", {}, thief).status_code in (400, 403)
    assert thief.get(scorer.url).status_code == 302
    session = client.cookies["carrom_session"]
    assert session["httponly"] and session["samesite"] == "Lax"


def test_one_person_is_the_same_on_two_devices_and_brings_a_device_along_when_he_says_so():
    first = ScorerClient(scorer_name="Asha")
    sign_up(first.client)
    second = ScorerClient(scorer_name="Somebody")
    club = Club.objects.create(name="Pune", slug="pune")
    for client in (first.client, second.client):
        Member.objects.create(club=club, guest_id=person(client), role="umpire")
    account = Account.objects.get()

    sign_in(second.client)

    assert person(second.client) == account.guest_id
    assert second.client.get(first.url).status_code == 200 and second.client.get(second.url).status_code == 302
    page = second.client.get("/accounts/").content.decode()
    assert "This browser was known as Somebody" in page
    assert second.client.post("/accounts/", {"do": "bring"}).status_code == 302
    assert second.client.get(second.url).status_code == 200
    assert Member.objects.count() == 1 and Appointment.objects.filter(guest=account.guest).count() == 2
    assert "This browser was known as" not in second.client.get("/accounts/").content.decode()
    second.client.post("/accounts/logout/")
    assert second.client.get(second.url).status_code == 302  # nobody keeps it here now


def test_a_signed_in_person_keeps_a_sheet_on_one_device_and_takes_it_over_on_the_other():
    first = ScorerClient(scorer_name="Asha")
    sign_up(first.client)
    first.stroke("white")  # started as a guest: from now on the device that writes first keeps it
    second = new_client()
    sign_in(second)
    seen = json.loads(second.get(first.url + "entries/").content)["scorer"]
    assert (seen["mine"], seen["you"], seen["may_take"]) == (False, True, True)
    message = {"id": new_id(), "after": 1, "request": {"kind": "facts", "facts": {}}}
    assert json.loads(first.post("entries/", message, second).content)["code"] == "not-scorer"

    taken = first.post("take-over/", {"count": seen["count"]}, second)

    assert json.loads(taken.content)["scorer"]["mine"] is True
    assert first.post("entries/", message, second).status_code == 200
    assert first.refused("facts", facts={}) == (403, "not-scorer")


def test_a_guest_who_signs_out_is_again_the_guest_of_his_device():
    sign_up(new_client())
    scorer = ScorerClient()
    sign_in(scorer.client)
    assert scorer.refused("facts", facts={}) == (403, "not-scorer")

    scorer.client.post("/accounts/logout/")

    assert scorer.stroke("white")


def test_where_letters_arrive_an_address_is_confirmed_by_a_code_before_anything_comes_along(settings: Any):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    scorer = ScorerClient(scorer_name="Asha")

    answer = sign_up(scorer.client)

    assert answer["Location"] == "/accounts/confirm-email/"
    assert scorer.stroke("white")  # still the guest's
    code = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", mail.outbox[0].body, re.M)
    assert code is not None, mail.outbox[0].body
    assert scorer.client.post("/accounts/confirm-email/", {"code": "WRON-GONE"}).status_code == 200
    assert scorer.client.post("/accounts/confirm-email/", {"code": code.group(1)}).status_code == 302
    assert person(scorer.client) == Account.objects.get().guest_id == Sheet.objects.get().scorer_id
    assert b"confirmed" in scorer.client.get("/accounts/").content
    assert sign_up(new_client()).status_code == 429  # a letter to one address in 10 s
    cache.clear()
    again = sign_up(new_client())
    assert again["Location"] == "/accounts/confirm-email/"  # nobody learns whose address is known
    assert Account.objects.count() == 1 and "already" in mail.outbox[-1].body


def test_weak_passwords_and_names_that_cannot_be_shown_are_refused_and_guessing_is_stopped():
    for email, password, name in (
        ("a@example.org", "short", "Asha"),
        ("a@example.org", "password1234", "Asha"),
        ("no address", PASSWORD, "Asha"),
        ("a@example.org", PASSWORD, ""),
    ):
        answer = new_client().post("/accounts/signup/", {"email": email, "password1": password, "name": name})
        assert answer.status_code == 200 and b"Please correct" in answer.content
    assert Account.objects.count() == 0
    sign_up(new_client())

    for _ in range(6):
        answer = sign_in(new_client(), password="wrong")
    assert b"Too many" in answer.content
    assert person(new_client()) is None


def test_ones_own_data_is_given_whole_and_to_nobody_else():
    scorer = ScorerClient(scorer_name="Asha")
    sign_up(scorer.client)

    answer = scorer.client.get("/accounts/data/")

    reported = json.loads(answer.content)
    assert reported["account"]["email"] == "asha@example.org" and reported["name"] == "Asha R"
    assert reported["rows"]["umpire.sheet.scorer"][0]["match_id"] == str(scorer.match_id)
    assert "password" not in answer.content.decode() and "attachment" in answer["Content-Disposition"]
    assert new_client().get("/accounts/data/").status_code == 404


def test_who_deletes_himself_goes_with_his_name_and_what_was_played_stays():
    scorer = ScorerClient(scorer_name="Asha")
    scorer.stroke("white")
    match = start_match_by_form(scorer.client)
    sign_up(scorer.client, name="Asha")
    scorer.stroke("black")
    assert scorer.client.get(scorer.url + "entries/").status_code == 200
    confirm = scorer.client.get("/accounts/delete/")["Location"]
    assert confirm.startswith("/accounts/reauthenticate/")
    assert scorer.client.post("/accounts/delete/")["Location"].startswith("/accounts/reauthenticate/")
    assert scorer.client.post(confirm, {"password": "wrong"}).status_code == 200 and Account.objects.count() == 1

    assert scorer.client.post(confirm, {"password": PASSWORD})["Location"] == "/"  # what was asked for is done now

    assert Account.objects.count() == Guest.objects.count() == 0
    entries = record(scorer.match_id)
    assert [entry.by for entry in entries] == [""] * 3 and "umpire" not in dict(entries[0].asked.tags)
    assert record(match.pk)[0].asked.players[0].name == "–"
    assert load(match.pk).state.match.head.players[0].name == "–"
    text = new_client().get(f"/matches/{scorer.match_id}/record/").content.decode()
    assert verify(read_match(text)).holds
    log = json.loads(new_client().get(scorer.url + "entries/").content)["situation"]["log"]
    assert [line["by"] for line in log] == ["Umpire"] * 2


def test_a_guest_deletes_himself_too_but_no_club_is_left_without_an_owner():
    client = new_client()
    client.post("/clubs/", {"name": "Pune", "own_name": "Asha"})
    other = Guest.objects.create(name="Ravi")
    row = Member.objects.create(club=Club.objects.get(), guest=other, role="player")

    refused = client.post("/accounts/delete/")
    assert refused.status_code == 409 and b"Hand it over" in refused.content
    row.delete()
    answer = client.post("/accounts/delete/")

    assert answer["Location"] == "/" and answer.cookies["carrom_guest"].value == ""
    assert Club.objects.count() == 0 and list(Guest.objects.all()) == [other]
    assert client.get("/accounts/delete/").status_code == 404


def test_a_second_factor_is_asked_for_and_its_code_is_drawn_in_the_page():
    client = new_client()
    sign_up(client)
    page = "/accounts/2fa/totp/activate/"
    where = client.get(page)["Location"]
    client.post(where, {"password": PASSWORD})
    shown = client.get(page)
    text = shown.content.decode()
    assert '<svg class="qr"' in text and "data:image" not in text and " style=" not in text
    secret = re.search(r'id="authenticator_secret"[^>]*value="(\w+)"', text).group(1)
    code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))

    assert client.post(page, {"code": code}).status_code == 302
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}
    other = new_client()
    assert sign_in(other)["Location"].startswith("/accounts/2fa/authenticate/")
    assert person(other) is None


@pytest.mark.parametrize("path", ["login", "signup", "password/reset", ""])
def test_the_pages_of_accounts_hold_nothing_inline(path: str):
    answer = new_client().get(f"/accounts/{path}/".replace("//", "/"))
    text = answer.content.decode()

    assert answer.status_code == 200 and "unsafe" not in answer["Content-Security-Policy"]
    assert " style=" not in without_layout(text) and "<style" not in text and " onclick=" not in without_layout(text)
    for part in text.split("<script")[1:]:
        assert "src=" in part.split(">")[0] or 'type="application/json"' in part.split(">")[0]
    assert "carrom_session" not in answer.cookies or path == "login"

"""The page of tokens, bots and webhooks of an account."""

import re

import pytest
from django.test import Client

from carrom_web.accounts.models import Guest
from carrom_web.api.models import Token, Webhook
from tests.support.web.api import Program, new_account, new_bot

pytestmark = pytest.mark.django_db
PAGE = "/accounts/api/"


def browser_of(guest: Guest) -> Client:
    browser = Client()
    browser.force_login(guest.account)
    return browser


def test_a_token_is_made_shown_once_and_revoked():
    guest = new_account()
    browser = browser_of(guest)
    browser.post(PAGE, {"do": "token", "name": "My script", "scopes": ["read"], "days": "30"})
    first, second = browser.get(PAGE).content.decode(), browser.get(PAGE).content.decode()
    text = re.search(r"carrom_[\w-]{43}", first)[0]
    program = Program()
    program.token = text

    assert "My script" in first and "My script" in second and text not in second
    assert Token.objects.get().expires_at is not None
    assert program.get("/account")["name"] == "Asha"

    browser.post(PAGE, {"do": "revoke", "number": Token.objects.get().pk})
    assert program.ask("GET", "/account").status_code == 401


def test_what_is_missing_is_said_and_nothing_is_lost():
    browser = browser_of(new_account())
    answer = browser.post(PAGE, {"do": "token", "name": "My script", "days": "30"})

    assert answer.status_code == 422 and not Token.objects.exists()
    assert "Choose at least one thing" in answer.content.decode() and 'value="My script"' in answer.content.decode()


def test_a_person_gets_no_token_that_plays_until_the_account_is_a_bots():
    guest = new_account()
    browser = browser_of(guest)
    wanted = {"do": "token", "name": "Bot", "scopes": ["play"], "days": "0"}
    refused = browser.post(PAGE, wanted)
    browser.post(PAGE, {"do": "bot"})
    made = browser.post(PAGE, wanted)

    assert refused.status_code == 409 and "bot account" in refused.content.decode()
    assert made.status_code == 302 and Token.objects.get().expires_at is None
    assert "BOT Asha" in browser.get(PAGE).content.decode()


def test_nobody_revokes_or_deletes_what_is_anothers():
    guest, other = new_bot(), new_account()
    made = Program(guest).post("/webhooks", {"url": "https://example.org/hook"})
    browser = browser_of(other)
    browser.post(PAGE, {"do": "revoke", "number": Token.objects.get().pk})
    browser.post(PAGE, {"do": "forget", "webhook": made["id"]})

    assert Token.objects.exists() and Webhook.objects.exists()
    browser_of(guest).post(PAGE, {"do": "forget", "webhook": made["id"]})
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"do": "revoke", "number": "x"}, {"do": "forget", "webhook": "x"}, {"do": "other"}, {}]
)
def test_a_form_that_cannot_be_read_changes_nothing(sent: dict[str, str]):
    browser = browser_of(new_account())

    assert browser.post(PAGE, sent).status_code == 302


def test_a_token_has_an_owner_who_can_take_their_data_along_and_be_deleted():
    guest = new_account()
    Program(guest)
    browser = browser_of(guest)
    data = browser.get("/accounts/data/").json()

    assert data["rows"]["api.token.guest"][0]["name"] == "test"
    Guest.objects.get(pk=guest.pk).account.delete()
    Guest.objects.get(pk=guest.pk).delete()
    assert not Token.objects.exists()

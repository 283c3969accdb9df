"""A person who deletes themself is gone from rows, sessions, shared cache, queued letters, files and public pages."""

import base64
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings as site_settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from carrom_web.accounts import privacy
from carrom_web.accounts.models import Account
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.pages.clubs.page import NEW_CLUBS
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import link_tokens
from carrom_web.competitions.events.models import Event, Member, Registration
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.solo_leagues.models import Player as SoloPlayer
from carrom_web.outbox.erasure import delete_old_files
from carrom_web.outbox.models import OutboxEmail
from carrom_web.people.models import Player
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.web.events import (
    application,
    new_event,
    organiser_of,
    pair_application,
    upcoming_terms,
)
from tests.support.web.matches import start_match_by_form
from tests.support.web.solo_seasons import joined_player, new_season
from tests.support.web.umpire import ScorerClient

pytestmark = pytest.mark.django_db
PASSWORD, HOME = "correct horse battery", "home@example.org"
NAME, EMAIL, BORN = "Zyxwa Quorplum", "zyxwa@quorplum.example", date(1931, 12, 29)
PLANTED = ("Zyxwa", "Quorplum", "quorplum.example", "1931-12-29", "Flumbar")  # a name, an address, a birthday, words


@pytest.fixture(autouse=True)
def quick():
    cache.clear()
    for limit in (NEW_SHEETS, NEW_CLUBS):
        limit.forget_all()


def found_in_rows() -> set[str]:
    """Where a planted text stands in the database: the tables of all models, and the cache that servers share."""
    found = set()
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            text = json.dumps(row, default=str, ensure_ascii=False)
            if "session_data" in row:
                text += str(model.objects.get(pk=row["session_key"]).get_decoded())
            found |= {f"{model._meta.label}: {one}" for one in PLANTED if one.casefold() in text.casefold()}
    with connection.cursor() as cursor:
        cursor.execute("SELECT value FROM django_cache")
        for (value,) in cursor.fetchall():
            held = base64.b64decode(value).decode("latin-1").casefold()
            found |= {f"cache: {one}" for one in PLANTED if one.casefold() in held}
    return found


def found_in_files() -> set[str]:
    """In which files of the data folder a planted text stands, but for the database's own."""
    files = (path for path in Path(site_settings.DATA).rglob("*") if path.is_file() and "sqlite" not in path.name)
    return {
        f"{path.name}: {one}"
        for path in files
        for one in PLANTED
        if one.casefold().encode() in path.read_bytes().lower()
    }


def person_everywhere() -> tuple[Client, list[str]]:
    """Somebody who did what one can do on the site; and the public pages that show them."""
    scorer = ScorerClient(scorer_name=NAME)  # a sheet, as a guest
    client = scorer.client
    scorer.stroke("white")
    match = start_match_by_form(client)
    client.post("/accounts/signup/", {"email": EMAIL, "password1": PASSWORD, "name": NAME})
    scorer.stroke("black")
    account = Account.objects.get(email=EMAIL)
    EmailAddress.objects.filter(user=account).update(verified=True)
    client.post("/clubs/", {"name": "Quorplum Flumbar Club", "own_name": NAME})  # their own, alone
    event = new_event(upcoming_terms())
    link = clubs.invite(event.club, organiser_of(event).pk, role=Role.UMPIRE, days=7)
    clubs.join(link, account.guest_id)
    form = registration.hand_in(
        event,
        application(NAME, email=EMAIL, born=BORN, club_name="Flumbar", guest_id=account.guest_id),
        now=timezone.now(),
    )
    client.post(f"/registrations/{link_tokens.token_of(form)}/", {"do": "calls", "wants_calls": "on"})
    other = new_event(upcoming_terms())
    registration.hand_in(other, pair_application("Bela Rao", "Zyxwa"), now=timezone.now())
    Member.objects.filter(name="Zyxwa").update(name=NAME)
    mate = Member.objects.get(name=NAME, entry__form__event=other)
    Player.objects.filter(pk=mate.person_id).update(name=NAME, name_key="", guest=account.guest)
    player = joined_player(new_season(), "Anu Nair", email=EMAIL, guest_id=account.guest_id)
    SoloPlayer.objects.filter(pk=player.pk).update(name=NAME)
    pages = [f"/events/{one.slug}/{part}" for one in (event, other) for part in ("", "entries/")]
    pages += [f"/matches/{match.pk}/record/", f"/matches/{scorer.match_id}/record/", scorer.url + "entries/"]
    pages += [f"/leagues/solo/{player.season.slug}/", "/clubs/", f"/clubs/{event.club.slug}/"]
    return client, pages


def texts(pages: list[str]) -> dict[str, str]:
    return {page: Client().get(page).content.decode() for page in pages}


@pytest.mark.django_db(transaction=True)
def test_who_deletes_their_account_leaves_no_trace_in_database_files_letters_and_caches(settings: Any, tmp_path: Path):
    settings.DATA, settings.EMAIL_FILE_PATH = tmp_path, str(tmp_path / "mail")  # as without a mail server
    settings.EMAIL_BACKEND = "carrom_web.outbox.backend.OutboxBackend"
    settings.OUTBOX_TRANSPORT = "django.core.mail.backends.filebased.EmailBackend"
    client, pages = person_everywhere()
    before = found_in_rows()
    assert {one.partition(": ")[2] for one in found_in_files()} >= {"Zyxwa", "quorplum.example"}
    assert len({one.partition(":")[0] for one in before}) > 8, before  # planted in many tables
    assert any(NAME in text for text in texts(pages).values())  # and remembered pages

    exported = json.dumps(privacy.export(Account.objects.get(email=EMAIL).guest), default=str)
    for page in ("/accounts/delete/", client.get("/accounts/delete/")["Location"]):
        client.post(page, {"password": PASSWORD})

    assert not Account.objects.filter(email=EMAIL).exists()
    assert found_in_rows() == set()
    assert {one for one in found_in_files() if "example" in one} == set()  # letters to others name them for 30 days
    delete_old_files(timezone.now() + timedelta(days=29))
    assert found_in_files()
    delete_old_files(timezone.now() + timedelta(days=31))
    assert found_in_files() == set()
    assert {
        page: one for page, text in texts(pages).items() for one in PLANTED if one.casefold() in text.casefold()
    } == {}
    assert all(one in exported for one in (NAME, EMAIL, str(BORN), "Flumbar"))
    assert Registration.objects.exists() and SoloPlayer.objects.exists() and Event.objects.count() == 2
    assert not Club.objects.filter(name__contains="Flumbar").exists()


@pytest.mark.django_db(transaction=True)
def test_who_deletes_their_data_by_link_takes_the_emails_to_them_along_but_not_those_of_a_shared_address(settings: Any):
    settings.EMAIL_BACKEND = "carrom_web.outbox.backend.OutboxBackend"
    event = new_event(upcoming_terms())
    mother, child, other = (
        registration.hand_in(event, application(name, email=email), now=timezone.now())
        for name, email in (
            ("Anu Nair", "home@example.org"),
            ("Bela Nair", "home@example.org"),
            ("Cy", "cy@example.org"),
        )
    )

    def left() -> set[str]:
        rows = OutboxEmail.objects.exclude(recipient__endswith="account1@example.org")
        return set(rows.values_list("recipient", flat=True)) - {""}

    assert left() == {HOME, "cy@example.org"}
    for form, stay in ((other, {HOME}), (mother, {HOME}), (child, set())):
        Client().post(f"/registrations/{link_tokens.token_of(form)}/", {"do": "forget", "sure": "yes"})
        assert left() == stay

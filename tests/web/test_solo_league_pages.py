"""The pages of seasons of 19-coin solo: who sees what, forms that answer at their fields, links that work for one."""

import json
import re

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import services as clubs
from carrom_web.competitions.solo_leagues import season_file, selectors
from carrom_web.competitions.solo_leagues.models import Excuse, Kind, Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.pages.join.page import FORMS
from carrom_web.competitions.solo_leagues.services import registration, set_reviews, sets
from carrom_web.umpire.models import Sheet
from tests.support.web.markup import form_fields, without_layout
from tests.support.web.matches import ORIGIN
from tests.support.web.solo_seasons import (
    BOARDS,
    HOST,
    NOW,
    client_for,
    confirmed_set,
    joined_player,
    local_time,
    new_season,
    organiser_of,
    page_text,
    set_report,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_a_day_of_the_season(monkeypatch: pytest.MonkeyPatch) -> None:
    FORMS.forget_all()
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def own_url(player: Player) -> str:
    return f"/leagues/solo/own/{selectors.token_of(player)}/"


def test_a_season_is_announced_from_a_preset_and_each_bad_value_is_answered_at_its_field():
    owner = Guest.objects.create(name="Olive Owner")
    client = client_for(owner)
    assert "Create your club first" in page_text(client, "/leagues/solo/new/")
    clubs.found_club(owner.pk, name="Bay Area Carrom")
    form = form_fields(page_text(client, "/leagues/solo/new/?preset=baca-divisions"))

    wrong = {
        "title": "", "ruleset": "icf", "first_day": "someday", "time_zone": "", "week_days": "0",
        "sets_per_week": "51", "counted_per_week": "0", "counted": "-1", "least_sets": "x", "late": "never",
        "order": form["order"][:1] * 2, "late_strokes": "226", "grace_days": "61", "missing": "no", "dates": "",
        "evidence_recorded": "oath", "d-0-size": "-1", "d-1-up": "101",
    }  # fmt: skip
    answer = client.post("/leagues/solo/new/", {**form, **wrong})
    page = answer.content.decode()
    assert answer.status_code == 422 and Season.objects.count() == 0
    for name, value in wrong.items():
        assert f'href="#id_{name}' in page, name  # the list on top leads to the field
        assert f'value="{value}"' in page or name in (
            "ruleset",
            "late",
            "missing",
            "evidence_recorded",
            "dates",
            "order",
        )
    answer = client.post("/leagues/solo/new/", {**form, "last_day": "2020-01-01"})
    assert "The last day must be after the first" in answer.content.decode()
    answer = client.post("/leagues/solo/new/", {**form, "time_zone": "Mars/Olympus"})
    assert "no time zone" in answer.content.decode() and 'href="#id_time_zone"' in answer.content.decode()
    impossible = {"sets_per_week": "1", "counted_per_week": "2"}
    answer = client.post("/leagues/solo/new/", {**form, **impossible})
    assert "2 sets cannot count in a week in which only 1 may be played" in answer.content.decode()
    assert (
        client.post("/leagues/solo/new/", {**form, "d-0-up": "3"}).status_code == 422
    )  # nobody goes up from the first
    assert Season.objects.count() == 0

    answer = client.post("/leagues/solo/new/", {**form, "title": "Winter"})
    assert answer.status_code == 303
    season = Season.objects.get()
    assert season.state == "draft"
    stranger = client_for(None)
    assert stranger.get(f"/leagues/solo/{season.slug}/").status_code == 404
    assert client.post(answer["Location"], {"do": "open"}).status_code == 303
    assert "Second division" in page_text(stranger, f"/leagues/solo/{season.slug}/")
    assert "Winter" in page_text(stranger, "/leagues/solo/")
    edited = form_fields(page_text(client, f"/leagues/solo/{season.slug}/edit/"))
    assert client.post(f"/leagues/solo/{season.slug}/edit/", {**edited, "title": "Winter 19"}).status_code == 303
    assert "Winter 19 again" in page_text(client, "/leagues/solo/new/")


def test_somebody_joins_by_a_form_comes_back_by_his_link_and_hands_in_with_a_witness():
    season = new_season()
    client, slug = client_for(None), season.slug
    form = {"name": "Anu Nair", "email": "anu@example.org", "shows_name": "on"}
    board = {"equipment_declared": "on", "colours_differ": "on", "powder_kind": "boric acid"}
    for wrong in (
        {"name": "A"},
        {"email": "anu"},
        {**board, "powder_kind": "another"},
        {**board, "striker_mass_g": "16"},
    ):
        answer = client.post(f"/leagues/solo/{slug}/join/", {**form, **wrong})
        assert answer.status_code == 422 and "Please correct" in answer.content.decode()
    assert Player.objects.count() == 0
    own = client.post(f"/leagues/solo/{slug}/join/", form)["Location"]
    assert client.post(f"/leagues/solo/{slug}/join/", form).status_code == 422

    phone = client_for(None)  # another device: the link alone
    assert "Declare your board first" in page_text(phone, own)
    assert phone.post(own, {"do": "keep"}).status_code == 409 and Sheet.objects.count() == 0
    assert phone.post(own, {"do": "declare", **board, "powder_kind": "another"}).status_code == 422
    assert phone.post(own, {"do": "declare", **board}).status_code == 303
    boards = {f"board_{number}": score for number, score in enumerate(BOARDS, 1)}
    report = {**boards, "day": "2026-02-04", "witness": "Priya", "witness_email": "", "film": "", "note": ""}
    for wrong in (
        {"board_1": 46},
        {"board_5": ""},
        {"board_2": 18},
        {"day": "2026-03-02"},
        {"witness_email": "anu@example.org"},
    ):
        answer = phone.post(f"{own}report/", {**report, **wrong})
        assert answer.status_code == 422, wrong
        assert "24" in answer.content.decode() or "board_2" in wrong  # the form keeps what was typed
    asked = phone.post(f"{own}report/", {**report, "board_2": 18}).content.decode()
    assert "several fell at once" in asked and 'name="is_sure"' in asked
    four = phone.post(f"{own}report/", {**report, "board_2": "", "board_4": 46}).content.decode()
    assert "A set has 5 boards, one after the other; 4 were given." in four
    assert "Board 4 has 46 strokes" in four  # shown at its own field, though an empty one stands before it
    six = phone.post(f"{own}report/", {**report, "board_6": 21})
    assert six.status_code == 422 and "one after the other; 6 were given" in six.content.decode()
    assert phone.post(f"{own}report/", report).status_code == 303
    answer = phone.post(f"{own}report/", {**report, "board_1": 22})
    assert answer.status_code == 422 and "the most allowed" in answer.content.decode()

    link = re.search(r'value="http://[^"/]+(/leagues/solo/witness/[^"]+)"', page_text(phone, own))
    assert link is not None
    assert client.post(link[1], {"saw": "yes", "name": "Anu"}).status_code == 409  # the player's own browser
    witness = client_for(None)
    assert "22.80" in page_text(witness, link[1])
    assert witness.post(link[1], {"saw": "yes", "name": ""}).status_code == 409
    assert witness.post(link[1], {"saw": "yes", "name": "Priya"}).status_code == 303
    assert "22.80" in page_text(witness, f"/leagues/solo/{slug}/")
    assert "witnessed by Priya" in page_text(witness, f"/leagues/solo/{slug}/sets/{SoloSet.objects.get().key}/")
    assert witness.get(link[1].replace("/witness/", "/witness/9")).status_code == 404
    data = json.loads(phone.post(own, {"do": "data"}).content)
    assert data["email"] == "anu@example.org" and data["sets"][0]["strokes"] == list(BOARDS)


def test_who_may_not_sees_and_changes_nothing():
    season = new_season()
    slug = season.slug
    anu, ben = joined_player(season, "Anu Nair", shows_name=False), joined_player(season, "Ben Ode")
    row = sets.report(anu, set_report(witness="Priya", witness_email="priya@example.org", note="my new board"), now=NOW)
    pages = [f"/leagues/solo/{slug}/", f"/leagues/solo/{slug}/weeks/", f"/leagues/solo/{slug}/sets/{row.key}/"]
    for reader in (client_for(None), client_for(ben.guest_id)):
        for url in pages:
            page = page_text(reader, url)
            assert not any(
                secret in page for secret in ("Anu Nair", "example.org", "my new board", selectors.token_of(anu))
            )
            assert "A. N." in page
        for url in ("organise", "edit", "promotion", "whole.json"):
            assert reader.get(f"/leagues/solo/{slug}/{url}" + ("" if "." in url else "/")).status_code == 403
        for what in ("word", "refuse", "strike", "correct", "take-late"):
            reported_it = {"do": what, "day": "2026-02-04", **{f"board_{n}": 20 for n in range(1, 6)}}
            assert reader.post(pages[2], reported_it).status_code == 403
        assert reader.post(pages[1], {"do": "excuse", "player": anu.key}).status_code == 403
    other = client_for(ben.guest_id)
    assert other.post(own_url(ben), {"do": "give-up", "set": row.key}).status_code == 409  # somebody else's set
    assert (
        other.post(own_url(ben), {"do": "film", "set": row.key, "film": "https://films.example/2"}).status_code == 409
    )
    assert other.get(own_url(anu).replace("/own/", "/own/9")).status_code == 404
    row.refresh_from_db()
    assert (row.status, row.film, row.player.excuses.count()) == ("pending", "", 0)
    organiser = client_for(organiser_of(season))
    page = page_text(organiser, f"/leagues/solo/{slug}/organise/")
    assert "anu.nair@example.org" in page and "Anu Nair" in page
    assert "my new board" in page_text(organiser, pages[2])


def test_the_organiser_decides_undoes_and_takes_the_season_along():
    season = new_season()
    owner, slug = organiser_of(season), season.slug
    client = client_for(owner)
    row = confirmed_set(joined_player(season))
    at_set, organise = f"/leagues/solo/{slug}/sets/{row.key}/", f"/leagues/solo/{slug}/organise/"
    boards = {f"board_{number}": score for number, score in enumerate((21, 24, 19, 27, 33), 1)}
    assert client.post(at_set, {"do": "correct", "day": "2026-02-04", **boards, "board_1": "46"}).status_code == 422
    assert client.post(at_set, {"do": "correct", "day": "2026-02-04", **boards, "why": "misread"}).status_code == 303
    page = page_text(client_for(None), at_set)
    assert "was <b>21 24 19 27 23</b>" in page and "misread" in page and "24.80" in page and "Olive" not in page
    line = AuditEntry.objects.get(kind=Kind.SET_CORRECTED)
    assert client.post(organise.replace("organise", "undo"), {"line": str(line.pk)}).status_code == 303
    assert client.post(organise.replace("organise", "undo"), {"line": str(line.pk)}).status_code == 409
    assert "22.80" in page_text(client, f"/leagues/solo/{slug}/")

    assert client.post(organise, {"do": "enter-player", "name": "B"}).status_code == 422
    assert client.post(organise, {"do": "enter-player", "name": "Ben Ode"}).status_code == 303
    ben = Player.objects.get(name="Ben Ode")
    given = {"do": "enter-set", "player": ben.key, "day": "2026-02-04", **boards}
    assert client.post(organise, {**given, "board_3": ""}).status_code == 422
    assert client.post(organise, given).status_code == 303
    assert SoloSet.objects.get(player=ben).status == "counts"
    weeks = f"/leagues/solo/{slug}/weeks/?week=2"
    assert client.post(weeks, {"do": "excuse", "player": ben.key, "why": "ill"}).status_code == 303
    assert "excused" in page_text(client_for(None), weeks) and "ill<" not in page_text(client_for(None), weeks)
    assert client.post(organise, {"do": "withdraw", "player": ben.key}).status_code == 303
    assert "goes up" in page_text(client, f"/leagues/solo/{slug}/promotion/") or "stays" in page_text(
        client, f"/leagues/solo/{slug}/promotion/"
    )
    cem = joined_player(season, "Cem Tan")
    saved = sets.start_at_home(cem, cem.guest_id, device="", now=NOW)  # type: ignore[arg-type]
    assert f"/umpire/{saved.match_id}/" in page_text(client, f"/leagues/solo/{slug}/sets/{saved.key}/")
    assert client.get(f"/umpire/{saved.match_id}/").status_code == 200  # the club's officials may take it over
    assert client_for(ben.guest_id).get(f"/umpire/{saved.match_id}/").status_code == 302  # others watch
    file = SimpleUploadedFile("season.json", page_text(client, f"/leagues/solo/{slug}/whole.json").encode())
    taken = client.post("/leagues/solo/new/", {"club": season.club.slug, "file": file})
    assert taken.status_code == 303 and Season.objects.count() == 2
    broken = SimpleUploadedFile("season.json", b"{}")
    assert client.post("/leagues/solo/new/", {"club": season.club.slug, "file": broken}).status_code == 422
    assert client.post(organise, {"do": "close"}).status_code == 303
    assert "closed" in page_text(client_for(None), f"/leagues/solo/{slug}/")
    assert season_file.write(season)


@pytest.mark.django_db(transaction=True)
async def test_pages_of_a_season_learn_that_something_changed():
    from carrom_web.config.asgi import application

    season = await database_sync_to_async(new_season)()
    player = await database_sync_to_async(joined_player)(season)
    headers = [(b"host", HOST.encode()), (b"origin", ORIGIN)]
    socket = WebsocketCommunicator(application, f"/ws/leagues/solo/{season.slug}/", headers)
    connected, _ = await socket.connect(timeout=60)
    assert connected

    await database_sync_to_async(confirmed_set)(player)
    assert json.loads(await socket.receive_from(timeout=60)) == {"kind": "changed"}
    await database_sync_to_async(registration.withdraw)(player, now=local_time("2026-02-05T12:00"))
    assert json.loads(await socket.receive_from(timeout=60)) == {"kind": "changed"}
    await socket.disconnect()


def test_a_player_corrects_his_set_on_its_page_and_asks_the_organiser_once_its_week_is_over(monkeypatch):
    season = new_season()
    player = joined_player(season)
    row, boards = confirmed_set(player), {f"board_{number}": str(n) for number, n in enumerate(BOARDS, 1)}
    anu, owner = client_for(player.guest), client_for(organiser_of(season))
    address = f"{own_url(player)}sets/{row.key}/"
    assert address in page_text(anu, own_url(player))
    assert "You can correct it yourself" in page_text(anu, address)
    given = {**boards, "day": "2026-02-04", "why": "misread", "do": "correct"}
    wrong = anu.post(address, {**given, "board_2": "46"})
    assert (
        wrong.status_code == 422 and "45 at most" in wrong.content.decode() and 'value="46"' in wrong.content.decode()
    )
    assert "Nothing has changed" in anu.post(address, given).content.decode()
    assert anu.post(address, {**given, "board_5": "25"}).status_code == 303

    monkeypatch.setattr("django.utils.timezone.now", lambda: local_time("2026-02-11T20:00"))
    assert "the organiser has to accept" in page_text(anu, address)
    assert anu.post(address, {**given, "board_5": "20"}).status_code == 303
    assert "Your request" in page_text(anu, address) and "correction requested" in page_text(anu, own_url(player))
    public = f"/leagues/solo/{season.slug}/sets/{row.key}/"
    shown = page_text(client_for(None), public)
    assert "correction requested" in shown and "21 24 19 27 20" in shown and "Accept the correction" not in shown
    assert "correction requested" in page_text(owner, f"/leagues/solo/{season.slug}/organise/")
    assert anu.post(public, {"do": "accept-correction"}).status_code == 403
    assert owner.post(public, {"do": "accept-correction", "why": "clear"}).status_code == 303
    assert "correction accepted" in page_text(client_for(None), public)
    assert SoloSet.objects.get().strokes == [21, 24, 19, 27, 20]
    other = joined_player(season, "Bela Rao")
    assert client_for(other.guest).get(f"{own_url(other)}sets/{row.key}/").status_code == 404


def test_weeks_are_changed_one_by_one_after_what_it_does_was_said():
    season = new_season()
    owner, anu, bela = client_for(organiser_of(season)), joined_player(season), joined_player(season, "Bela Rao")
    confirmed_set(anu)
    later = confirmed_set(bela, day="2026-02-18", now=local_time("2026-02-18T21:00"))
    set_reviews.excuse(season, organiser_of(season).pk, anu, 4, holds=True, why="away", now=NOW)
    assert (later.week, Season.objects.get().last_day.isoformat()) == (3, "2026-03-01")
    address = f"/leagues/solo/{season.slug}/weeks/edit/"
    assert client_for(anu.guest).get(address).status_code == 403
    form = form_fields(page_text(owner, address))

    shifted = owner.post(address, {**form, "do": "break", "before": "2", "days": "7"})
    form = form_fields(shifted.content.decode())
    assert form["w-1-first"] == ["2026-02-16"] and form["w-3-last"] == ["2026-03-08"]
    looked = owner.post(address, {**form, "do": "look"}).content.decode()
    assert "1 set stays in its week." in looked and "Bela Rao, set of February 18: from Week 3 to Week 2" in looked
    assert "The season ends on March 8, 2026" in looked and Season.objects.get().last_day.isoformat() == "2026-03-01"
    out = owner.post(address, {**form, "do": "look", "w-1-out": "on"}).content.decode()
    assert "would not be in any week" in out and "Save the weeks" not in out
    assert owner.post(address, {**form, "do": "store", "w-1-out": "on", "version": "1"}).status_code in (200, 409)
    bad = owner.post(address, {**form, "do": "look", "w-1-last": "2026-02-01", "w-2-last": ""})
    assert bad.status_code == 422 and "ends before it begins" in bad.content.decode()
    assert "Enter both days" in bad.content.decode() and 'value="2026-02-01"' in bad.content.decode()
    stale = owner.post(address, {**form, "do": "store", "version": "99"})
    assert "changed the season in the meantime" in stale.content.decode()

    version = re.search(r'name="version" value="(\w+)"', looked)
    assert version is not None
    stored = owner.post(address, {**form, "do": "store", "version": version[1], "why": "Carnival"})
    assert stored.status_code == 303, stored.content.decode()[-3000:]
    assert SoloSet.objects.get(pk=later.pk).week == 2
    assert Season.objects.get().last_day.isoformat() == "2026-03-08"
    assert [one.week for one in Excuse.objects.all()] == [3]
    edited = form_fields(page_text(owner, f"/leagues/solo/{season.slug}/edit/"))
    assert owner.post(f"/leagues/solo/{season.slug}/edit/", {**edited, "title": "Kept weeks"}).status_code == 303
    assert SoloSet.objects.get(pk=later.pk).week == 2  # the form of the whole season leaves them as they are
    entry = AuditEntry.objects.get(kind=Kind.CHANGED)
    organise = f"/leagues/solo/{season.slug}/organise/"
    for line in (entry, AuditEntry.objects.get(kind=Kind.WEEKS_CHANGED)):
        assert owner.post(organise.replace("organise", "undo"), {"line": str(line.pk)}).status_code == 303
    assert SoloSet.objects.get(pk=later.pk).week == 3
    assert [one.week for one in Excuse.objects.all()] == [4]


@pytest.mark.parametrize("state", [Season.State.CLOSED, Season.State.DRAFT])
def test_a_season_that_takes_nobody_shows_no_form_of_entry_and_none_for_a_set(state: str):
    season = new_season()
    player = joined_player(season)
    Season.objects.filter(pk=season.pk).update(state=state)

    organiser = client_for(organiser_of(season))
    for client, url in (
        (organiser, f"/leagues/solo/{season.slug}/join/"),
        (client_for(None), own_url(player) + "report/"),
    ):
        page = page_text(client, url, 403)
        assert '<form method="post"' not in without_layout(page) and "This season" in page

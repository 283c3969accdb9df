"""Three fields make a draft of an event; the draft shows all else, each setting with a link to where it is changed."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom.tournament.presets.every import PRESETS
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import repository
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.quick_start import LEAD, changeable
from tests.support.web.clients import as_guest

pytestmark = pytest.mark.django_db
TYPED = ("quick-title", "quick-day", "quick-venue")


@pytest.fixture
def owner() -> Client:
    guest = Guest.objects.create(name="Olive Owner")
    clubs.found_club(guest.pk, name="Carrom Club")
    return as_guest(guest)


def sent(days: int = 30, **more: str) -> dict[str, str]:
    day = timezone.localdate() + timedelta(days=days)
    given = {"do": "quick", "club": Club.objects.get().slug, "quick-title": "Spring Cup", "quick-venue": "Town hall"}
    return {**given, "quick-day": day.isoformat(), "quick-zone": "Europe/London", **more}


@pytest.mark.parametrize("slug", PRESETS)
def test_three_fields_make_a_draft_of_every_preset(owner: Client, slug: str):
    page = owner.get(f"/events/new/?preset={slug}").content.decode()
    quick = page[page.index("In three fields") : page.index("Or everything at once")]
    assert re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*name="([^"]+)"', quick) == list(TYPED)

    answer = owner.post("/events/new/", sent(preset=slug))
    assert answer.status_code == 303, answer.context["errors"]
    event = Event.objects.get()
    terms = repository.terms_of(event)
    assert answer.headers["Location"] == f"/events/{event.slug}/organise/" and event.state == Event.State.DRAFT
    assert (terms.title, terms.venue.name, terms.time_zone) == ("Spring Cup", "Town hall", "Europe/London")
    assert terms.categories == PRESETS[slug].terms.categories
    assert terms.days[0].date - terms.deadline == LEAD


def test_an_event_that_is_near_takes_entries_until_its_day(owner: Client):
    assert owner.post("/events/new/", sent(days=3)).status_code == 303
    terms = repository.terms_of(Event.objects.get())
    assert terms.deadline == timezone.localdate() < terms.days[0].date


def test_what_is_missing_stands_at_its_field_and_what_was_typed_stays(owner: Client):
    answer = owner.post("/events/new/", sent(**{"quick-day": "", "quick-title": "Spring Cup"}))

    assert answer.status_code == 422 and not Event.objects.exists()
    assert [error["id"] for error in answer.context["errors"]] == ["id_quick-day"]
    assert 'value="Spring Cup"' in answer.content.decode()
    assert owner.post("/events/new/", sent(**{"quick-zone": "Nowhere/Town"})).status_code == 303


def test_a_draft_shows_each_setting_with_a_link_to_its_field(owner: Client):
    owner.post("/events/new/", sent(preset="kagw-2022"))
    event = Event.objects.get()
    organise = owner.get(f"/events/{event.slug}/organise/").content.decode()
    form = owner.get(f"/events/{event.slug}/edit/").content.decode()

    text = re.sub(r"\s+", " ", organise)
    assert "Fee: <b>10.00 USD</b>" in text and f'href="/events/{event.slug}/edit/#id_c-0-fee"' in text
    assert "Least players in a team" not in text  # singles and doubles alone
    rows = [row for part in changeable(repository.terms_of(event)) for row in part["rows"]]
    assert len(rows) > 20
    assert [row["field"] for row in rows if f'id="{row["field"]}' not in form] == []

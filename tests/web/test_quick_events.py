"""Three fields make a draft of an event; the draft shows all else, each setting with a link to where it is changed."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom.tournament.presets.every import PRESETS
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import repository, setting_changes
from carrom_web.competitions.events.form_rows import EditedForms
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.quick_start import LEAD
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


def draft(owner: Client, preset: str = "kagw-2022") -> Event:
    assert owner.post("/events/new/", sent(preset=preset)).status_code == 303
    return Event.objects.get()


def text_of(answer) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def fields_in(html: str) -> set[str]:
    """The names of the fields that people see."""
    return set(re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*name="([^"]+)"', html))


@pytest.mark.parametrize("slug", PRESETS)
def test_a_form_that_is_sent_as_it_stands_changes_nothing(slug: str):
    terms = PRESETS[slug].terms
    assert EditedForms(terms, setting_changes.as_sent(terms)).terms() == terms


@pytest.mark.parametrize("slug", PRESETS)
def test_every_setting_of_a_draft_has_a_form_of_its_own_in_its_place(owner: Client, slug: str):
    terms = repository.terms_of(draft(owner, slug))
    edited = EditedForms(terms)
    rows = [row for _title, rows in setting_changes.setting_rows(terms) for row in rows]

    assert len(rows) > 40 and len({row.key for row in rows}) == len(rows)
    assert [row.key for row in rows if len(setting_changes.fields_of(edited, row)) != len(row.fields)] == []


def test_a_setting_is_changed_where_it_is_shown_by_one_field(owner: Client):
    event = draft(owner)
    organise = f"/events/{event.slug}/organise/"
    shown = text_of(owner.get(organise))
    assert "Fee: <b>10.00 USD</b>" in shown and 'href="?change=c-0-fee#set-c-0-fee"' in shown
    assert "Least players in a team" not in shown  # singles and doubles alone

    form = text_of(owner.get(organise, {"change": "c-0-fee"}))
    before = repository.terms_of(event)
    assert fields_in(form) - fields_in(shown) == {"c-0-fee"}
    answer = owner.post(organise, {"do": "change", "setting": "c-0-fee", "c-0-fee": "12.50"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{organise}#set-c-0-fee")
    event.refresh_from_db()
    after = repository.terms_of(event)
    assert after.categories[0].fee == 1250
    assert replace(after, categories=(replace(after.categories[0], fee=1000), *after.categories[1:])) == before


def test_a_change_that_cannot_be_stands_at_its_field_or_says_where_else_and_nothing_is_stored(owner: Client):
    event = draft(owner)
    organise = f"/events/{event.slug}/organise/"
    before = repository.terms_of(event)

    wrong = owner.post(organise, {"do": "change", "setting": "c-0-fee", "c-0-fee": "ten"})
    assert wrong.status_code == 422 and 'value="ten"' in wrong.content.decode() and 'class="err"' in text_of(wrong)
    account = owner.post(organise, {"do": "change", "setting": "pays", "pays": ["transfer"]})
    assert account.status_code == 422 and "Enter where to transfer the money" in text_of(account)
    late = owner.post(organise, {"do": "change", "setting": "deadline", "deadline": "2090-01-01"})
    assert late.status_code == 422
    unknown = owner.post(organise, {"do": "change", "setting": "c-9-fee", "c-9-fee": "1"})
    assert unknown.status_code == 409 and "does not matter in this event" in text_of(unknown)
    event.refresh_from_db()
    assert repository.terms_of(event) == before


def test_dates_and_options_of_a_format_are_changed_in_their_place_too(owner: Client):
    event = draft(owner, "swiss-weekend")
    organise = f"/events/{event.slug}/organise/"
    day = timezone.localdate() + timedelta(days=40)
    sent_dates = {"first_day": day, "last_day": "", "opens": "10:00", "closes": "17:30", "breaks": ""}
    assert owner.post(organise, {"do": "change", "setting": "dates", **sent_dates}).status_code == 303
    rounds = "c-0-option:swiss:rounds"
    assert owner.post(organise, {"do": "change", "setting": rounds, rounds: "6"}).status_code == 303

    event.refresh_from_db()
    terms = repository.terms_of(event)
    assert [one.date for one in terms.days] == [day] and terms.days[0].opens.hour == 10
    assert dict(terms.categories[0].format_values)["rounds"] == 6


def test_an_event_of_three_fields_and_one_change_takes_a_tenth_of_the_fields_of_the_whole_form(owner: Client):
    """What somebody meets who announces an event and asks 12 instead of 10: pages, fields that are seen, actions."""
    whole = fields_in(text_of(owner.get("/events/new/?preset=kagw-2022")).partition("Or everything at once")[2])
    organise = f"/events/{draft(owner).slug}/organise/"
    in_place = fields_in(text_of(owner.get(organise, {"change": "c-0-fee"}))) - fields_in(text_of(owner.get(organise)))

    assert len(whole) > 100 and len(TYPED) + len(in_place) == 4

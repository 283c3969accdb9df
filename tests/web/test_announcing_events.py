"""The form of an event and its categories: presets, options of formats, teams, what is refused, what stays."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom.tournament.category import CategoryTerms, MatchTerms
from carrom.tournament.presets.every import PRESETS
from carrom.tournament.registration import NotAdmittedError
from carrom.tournament.teams import TieTerms
from carrom_web.competitions.events import repository
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import registration, registration_changes
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import registration_form, terms_form
from tests.support.web.events import (
    PAIRS,
    application,
    cash_terms,
    new_event,
    organiser_of,
    small_event_terms,
    upcoming_terms,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return new_event(upcoming_terms())


@pytest.mark.parametrize("slug", PRESETS)
def test_every_preset_can_be_announced_as_it_stands(slug):
    event = new_event(upcoming_terms(), published=False)
    owner = as_guest(organiser_of(event))
    page = owner.get(f"/events/new/?preset={slug}")
    sent = terms_form(page.context["terms"]) | {"preset": slug, "club": event.club.slug}

    answer = owner.post("/events/new/", sent)

    assert answer.status_code == 303, answer.context["errors"]
    made = Event.objects.order_by("-pk")[0]
    assert repository.terms_of(made).categories == PRESETS[slug].terms.categories


def test_the_options_of_the_chosen_format_are_asked_stored_and_read_by_the_formats_own_rules():
    event = new_event(upcoming_terms(small_event_terms(8)))
    owner = as_guest(organiser_of(event))
    terms = repository.terms_of(event)
    chosen = {"c-0-format": "swiss", "c-0-option:swiss:rounds": "5", "c-0-option:swiss:method": "dazed"}
    bad = {"c-0-option:swiss:rounds": "0", "c-0-option:knockout:seeds": "many"}  # the second is of another format
    address = f"/events/{event.slug}/edit/"

    refused = owner.post(address, terms_form(terms) | chosen | bad)
    answer = owner.post(address, terms_form(terms) | chosen)

    assert refused.status_code == 422
    assert [one["text"] for one in refused.context["errors"]] == ["Rounds must be at least 1, not 0."]
    assert answer.status_code == 303, answer.context["errors"]
    event.refresh_from_db()
    assert repository.terms_of(event).categories[0].format_values == (("rounds", 5), ("method", "dazed"))
    assert 'value="5"' in owner.get(address).content.decode()


def test_a_category_of_teams_is_announced_with_its_ties_and_what_cannot_be_is_refused_at_the_field():
    event = new_event(upcoming_terms(small_event_terms(8)))
    owner = as_guest(organiser_of(event))
    terms = repository.terms_of(event)
    spare = f"c-{len(terms.categories)}"
    team = {
        "title": "Clubs",
        "kind": "team",
        "gender": "any",
        "format": "round-robin",
        "match_length": "match",
        "tie_level": "tied",
    }
    reported = terms_form(terms) | {f"{spare}-{name}": value for name, value in team.items()}
    reported |= {f"{spare}-members": "4", f"{spare}-most_members": "6", f"{spare}-tie_order": "SSSD"}
    address = f"/events/{event.slug}/edit/"

    for name, value, says in (
        ("members", "", "how many people make a team"),
        ("members", "2", "needs 3 players"),
        ("most_members", "3", "cannot be limited to 3"),
        ("tie_order", "SXD", "must look like SSD"),
    ):
        refused = owner.post(address, reported | {f"{spare}-{name}": value})
        assert refused.status_code == 422
        assert says in refused.content.decode()
    assert owner.post(address, reported).status_code == 303

    event.refresh_from_db()
    made = repository.terms_of(event).category("clubs")
    assert (made.size, made.most_size, made.tie) == (4, 6, TieTerms(order="SSSD", level="tied"))


def test_an_event_is_copied_a_year_later(event):
    owner = as_guest(organiser_of(event))

    page = owner.get(f"/events/new/?copy={event.slug}")

    before = repository.terms_of(event)
    assert page.context["terms"].days[0].date == before.days[0].date + timedelta(weeks=52)


def test_an_event_that_cannot_be_held_is_refused_and_what_was_typed_is_saved(event):
    owner = as_guest(organiser_of(event))
    sent = terms_form(repository.terms_of(event)) | {"time_zone": "Bethesda", "title": "Typed with care"}

    answer = owner.post(f"/events/{event.slug}/edit/", sent)

    assert answer.status_code == 422
    assert "is not a time zone" in answer.content.decode()
    assert "Typed with care" in answer.content.decode()


def test_a_category_is_added_while_the_others_stay(event):
    owner = as_guest(organiser_of(event))
    registration.hand_in(event, application(), now=timezone.now())
    terms = repository.terms_of(event)
    spare = len(terms.categories)
    new = {f"c-{spare}-title": "Solo", f"c-{spare}-kind": "solo", f"c-{spare}-gender": "any"}
    more = {f"c-{spare}-format": "round-robin", f"c-{spare}-match_length": "match"}

    answer = owner.post(f"/events/{event.slug}/edit/", terms_form(terms) | new | more)

    assert answer.status_code == 303, answer.context["errors"]
    event.refresh_from_db()
    assert [one.key for one in repository.terms_of(event).categories] == [one.key for one in terms.categories] + [
        "solo"
    ]


def test_an_event_may_have_any_number_of_categories(event):
    owner, terms = as_guest(organiser_of(event)), repository.terms_of(event)
    many = replace(terms, categories=tuple(CategoryTerms(key=f"c{n}", title=f"Age {n}") for n in range(60)))
    sent = terms_form(many)

    answer = owner.post("/events/new/", sent | {"club": event.club.slug})

    assert answer.status_code == 303, answer.context["errors"]
    made = Event.objects.order_by("-pk")[0]
    assert [one.title for one in repository.terms_of(made).categories] == [f"Age {n}" for n in range(60)]
    page = owner.get(f"/events/{made.slug}/edit/").content.decode()
    assert page.count("data-category=") == 61


def test_another_category_and_other_options_are_shown_with_what_was_typed_and_nothing_is_stored(event):
    owner, terms = as_guest(organiser_of(event)), repository.terms_of(event)
    rows = len(terms.categories)
    typed = {"title": "Typed with care", "boards": "0", "c-0-format": "swiss", "c-TOTAL_FORMS": str(rows + 1)}
    address = f"/events/{event.slug}/edit/"

    more = owner.post(address, terms_form(terms) | typed | {"do": "add-category"})
    fewer = owner.post(address, terms_form(terms) | typed | {"do": "add-category", "c-TOTAL_FORMS": "900"})

    page = more.content.decode()
    assert more.status_code == 200 and "Typed with care" in page and 'class="err"' not in page
    assert page.count("data-category=") == rows + 2 and 'name="c-0-option:swiss:rounds" value="7"' in page
    assert fewer.content.decode().count("data-category=") <= rows + 3, "no more rows are made than were sent"
    event.refresh_from_db()
    assert repository.terms_of(event) == terms


def test_nobody_enters_more_categories_than_the_event_allows():
    event = new_event(upcoming_terms(cash_terms(most_categories=1)))
    both = {f"in_{PAIRS}": "on", f"mate_{PAIRS}": "Bo Sen", f"mail_{PAIRS}": "bo@example.org"}
    both |= {f"born_{PAIRS}": "1990-01-01"}

    refused = Client().post(f"/events/{event.slug}/register/", registration_form(**both))
    answer = Client().post(f"/events/{event.slug}/register/", registration_form())

    assert refused.status_code == 422
    assert "may enter 1 category of this event, not 2" in refused.content.decode()
    assert answer.status_code == 303
    form = event.forms.get()
    details = registration_changes.details_of(form)
    with pytest.raises(NotAdmittedError, match="not 2"):
        registration_changes.change(
            form,
            replace(details, categories=(*details.categories, PAIRS)),
            version=form.version,
            guest_id=organiser_of(event).pk,
            now=timezone.now(),
        )


def test_the_organiser_reads_what_of_a_category_s_laws_cannot_be_meant():
    nothing_paid = MatchTerms(values=(("coin_points", 0), ("queen_points", 0)))
    event = new_event(
        cash_terms(
            categories=(
                CategoryTerms(key="odd", title="Odd", match=nothing_paid),
                CategoryTerms(key="usual", title="Usual", match=MatchTerms(length="board")),
            ),
            official_laws_only=False,
        ),
        published=False,
    )

    page = as_guest(organiser_of(event)).get(f"/events/{event.slug}/organise/").content.decode()

    assert page.count("Laws that do not fit together") == 1
    assert page.count("Neither coins nor the queen pay anything.") == 1

"""Registrations and entries point to the club's players: one address, birth date and consent for all events."""

from dataclasses import replace
from datetime import date

import pytest

from carrom_web.accounts import privacy as accounts
from carrom_web.accounts.models import Guest
from carrom_web.clubs.rights import Role
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import event_file, privacy, selectors
from carrom_web.competitions.events.models import Event, Member, Registration
from carrom_web.competitions.events.services import organising, registration, registration_changes
from carrom_web.people import selectors as people
from carrom_web.people import services
from carrom_web.people.models import Player
from tests.support.web.events import (
    ADULTS,
    NOW,
    PAIRS,
    application,
    cash_terms,
    new_event,
    official,
    organiser_of,
    pair_application,
)
from tests.support.web.matches import make_guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return new_event(cash_terms())


def second_event(event: Event) -> Event:
    owner = organiser_of(event).pk
    other = organising.start_event(event.club, owner, cash_terms(title="Second Cup"), now=NOW)
    organising.publish(other, owner, now=NOW)
    return Event.objects.get(pk=other.pk)


def test_who_enters_two_events_of_a_club_is_one_player_whose_last_word_counts(event: Event):
    guest = make_guest("Anu")
    first = registration.hand_in(event, application("Anu Nair", ADULTS, guest_id=guest, shows_name=True), now=NOW)

    again = application("Anu Nair", ADULTS, guest_id=guest, shows_name=False)
    second = registration.hand_in(second_event(event), again, now=NOW)

    assert first.person == second.person
    assert selectors.shown_name(Member.objects.get(entry__form=first)) == "A. N."


def test_all_rows_of_a_form_are_of_one_player_and_partners_of_their_own(event: Event):
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)

    anu, binu = Member.objects.filter(entry__form=form).order_by("position")

    assert anu.person == form.person != binu.person
    assert (binu.email, binu.born) == ("binu@example.org", date(1990, 1, 1))


def test_a_partner_is_named_once_they_agreed_whatever_they_said_before(event: Event):
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    binu = Member.objects.get(entry__form=form, position=1)
    services.set_consent(binu.person, shows_name=True)
    binu = Member.objects.get(pk=binu.pk)

    assert selectors.shown_name(binu) == "B. R."
    registration.agree(binu, shows_name=True, now=NOW)
    assert selectors.shown_name(Member.objects.get(pk=binu.pk)) == "Binu Rao"


def test_the_desk_finds_the_player_by_the_name_and_distinguishes_two_of_one_name_in_an_event(event: Event):
    anu = registration.hand_in(event, application("Anu Nair", ADULTS), now=NOW)
    desk = {"by_registrar": True, "email": ""}

    known = registration.hand_in(second_event(event), application("Anu Nair", ADULTS, **desk), now=NOW)
    other = registration.hand_in(event, application("Anu Nair", ADULTS, **desk, born=date(2001, 1, 1)), now=NOW)

    assert known.person == anu.person and known.email == anu.email
    assert other.person != anu.person


def test_no_row_of_an_event_holds_a_day_of_birth(event: Event):
    form = registration.hand_in(event, application("Anu Nair", ADULTS, born=date(1991, 4, 2)), now=NOW)
    registration.hand_in(event, pair_application("Cy Roy", "Di Sen"), now=NOW)

    stored = repr([*Registration.objects.values(), *Member.objects.values()])

    assert form.born == date(1991, 4, 2)
    assert "date(1991," not in stored and "date(1990," not in stored


def changed_form(form: Registration, *, by: Role | None = None, **changes: object) -> Registration:
    guest_id = official(form.event, by).pk if by else None
    form = Registration.objects.get(pk=form.pk)
    wanted = replace(registration_changes.details_of(form), **changes)  # type: ignore[arg-type]
    registration_changes.change(form, wanted, version=form.version, guest_id=guest_id, now=NOW)
    return Registration.objects.get(pk=form.pk)


def test_a_form_that_now_names_somebody_else_leaves_the_player_of_other_events_alone(event: Event):
    guest = make_guest("Anu")
    first = registration.hand_in(event, application("Anu Nair", ADULTS, guest_id=guest), now=NOW)
    second = registration.hand_in(second_event(event), application("Anu Nair", ADULTS, guest_id=guest), now=NOW)

    second = changed_form(second, by=Role.REGISTRAR, name="Cem Kaya")

    assert second.person != first.person
    assert Member.objects.get(entry__form=second).person == second.person
    assert Player.objects.get(pk=first.person_id).name == "Anu Nair"


def test_a_form_whose_name_was_mistyped_renames_its_player_where_nothing_else_is_of_them(event: Event):
    """The owner of the form is no official, and the name changes: its own rows alone point to the player."""
    form = registration.hand_in(event, application("Anu Niar", ADULTS, guest_id=make_guest("Anu")), now=NOW)

    form = changed_form(form, name="Anu Nair")

    assert Player.objects.get().name == "Anu Nair" and form.person == Player.objects.get()


def test_somebody_elses_row_of_the_same_player_keeps_the_name_as_it_is(event: Event):
    form = registration.hand_in(event, application("Anu Nair", ADULTS, guest_id=make_guest("Anu")), now=NOW)
    other = registration.hand_in(event, pair_application("Binu Rao", "Cem Kaya"), now=NOW)
    Member.objects.filter(entry__form=other, position=1).update(person=form.person)  # as a merge does

    form = changed_form(form, name="Dana Roy")

    assert form.person.name == "Dana Roy"
    assert Member.objects.get(entry__form=other, position=1).person.name == "Anu Nair"


def test_what_the_desk_corrects_of_a_player_is_corrected_for_all_they_entered(event: Event):
    guest = make_guest("Anu")
    first = registration.hand_in(event, application("Anu Nair", ADULTS, guest_id=guest), now=NOW)
    second = registration.hand_in(second_event(event), application("Anu Nair", ADULTS, guest_id=guest), now=NOW)

    changed_form(second, by=Role.REGISTRAR, email="right@example.org")

    assert Registration.objects.get(pk=first.pk).email == "right@example.org"


def test_a_stranger_who_types_a_name_and_address_changes_nothing_of_the_player(event: Event):
    anu = registration.hand_in(event, application("Anu Nair", ADULTS, guest_id=make_guest("Anu")), now=NOW)

    mallory = application("Anu Nair", ADULTS, guest_id=make_guest("Mallory"), shows_name=not anu.shows_name)
    forged = registration.hand_in(second_event(event), mallory, now=NOW)

    assert forged.person != anu.person
    assert Registration.objects.get(pk=anu.pk).shows_name is anu.shows_name
    assert [{a.pk, b.pk} for a, b in people.likely_duplicates(event.club)] == [{anu.person_id, forged.person_id}]


def test_deleting_one_registration_by_its_link_leaves_the_player_of_another_event(event: Event):
    guest = make_guest("Anu")
    first = registration.hand_in(event, application("Anu Nair", ADULTS, guest_id=guest), now=NOW)
    second = registration.hand_in(second_event(event), application("Anu Nair", ADULTS, guest_id=guest), now=NOW)

    privacy.erase_registration(first, now=NOW)

    first.refresh_from_db()
    assert (first.name, first.email, Member.objects.get(entry__form=first).email) == ("", "", "")
    assert Registration.objects.get(pk=second.pk).email == second.email != ""
    privacy.erase_registration(second, now=NOW)
    assert not Player.objects.exclude(email="", name="").exists()


def test_deleting_oneself_deletes_also_where_others_named_one(event: Event):
    guest = make_guest("Binu")
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    binu = Member.objects.get(name="Binu Rao")
    registration.agree(binu, shows_name=True, now=NOW)
    Player.objects.filter(pk=binu.person_id).update(guest=guest)

    accounts.erase(Guest.objects.get(pk=guest))

    binu.refresh_from_db()
    assert (binu.name, binu.email, binu.born) == ("", "", None)
    assert Member.objects.filter(name="Anu Nair").exists()


def test_a_file_of_an_event_finds_the_players_of_the_club_it_is_read_into(event: Event):
    registration.hand_in(event, application("Anu Nair", ADULTS, born=date(1991, 4, 2)), now=NOW)
    registration.hand_in(event, pair_application("Cy Roy", "Di Sen"), now=NOW)
    before = Player.objects.count()

    again = event_file.read(event.club, organiser_of(event).pk, packed(event_file.write(event)), now=NOW)

    assert Player.objects.count() == before
    assert {form.person_id for form in again.forms.all()} == {form.person_id for form in event.forms.all()}
    assert again.categories.get(key=PAIRS).members.get(position=1).born == date(1990, 1, 1)

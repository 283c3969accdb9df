"""The pages of an event: registered for, run at the desk; who may see what."""

import csv
from datetime import date, timedelta
from unittest.mock import ANY

import pytest
from django.core import mail
from django.utils import timezone

from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.competitions.events import link_tokens, repository, selectors
from carrom_web.competitions.events.models import Event, Member, Registration
from carrom_web.competitions.events.services import organising, registration
from carrom_web.core.links import qr_of
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import registration_form
from tests.support.web.events import (
    ADULTS,
    KAGW,
    PAIRS,
    application,
    new_event,
    official,
    organiser_of,
    pair_application,
    upcoming_terms,
)
from tests.support.web.markup import without_layout

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return new_event(upcoming_terms())


@pytest.mark.clause("K-004")
@pytest.mark.clause("K-009")
@pytest.mark.clause("K-012")
@pytest.mark.clause("K-013")
def test_the_kagw_preset_shows_the_school_the_day_the_deadline_and_the_fees(client):
    page = client.get(f"/events/{new_event(KAGW).slug}/").content.decode()

    for text in (
        "Walter Johnson High School",
        "6400 Rock Spring Dr, Bethesda, MD 20814",
        "Feb. 5, 2022",
        "Jan. 30, 2022",
    ):
        assert text in page
    for text in ("09:00 to 15:00", "$10 Singles", "$15 Doubles", "PayPal", "entries closed", "over"):
        assert (text in page) is (text != "entries closed")
    assert "/register/" not in page


@pytest.mark.clause("K-011")
def test_k011_an_extension_is_seen_on_the_events_page_with_both_dates(client, event):
    terms = repository.terms_of(event)
    to = terms.deadline + timedelta(days=3)
    organising.extend(event, organiser_of(event).pk, to, now=timezone.now(), why="Four more are coming.")

    page = client.get(f"/events/{event.slug}/").content.decode()

    assert page.count("Entry deadline moved") == 1
    assert "Four more are coming." in page
    assert str(to.day) in page


@pytest.mark.clause("C-085")
@pytest.mark.clause("C-086")
@pytest.mark.clause("C-087")
@pytest.mark.parametrize(
    ("role", "title"),
    [
        (Role.TECHNICAL_DIRECTOR, "Technical Director"),
        (Role.CHIEF_REFEREE, "Chief referee"),
        (Role.ASSISTANT_CHIEF_REFEREE, "Assistant chief referee"),
        (Role.UMPIRE, "Umpire"),
    ],
)
def test_officials_are_named_with_their_post(client, event, role, title):
    guest = official(event, role)
    guest.name = "R. Das"
    guest.save()

    page = client.get(f"/events/{event.slug}/").content.decode()

    assert f"<dt>{title}</dt><dd>R. Das</dd>" in without_layout(page)


def test_a_registration_is_handed_in_without_an_account_and_leads_to_its_own_page(client, event):
    answer = client.post(f"/events/{event.slug}/register/", registration_form())

    assert answer.status_code == 303
    own = client.get(answer.headers["Location"]).content.decode()
    assert "Registration 1" in own
    assert "$10" in own
    assert Registration.objects.get().email == "anu@example.org"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": ""}, "This field is required"),
        ({"email": "anu@"}, "valid email"),
        ({"born": ""}, "This field is required"),
        ({"born": "1791-04-02"}, "This is not a player&#x27;s date of birth"),
        ({"born": "2020-04-02"}, "is for ages from 19"),
        ({f"in_{ADULTS}": ""}, "Choose at least one category"),
        ({f"in_{PAIRS}": "on"}, "needs a partner, who gets a link"),
        ({"method": "barter"}, "Select a valid choice"),
        ({"name": "x" * 81}, "at most 80"),
    ],
)
def test_what_is_wrong_is_said_at_the_field_and_nothing_is_lost(client, event, changes, says):
    answer = client.post(f"/events/{event.slug}/register/", registration_form(**changes))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert says in page
    assert event.forms.count() == 0
    if "email" not in changes:
        assert "anu@example.org" in page


@pytest.mark.clause("K-007")
def test_k007_a_second_registration_is_refused_on_the_page_with_the_number_of_the_first(client, event):
    client.post(f"/events/{event.slug}/register/", registration_form())

    answer = client.post(f"/events/{event.slug}/register/", registration_form(email="other@example.org"))

    assert answer.status_code == 422
    assert "number 1 on" in answer.content.decode()
    assert [letter.to for letter in mail.outbox] == [["anu@example.org"]]


@pytest.mark.clause("K-008")
def test_k008_after_the_deadline_the_form_is_not_there_and_a_late_one_is_refused(client):
    event = new_event(KAGW)

    for answer in (
        client.get(f"/events/{event.slug}/register/"),
        client.post(f"/events/{event.slug}/register/", registration_form()),
    ):
        assert answer.status_code == 403
        assert "registration-closed" in answer.content.decode()
    assert event.forms.count() == 0


def test_a_pair_is_entered_and_the_partner_says_yes_by_link(client, event):
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=timezone.now())
    link = f"/partners/{link_tokens.partner_token(Member.objects.get(position=1))}/"
    assert "Anu Nair has entered you" in client.get(link).content.decode()

    client.post(link, {"do": "agree"})

    assert "You are playing" in client.get(link).content.decode()
    member = Member.objects.get(entry__form=form, position=1)
    assert (member.agreed_at, member.shows_name) == (ANY, False)


def test_names_are_whole_in_public_only_with_consent(client, event):
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=timezone.now())
    registration.hand_in(event, application("Chitra Das", shows_name=False), now=timezone.now())

    page = client.get(f"/events/{event.slug}/entries/").content.decode()

    assert "Anu Nair</a>&amp; B. R." in without_layout(page)
    assert "C. D." in page
    assert "Binu" not in page
    assert "example.org" not in page


def test_the_code_of_a_registration_leads_the_desk_to_it_and_to_nobody_else(client, event):
    registration.hand_in(event, application("Binu Rao"), now=timezone.now())
    form = registration.hand_in(event, application(), now=timezone.now())
    desk = f"/events/{event.slug}/desk/?find={form.number}"

    own = client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()
    registrar = as_guest(official(event, Role.REGISTRAR))
    found = registrar.get(desk).content.decode()

    assert str(qr_of(f"http://testserver{desk}")["path"]) in own
    assert "Anu Nair" in found and "Binu Rao" not in found and "Is here" in found
    assert client.get(desk).status_code == 403
    registrar.post(desk, {"do": "came", "form": form.number})
    assert "You are checked in" in client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()


def test_a_form_that_is_withdrawn_on_its_page_frees_the_place(client, event):
    form = registration.hand_in(event, application(), now=timezone.now())
    own = f"/registrations/{link_tokens.token_of(form)}/"

    client.post(own, {"do": "withdraw"})

    assert "withdrawn" in client.get(own).content.decode()
    assert selectors.entries_of(event) == []


@pytest.mark.parametrize(
    "path", ["/registrations/forged.sign/", "/partners/1.forged/", "/events/none/", "/payments/paypal/"]
)
def test_an_address_that_nobody_was_given_shows_nothing(client, path):
    answer = client.get(path)

    assert answer.status_code in (403, 404)


@pytest.mark.parametrize("role", [None, *Role])
def test_who_may_see_and_do_what_is_the_table_of_rights(event, role):
    registration.hand_in(event, application(email="secret@example.org"), now=timezone.now())
    guest = Guest.objects.create(name="Stranger") if role is None else _with_role(event, role)
    may = actions_of([role]) if role else frozenset()
    client = as_guest(guest)

    desk = client.get(f"/events/{event.slug}/desk/")
    organise = client.get(f"/events/{event.slug}/organise/")
    entries = client.get(f"/events/{event.slug}/files/entries.csv")
    ledger = client.get(f"/events/{event.slug}/files/ledger.csv")
    paid = client.post(f"/events/{event.slug}/desk/", {"do": "pay", "form": "1", "amount": "10", "method": "cash"})
    came = client.post(f"/events/{event.slug}/desk/", {"do": "came", "form": "1"})
    moved = client.post(f"/events/{event.slug}/organise/", {"do": "cancel-event"})

    at_desk = bool(may & {Action.REGISTER, Action.SEE_PERSONS, Action.TAKE_PAYMENTS})
    assert desk.status_code == (200 if at_desk else 403)
    assert ("secret@example.org" in desk.content.decode()) is (Action.SEE_PERSONS in may)
    assert organise.status_code == (200 if Action.ORGANISE in may else 403)
    assert entries.status_code == (200 if Action.SEE_PERSONS in may else 403)
    assert ledger.status_code == (200 if Action.TAKE_PAYMENTS in may else 403)
    assert (paid.status_code == 303) is (Action.TAKE_PAYMENTS in may)
    assert (selectors.account_of(Registration.objects.get()).paid == 1000) is (Action.TAKE_PAYMENTS in may)
    assert (came.status_code == 303) is (Action.REGISTER in may)
    assert (moved.status_code == 303) is (Action.ORGANISE in may)


def _with_role(event: Event, role: Role) -> Guest:
    return organiser_of(event) if role is Role.OWNER else official(event, role)


def test_a_draft_is_seen_by_its_organisers_alone_until_it_is_published(client):
    event = new_event(upcoming_terms(), published=False)
    owner = as_guest(organiser_of(event))

    assert client.get(f"/events/{event.slug}/").status_code == 404
    assert client.post(f"/events/{event.slug}/register/", registration_form()).status_code == 404
    assert "Club Cup" not in client.get("/events/").content.decode()
    assert owner.get(f"/events/{event.slug}/").status_code == 200
    assert "Sign up" not in owner.get(f"/events/{event.slug}/organise/").content.decode()
    owner.post(f"/events/{event.slug}/organise/", {"do": "publish"})
    assert "Club Cup" in client.get("/events/").content.decode()


def test_holding_an_event_needs_an_account_and_the_draft_of_a_guest_comes_along(client):
    event = new_event(upcoming_terms(), published=False)
    helper = official(event, Role.ORGANISER)
    page = f"/events/{event.slug}/organise/"

    shown = as_guest(helper).get(page).content.decode()
    refused = as_guest(helper).post(page, {"do": "publish"})

    assert f"/accounts/signup/?next={page}" in shown and "Publish and open entries" not in shown
    assert refused.status_code == 409 and "Sign up or sign in first" in refused.content.decode()
    assert client.get(f"/events/{event.slug}/").status_code == 404


def test_files_do_not_become_formulas_and_the_ledger_adds_up(event):
    form = registration.hand_in(event, application("=HYPERLINK(1)"), now=timezone.now())
    owner = as_guest(organiser_of(event))
    owner.post(f"/events/{event.slug}/desk/", {"do": "pay", "form": form.number, "amount": "10", "method": "cash"})

    entries = owner.get(f"/events/{event.slug}/files/entries.csv").content.decode()
    ledger = owner.get(f"/events/{event.slug}/files/ledger.csv").content.decode("utf-8-sig")

    assert "'=HYPERLINK(1)" in entries
    amounts = [float(line["amount"]) for line in csv.DictReader(ledger.splitlines())]
    assert (len(amounts), sum(amounts)) == (2, 0)


def test_the_desk_finds_by_name_and_by_number(event):
    for name in ("Anu Nair", "Binu Rao"):
        registration.hand_in(event, application(name), now=timezone.now())
    owner = as_guest(organiser_of(event))

    assert [row["form"].name for row in owner.get(f"/events/{event.slug}/desk/?find=bin").context["forms"]] == [
        "Binu Rao"
    ]
    assert [row["form"].name for row in owner.get(f"/events/{event.slug}/desk/?find=1").context["forms"]] == [
        "Anu Nair"
    ]


def test_past_events_come_last(client):
    new_event(KAGW)
    new_event(upcoming_terms())

    titles = [row["title"] for group in client.get("/events/").context["groups"] for row in group["rows"]]

    assert titles == ["Club Cup", "KAGW Carrom Tournament 2022"]
    assert date(2022, 2, 5) < timezone.localdate()


def test_a_person_takes_his_data_away_and_has_it_deleted_while_the_ledger_still_adds_up(client, event):
    form = registration.hand_in(event, application(), now=timezone.now())
    owner = as_guest(organiser_of(event))
    owner.post(f"/events/{event.slug}/desk/", {"do": "pay", "form": form.number, "amount": "10", "method": "cash"})
    own = f"/registrations/{link_tokens.token_of(form)}/"
    reported = client.post(own, {"do": "data"}).json()
    assert (reported["name"], reported["born"], reported["ledger"][1]["amount"]) == ("Anu Nair", "1991-04-02", -1000)

    asked = client.post(own, {"do": "forget"})
    assert b"This cannot be undone" in asked.content and b"Anu" in client.get(own).content  # nothing happened yet
    client.post(own, {"do": "forget", "sure": "yes"})

    everything = [
        client.get(f"/events/{event.slug}/entries/"),
        owner.get(f"/events/{event.slug}/desk/"),
        client.get(own),
    ]
    everything += [owner.get(f"/events/{event.slug}/files/{name}") for name in ("entries.csv", "ledger.csv")]
    for answer in everything:
        assert answer.status_code == 200
        assert "Anu" not in answer.content.decode()
        assert "anu@" not in answer.content.decode()
    assert selectors.account_of(form).balance == -1000
    registration.hand_in(event, application(), now=timezone.now())


@pytest.mark.parametrize("agreed", [False, True])
def test_a_partner_who_never_agreed_goes_with_the_person_who_named_them(client, event, agreed: bool):
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=timezone.now())
    mate = Member.objects.get(position=1)
    assert mate.email and mate.born
    if agreed:
        registration.agree(mate, shows_name=True, now=timezone.now())

    client.post(f"/registrations/{link_tokens.token_of(form)}/", {"do": "forget", "sure": "yes"})

    mate.refresh_from_db()
    assert (mate.name == "Binu Rao", bool(mate.email), mate.born is not None) == (agreed, agreed, agreed)
    answer = client.get(f"/partners/{link_tokens.partner_token(mate)}/")
    assert answer.status_code < 500 and ("Binu" in answer.content.decode()) is agreed
    desk = as_guest(organiser_of(event)).get(f"/events/{event.slug}/files/entries.csv").content.decode()
    assert ("Binu" in desk) is agreed


def test_a_guest_who_is_deleted_is_forgotten_by_events_too(event):
    guest = Guest.objects.create(name="Anu Nair")
    registration.hand_in(event, application(guest_id=guest.pk), now=timezone.now())

    reported = privacy.export(guest)
    privacy.erase(guest)

    assert reported["events"][0]["name"] == "Anu Nair"
    assert Registration.objects.get().name == ""
    assert not Member.objects.exclude(name="").exists()


@pytest.mark.parametrize(
    ("page", "reported"),
    [
        ("organise", {"do": "cancel-category", "category": "none"}),
        ("organise", {"do": "extend", "to": "soon"}),
        ("organise", {"do": "announce", "text": ""}),
        ("desk", {"do": "pay", "form": "1", "amount": "10"}),
        ("desk", {"do": "pay", "form": "1", "amount": "ten", "method": "cash"}),
        ("desk", {"do": "pay", "form": "99", "amount": "10", "method": "cash"}),
        ("desk", {"do": "refund", "form": "1", "amount": "10"}),
        ("desk", {"do": "list"}),
    ],
)
def test_a_form_that_asks_for_what_is_not_there_is_answered_with_a_sentence_and_changes_nothing(event, page, reported):
    form = registration.hand_in(event, application(), now=timezone.now())

    answer = as_guest(organiser_of(event)).post(f"/events/{event.slug}/{page}/", reported)

    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()
    assert selectors.account_of(form) == selectors.Account(charged=1000, paid=0)
    assert len(selectors.entries_of(event)) == 1

"""A registration goes to another person, and a club registers its players together, with one payment."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carrom.tournament.event import Method
from carrom.tournament.registration import NotAdmittedError
from carrom.tournament.transfers import Transfer
from carrom_web.competitions.events import entry_emails, repository, selectors
from carrom_web.competitions.events.models import Group, Handover, LedgerEntry, Member, Registration
from carrom_web.competitions.events.pages.group_register.page import GROUPS
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.services import (
    consents,
    draws,
    groups,
    handovers,
    registration,
)
from carrom_web.competitions.events.services.handovers import HandoverError, Successor
from tests.support.web.asking import TEAMS, YOUNG, asking, entered, terms_with, text_of
from tests.support.web.clients import as_guest
from tests.support.web.events import ADULTS, LATE, NOW, PAIRS, new_event, organiser_of, pay

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_january(monkeypatch: pytest.MonkeyPatch):
    """Pages look at the clock: entries are open."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    GROUPS.forget_all()


def test_a_registration_goes_to_another_person_with_its_place_and_its_money():
    event = asking()
    form = entered(event, guest_id=None)
    pay(form, 1000)
    own, client = own_link(form), Client()
    assert client.post(own, {"do": "offer", "name": "Eva Kunz", "email": "eva@example.org"}).status_code == 303
    take = reverse("event-take", args=[entry_emails.handover_token(Handover.objects.get())])
    page = text_of(client.get(take))
    assert "Anu Nair offers you this registration" in page and "$10" in page and "I play at my own risk." in page
    taking = {"name": "Eva Kunz", "born": "1988-03-04", "asked_0": "S", "consent": "own", "consent_version": "1"}
    refused = client.post(take, taking | {"asked_0": "", "consent": ""})
    assert refused.status_code == 422 and Handover.objects.exists()
    was = form.person_id
    answer = client.post(take, taking | {"shows_name": "on"})
    assert answer.status_code == 303, answer.context["errors"]

    taken = Registration.objects.get()
    assert (taken.pk, taken.name, taken.email, taken.number) == (form.pk, "Eva Kunz", "eva@example.org", form.number)
    assert taken.person_id != was and taken.answers == {"T-shirt": "S"} and taken.history == {}
    assert taken.entries.get().standing == "confirmed" and selectors.account_of(taken).paid == 1000
    assert Member.objects.get().name == "Eva Kunz" and len(taken.consents) == 1
    assert answer.headers["Location"] == own_link(taken) != own
    gone = client.get(own)
    assert gone.status_code == 404 and "handed over" in text_of(gone)
    assert client.get(take).status_code in (403, 404, 409) and client.get(own_link(taken)).status_code == 200
    log = text_of(as_guest(organiser_of(event)).get(f"/events/{event.slug}/log/"))
    assert "Registration handed over" in log and "Eva Kunz" not in log


def test_an_offer_is_taken_back_or_made_to_another_and_ends_with_the_draw_or_the_deadline():
    event = new_event(terms_with(None))
    forms = [entered(event, name, consent=None) for name in ("Anu Nair", "Binu Rao", "Cem Kaya")]
    form = forms[0]
    handovers.offer(form, name="Eva Kunz", email="eva@example.org", now=NOW)
    first = entry_emails.handover_token(Handover.objects.get())
    handovers.offer(form, name="Fay Lim", email="fay@example.org", now=NOW)
    with pytest.raises(HandoverError):
        handovers.offered_by(first)
    second = handovers.offered_by(entry_emails.handover_token(Handover.objects.get()))
    with pytest.raises(HandoverError):
        handovers.take(second, Successor(name="Fay Lim"), now=LATE)
    Client().post(own_link(form), {"do": "keep"})
    assert not Handover.objects.exists()
    with pytest.raises(HandoverError):
        handovers.offer(form, name="Anu Nair", email=form.email.upper(), now=NOW)

    for one in forms:
        pay(one, 1000)
    draws.draw(event, organiser_of(event).pk, ADULTS, now=NOW)
    with pytest.raises(HandoverError) as refused:
        handovers.offer(Registration.objects.get(pk=form.pk), name="Eva Kunz", email="eva@example.org", now=NOW)
    assert refused.value.args[0] == "drawn" and not handovers.may_offer(form, NOW)


def test_who_cannot_enter_cannot_take_a_registration_and_nothing_changes():
    event = new_event(terms_with(None))
    form = entered(event, "Jo Young", YOUNG, born=date(2010, 1, 1), consent=None)
    entered(event, "Binu Rao", consent=None)
    handovers.offer(form, name="Eva Kunz", email="eva@example.org", now=NOW)
    handover = Handover.objects.get()
    with pytest.raises(NotAdmittedError):
        handovers.take(handover, Successor(name="Eva Kunz", born=date(1988, 3, 4)), now=NOW)
    with pytest.raises(registration.AlreadyEnteredError):
        born = date(1991, 4, 2)
        adult = entered(event, "Gil Ortiz", born=date(1980, 1, 1), consent=None)
        handovers.offer(adult, name="Binu Rao", email="binu2@example.org", now=NOW)
        handovers.take(Handover.objects.get(form=adult), Successor(name="Binu Rao", born=born), now=NOW)
    form.refresh_from_db()
    assert form.name == "Jo Young" and form.holder == 0


LISTS = {
    "list_" + ADULTS: "Anu Nair, anu@example.org\nBinu Rao",
    "list_" + YOUNG: "Jo Young, 2010-05-17\nKim Young, 2011-01-02\nLee Young, 2009-03-04",
    "list_" + PAIRS: "Anu Nair, anu@example.org & Cem Kaya\nDev Pillai & Eva Kunz",
    "list_" + TEAMS: "Rockville: Fay Lim & Gil Ortiz & Hal Berg",
}
CONTACT = {"name": "Olga Club", "email": "olga@example.org", "club_name": "Rockville CC", "method": "transfer"}
PLAYERS = 7  # registrations that the lists make: Anu is in two of them


def test_a_club_registers_its_players_together_and_pays_once():
    event = new_event(terms_with(None))
    client = Client()
    answer = client.post(f"/events/{event.slug}/register/group/", CONTACT | LISTS)
    assert answer.status_code == 303, answer.context["errors"]

    group = Group.objects.get()
    forms = groups.forms_of(group)
    assert [form.name for form in forms] == [
        "Anu Nair", "Binu Rao", "Jo Young", "Kim Young", "Lee Young", "Dev Pillai", "Fay Lim",
    ]  # fmt: skip
    assert len(forms) == PLAYERS and {form.club_name for form in forms} == {"Rockville CC"}
    assert forms[0].entries.count() == 2 and groups.owed_by(group) == 2 * 1000 + 3 * 500 + 2 * 1500 + 2000

    page = text_of(client.get(answer.headers["Location"]))
    assert "$85" in page and "DE02" in page and "Open, change, withdraw" in page
    desk = as_guest(organiser_of(event))
    shown = text_of(desk.get(f"/events/{event.slug}/desk/?find=rockville"))
    assert "Rockville CC has paid $85 for all" in shown
    paid = desk.post(f"/events/{event.slug}/desk/", {"do": "pay-group", "form": forms[2].number, "method": "transfer"})
    assert paid.status_code == 303 and groups.owed_by(group) == 0
    lines = LedgerEntry.objects.filter(kind="payment")
    assert lines.count() == PLAYERS and len(set(lines.values_list("receipt", flat=True))) == PLAYERS
    assert -sum(lines.values_list("amount", flat=True)) == 8500
    assert set(event.forms.values_list("entries__standing", flat=True)) == {"confirmed"}
    again = desk.post(f"/events/{event.slug}/desk/", {"do": "pay-group", "form": forms[2].number, "method": "cash"})
    assert again.status_code == 409 and "owes nothing" in text_of(again)


def test_players_are_added_to_a_group_and_each_answers_and_accepts_on_their_own_page():
    event = asking()
    client = Client()
    group_page = client.post(f"/events/{event.slug}/register/group/", CONTACT | {"list_" + ADULTS: "Binu Rao"}).headers[
        "Location"
    ]
    assert client.post(group_page, {"list_" + ADULTS: "Cem Kaya"}).status_code == 303
    forms = groups.forms_of(Group.objects.get())
    assert [form.name for form in forms] == ["Binu Rao", "Cem Kaya"]
    own = own_link(forms[1])
    page = text_of(client.get(own))
    assert "Olga Club made this registration for Rockville CC" in page and "Please accept the terms" in page
    assert client.post(own, {"do": "accept", "consent": "own", "consent_version": "1"}).status_code == 303
    terms = repository.terms_of(event)
    assert consents.lacks_consent(Registration.objects.get(pk=forms[1].pk), consents.version_of(event, terms)) == []


@pytest.mark.parametrize(
    ("lists", "says"),
    [
        ({}, "Name at least one player."),
        ({"list_" + ADULTS: "Anu Nair, tomorrow"}, "is no date of birth"),
        ({"list_" + PAIRS: "Anu Nair"}, "Name both players of a pair"),
        ({"list_" + TEAMS: "Fay Lim & Gil Ortiz"}, "Begin with the team"),
        ({"list_" + ADULTS: "X"}, "Each line begins with a full name."),
        ({"list_" + YOUNG: "Old Man, 1950-01-01\nJo Young, 2010-05-17"}, "Old Man, 1950-01-01:"),
        ({"list_" + ADULTS: "Anu Nair\nBinu Rao\nanu nair"}, "anu nair: This person is already registered"),
        ({"list_" + ADULTS: "\n".join(f"Player {n}" for n in range(201))}, "At most 200 lines"),
    ],
)
def test_a_list_with_a_wrong_line_registers_nobody_names_the_line_and_keeps_what_was_typed(lists, says: str):
    event = new_event(terms_with(None))
    answer = Client().post(f"/events/{event.slug}/register/group/", CONTACT | lists)

    assert answer.status_code == 422 and not event.forms.exists() and not Group.objects.exists()
    assert any(says in error["text"] for error in answer.context["errors"]), answer.context["errors"]
    assert all(
        line in answer.content.decode() for text in lists.values() for line in text.replace("&", "&amp;").splitlines()
    )


def test_an_event_that_takes_paypal_alone_sends_clubs_to_the_form_of_each():
    event = new_event(replace(terms_with(None), pays=(Method.PAYPAL,), transfer=Transfer()))
    page = text_of(Client().get(f"/events/{event.slug}/register/group/"))
    assert "Please register one by one" in page and "<textarea" not in page
    assert "register/group/" not in text_of(Client().get(f"/events/{event.slug}/register/"))


def fields_in(html: str) -> set[str]:
    found = re.findall(r'<(?:input|select|textarea)(?![^>]*type="(?:hidden|radio|checkbox)")[^>]*name="([^"]+)"', html)
    return {name for name in found if name != "csrfmiddlewaretoken"}


def test_a_club_of_seven_takes_a_fifth_of_the_pages_and_fields_of_seven_registrations():
    """Pages loaded, fields typed and payments recorded for the players of `LISTS`, one by one and together."""
    event = new_event(terms_with(None))
    client = Client()
    one = fields_in(client.get(f"/events/{event.slug}/register/").content.decode())
    together = fields_in(client.get(f"/events/{event.slug}/register/group/").content.decode())
    needed = {"name", "email", "born"} & one
    partners = 2 * 2 + 2 * 2  # name and email of two partners and two more of a team
    by_one = {"pages": 2 * PLAYERS, "fields": len(needed) * PLAYERS + partners + 1, "payments": PLAYERS}
    by_group = {"pages": 2, "fields": len(together), "payments": 1}

    assert by_one == {"pages": 14, "fields": 30, "payments": 7}
    assert by_group == {"pages": 2, "fields": 7, "payments": 1}


def test_nobody_but_the_holder_of_a_link_sees_a_group_or_takes_a_registration():
    event = new_event(terms_with(None))
    client = Client()
    location = client.post(f"/events/{event.slug}/register/group/", CONTACT | LISTS).headers["Location"]
    assert client.get(location[:-4] + "abc/").status_code == 404
    assert client.get("/registrations/take/abc/").status_code in (403, 404)
    for page in ("", "entries/", "register/"):
        text = text_of(client.get(f"/events/{event.slug}/{page}"))
        assert "olga@example.org" not in text and "Olga Club" not in text


def test_entries_close_for_groups_as_for_everybody(monkeypatch: pytest.MonkeyPatch):
    event = new_event(terms_with(None))
    client = Client()
    location = client.post(f"/events/{event.slug}/register/group/", CONTACT | LISTS).headers["Location"]
    monkeypatch.setattr(timezone, "now", lambda: LATE + timedelta(days=1))
    assert client.post(f"/events/{event.slug}/register/group/", CONTACT | LISTS).status_code in (403, 409)
    assert "Add players" not in text_of(client.get(location))
    assert client.post(location, {"list_" + ADULTS: "Late Comer"}).status_code == 422
    assert event.forms.count() == PLAYERS

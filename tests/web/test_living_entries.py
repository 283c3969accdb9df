"""Entries as living records: own questions, terms and consents, the waiting list, files and privacy."""

import json
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carrom.tournament.event import Method
from carrom.tournament.questions import AnswerError, ConsentError
from carrom_web.competitions.events import entry_files, event_file, link_tokens, privacy, repository
from carrom_web.competitions.events.models import Handover, Member, Registration, WaiverText
from carrom_web.competitions.events.pages.group_register.page import GROUPS
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.services import (
    check_in,
    groups,
    handovers,
    organising,
    registration,
    teams,
)
from carrom_web.competitions.events.services.applications import Partner
from tests.support.web.asking import ACCEPTED, TEAMS, WAIVER, YOUNG, asking, entered, terms_with, text_of
from tests.support.web.clients import as_guest
from tests.support.web.events import ADULTS, LATE, NOW, PAIRS, application, new_event, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_january(monkeypatch: pytest.MonkeyPatch):
    """Pages look at the clock: entries are open."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    GROUPS.forget_all()


def form_data(**changes: str) -> dict[str, str]:
    given = {
        "name": "Anu Nair",
        "email": "anu@example.org",
        "born": "1991-04-02",
        "method": "cash",
        "in_" + ADULTS: "on",
    }
    asked = {"asked_0": "M", "asked_1": "nuts", "consent": "own", "consent_version": "1"}
    return {**given, **asked, **changes}


def test_the_form_asks_what_the_event_asks_and_the_desk_sees_the_answers():
    event = asking()
    client = Client()
    page = text_of(client.get(f"/events/{event.slug}/register/"))
    assert "T-shirt" in page and "I play at my own risk.<br>Photos may be published." in page and "Version 1" in page

    answer = client.post(f"/events/{event.slug}/register/", form_data())
    assert answer.status_code == 303, answer.context["errors"]
    form = event.forms.get()
    assert form.answers == {"T-shirt": "M", "Food allergies": "nuts"}
    [said] = form.consents
    assert (said["version"], said["guardian"], said["by_desk"]) == (1, "", False) and said["at"].startswith(
        "2022-01-20"
    )
    assert WaiverText.objects.get().text == WAIVER

    desk = text_of(as_guest(organiser_of(event)).get(f"/events/{event.slug}/desk/"))
    assert "Food allergies: nuts" in desk and "Terms accepted, version 1" in desk and "Terms not accepted" not in desk


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"asked_0": ""}, "asked_0"),
        ({"asked_0": "XXL"}, "asked_0"),
        ({"consent": ""}, "consent"),
        ({"consent": "guardian"}, "guardian"),
        ({"born": "2010-05-17"}, ""),  # a minor accepts for themselves
        ({"consent_version": "7"}, ""),  # the terms have changed meanwhile
    ],
)
def test_what_is_missing_is_refused_at_its_field_and_what_was_typed_stays(changed: dict[str, str], field: str):
    event = asking()
    answer = Client().post(f"/events/{event.slug}/register/", form_data(**changed))

    assert answer.status_code == 422 and not event.forms.exists()
    assert field in {error["field"] or "" for error in answer.context["errors"]} | {""}
    assert field == "" or field in answer.context["form"].errors
    assert 'value="nuts"' in answer.content.decode()


def test_a_guardian_accepts_for_a_minor_and_is_named_with_version_and_time():
    event = asking()
    young = form_data(born="2010-05-17", consent="guardian", guardian="Uma Nair", **{"in_" + YOUNG: "on"})
    del young["in_" + ADULTS]
    assert Client().post(f"/events/{event.slug}/register/", young).status_code == 303
    [said] = event.forms.get().consents
    assert (said["version"], said["guardian"]) == (1, "Uma Nair")


def test_changed_terms_are_a_new_version_that_each_accepts_on_their_page_and_the_old_text_stays():
    event = asking()
    form = entered(event)
    terms = repository.terms_of(event)
    organising.change_event(event, organiser_of(event).pk, replace(terms, waiver="New terms."), now=NOW)

    desk = as_guest(organiser_of(event))
    assert "Terms not accepted: Anu Nair" in text_of(desk.get(f"/events/{event.slug}/desk/?show=asked"))
    client, own = Client(), own_link(Registration.objects.get())
    assert "Please accept the terms" in text_of(client.get(own))
    refused = client.post(own, {"do": "accept", "consent": "own", "consent_version": "1"})
    assert refused.status_code == 422 and "have changed since then" in text_of(refused)
    assert client.post(own, {"do": "accept", "consent": "own", "consent_version": "2"}).status_code == 303
    form.refresh_from_db()
    assert [said["version"] for said in form.consents] == [1, 2]
    assert list(WaiverText.objects.order_by("version").values_list("text", flat=True)) == [WAIVER, "New terms."]
    assert "Terms not accepted" not in text_of(desk.get(f"/events/{event.slug}/desk/"))


def test_a_partner_accepts_when_they_agree_to_play():
    event = asking()
    mate = Partner(name="Binu Rao", email="binu@example.org", born=date(1990, 1, 1))
    entered(event, "Anu Nair", PAIRS, partners=((PAIRS, mate),))
    member = Member.objects.get(position=1)
    page = reverse("event-partner", args=[link_tokens.partner_token(member)])
    client = Client()

    assert "I play at my own risk." in text_of(client.get(page))
    assert client.post(page, {"do": "agree", "consent_version": "1"}).status_code == 422
    with pytest.raises(ConsentError):
        registration.agree(member, shows_name=True, now=NOW)
    member.refresh_from_db()
    assert member.agreed_at is None and not member.consents
    assert client.post(page, {"do": "agree", "consent": "own", "consent_version": "1"}).status_code == 303
    member.refresh_from_db()
    assert member.agreed_at == NOW and member.consents[0]["version"] == 1


def test_answers_are_changed_on_the_own_page_and_questions_that_are_gone_keep_theirs():
    event = asking()
    form = entered(event)
    own, client = own_link(form), Client()
    assert client.post(own, {"do": "answers", "asked_0": "XL", "asked_1": ""}).status_code == 422
    assert client.post(own, {"do": "answers", "asked_0": "L", "asked_1": "milk"}).status_code == 303
    terms = repository.terms_of(event)
    organising.change_event(event, organiser_of(event).pk, replace(terms, questions="Diet"), now=NOW)
    assert client.post(own, {"do": "answers", "asked_0": "vegan"}).status_code == 303
    form.refresh_from_db()
    assert form.answers == {"T-shirt": "L", "Food allergies": "milk", "Diet": "vegan"}


def test_a_question_that_cannot_be_asked_is_a_fault_of_the_event():
    event = new_event(terms_with(), published=False)
    organiser = as_guest(organiser_of(event))
    answer = organiser.post(
        f"/events/{event.slug}/organise/", {"do": "change", "setting": "questions", "questions": "Size: S"}
    )
    assert answer.status_code == 422 and "name from 2 to 20 choices" in text_of(answer)


def test_the_desk_may_ask_later_and_the_service_refuses_what_the_form_would():
    event = asking()
    with pytest.raises(AnswerError):
        registration.hand_in(event, application("Dev Pillai", method=Method.CASH, consent=ACCEPTED), now=NOW)
    with pytest.raises(ConsentError):
        answers = (("T-shirt", "S"),)
        registration.hand_in(event, application("Dev Pillai", method=Method.CASH, answers=answers), now=NOW)
    at_desk = application("Dev Pillai", method=Method.CASH, by_registrar=True)
    check_in.admit(event, organiser_of(event).pk, at_desk, paid_by=None, is_here=True, now=NOW)
    assert event.forms.get().consents == []


def test_teams_and_partners_are_the_registrars_to_change_after_the_deadline():
    event = asking()
    mates = ((TEAMS, Partner(name="Binu Rao", email="", born=date(1990, 1, 1))),)
    form = entered(event, "Anu Nair", TEAMS, partners=mates, teams=((TEAMS, "Rockville"),), partners_agreed=True)
    entry = form.entries.get()
    desk = organiser_of(event).pk
    teams.rename(entry, "Rockville 1", guest_id=desk, now=LATE)
    joined = teams.add(entry, Partner(name="Cem Kaya", email=""), guest_id=desk, now=LATE)
    teams.remove(entry, entry.members.get(position=1), guest_id=desk, now=LATE)
    entry.refresh_from_db()
    assert (entry.team == "Rockville 1" and joined.agreed_at is not None) or joined.pk
    assert list(entry.members.order_by("position").values_list("name", flat=True)) == ["Anu Nair", "Cem Kaya"]


@pytest.mark.parametrize(("rule", "next_one"), [("coming", "Cem Kaya"), ("unplaced", "Dev Pillai")])
def test_the_waiting_list_is_by_the_rule_that_is_announced(rule: str, next_one: str):
    event = new_event(terms_with(2, waiting=rule))
    first = entered(event, "Anu Nair", consent=None)
    entered(event, "Binu Rao", consent=None)
    cem = entered(
        event, "Cem Kaya", ADULTS, PAIRS, consent=None, partners=((PAIRS, Partner(name="X Y", email="x@y.z")),)
    )
    dev = entered(event, "Dev Pillai", consent=None)
    places = {"coming": (1, 2), "unplaced": (2, 1)}[rule]
    for form, place in zip((cem, dev), places, strict=True):
        assert f"Number {place} on the waiting list. A place that becomes free goes" in text_of(
            Client().get(own_link(form))
        )
    assert "A place that becomes free goes" in text_of(Client().get(f"/events/{event.slug}/register/"))

    registration.withdraw(first, now=NOW)
    held = event.forms.filter(entries__category__key=ADULTS, entries__standing="held").values_list("name", flat=True)
    assert set(held) == {"Binu Rao", next_one}


def test_files_have_answers_and_consents_and_a_moved_event_keeps_them():
    event = asking()
    entered(event, answers=(("T-shirt", "M"), ("Food allergies", "nuts")))
    contact = groups.Contact(
        name="Olga", email="o@example.org", club_name="Rockville", method=Method.CASH, language="en", site=""
    )
    groups.register(event, contact, [("Binu Rao", application("Binu Rao"))], now=NOW)
    heads, first, second = entry_files.rows_of(event, repository.terms_of(event))
    row = dict(zip(heads, first, strict=True))
    assert (row["T-shirt"], row["Food allergies"], row["guardian"]) == ("M", "nuts", "")
    assert (
        row["accepted"].startswith("version 1, 2022-01-20") and dict(zip(heads, second, strict=True))["accepted"] == ""
    )

    text = event_file.write(event)
    moved = event_file.read(event.club, organiser_of(event).pk, text.encode(), now=NOW)
    anu, binu = moved.forms.order_by("number")
    assert anu.answers == {"T-shirt": "M", "Food allergies": "nuts"} and anu.consents[0]["version"] == 1
    assert binu.group.club_name == "Rockville" and moved.waivers.get().text == WAIVER
    older = json.loads(text)
    for name in ("waivers", "groups"):
        del older[name]
    for form in older["forms"]:
        for name in ("answers", "consents", "group"):
            del form[name]
    assert event_file.read(event.club, organiser_of(event).pk, json.dumps(older).encode(), now=NOW).forms.count() == 2


def test_what_somebody_answered_is_theirs_to_take_along_and_gone_when_they_are():
    event = asking()
    form = entered(event, answers=(("T-shirt", "M"), ("Food allergies", "nuts")))
    handovers.offer(form, name="Eva Kunz", email="eva@example.org", now=NOW)
    data = privacy.export_of(form)
    assert data["answers"]["Food allergies"] == "nuts" and data["consents"][0]["version"] == 1

    privacy.erase_registration(form, now=NOW)
    form.refresh_from_db()
    assert form.answers == {} and form.consents == [] and not Handover.objects.exists()
    assert "nuts" not in text_of(as_guest(organiser_of(event)).get(f"/events/{event.slug}/desk/"))

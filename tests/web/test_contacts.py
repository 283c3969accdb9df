"""The contact of an event: set by the organiser, shown on its page and form, in its emails and in its file."""

import json
from dataclasses import replace

import pytest
from django.core import mail

from carrom import serialization
from carrom.tournament.event import Contact, EventTerms, EventTermsError
from carrom.tournament.event_faults import check_terms, faults_of
from carrom_web.competitions.events import emails
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import registration
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import terms_form
from tests.support.web.events import KAGW, NOW, application, new_event, organiser_of, upcoming_terms

pytestmark = pytest.mark.django_db
ASKED = Contact(name="Rita Das", email="rita@example.org", phone="+1 301 555 0100", link="https://example.org/cup")


def test_the_contact_that_an_organiser_gives_is_on_the_page_the_form_and_in_the_letters(client):
    event = new_event(upcoming_terms())
    address, owner = f"/events/{event.slug}/edit/", as_guest(organiser_of(event))
    assert "Questions" not in client.get(f"/events/{event.slug}/").content.decode()
    reported = terms_form(terms_of(event)) | {
        "contact_name": ASKED.name,
        "contact_email": ASKED.email,
        "contact_phone": ASKED.phone,
        "contact_link": "javascript:alert(1)",
    }

    refused = owner.post(address, reported)
    assert refused.status_code == 422 and "Website must look like https://example.org, not" in refused.content.decode()
    assert terms_of(event).contact == Contact()
    assert owner.post(address, reported | {"contact_link": ASKED.link}).status_code == 303
    event.refresh_from_db()
    assert terms_of(event).contact == ASKED
    assert "Everybody sees this" in owner.get(address).content.decode()

    for page in ("", "register/"):
        shown = client.get(f"/events/{event.slug}/{page}").content.decode()
        assert ASKED.name in shown
        for link in ("mailto:rita@example.org", "tel:+13015550100", "https://example.org/cup"):
            assert f'href="{link}"' in shown, (page, link)

    emails.registered(registration.hand_in(event, application(), now=NOW).pk)
    assert mail.outbox[-1].body.splitlines()[-1] == (
        "Questions: Rita Das, rita@example.org, +1 301 555 0100, https://example.org/cup"
    )


def test_terms_that_were_stored_before_there_was_a_contact_are_read_as_they_were():
    old = json.loads(serialization.write(KAGW))
    del old["contact"]

    assert serialization.read(EventTerms, json.dumps(old)) == KAGW
    reported = replace(KAGW, contact=ASKED)
    assert serialization.read(EventTerms, serialization.write(reported)) == reported and faults_of(reported) == []


@pytest.mark.parametrize(
    "contact",
    [Contact(email="rita"), Contact(phone="call me"), Contact(phone="+"), Contact(link="javascript:alert(1)")],
)
def test_a_file_with_a_contact_that_leads_nowhere_is_refused(contact):
    with pytest.raises(EventTermsError, match="must look like"):
        check_terms(replace(KAGW, contact=contact))

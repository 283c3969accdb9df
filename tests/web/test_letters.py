"""The letters of an event: whom each greets, what it says, whether its links lead somewhere, as text and as HTML."""

import re
from html import unescape

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from carrom.tournament.event import Method
from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import emails as events_emails
from carrom_web.competitions.events import fixture_emails
from carrom_web.competitions.events.models import Challenge, Entry, Member, Registration
from carrom_web.competitions.events.services import closing, payments, registration
from carrom_web.core import mail as core_mail
from tests.support.web.emails import collected_emails
from tests.support.web.events import LATE, NOW, cash_terms, new_event, organiser_of, pair_application
from tests.support.web.ladders import ladder_of
from tests.support.web.teams import drawn_tie

pytestmark = pytest.mark.django_db
LINK = re.compile(r"http://testserver(/\S+)")
SECRET = re.compile(r"(/(?:registrations/address|registrations|partners|line-ups|challenges)/)[^/\s\"<]+")


def of_a_pair() -> None:
    """All emails that a pair may get."""
    event = new_event(cash_terms(title="Valley Cup"))
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    events_emails.registered(form.pk)
    events_emails.link_again(form.pk)
    (entry,), mate = form.entries.all(), Member.objects.get(name="Binu Rao")
    events_emails.partner_asked(mate.pk)
    events_emails.partner_wanted(entry.pk)
    events_emails.partner_replaced(mate.pk)
    events_emails.changed(form.pk, ["name", "partners"])
    Registration.objects.filter(pk=form.pk).update(new_email="anu.nair@account.example.org")
    events_emails.confirm_address(form.pk)
    events_emails.address_changed(form.pk, "old.anu@account.example.org")
    events_emails.expired(entry.pk, EntryStatus.HELD)  # they have not said yes
    Member.objects.filter(pk=mate.pk).update(agreed_at=NOW)
    events_emails.expired(entry.pk, EntryStatus.HELD)  # nobody has paid
    events_emails.expired(entry.pk, EntryStatus.WAITING)
    events_emails.moved_up(entry.pk)
    events_emails.merged(entry.pk, "Doubles, 12 to 18")
    events_emails.held_after_all(entry.pk)
    paid = payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=1500, now=NOW)
    events_emails.receipt(paid.pk)
    events_emails.confirmed(entry.pk)
    events_emails.receipt_void(payments.take_back(form, organiser_of(event).pk, paid.pk, now=NOW).pk, 1)
    payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=1500, now=NOW)
    events_emails.partner_declined(entry.pk)
    registration.withdraw(form, now=NOW)
    events_emails.withdrawn(form.pk)
    events_emails.withdrawn_by_other(entry.pk)
    events_emails.let_back(entry.pk)
    events_emails.cancelled(entry.pk)
    events_emails.asked_to_decide(event.pk, LATE.isoformat())


def of_a_team() -> None:
    """All emails that a captain may get."""
    reds = next(one for one in drawn_tie()[1:] if one.team == "Reds")  # lots say who is side A
    fixture_emails.ties_drawn(reds.category_id, ["1.1"])
    fixture_emails.line_up_taken(reds.category_id, "1.1", reds.key)
    events_emails.member_declined(reds.pk, "Rob Red")


def of_a_ladder() -> None:
    """All emails that players of a ladder may get."""
    event, entries = ladder_of(2)
    high, low = sorted(entries, key=lambda one: one.form.name)  # lots have ranked them
    made = Challenge.objects.create(category=event.categories.get(), by=low.key, to=high.key, made_at=NOW, until=LATE)
    fixture_emails.challenged(made.pk)
    for state in ("accepted", "declined", "lapsed"):
        Challenge.objects.filter(pk=made.pk).update(state=state, fixture="1.1", boards="11-0 0-3", reported_by=low.key)
        fixture_emails.challenge_answered(made.pk)
    fixture_emails.challenge_reported(made.pk)


def html_of(sent: EmailMessage) -> str:
    (made,) = sent.alternatives  # type: ignore[attr-defined]
    assert made.mimetype == "text/html"
    return str(made.content)


def test_every_letter_reads_well(golden):
    for begin in (of_a_pair, of_a_team, of_a_ladder):
        begin()

    reported = [f"To: {one.to[0]}\nSubject: {one.subject}\n\n{one.body}" for one in mail.outbox]
    golden("letters.txt", SECRET.sub(r"\1TOKEN", f"\n{'-' * 40}\n".join(reported)))


def test_a_letter_greets_by_name_says_the_same_as_html_and_each_of_its_links_leads_somewhere():
    for begin in (of_a_pair, of_a_team, of_a_ladder):
        begin()
    stranger = Client()

    assert len(mail.outbox) > 25
    for sent in mail.outbox:
        html = html_of(sent)
        names = set(Member.objects.filter(person__root__email=sent.to[0]).values_list("name", flat=True))
        greeting = sent.body.splitlines()[0]
        assert any(greeting == f"Hello {name}," for name in names) or "account" in sent.to[0], greeting
        assert "%(" not in sent.body and "None" not in sent.body
        assert "America/New_York" in sent.body.splitlines()[-2]
        assert sent.extra_headers["Auto-Submitted"] == "auto-generated"
        in_html = unescape(re.sub(r"<[^>]+>", " ", html.partition("<body")[2].partition(">")[2])).split()
        assert in_html == [word for word in sent.body.split() if word != "-"]
        for path in LINK.findall(sent.body):
            assert f'href="http://testserver{path}"' in html
            assert stranger.get(path).status_code in (200, 403), path  # 403: for the organiser who is signed in


def test_who_plays_along_is_notified_and_gets_no_link_to_the_registration_of_another():
    event = new_event()
    form = registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    entry = form.entries.get()
    events_emails.cancelled(entry.pk)
    assert [one.to for one in mail.outbox] == [["anu@example.org"]]  # Binu has not confirmed

    registration.agree(Member.objects.get(name="Binu Rao"), shows_name=True, now=NOW)
    mail.outbox.clear()
    events_emails.cancelled(entry.pk)

    (own, his) = mail.outbox
    assert his.to == ["binu@example.org"] and his.body.startswith("Hello Binu Rao,")
    assert "/registrations/" in own.body and "/registrations/" not in his.body
    assert f"/events/{event.slug}/" in his.body


def test_a_name_is_neither_markup_nor_a_link_nor_a_second_header(mailoutbox):
    core_mail.send(
        subject="Cup\nBcc: all@example.org",
        paragraphs=["Hello <b>Eve</b> http://evil.example,", "- one & two", "- three", "http://testserver/events/"],
        footer="Cup",
        to="eve@example.org",
    )

    (sent,) = mailoutbox
    html = html_of(sent)
    assert sent.subject == "Cup Bcc: all@example.org" and sent.recipients() == ["eve@example.org"]
    assert "&lt;b&gt;Eve" in html and html.count("<a ") == 1 and html.count("<li>") == 2
    assert "- one & two\n- three\n\nhttp" in sent.body


def test_k002_who_was_not_accepted_learns_why():
    event = new_event(cash_terms())
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)

    with collected_emails() as sent:
        closing.close(event, now=LATE)

    assert Entry.objects.get().standing == "expired"
    assert ["Not everybody in it has confirmed." in one.body for one in sent[:1]] == [True]

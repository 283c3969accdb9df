"""What a club has stored long enough is deleted each day, by its own periods; what is not settled holds the rest."""

import json
from dataclasses import asdict, fields
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from carrom.tournament.event import Method
from carrom.tournament.questions import ConsentError
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import link_tokens, privacy, selectors
from carrom_web.competitions.events.age_classes import age_label, class_of
from carrom_web.competitions.events.models import Entry, Event, Group, LedgerEntry, Member, PaymentAccount, Registration
from carrom_web.competitions.events.payment_accounts import encrypted
from carrom_web.competitions.events.repository import terms_of as event_terms
from carrom_web.competitions.events.services import payments, photos, registration
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.people.audit_labels import log_view
from carrom_web.people.expiry import expire, expire_all, set_periods
from carrom_web.people.models import Player, RetentionKind
from carrom_web.people.processing import PURPOSES, record_of
from carrom_web.people.retention import RetentionTerms, stored_until, terms_of
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    NOW,
    application,
    cash_terms,
    new_event,
    organiser_of,
    pair_application,
    pairs_terms,
    pay,
    standings,
    upcoming_terms,
)
from tests.support.web.kagw_2022 import JUNIORS
from tests.support.web.solo_seasons import joined_player, new_season

pytestmark = pytest.mark.django_db
EMAIL, BORN = "zyxwa@quorplum.example", date(2006, 12, 29)
PLANTED = ("quorplum.example", "2006-12-29", "flumbar", "blorptus")  # addresses, a birthday, words, a guardian's name


def later(days: int) -> datetime:
    return timezone.now() + timedelta(days=days)


def found() -> set[str]:
    """Which planted texts stand anywhere in the database."""
    rows = (row for model in apps.get_models() for row in model._base_manager.values())
    text = "".join(json.dumps(row, default=str, ensure_ascii=False) for row in rows).casefold()
    return {one for one in PLANTED if one in text}


def entered(event: Event, *, paid: bool = True) -> Registration:
    """A minor in an event, of whom everything is stored that an event can store."""
    form = registration.hand_in(event, application("Zyxwa Rao", JUNIORS, email=EMAIL, born=BORN), now=NOW)
    said = {"version": 1, "at": "2022-05-01", "guardian": "Blorptus Rao", "by_desk": False}
    history = {"1": {"before": {"born": "2006-12-29"}, "after": {}}}
    Registration.objects.filter(pk=form.pk).update(
        answers={"Food": "Flumbar"}, consents=[said], history=history, new_email="new@quorplum.example"
    )
    photo = {"version": 1, "at": "2022-05-01", "is_given": True, "guardian": "Blorptus Rao", "by_desk": False}
    Member.objects.filter(entry__form=form).update(photo_consents=[photo])
    Group.objects.create(
        event=event, name="Flumbar", email="group@quorplum.example", club_name="Reds", method="cash", made_at=NOW
    )
    if paid:
        owed = selectors.account_of(form).balance
        owner = organiser_of(event).pk
        payments.record_payment(form, owner, method=Method.CASH, cents=owed, now=NOW, note="Flumbar")
    return form


@pytest.fixture
def event() -> Event:
    return new_event(cash_terms())


def test_each_kind_of_data_goes_when_its_period_is_over_and_not_a_day_before(event: Event):
    form, club = entered(event), event.club
    sums = list(LedgerEntry.objects.order_by("pk").values_list("kind", "amount", "receipt", "at"))
    assert found() == set(PLANTED)

    assert expire(club, later(30)) == {}
    assert expire(club, later(31)) == {"birth_days": 1, "answer_days": 1}
    assert found() == {"quorplum.example", "flumbar", "blorptus"}
    assert expire(club, later(181)) == {"address_days": 3}
    assert found() == {"flumbar", "blorptus"}  # the payment's note, the guardian
    assert expire(club, later(366)) == {"consent_days": 2, "payment_days": 1}
    assert found() == set()
    assert expire(club, later(999)) == {}

    form.refresh_from_db()
    assert form.name == "Zyxwa Rao" and form.consents[0]["version"] == 1  # the result and the word stay
    assert list(LedgerEntry.objects.order_by("pk").values_list("kind", "amount", "receipt", "at")) == sums


def test_the_age_class_of_the_day_of_the_event_stays_and_leads_nowhere(event: Event):
    form = entered(event)
    before = form.identity
    expire(event.club, later(31))
    form, member = Registration.objects.get(), Member.objects.get()
    day = event_terms(event).days[0].date
    assert (form.born, form.age_class, member.age_class) == (None, class_of(BORN, day), 14)
    assert age_label(form, day) == "14–17"
    assert form.identity != before and member.identity != before  # a digest of name and day can be guessed
    with pytest.raises(ConsentError):  # still a minor
        photos.say([member], is_given=True, now=NOW)
    photos.say([member], is_given=True, guardian="Uma", now=NOW)


@pytest.mark.parametrize(
    ("born", "lowest"), [(date(2016, 5, 2), 0), (date(2010, 5, 1), 12), (date(2004, 5, 2), 14), (date(2004, 5, 1), 18)]
)
def test_classes_begin_on_the_birthday(born: date, lowest: int):
    assert class_of(born, date(2022, 5, 1)) == lowest


def test_an_unpaid_fee_holds_everything_until_it_is_paid(event: Event):
    form = entered(event, paid=False)
    expire(event.club, later(999))
    assert {"quorplum.example", "2006-12-29", "flumbar", "blorptus"} == found()
    assert set(stored_until(form.person).values()) == {None}
    pay(form, selectors.account_of(form).balance)
    expire(event.club, later(999))
    assert found() == set()


def test_a_competition_that_goes_on_holds_addresses_and_one_to_come_dates_of_birth(event: Event):
    form = entered(event)
    season = new_season()
    player = joined_player(season, "Zyxwa Rao", email=EMAIL)
    type(player).objects.filter(pk=player.pk).update(person=form.person)
    Season.objects.filter(pk=season.pk).update(last_day=later(100).date())
    expire(event.club, later(280))
    row = Player.objects.get(pk=form.person_id)
    assert (row.email, row.born) == (EMAIL, None)  # a season asks no birthday
    expire(event.club, later(281))
    assert Player.objects.get(pk=form.person_id).email == ""

    coming = new_event(upcoming_terms())
    other = registration.hand_in(coming, application("Anu Nair", born=date(1991, 4, 2)), now=timezone.now())
    expire(coming.club, later(40))
    assert Player.objects.get(pk=other.person_id).born is not None


def test_the_log_says_how_much_of_what_went_and_no_more(event: Event):
    entered(event)
    expire_all(later(400))
    entry = AuditEntry.objects.get(kind=RetentionKind.EXPIRED)
    assert (entry.by, entry.role) == ("", AuditEntry.Role.SITE)
    assert entry.detail == {
        "birth_days": 1, "address_days": 3, "answer_days": 1, "consent_days": 2, "payment_days": 1,
    }  # fmt: skip
    [line] = [row for row in log_view(event.club, sees_roles=False).csv_rows() if "Dates of birth: 1" in str(row)]
    assert "Email addresses: 3" in str(line)


def test_a_club_sets_its_periods_within_bounds_and_everybody_reads_them(event: Event):
    club, here = event.club, f"/clubs/{event.club.slug}/storage/"
    owner, sent = as_guest(organiser_of(event)), dict.fromkeys(asdict(RetentionTerms()), "")
    assert "30 days after the competition" in Client().get(here).content.decode()
    refused = owner.post(here, sent | {"birth_days": "6", "address_days": "731"})
    assert refused.status_code == 422 and Club.objects.get(pk=club.pk).retention == {}
    assert owner.post(here, sent | {"birth_days": "7"}).status_code == 303
    club = Club.objects.get(pk=club.pk)
    assert terms_of(club) == RetentionTerms(birth_days=7)
    assert "7 days after the competition" in Client().get(here).content.decode()
    assert Client().post(here, sent | {"birth_days": "9"}).status_code == 403
    assert AuditEntry.objects.get(kind=RetentionKind.SET).detail["birth_days"] == 7
    entered(event)
    assert expire(club, later(8)) == {"birth_days": 1}


def test_a_stored_period_out_of_bounds_counts_as_the_usual_one(event: Event):
    event.club.retention = {"birth_days": 0, "address_days": "soon", "answer_days": 9}
    assert terms_of(event.club) == RetentionTerms(answer_days=9)
    set_periods(event.club, organiser_of(event).pk, RetentionTerms(), now=NOW)


def test_players_read_until_when_their_data_are_stored(event: Event, client: Any):
    form = entered(event)
    days = stored_until(form.person)
    assert days == {"email": later(180).date(), "born": later(30).date()}
    shown = client.get(f"/registrations/{link_tokens.token_of(form)}/").content.decode()
    assert "becomes an age class after" in shown and f"/clubs/{event.club.slug}/storage/" in shown


def test_the_record_of_processing_follows_periods_roles_and_recipients(event: Event, settings: Any):
    club = event.club
    assert list(PURPOSES) == [one.name for one in fields(RetentionTerms)]
    readers, recipients = record_of(club)[2:]
    assert [row[0] for row in readers.rows] == ["Owner", "Organiser", "Registrar", "Everybody"]
    assert "1" in readers.rows[0][2] and "password" in readers.heading
    assert recipients.rows == [("Nobody", "-")]

    club.retention = {"birth_days": 9}
    settings.LETTERS_ARRIVE, settings.EMAIL_HOST = True, "mail.example.org"
    PaymentAccount.objects.create(club=club, paypal_client="c", paypal_secret=encrypted("s"))
    _who, data, readers, recipients = record_of(club)
    assert data.rows[0][2] == "9 days after the competition"
    assert "passkey" in readers.heading
    assert [row[0] for row in recipients.rows] == ["PayPal", "Mail server mail.example.org"]


def test_organisers_alone_print_the_record(event: Event):
    here = f"/clubs/{event.club.slug}/processing/"
    owner = as_guest(organiser_of(event))
    assert "Who else gets them" in owner.get(here).content.decode()
    assert owner.get(here + "?file=pdf").content.startswith(b"%PDF")
    assert Client().get(here).status_code == 403


def pair(event: Event) -> Member:
    """The partner of a pair whom somebody entered, with all that is stored of them."""
    form = registration.hand_in(event, pair_application("Anu Nair", "Zyxwa Quorplum"), now=timezone.now())
    member = Member.objects.get(entry__form=form, position=1)
    Player.objects.filter(pk=member.person_id).update(email=EMAIL, born=BORN)
    said = {"version": 1, "at": "2022-05-01", "guardian": "Blorptus Rao", "by_desk": False}
    Member.objects.filter(pk=member.pk).update(consents=[said], agreed_at=timezone.now())
    return Member.objects.get(pk=member.pk)


def test_a_partner_downloads_what_is_stored_of_them_and_nothing_of_others(client: Any):
    member = pair(new_event(upcoming_terms(pairs_terms())))
    answer = client.post(f"/partners/{link_tokens.partner_token(member)}/", {"do": "data"})
    text = answer.content.decode()
    assert answer["Content-Disposition"].startswith("attachment")
    assert all(one in text for one in ("Zyxwa Quorplum", EMAIL, "2006-12-29", "Blorptus", "stored_until"))
    assert "Anu" not in text


def test_a_partner_deletes_their_data_and_the_other_plays_on(client: Any):
    member = pair(new_event(upcoming_terms(pairs_terms())))
    link = f"/partners/{link_tokens.partner_token(member)}/"
    assert "Delete my data?" in client.post(link, {"do": "forget"}).content.decode()
    assert "quorplum.example" in found()
    assert client.post(link, {"do": "forget", "sure": "yes"}).status_code == 303
    assert found() == set() and not Player.objects.filter(name__contains="Zyxwa").exists()
    entry = Entry.objects.get()
    assert entry.standing == "held" and entry.form.name == "Anu Nair"  # somebody else can be named
    assert client.get(link).status_code == 404


def test_after_the_event_a_partner_is_gone_from_an_entry_that_stays():
    event = new_event(upcoming_terms(pairs_terms()))
    member = pair(event)
    before = standings(event)
    privacy.erase_member(member, now=later(99))
    row = Member.objects.get(pk=member.pk)
    assert (row.name, row.consents, row.active) == ("", [], True)
    assert standings(event) == before and found() == set()


def test_what_stands_for_a_deleted_identity_fits_its_column_on_every_database(event: Event):
    form = entered(event)
    expire(event.club, later(31))
    aged = Registration.objects.get().identity
    privacy.erase_registration(form, now=timezone.now())
    longest = Registration._meta.get_field("identity").max_length
    assert max(len(aged), len(Registration.objects.get().identity)) <= longest

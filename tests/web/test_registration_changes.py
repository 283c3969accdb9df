"""A registration is changed: by its owner until entries close, by the desk at any time; with what stood before."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.core import mail

from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import Method
from carrom.tournament.registration import EntryStatus, NotAdmittedError, RegistrationClosedError
from carrom.tournament.transfers import Transfer
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import contests, link_tokens, privacy, selectors
from carrom_web.competitions.events.models import (
    Entry,
    Event,
    LedgerEntry,
    Member,
    Registration,
)
from carrom_web.competitions.events.services import (
    check_in,
    closing,
    draws,
    payments,
    registration,
    registration_changes,
)
from carrom_web.competitions.events.services.applications import Partner
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.competitions.events.services.registration import AlreadyEnteredError, AlreadyInCategoryError
from carrom_web.competitions.events.services.registration_changes import (
    ChangeBlockedError,
    StaleFormError,
    change,
    details_of,
)
from tests.support.web.clients import as_guest
from tests.support.web.events import KAGW, LATE, NOW, application, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
YOUNG, ADULT, PAIRS = "young", "adult", "pairs"
BINU = Partner(name="Binu Rao", email="binu@example.org", born=date(1990, 1, 1))
CEM = Partner(name="Cem Kaya", email="cem@example.org", born=date(1992, 3, 4))


@pytest.fixture(autouse=True)
def in_january(monkeypatch: pytest.MonkeyPatch):
    """Pages look at the clock: entries are open."""
    from django.utils import timezone

    monkeypatch.setattr(timezone, "now", lambda: NOW)


def club_day(most: int = 4) -> Event:
    """Three categories, of which one is for the young, and one for pairs."""
    categories = (
        CategoryTerms(key=YOUNG, title="Singles, 18 and below", fee=500, least=2, most=most, oldest=18),
        CategoryTerms(key=ADULT, title="Singles, above 18", fee=1000, least=2, most=most, youngest=19),
        CategoryTerms(key=PAIRS, title="Doubles", kind=Kind.DOUBLES, fee=1500, least=2, most=most),
    )
    account = Transfer(holder="Carrom Club", account="20-00-00 55779911")
    pays = (Method.CASH, Method.TRANSFER)
    due = (Method.CASH,)
    return new_event(replace(KAGW, categories=categories, pays=pays, transfer=account, due_on_day=due))


def entered(event: Event, *keys: str, name: str = "Anu Nair", mate: Partner = BINU, **more) -> Registration:
    partners = ((PAIRS, mate),) if PAIRS in keys else ()
    form = application(name, *(keys or (ADULT,)), partners=partners, method=Method.CASH, **more)
    return registration.hand_in(event, form, now=NOW)


def changed(form: Registration, *, by: Role | None = None, now=NOW, **wanted) -> AuditEntry | None:
    form.refresh_from_db()
    guest = official(form.event, by).pk if by else None
    return change(form, replace(details_of(form), **wanted), version=form.version, guest_id=guest, now=now)


def standings(form: Registration) -> dict[str, str]:
    return {one.category.key: one.standing for one in form.entries.order_by("pk")}


def everything() -> list[object]:
    """What a refused change must leave as it was."""
    return [
        list(kind.objects.order_by("pk").values()) for kind in (Registration, Entry, Member, LedgerEntry, AuditEntry)
    ]


@pytest.mark.clause("K-006")
def test_age_classes_are_checked_again_and_nothing_is_stored_of_what_is_refused():
    form = entered(club_day())
    before = everything()

    with pytest.raises(NotAdmittedError):
        changed(form, born=date(2010, 1, 1))

    assert everything() == before
    assert changed(form, born=date(2010, 1, 1), categories=(YOUNG,)) is not None
    assert standings(form) == {ADULT: EntryStatus.WITHDRAWN, YOUNG: EntryStatus.HELD}


def test_a_dearer_category_owes_the_difference_and_a_cheaper_one_gives_it_back():
    event = club_day()
    form = entered(event)
    payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=1000, now=NOW)
    assert standings(form) == {ADULT: EntryStatus.CONFIRMED}

    changed(form, categories=(ADULT, PAIRS), partners=((ADULT, None), (PAIRS, BINU)))
    assert selectors.account_of(form).balance == 1500
    assert standings(form) == {ADULT: EntryStatus.CONFIRMED, PAIRS: EntryStatus.HELD}

    changed(form, categories=(PAIRS,), partners=((PAIRS, BINU),))
    assert selectors.account_of(form).balance == 500  # 15.00 charged, 10.00 paid
    lines = list(form.movements.order_by("pk").values_list("kind", "amount"))
    assert lines == [("charge", 1000), ("payment", -1000), ("charge", 1500), ("relief", -1000)]


def test_a_full_category_has_a_waiting_list_and_who_waits_moves_up_where_somebody_leaves():
    event = club_day(most=2)
    first, _second, third = (entered(event, name=name) for name in ("Anu Nair", "Dev Patel", "Kim Lee"))
    assert standings(third) == {ADULT: EntryStatus.WAITING}

    changed(first, categories=(PAIRS,), partners=((PAIRS, BINU),))

    assert standings(third) == {ADULT: EntryStatus.HELD}
    assert event.categories.get(key=ADULT).taken == 2 and event.categories.get(key=PAIRS).taken == 1


@pytest.mark.clause("K-007")
def test_nobody_becomes_a_person_who_is_entered_already():
    event = club_day()
    entered(event, name="Dev Patel")
    form = entered(event)
    pair = entered(event, PAIRS, name="Kim Lee")
    before = everything()

    with pytest.raises(AlreadyEnteredError):
        changed(form, name="Dev Patel")
    with pytest.raises(AlreadyInCategoryError):
        changed(form, categories=(PAIRS,), partners=((PAIRS, BINU),))  # Binu plays with Kim

    assert everything() == before
    assert standings(pair) == {PAIRS: EntryStatus.HELD}


@pytest.mark.clause("K-008")
def test_the_owner_changes_until_the_deadline_and_the_desk_afterwards():
    event = club_day()
    form = entered(event)

    with pytest.raises(RegistrationClosedError):
        changed(form, club_name="CC Pune", now=LATE)
    assert changed(form, club_name="CC Pune", by=Role.REGISTRAR, now=LATE) is not None
    assert Registration.objects.get(pk=form.pk).club_name == "CC Pune"


def test_two_who_change_at_once_do_not_overwrite_each_other():
    form = entered(club_day())
    version = form.version
    changed(form, club_name="CC Pune")
    before = everything()

    with pytest.raises(StaleFormError):
        change(form, replace(details_of(form), club_name="Other"), version=version, guest_id=None, now=NOW)

    assert everything() == before


def test_a_new_address_is_used_only_after_a_letter_that_went_there(client, django_capture_on_commit_callbacks):
    form = entered(club_day())
    with django_capture_on_commit_callbacks(execute=True):
        changed(form, email="anu.new@example.org")
    form.refresh_from_db()
    assert (form.email, form.new_email) == ("anu@example.org", "anu.new@example.org")
    (letter,) = [one for one in mail.outbox if one.to == ["anu.new@example.org"]]
    link = re.search(r"http://testserver(/registrations/address/\S+/)", letter.body)[1]

    assert "anu.new@example.org" in client.get(link).content.decode()
    form.refresh_from_db()
    assert form.email == "anu@example.org"  # a program that opens links confirms nothing
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(link).status_code == 303

    form.refresh_from_db()
    assert (form.email, form.new_email) == ("anu.new@example.org", "")
    assert set(Member.objects.filter(entry__form=form, position=0).values_list("person__root__email", flat=True)) == {
        form.email
    }
    assert {one.to[0] for one in mail.outbox} == {"anu@example.org", "anu.new@example.org"}
    for outdated in (link, "/registrations/address/forged/"):
        assert "link-outdated" in client.post(outdated).content.decode()


def test_the_desk_corrects_an_address_at_once():
    form = entered(club_day())

    changed(form, email="right@example.org", by=Role.REGISTRAR)

    form.refresh_from_db()
    assert (form.email, form.new_email) == ("right@example.org", "")


def test_after_a_partners_no_the_place_is_held_and_somebody_else_is_named(django_capture_on_commit_callbacks):
    event = club_day()
    form = entered(event, PAIRS)
    payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=1500, now=NOW)
    registration.agree(Member.objects.get(name="Binu Rao"), shows_name=True, now=NOW)
    assert standings(form) == {PAIRS: EntryStatus.CONFIRMED}

    with django_capture_on_commit_callbacks(execute=True):
        registration.decline(Member.objects.get(name="Binu Rao"), now=NOW)
    assert standings(form) == {PAIRS: EntryStatus.HELD} and event.categories.get(key=PAIRS).taken == 1
    assert "Name another partner by the end of" in mail.outbox[-1].body
    assert registration.settle(form, now=NOW) == []  # half a pair is none

    with django_capture_on_commit_callbacks(execute=True):
        changed(form, partners=((PAIRS, CEM),))
    assert [one.to[0] for one in mail.outbox if one.subject.endswith("Will you play?")] == ["cem@example.org"]
    registration.agree(Member.objects.get(name="Cem Kaya"), shows_name=True, now=NOW)
    assert standings(form) == {PAIRS: EntryStatus.CONFIRMED}


def test_who_names_nobody_else_in_time_is_not_accepted_and_a_no_after_the_deadline_withdraws():
    event = club_day()
    silent, late = entered(event, PAIRS), entered(event, PAIRS, name="Kim Lee", mate=CEM)
    registration.agree(Member.objects.get(name="Cem Kaya"), shows_name=True, now=NOW)
    registration.decline(Member.objects.get(name="Binu Rao"), now=NOW)
    closing.close(event, now=LATE)

    assert standings(silent) == {PAIRS: EntryStatus.EXPIRED}
    registration.decline(Member.objects.get(name="Cem Kaya"), now=LATE)
    assert standings(late) == {PAIRS: EntryStatus.WITHDRAWN}


def test_another_partner_is_asked_and_the_one_replaced_is_notified(django_capture_on_commit_callbacks):
    form = entered(club_day(), PAIRS)
    with django_capture_on_commit_callbacks(execute=True):
        changed(form, partners=((PAIRS, CEM),))

    reported = {one.to[0]: one.subject for one in mail.outbox}
    assert reported["binu@example.org"].endswith("A different partner")
    assert reported["cem@example.org"].endswith("Will you play?")
    assert [one.name for one in Entry.objects.get(form=form).players] == ["Anu Nair", "Cem Kaya"]


def drawn() -> tuple[Event, Registration]:
    """Pairs and singles that are drawn."""
    event = club_day()
    owner, forms = organiser_of(event).pk, []
    for name, mate in (("Anu Nair", BINU), ("Kim Lee", CEM)):
        form = entered(event, ADULT, PAIRS, name=name, mate=mate)
        registration.agree(Member.objects.get(name=mate.name), shows_name=True, now=NOW)
        payments.record_payment(form, owner, method=Method.CASH, cents=2500, now=NOW)
        forms.append(form)
    for key in (ADULT, PAIRS):
        draws.draw(event, owner, key, now=NOW)
    return event, forms[0]


def test_a_draw_keeps_its_entries_and_pairs_and_says_so():
    _event, form = drawn()
    before = everything()

    for wanted, says in (
        ({"categories": (PAIRS,), "partners": ((PAIRS, BINU),)}, "you cannot leave it with a change"),
        ({"partners": ((ADULT, None), (PAIRS, replace(CEM, name="Deniz Ak")))}, "its pairs cannot change"),
        ({"name": "Anu Nayar"}, "Only the desk can correct"),
    ):
        with pytest.raises(ChangeBlockedError, match=says):
            changed(form, **wanted)

    assert everything() == before
    changed(form, club_name="CC Pune", shows_name=False)  # what is no matter of the draw
    assert Registration.objects.get(pk=form.pk).club_name == "CC Pune"


def test_the_desk_corrects_a_name_that_is_drawn_and_the_draw_follows():
    event, form = drawn()

    changed(form, name="Anu Nayar", by=Role.REGISTRAR, now=LATE)

    for key in (ADULT, PAIRS):
        entry = form.entries.get(category__key=key)
        found = contests.shown(event.categories.get(key=key))
        me = Member.objects.get(entry=entry, position=0)
        assert contests.person_key(me) in found.contest.entrant(entry.key).players
        assert "Anu Nayar" in found.name(entry.key)


def test_the_desk_sees_what_stood_before_and_undoes_the_last_change(client):
    event = club_day()
    form = entered(event)
    registrar = as_guest(official(event, Role.REGISTRAR))
    changed(form, name="Anu Nayar", club_name="CC Pune")
    changed(form, categories=(ADULT, PAIRS), partners=((ADULT, None), (PAIRS, BINU)), by=Role.REGISTRAR)
    desk = f"/events/{event.slug}/desk/"
    page = registrar.get(desk).content.decode()
    assert "<del>Anu Nair</del> <ins>Anu Nayar</ins>" in page and page.count("Undo this change") == 1
    assert "registration 1" in page  # its owner changed it

    for expected in ("Anu Nayar", "Anu Nair"):
        last = event.audit_entries.filter(kind="registration-changed", reverted_by=None, undoes=None).last()
        answer = registrar.post(desk, {"do": "undo-change", "form": form.number, "change": last.pk})
        assert answer.status_code == 303
        form.refresh_from_db()
        assert form.name == expected
    assert standings(form) == {ADULT: EntryStatus.HELD, PAIRS: EntryStatus.WITHDRAWN}
    assert (form.club_name, selectors.account_of(form).balance) == ("", 1000)
    assert registrar.post(desk, {"do": "undo-change", "form": form.number, "change": last.pk}).status_code == 409
    logged = list(AuditEntry.objects.filter(kind="registration-changed").values_list("by", flat=True))
    assert logged[0] == "registration 1" and "Registrar" in logged
    assert "Anu" not in str(list(AuditEntry.objects.values_list("detail", flat=True)))  # the log names nobody


def test_the_pages_of_owner_and_desk_change_and_refuse_at_the_field(client):
    event = club_day()
    form = entered(event, PAIRS)
    address = f"/registrations/{link_tokens.token_of(form)}/change/"
    page = client.get(address).content.decode()
    assert 'value="Binu Rao"' in page and 'name="version" value="0"' in page
    reported = {
        "version": "0", "name": "Anu Nair", "email": "anu@example.org", "born": "1991-04-02", "club_name": "",
        "method": "transfer", "shows_name": "on", f"in_{PAIRS}": "on", f"mate_{PAIRS}": "Cem Kaya",
        f"mail_{PAIRS}": "cem@example.org",
    }  # fmt: skip

    refused = client.post(address, reported | {f"mail_{PAIRS}": ""})
    assert refused.status_code == 422 and "needs a partner, who gets a link" in refused.content.decode()
    assert client.post(address, reported)["Location"].startswith("/registrations/")
    form.refresh_from_db()
    assert (form.method, form.version) == ("transfer", 1)
    stale = client.post(address, reported | {"name": "Somebody Else"})
    assert stale.status_code == 409 and "You see its current state" in stale.content.decode()
    none = {key: value for key, value in reported.items() if key != f"in_{PAIRS}"}
    assert client.post(address, none | {"version": "1"}).status_code == 422
    assert Registration.objects.get(pk=form.pk).name == "Anu Nair"


def test_a_walk_in_is_admitted_at_the_desk_in_one_form_after_the_deadline_too(client, monkeypatch):
    from django.utils import timezone

    event = club_day()
    monkeypatch.setattr(timezone, "now", lambda: LATE)
    registrar = as_guest(official(event, Role.REGISTRAR))
    address = f"/events/{event.slug}/register/"
    assert "Add a registration" in registrar.get(address).content.decode()
    assert client.get(address).status_code != 200
    reported = {
        "name": "Wanda Walk", "email": "", "born": "1991-04-02", "club_name": "", f"in_{PAIRS}": "on",
        f"mate_{PAIRS}": "Mo Mate", f"mail_{PAIRS}": "", "paid_by": "cash", "is_here": "on",
    }  # fmt: skip

    answer = registrar.post(address, reported)

    form = Registration.objects.get(name="Wanda Walk")
    assert answer["Location"] == f"/events/{event.slug}/desk/?find={form.number}"
    assert standings(form) == {PAIRS: EntryStatus.CONFIRMED} and form.came_at == LATE
    assert selectors.account_of(form).balance == 0
    assert AuditEntry.objects.filter(kind="walk-in", detail__form=form.number).exists()


def test_a_walk_in_who_does_not_pay_yet_owes_the_fee():
    event = club_day()
    registrar = official(event, Role.REGISTRAR)
    wanda = application("Wanda Walk", ADULT, method=Method.CASH, by_registrar=True)

    form = check_in.admit(event, registrar.pk, wanda, paid_by=None, is_here=False, now=LATE)

    assert selectors.account_of(form).balance > 0 and form.came_at is None


def test_a_walk_in_is_admitted_whole_or_not_at_all():
    event = club_day()
    before = everything()
    umpire = official(event, Role.UMPIRE)

    with pytest.raises(NotOfficialError):
        check_in.admit(event, umpire.pk, application(), paid_by=Method.CASH, is_here=True, now=LATE)
    registrar = official(event, Role.REGISTRAR)
    with pytest.raises(registration.desk.MethodNotAcceptedError):
        reported = application("Wanda Walk", ADULT, method=Method.CASH, by_registrar=True)
        check_in.admit(event, registrar.pk, reported, paid_by=Method.PAYPAL, is_here=True, now=LATE)

    assert everything() == before


def test_what_stood_before_goes_with_the_person_who_has_their_data_deleted():
    form = entered(club_day())
    changed(form, email="anu.new@example.org", name="Anu Nayar")
    assert "Anu Nair" in str(privacy.export_of(form))

    privacy.erase_registration(form, now=NOW)

    form.refresh_from_db()
    assert form.new_email == "" and form.history == {}
    assert not registration_changes.may_change(form, None, NOW)

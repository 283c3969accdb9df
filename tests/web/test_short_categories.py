"""Categories with too few entries: asked after closing, cancelled or merged, announced, and undone (K-014, K-015)."""

from dataclasses import replace
from datetime import date

import pytest
from django.core import mail

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import Method
from carrom_web.accounts.models import Account
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import Entry, Event, Registration
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import closing, draws, payments, registration, undersubscribed
from tests.support.web.clients import as_guest
from tests.support.web.events import LATE, NOW, application, cash_terms, new_event, official, organiser_of
from tests.support.web.stored_once import stored_once

pytestmark = pytest.mark.django_db
OPEN, YOUNG = "open", "young"


@stored_once
def with_three_young() -> tuple[Event, list[Registration]]:
    """Five entries in the open class, three in that of the young, which costs less; all paid, entries closed."""
    classes = (
        CategoryTerms(key=OPEN, title="Open", fee=1000, least=4, most=10),
        CategoryTerms(key=YOUNG, title="Young", fee=600, least=4, oldest=18),
    )
    event = new_event(cash_terms(categories=classes))
    forms = [registration.hand_in(event, application(f"Old {sign}", OPEN), now=NOW) for sign in "ABCDE"]
    born = date(2006, 1, 1)
    young = [registration.hand_in(event, application(f"Young {sign}", YOUNG, born=born), now=NOW) for sign in "ABC"]
    for form in (*forms, *young):
        cents = selectors.account_of(form).balance
        payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=cents, now=NOW)
    return event, young


def state(event: Event) -> list[tuple[str, str, str, int]]:
    rows = Entry.objects.filter(category__event=event).order_by("pk").select_related("category", "form")
    return [(one.form.name, one.category.key, one.standing, one.fee) for one in rows]


def taken(event: Event) -> dict[str, int]:
    return dict(event.categories.values_list("key", "taken"))


@pytest.mark.clause("K-014")
@pytest.mark.clause("K-015")
def test_k014_k015_the_organiser_is_asked_once_entries_have_closed_with_what_each_decision_would_do():
    event, _young = with_three_young()
    terms = terms_of(event)

    assert undersubscribed.short_categories(event, terms, NOW) == []
    (asked,) = undersubscribed.short_categories(event, terms, LATE)
    page = as_guest(organiser_of(event)).get(f"/events/{event.slug}/organise/short/")

    assert (asked.decision.category, asked.decision.refunds) == (YOUNG, 1800)
    (row,) = page.context["shorts"]
    assert (row["entries"], row["refunds"]) == (["Young A", "Young B", "Young C"], "$18")
    (merge,) = row["merges"]
    assert (merge["into"], merge["entries"], merge["enough"], merge["fee"], merge["more"]) == (
        OPEN,
        8,
        True,
        "$4",
        True,
    )
    assert merge["misfits"] == []
    html = as_guest(organiser_of(event)).get(f"/events/{event.slug}/organise/").content.decode()
    assert "1 category has too few entries" in html
    assert as_guest(official(event, Role.REGISTRAR)).get(f"/events/{event.slug}/organise/short/").status_code == 403


@pytest.mark.clause("K-014")
def test_k014_a_short_category_that_is_drawn_already_leaves_the_others_to_be_decided():
    event, _young = with_three_young()
    terms = terms_of(event)
    too_few = replace(terms, categories=tuple(replace(one, least=9) for one in terms.categories))
    assert [one.decision.category for one in undersubscribed.short_categories(event, too_few, LATE)] == [OPEN, YOUNG]

    draws.draw(event, organiser_of(event).pk, OPEN, now=LATE)

    (asked,) = undersubscribed.short_categories(event, too_few, LATE)
    assert asked.decision.category == YOUNG
    assert asked.twice == {}, "nobody is moved into a category that is drawn"


@pytest.mark.clause("K-014")
@pytest.mark.clause("K-015")
def test_k014_k015_organisers_with_an_address_are_written_to_when_entries_close(django_capture_on_commit_callbacks):
    event, _young = with_three_young()
    for email, role in (("olive@example.org", Role.ORGANISER), ("umpire@example.org", Role.UMPIRE)):
        Member.objects.create(club=event.club, guest=Account.objects.create_user(email).guest, role=role)
    mail.outbox.clear()

    with django_capture_on_commit_callbacks(execute=True):
        closing.close(event, now=LATE)

    letters = [one for one in mail.outbox if "Too few entries" in one.subject]
    assert "umpire@example.org" not in {address for one in letters for address in one.to}
    (letter,) = [one for one in letters if one.to == ["olive@example.org"]]
    assert letter.to == ["olive@example.org"]
    assert "- Young" in letter.body
    assert f"/events/{event.slug}/organise/short/" in letter.body


@pytest.mark.clause("K-015")
def test_k015_a_category_is_merged_announced_to_all_and_reverted_to_the_cent(
    client, django_capture_on_commit_callbacks
):
    event, young = with_three_young()
    before, places = state(event), taken(event)
    owner, page = as_guest(organiser_of(event)), f"/events/{event.slug}/organise/short/"
    mail.outbox.clear()

    reported = {"do": "merge", "category": YOUNG, "into": OPEN, "fees": "follow", "why": "Only three."}
    with django_capture_on_commit_callbacks(execute=True):
        assert owner.post(page, reported).status_code == 303

    assert state(event)[5:] == [(f"Young {sign}", OPEN, "confirmed", 1000) for sign in "ABC"]
    assert taken(event) == {OPEN: 8, YOUNG: 0}
    assert [selectors.account_of(form).balance for form in young] == [400, 400, 400]
    assert len([letter for letter in mail.outbox if "Played together" in letter.subject]) == 3
    public = client.get(f"/events/{event.slug}/").content.decode()
    assert "Young is played together with Open. Only three." in public
    assert "played together with Open" in public

    draws.draw(event, organiser_of(event).pk, OPEN, now=LATE)
    refused = owner.post(page, {"do": "undo", "category": YOUNG})
    assert (refused.status_code, "Undo that draw first" in refused.content.decode()) == (409, True)
    draws.undo(event, organiser_of(event).pk, OPEN, 9, now=LATE)
    assert owner.post(page, {"do": "undo", "category": YOUNG}).status_code == 303

    assert (state(event), taken(event)) == (before, places)
    assert [selectors.account_of(form).balance for form in young] == [0, 0, 0]
    assert "category-separated" in [entry.kind for entry in event.audit_entries.all()]


@pytest.mark.clause("K-015")
def test_k015_a_cancelled_category_is_held_after_all_as_it_stood():
    event, young = with_three_young()
    before, places = state(event), taken(event)

    undersubscribed.cancel(event, organiser_of(event).pk, YOUNG, now=LATE)
    assert [selectors.account_of(form).balance for form in young] == [-600, -600, -600]
    for other in (Event.State.CANCELLED, Event.State.DRAFT):
        Event.objects.filter(pk=event.pk).update(state=other)
        with pytest.raises(undersubscribed.CannotUndoError):
            undersubscribed.undo(Event.objects.get(pk=event.pk), organiser_of(event).pk, YOUNG, now=LATE)
    Event.objects.filter(pk=event.pk).update(state=Event.State.OPEN)
    with pytest.raises(undersubscribed.CannotUndoError):
        undersubscribed.undo(event, organiser_of(event).pk, OPEN, now=LATE)
    undersubscribed.undo(event, organiser_of(event).pk, YOUNG, now=LATE)

    assert (state(event), taken(event)) == (before, places)
    assert [selectors.account_of(form).balance for form in young] == [0, 0, 0]
    with pytest.raises(undersubscribed.CannotUndoError):
        undersubscribed.undo(event, organiser_of(event).pk, YOUNG, now=LATE)


def test_who_plays_in_the_other_category_already_is_not_there_twice_and_gets_his_fee_back():
    event, _young = with_three_young()
    boss = organiser_of(event).pk
    both = registration.hand_in(
        event, application("Both Ways", OPEN, YOUNG, born=date(2006, 1, 1), by_registrar=True), now=LATE
    )
    payments.record_payment(both, boss, method=Method.CASH, cents=1600, now=LATE)
    terms = terms_of(event)
    wanted = tuple(replace(one, least=5) if one.key == YOUNG else one for one in terms.categories)
    (asked,) = undersubscribed.short_categories(event, replace(terms, categories=wanted), LATE)
    assert [entry.form.name for entry in asked.twice[OPEN]] == ["Both Ways"]

    undersubscribed.merge(event, boss, YOUNG, OPEN, fees_follow=False, now=LATE)

    assert selectors.account_of(both).balance == -600
    assert state(event)[-2:] == [("Both Ways", OPEN, "confirmed", 1000), ("Both Ways", YOUNG, "cancelled", 600)]
    assert state(event)[5][1:] == (OPEN, "confirmed", 600)  # fees stay
    undersubscribed.undo(event, boss, YOUNG, now=LATE)
    assert selectors.account_of(both).balance == 0
    assert taken(event) == {OPEN: 6, YOUNG: 4}
    with pytest.raises(undersubscribed.CannotMergeError):
        undersubscribed.merge(event, boss, YOUNG, YOUNG, fees_follow=False, now=LATE)


@pytest.mark.clause("K-014")
def test_k014_a_cancelled_event_is_held_after_all_as_it_stood():
    event, young = with_three_young()
    before, places = state(event), taken(event)
    owner, page = as_guest(organiser_of(event)), f"/events/{event.slug}/organise/"
    assert "hold-event" not in owner.get(page).content.decode()

    assert owner.post(page, {"do": "cancel-event", "why": "Snow"}).status_code == 303
    assert {standing for _, _, standing, _ in state(event)} == {"cancelled"}
    assert [selectors.account_of(form).balance for form in young] == [-600, -600, -600]
    assert "Reinstate the event" in owner.get(page).content.decode()
    assert owner.post(page, {"do": "hold-event"}).status_code == 303

    event.refresh_from_db()
    assert event.state == Event.State.OPEN
    assert (state(event), taken(event)) == (before, places)
    assert [selectors.account_of(form).balance for form in young] == [0, 0, 0]
    assert owner.post(page, {"do": "hold-event"}).status_code == 409


def test_an_event_is_a_draft_again_until_somebody_registers():
    event = new_event(cash_terms())
    owner, page = as_guest(organiser_of(event)), f"/events/{event.slug}/organise/"

    assert owner.post(page, {"do": "unpublish"}).status_code == 303
    event.refresh_from_db()
    assert event.state == Event.State.DRAFT
    assert owner.post(page, {"do": "publish"}).status_code == 303
    event.refresh_from_db()
    registration.hand_in(event, application("Anu Nair"), now=NOW)
    refused = owner.post(page, {"do": "unpublish"})

    assert refused.status_code == 409 and "Somebody has already registered" in refused.content.decode()
    assert [entry.kind for entry in event.audit_entries.order_by("pk")][-3:] == [
        "published",
        "unpublished",
        "published",
    ]

"""Notices of an event: posted, put right, withdrawn, and each of these taken back; what was said stays to be seen."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom_web.audit import hooks as audit_hooks
from carrom_web.clubs.rights import Role
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import event_file, selectors
from carrom_web.competitions.events.models import Event, Notice
from carrom_web.competitions.events.services import notices, organising
from carrom_web.competitions.events.services.notices import NoticeError, StaleNoticeError
from tests.support.web.clients import as_guest
from tests.support.web.events import NOW, new_event, official, organiser_of, small_event_terms, upcoming_terms

pytestmark = pytest.mark.django_db


def posted(event: Event, text: str = "Doors open at 9.") -> Notice:
    return organising.announce(event, organiser_of(event).pk, text, now=NOW)


def asked(notice: Notice, do: str, **more: str) -> dict[str, str]:
    return {"do": do, "notice": str(notice.pk), "seen": str(notice.version), **more}


def test_a_corrected_notice_says_the_new_words_and_everybody_sees_when_it_was_corrected_and_what_it_said():
    event = new_event(upcoming_terms(small_event_terms(8)))
    notice, organiser, public = posted(event), as_guest(organiser_of(event)), f"/events/{event.slug}/"
    page = f"{public}organise/"

    answer = organiser.post(page, asked(notice, "correct-notice", text="Doors open at 10."))
    shown = Client().get(public).content.decode()
    there = timezone.now().astimezone(upcoming_terms().zone)

    assert answer.status_code == 303
    assert "Doors open at 10." in shown and ", was: Doors open at 9." in shown
    assert f"{there:%H:}" in shown.partition("Corrected")[2][:40]
    assert [entry.kind for entry in event.audit_entries.order_by("-pk")[:1]] == ["notice-corrected"]
    assert "Notice corrected" in organiser.get(f"{public}log/").content.decode()

    notice.refresh_from_db()
    assert organiser.post(page, asked(notice, "undo-notice")).status_code == 303
    shown = Client().get(public).content.decode()
    assert "Doors open at 9." in shown and "it said: Doors open at 10." in shown
    notice.refresh_from_db()
    assert "has its original text" in organiser.post(page, asked(notice, "undo-notice")).content.decode()


def test_a_withdrawn_notice_stays_struck_through_until_it_is_put_back():
    event = new_event(upcoming_terms(small_event_terms(8)))
    notice, organiser, public = posted(event), as_guest(organiser_of(event)), f"/events/{event.slug}/"

    organiser.post(f"{public}organise/", asked(notice, "withdraw-notice"))
    assert "<del>Doors open at 9.</del>" in Client().get(public).content.decode()
    notice.refresh_from_db()
    refused = organiser.post(f"{public}organise/", asked(notice, "correct-notice", text="Doors open at 8."))
    assert refused.status_code == 409 and "Restore it first" in refused.content.decode()

    organiser.post(f"{public}organise/", asked(notice, "undo-notice"))
    shown = Client().get(public).content.decode()
    assert "<del>" not in shown and "restored" in shown


def test_k011_the_notice_of_a_moved_deadline_stays_and_only_its_reason_is_put_right():
    event = new_event(small_event_terms(8))
    owner = organiser_of(event).pk
    notice = organising.extend(event, owner, date(2022, 2, 2), now=NOW, why="Four more are comming.")

    with pytest.raises(NoticeError, match="cannot withdraw it"):
        notices.withdraw(event, owner, notice.pk, seen=0, now=NOW)
    notice = notices.correct(event, owner, notice.pk, "Four more are coming.", seen=0, now=NOW)

    assert (notice.deadline_was, notice.deadline_is) == (date(2022, 1, 30), date(2022, 2, 2))
    assert (notice.text, selectors.notice_changes(event)[notice.pk][0].detail["was"]) == (
        "Four more are coming.",
        "Four more are comming.",
    )


def test_who_looked_at_an_older_version_changes_nothing_and_keeps_what_he_typed():
    event = new_event(upcoming_terms(small_event_terms(8)))
    notice, organiser = posted(event), as_guest(organiser_of(event))
    notices.correct(event, organiser_of(event).pk, notice.pk, "Doors open at 10.", seen=0, now=NOW)

    answer = organiser.post(f"/events/{event.slug}/organise/", asked(notice, "correct-notice", text="Doors open at 8."))
    other_event = new_event(upcoming_terms(small_event_terms(4)))

    assert answer.status_code == 409
    assert "Doors open at 8.</textarea>" in answer.content.decode()
    assert selectors.notices_of(event)[0].text == "Doors open at 10."
    with pytest.raises(StaleNoticeError):
        notices.withdraw(event, organiser_of(event).pk, notice.pk, seen=0, now=NOW)
    for text, says in (("Doors open at 10.", "text is the same"), ("", "Enter the new text")):
        with pytest.raises(NoticeError, match=says):
            notices.correct(event, organiser_of(event).pk, notice.pk, text, seen=1, now=NOW)
    with pytest.raises(NoticeError, match="no such notice"):
        notices.undo(other_event, organiser_of(other_event).pk, notice.pk, seen=1, now=NOW)


def test_only_an_organiser_changes_a_notice():
    event = new_event(upcoming_terms(small_event_terms(8)))
    notice = posted(event)

    for role in (Role.REGISTRAR, Role.UMPIRE, Role.PLAYER):
        answer = as_guest(official(event, role)).post(
            f"/events/{event.slug}/organise/", asked(notice, "withdraw-notice")
        )
        assert answer.status_code == 403
    assert not Notice.objects.get().is_withdrawn


def test_changes_of_notices_travel_in_the_file_of_the_event_and_lose_the_name_of_who_is_forgotten():
    event = new_event(small_event_terms(8))
    owner, notice = organiser_of(event), posted(event)
    notices.correct(event, owner.pk, notice.pk, "Doors open at 10.", seen=0, now=NOW)
    notices.withdraw(event, owner.pk, notice.pk, seen=1, now=NOW + timedelta(minutes=5))

    copy = event_file.read(event.club, owner.pk, packed(event_file.write(event)), now=NOW)

    (there,) = selectors.notices_of(copy)
    assert (there.text, there.is_withdrawn, there.is_free) == ("Doors open at 10.", True, True)
    assert [(one.kind, one.by, one.detail.get("was")) for one in selectors.notice_changes(copy)[there.pk]] == [
        ("notice-corrected", "Olive Owner", "Doors open at 9."),
        ("notice-withdrawn", "Olive Owner", None),
    ]
    notices.undo(copy, owner.pk, there.pk, seen=0, now=NOW)

    audit_hooks.erase_person(owner.pk)
    assert {one.by for one in selectors.notice_changes(event)[notice.pk]} == {""}

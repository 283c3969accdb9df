"""An event's log page: an organiser sees what undoing a step would change, undoes it there, and takes that back."""

import re

import pytest

from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.services import draws
from tests.support.web.clients import as_guest
from tests.support.web.draws import BEST_OF_THREE, contest_of, event_with_entries, owner_id, ready_fixtures
from tests.support.web.events import ADULTS, NOW, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """A knock-out of four that is played to its end."""
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    while fixtures := ready_fixtures(event):
        draws.report_boards(event, owner_id(event), ADULTS, fixtures[0], BEST_OF_THREE, time_up=False, now=NOW)
    return event


def last(event, kind: AuditKind) -> AuditEntry:
    return event.audit_entries.filter(kind=kind).latest("pk")


def result_of(event, fixture: str):
    return contest_of(event).meeting(fixture).result


def question(client, event, step: AuditEntry) -> tuple[str, dict[str, str]]:
    """What the page asks about a step, and what its form would send."""
    html = client.get(f"/events/{event.slug}/log/?undo={step.pk}").content.decode()
    form = html[html.index("undo-title") :].partition("</form>")[0] if "undo-title" in html else ""
    return form, dict(re.findall(r'name="(line|version)" value="(\d+)"', form))


def test_the_log_shows_what_undoing_a_result_changes_does_it_and_takes_it_back(event):
    client, url = as_guest(organiser_of(event)), f"/events/{event.slug}/undo/"
    first = event.audit_entries.filter(kind=AuditKind.RESULT, detail__fixture="1.1").get()
    before = contest_of(event).contest
    assert f'href="?undo={first.pk}"' in client.get(f"/events/{event.slug}/log/").content.decode()

    asked, sent = question(client, event, first)

    assert "2.1: " in asked and "no longer count" in asked  # the final was played by its winner
    assert f"/draws/{ADULTS}/#fixture-1.1" in asked
    assert result_of(event, "1.1") is not None
    answer = client.post(url, sent)
    assert (answer.status_code, answer["Location"]) == (303, f"/events/{event.slug}/log/")
    assert result_of(event, "1.1") is None
    assert question(client, event, first) == ("", {})

    undo = last(event, AuditKind.REVERTED)
    assert undo.undoes == first
    asked, sent = question(client, event, undo)
    assert "count again" in asked
    assert client.post(url, sent).status_code == 303
    assert contest_of(event).contest == before

    assert client.post(url, question(client, event, first)[1]).status_code == 303  # once more, as the step counts again
    assert result_of(event, "1.1") is None


def test_undoing_the_first_draw_leaves_its_entrants(event):
    client = as_guest(organiser_of(event))

    client.post(f"/events/{event.slug}/undo/", question(client, event, last(event, AuditKind.DRAWN))[1])

    assert contest_of(event).contest.draws == ()
    assert len(contest_of(event).contest.entrants) == 4


def test_a_change_since_the_question_refuses_the_undo(event):
    client, step = as_guest(organiser_of(event)), last(event, AuditKind.RESULT)
    _asked, sent = question(client, event, step)
    draws.clear(event, owner_id(event), ADULTS, "1.1", now=NOW)
    version = contest_of(event).row.version

    answer = client.post(f"/events/{event.slug}/undo/", sent)

    assert answer.status_code == 409
    assert contest_of(event).row.version == version


def test_a_draw_on_which_a_later_one_stands_says_so_in_the_place_of_the_question():
    event = event_with_entries(4, format_="swiss")
    for _round in range(2):
        draws.draw(event, owner_id(event), ADULTS, now=NOW)
        for fixture in ready_fixtures(event):
            draws.report_boards(event, owner_id(event), ADULTS, fixture, BEST_OF_THREE, time_up=False, now=NOW)
    first = event.audit_entries.filter(kind=AuditKind.DRAWN).earliest("pk")
    client = as_guest(organiser_of(event))

    answer = client.get(f"/events/{event.slug}/log/?undo={first.pk}")

    assert answer.status_code == 409 and b'role="alert"' in answer.content
    assert "undo-title" not in answer.content.decode()


def test_an_entry_that_is_not_a_step_of_a_draw_leads_to_its_page_and_is_refused(event):
    client, published = as_guest(organiser_of(event)), last(event, AuditKind.PUBLISHED)

    assert f"?undo={published.pk}" not in client.get(f"/events/{event.slug}/log/").content.decode()
    for number in (published.pk, AuditEntry.objects.latest("pk").pk + 1):
        assert client.post(f"/events/{event.slug}/undo/", {"line": number}).status_code == 409

"""The log of a contest as rows: its cost, what other processes see, what a transaction takes back, erasure."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from carrom.errors import CarromError
from carrom_web.audit import hooks as audit_hooks
from carrom_web.audit.log_store import LogStore
from carrom_web.audit.models import LogEntry
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.services import draws
from tests.support.web.draws import (
    BEST_OF_THREE,
    NOW,
    contest_of,
    event_with_entries,
    owner_id,
    ready_fixtures,
)
from tests.support.web.events import ADULTS

pytestmark = pytest.mark.django_db


def another_process():
    """The store of a process that has nothing of any contest in its memory yet."""
    store = contests.STORE
    return LogStore(fold=store._fold, acts=store.acts, stale=store._stale)


@pytest.fixture
def event():
    made = event_with_entries(4)
    draws.draw(made, owner_id(made), ADULTS, now=NOW)
    return made


def enter_and_clear(event, fixture):
    draws.report_boards(event, owner_id(event), ADULTS, fixture, BEST_OF_THREE, time_up=False, now=NOW)
    draws.clear(event, owner_id(event), ADULTS, fixture, now=NOW)


def test_a_result_writes_one_row_with_as_many_queries_however_long_the_log_is(event):
    fixture = ready_fixtures(event)[0]

    def cost():
        before = contest_of(event).row.log_entries.count()
        with CaptureQueriesContext(connection) as queries:
            draws.report_boards(event, owner_id(event), ADULTS, fixture, BEST_OF_THREE, time_up=False, now=NOW)
        assert contest_of(event).row.log_entries.count() == before + 1
        draws.clear(event, owner_id(event), ADULTS, fixture, now=NOW)
        written = [one["sql"] for one in queries if "INSERT" in one["sql"]]
        return len(queries), sum(map(len, written))

    cost()
    first = cost()
    for _ in range(40):
        enter_and_clear(event, fixture)

    assert len(contest_of(event).record.entries) > 80
    queries, size = cost()
    assert queries == first[0] and size <= first[1] + 10  # numbers of rows have more digits


def test_another_process_sees_what_was_written_since_it_looked(event):
    row, fixture = contest_of(event).row, ready_fixtures(event)[0]
    other = another_process()
    assert other.read(row).log.state == contest_of(event).contest

    enter_and_clear(event, fixture)
    draws.undo(event, owner_id(event), ADULTS, len(contest_of(event).record.entries), now=NOW)
    row.refresh_from_db()

    assert other.read(row).log.state == another_process().read(row).log.state == contest_of(event).contest
    assert contest_of(event).meeting(fixture).result is not None


def test_what_a_transaction_takes_back_is_in_nobodys_memory(event):
    first, second = ready_fixtures(event)
    before = contest_of(event).record

    with pytest.raises(RuntimeError), transaction.atomic():
        draws.report_boards(event, owner_id(event), ADULTS, first, BEST_OF_THREE, time_up=False, now=NOW)
        assert contest_of(event).meeting(first).result is not None
        raise RuntimeError
    assert contest_of(event).record == before
    draws.report_boards(event, owner_id(event), ADULTS, second, BEST_OF_THREE, time_up=False, now=NOW)

    found = contest_of(event)
    assert (found.meeting(first).result, found.meeting(second).result is None) == (None, False)
    assert another_process().read(found.row).log.state == found.contest


def test_of_two_writers_the_second_is_refused_and_leaves_nothing(event):
    stale, fixture = contest_of(event), ready_fixtures(event)[0]
    enter_and_clear(event, fixture)
    stored = list(LogEntry.objects.order_by("number").values())

    with pytest.raises(contests.StaleContestError):
        draws.store(event.categories.get(), stale, contests.records.revert(stale.record, len(stale.record.entries)))

    assert list(LogEntry.objects.order_by("number").values()) == stored


def test_a_draw_that_is_reverted_and_made_with_other_entries_starts_another_log_and_goes_on_counting_versions(event):
    version, drawn = contest_of(event).row.version, len(contest_of(event).record.entries)
    draws.undo(event, owner_id(event), ADULTS, drawn, now=NOW)
    terms_changed = event.categories.get(key=ADULTS).entries.order_by("pk").last()
    type(terms_changed).objects.filter(pk=terms_changed.pk).update(standing="withdrawn")

    draws.draw(event, owner_id(event), ADULTS, now=NOW)

    found = contest_of(event)
    assert found.row.version > version and len(found.contest.entrants) == 3
    assert another_process().read(found.row).log.state == found.contest


def test_who_is_erased_stands_beside_no_act(event):
    found = contest_of(event)
    assert set(contests.authors(found.row).values()) == {"Olive Owner"}

    audit_hooks.erase_person(owner_id(event))

    assert contests.authors(found.row) == {} and contest_of(event).contest == found.contest


def test_acts_that_do_not_follow_from_each_other_are_said_and_not_shown(event):
    row = contest_of(event).row
    LogEntry.objects.filter(number=1).update(act={"kind": "remove", "key": "nobody"})

    with pytest.raises(CarromError, match="nobody"):
        another_process().read(row)

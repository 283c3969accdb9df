"""The log of a match league as rows: what it costs, two writers, what other processes see, what is erased."""

import csv
import io
import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from carrom import serialization
from carrom.errors import CarromError
from carrom.league.match_commands import Deduct
from carrom.log import Revert
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.audit.log_store import LogStore
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES
from carrom_web.competitions.match_leagues.services import organising
from carrom_web.competitions.match_leagues.services.changes import do_act
from tests.support.web.match_leagues import PLAYERS, announced_league, captain_link, team_form

pytestmark = pytest.mark.django_db

PEOPLE = {name: (name,) for name in ("Anu Nair", "Bela Rao", "Cyra Das")}
TERMS = replace(PLAYERS, length="game")


@pytest.fixture(autouse=True)
def nobody_entered_lately():
    ENTRIES.forget_all()


def deduction(playing, reason="late"):
    return Deduct(playing.team("Anu Nair").key, 1, reason)


def deduct(playing, reason="late"):
    do_act(playing.league, None, deduction(playing, reason), AuditKind.POINTS_DEDUCTED, timezone.now(), reason=reason)


def another_process():
    """The store of a process that has nothing of any league in its memory yet."""
    store = repository.STORE
    return LogStore(fold=store._fold, acts=store.acts, stale=store._stale)


def test_appending_writes_one_row_with_as_many_queries_however_long_the_log_is():
    playing = announced_league(TERMS, PEOPLE)

    def cost():
        entries = playing.league.log_entries.count()
        with CaptureQueriesContext(connection) as queries:
            deduct(playing)
        assert playing.league.log_entries.count() == entries + 1
        return len(queries), [one["sql"].split()[0] for one in queries if one["sql"].startswith(("INSERT", "UPDATE"))]

    short = cost()
    for _again in range(60):
        deduct(playing)
    long = cost()

    assert long == short
    assert short[1].count("INSERT") == 2  # the entry of the log and that of the audit log
    assert len(playing.seen.league.deductions) == 62


def test_of_two_who_write_at_once_the_second_is_refused_and_nothing_of_theirs_is_stored():
    playing = announced_league(TERMS, PEOPLE)
    first, second = playing.league, playing.league
    now, kind = timezone.now(), AuditKind.POINTS_DEDUCTED
    repository.STORE.append(first, [deduction(playing, "first")], kind, at=now, guest_id=None)

    with pytest.raises(StaleCompetitionError):
        repository.STORE.append(second, [deduction(playing, "second")], kind, at=now, guest_id=None)

    assert [one.reason for one in playing.seen.league.deductions] == ["first"]
    assert playing.league.audit_entries.filter(kind=kind).count() == 1
    assert playing.league.version == first.version


def test_a_team_whose_act_is_refused_leaves_no_row_behind():
    playing = announced_league(TERMS, PEOPLE)
    anu = playing.team("Anu Nair")
    rows = LogEntry.objects.count(), AuditEntry.objects.count()

    with pytest.raises(CarromError):
        organising.take_out(playing.league, Guest.objects.get(name="Olive Owner").pk, "nobody", now=timezone.now())
    changed = playing.captains["Anu Nair"].post(captain_link(anu), team_form("Bela Rao", "Bela Rao", do="roster"))

    assert changed.status_code == 409  # there is a Bela Rao
    assert playing.team("Anu Nair").members.get().name == "Anu Nair"
    assert (LogEntry.objects.count(), AuditEntry.objects.count()) == rows


def test_what_is_seen_is_what_is_stored_after_a_rollback_and_after_another_process_wrote():
    playing = announced_league(TERMS, PEOPLE)
    with pytest.raises(RuntimeError), transaction.atomic():
        deduct(playing, "taken back")
        assert len(playing.seen.league.deductions) == 1
        raise RuntimeError
    assert playing.seen.league.deductions == ()

    store = another_process()
    row = playing.league
    store.append(row, [deduction(playing, "elsewhere")], AuditKind.POINTS_DEDUCTED, at=timezone.now(), guest_id=None)

    assert [one.reason for one in playing.seen.league.deductions] == ["elsewhere"]
    deduct(playing, "here")
    assert [one.reason for one in store.read(playing.league).log.state.deductions] == ["elsewhere", "here"]


def test_other_terms_hold_for_what_was_done_before():
    playing = announced_league(TERMS, PEOPLE)
    deduct(playing)
    owner = Guest.objects.get(name="Olive Owner")
    entries = playing.league.log_entries.count()

    organising.change_league(playing.league, owner.pk, replace(TERMS, title="Tuesday league"), now=timezone.now())

    assert playing.seen.terms.title == playing.league.title == "Tuesday league"
    assert len(playing.seen.league.deductions) == 1 and playing.league.log_entries.count() == entries
    assert playing.league.audit_entries.filter(kind=AuditKind.TERMS_CHANGED).get().by == "Olive Owner"


def test_logs_hold_keys_and_the_name_of_who_acted_goes_with_the_person(client):
    playing = announced_league(TERMS, PEOPLE)
    fixture = playing.seen.league.meetings[0].fixture.id
    name = playing.seen.teams[playing.sides(fixture)[0]].name
    assert playing.at(fixture, playing.captains[name], "report", line="25-9", by="games") == 303
    reported = playing.league.audit_entries.get(kind=AuditKind.RESULT_REPORTED)
    page = playing.owner.get(playing.page("match-league-organise")).content.decode()
    assert reported.by == name and reported.role == AuditEntry.Role.PLAYER
    assert f'Result reported by one side: <span class="small">{name}, {fixture}<' in page
    assert name not in json.dumps([*playing.league.audit_entries.values_list("detail", flat=True)])
    assert name not in json.dumps([*playing.league.log_entries.values_list("act", flat=True)])

    privacy.erase(Guest.objects.get(captain_of__team__name=name))

    reported.refresh_from_db()
    assert reported.by == ""
    assert name not in playing.owner.get(playing.page("match-league-organise")).content.decode()
    assert name not in playing.owner.get(playing.page("match-league-export")).content.decode()
    assert playing.seen.league.reported  # what was reported stays


def test_fixtures_are_reverted_with_their_days_brought_back_and_the_log_says_so():
    playing = announced_league(TERMS, PEOPLE)
    days = playing.seen.league.slots

    assert playing.undo(AuditKind.FIXTURES_MADE) == 303
    assert not playing.seen.league.is_drawn and not playing.seen.league.slots
    page = playing.owner.get(playing.page("match-league-organise")).content.decode()
    assert 'Undone: <span class="small">Fixtures created' in page
    assert playing.organise("bring-back") == 303

    assert playing.seen.league.slots == days
    assert isinstance(playing.seen.log.entries[-1].act, Revert)
    assert "Draw restored" in playing.owner.get(playing.page("match-league-organise")).content.decode()


def test_a_file_with_entries_that_do_not_belong_together_is_refused():
    playing = announced_league(TERMS, PEOPLE)
    data = playing.owner.get(playing.page("match-league-export")).content

    def faults(change):
        content = json.loads(data)
        change(content)
        file = SimpleUploadedFile("l.json", json.dumps(content).encode())
        answer = playing.owner.post("/leagues/matches/new/file/", {"do": "look", "league": file, "club": ""})
        assert answer.status_code == 422
        return answer.content.decode()

    def later(content):
        content["record"]["entries"][1]["act"] = serialization.to_plain(Revert((9,)))

    assert "<b>record, entry 2</b> (bad-revert)" in faults(later)
    assert "(no-such-entry)" in faults(lambda content: content["log"][-1]["entries"].append(99))
    assert "(bad-line)" in faults(lambda content: content["log"][-1].update(kind="danced"))
    assert "(bad-moment)" in faults(lambda content: content["record"]["entries"][0].update(at="yesterday"))
    assert League.objects.count() == 1


def test_the_page_of_the_log_filters_names_only_to_whom_it_may_and_asks_before_it_undoes(client):
    playing = announced_league(TERMS, PEOPLE)
    fixture = playing.seen.league.meetings[0].fixture.id
    assert playing.at(fixture, playing.owner, "result", line="=25-9", by="games") == 422
    assert playing.at(fixture, playing.owner, "result", line="25-9", by="games") == 303
    address, anu = playing.page("match-league-log"), playing.team("Anu Nair")
    assert playing.organise("deduct", team=anu.key, points="1", reason="=late") == 303
    assert client.get(address).status_code == 403

    whole = playing.owner.get(address)
    one = playing.owner.get(address, {"what": AuditKind.POINTS_DEDUCTED})
    mine = playing.owner.get(address, {"part": anu.key})
    by_captain = playing.owner.get(address, {"by": "Bela Rao"})

    assert whole.context["pages"] == 1 and len(whole.context["entries"]) == playing.league.audit_entries.count()
    assert [row["what"] for row in one.context["entries"]] == ["Points deducted"]
    assert [row["what"] for row in mine.context["entries"]] == ["Points deducted", "Entered"]
    assert {row["by"] for row in by_captain.context["entries"]} == {"Bela Rao"}
    result = playing.owner.get(address, {"what": AuditKind.RESULT_RECORDED}).context["entries"][0]
    asked = playing.owner.get(address + result["url"])
    assert asked.context["undo"]["what"] == "Result entered" and fixture in asked.content.decode()
    assert playing.undo_line(str(asked.context["undo"]["number"])) == 303
    assert playing.owner.get(address + result["url"]).context["undo"] is None

    file = playing.owner.get(address + "?file=csv")
    rows = list(csv.reader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert [row[2] for row in rows[1:]] == [*playing.league.audit_entries.order_by("pk").values_list("kind", flat=True)]
    assert "Anu Nair" in [row[3] for row in rows]
    assert all(not cell.startswith("=") for row in rows for cell in row)
    assert client.get(address + "?file=csv").status_code == 403

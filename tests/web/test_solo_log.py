"""The log of a season of 19-coin sets: who did what, and as what."""

import csv
import json
from typing import Any

import pytest
from django.db.models import F

from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Role
from carrom_web.competitions.solo_leagues import privacy, repository, season_file, selectors
from carrom_web.competitions.solo_leagues.models import Kind, Season, SoloSet
from carrom_web.competitions.solo_leagues.services import changes, organising, registration, set_reviews, sets
from carrom_web.competitions.solo_leagues.services.changes import ChangedSinceError
from tests.support.web.clients import as_guest
from tests.support.web.events import official
from tests.support.web.solo_seasons import NOW, confirmed_set, joined_player, new_season, organiser_of, set_report

pytestmark = pytest.mark.django_db


def test_every_line_of_the_log_says_who_did_it_and_as_what():
    season = new_season()
    owner, player = organiser_of(season), joined_player(season)
    other = official(season, Role.ORGANISER)
    report = set_report(film="https://films.example/1")
    row = sets.report(player, report, guest_id=player.guest_id, now=NOW)
    set_reviews.strike(season, other.pk, SoloSet.objects.get(pk=row.pk), why="not his board", now=NOW)
    changes.undo(season, owner.pk, season.audit_entries.latest("pk").pk, now=NOW)

    lines = [(line.kind, line.guest_id, line.by, line.role) for line in season.audit_entries.order_by("pk")]
    by_owner, by_player = (owner.pk, "Olive Owner", "organiser"), (player.guest_id, "Anu Nair", "player")

    assert [line[1:] for line in lines if line[0] == Kind.DRAFTED] == [by_owner]
    assert {line[1:] for line in lines if line[0] in (Kind.JOINED, Kind.SET_REPORTED)} == {by_player}
    assert [line[1:] for line in lines[-2:]] == [(other.pk, other.name, "organiser"), by_owner]
    page = as_guest(owner).get(f"/leagues/solo/{season.slug}/organise/").content.decode()
    assert other.name in page and "Anu Nair" in page


def test_the_log_has_a_page_with_filters_and_goes_out_as_csv():
    season = new_season()
    owner, player = organiser_of(season), joined_player(season)
    confirmed_set(player)
    joined_player(season, "Ben Ode")
    client, address = as_guest(owner), f"/leagues/solo/{season.slug}/log"

    page = client.get(f"{address}/?what={Kind.SET_REPORTED}&part={player.key}").content.decode()
    assert page.count("<b>set reported</b>") == 1 and "<b>joined</b>" not in page
    entry = season.audit_entries.get(kind=Kind.SET_REPORTED)
    link = f"?undo={entry.pk}"
    assert "Feb. 4, 2026, 9 p.m." in page and "Feb. 4, 2026, 9 p.m." in set_page(season, entry)  # where it is played
    assert link in page and "strokes: – → 21, 24, 19, 27, 23" in page
    assert "Undo this?" in client.get(f"{address}/{link}").content.decode()

    rows = list(csv.reader(client.get(f"{address}/?file=csv").content.decode("utf-8-sig").splitlines()))
    assert rows[0] == ["at", "by", "what", "player", "about", "reason"]
    assert [row[2] for row in rows[1:]] == list(season.audit_entries.order_by("pk").values_list("kind", flat=True))
    assert as_guest(player.guest).get(f"{address}/?file=csv").status_code == 403


def test_of_two_who_write_at_once_one_is_refused(monkeypatch: pytest.MonkeyPatch):
    season = new_season()
    owner = organiser_of(season).pk
    write = repository.STORE.write

    def second_writer(row: Season, *args: Any, **more: Any) -> None:
        Season.objects.filter(pk=row.pk).update(version=F("version") + 1)  # as another process would
        write(row, *args, **more)

    monkeypatch.setattr(repository.STORE, "write", second_writer)
    with pytest.raises(ChangedSinceError):
        organising.close_season(season, owner, now=NOW)

    season.refresh_from_db()
    assert season.state == "open" and repository.state_of(season).status == "open"
    assert not season.audit_entries.filter(kind=Kind.CLOSED).exists()


def test_every_row_says_what_the_log_does_after_undoing_all_of_it():
    season = new_season()
    owner = organiser_of(season).pk
    anu, ben = joined_player(season), joined_player(season, "Ben Ode")
    row = confirmed_set(anu)
    set_reviews.excuse(season, owner, ben, 2, holds=True, why="ill", now=NOW)
    set_reviews.judge_late(season, owner, fresh(row), takes=True, why="", now=NOW)
    set_reviews.strike(season, owner, fresh(row), why="not this board", now=NOW)
    registration.withdraw(ben, now=NOW)
    organising.close_season(season, owner, now=NOW)
    rows = rows_of(season)

    reverted = list(season.audit_entries.order_by("-pk").exclude(kind=Kind.DRAFTED))
    for entry in reverted:
        changes.undo(season, owner, entry.pk, now=NOW)
    season.refresh_from_db()
    assert (season.state, season.taken, season.excuses.count()) == ("draft", 0, 0)
    assert set(season.players.values_list("status", flat=True)) == {"withdrawn"}
    assert fresh(row).status == "struck" and not repository.state_of(season).sets

    for entry in season.audit_entries.filter(undoes__in=reverted).order_by("-pk"):
        changes.undo(season, owner, entry.pk, now=NOW)
    assert rows_of(season) == rows


def test_a_set_that_was_taken_out_does_not_come_back_into_a_week_that_is_full():
    season = new_season()
    owner = organiser_of(season).pk
    player = joined_player(season)
    row = confirmed_set(player)
    set_reviews.strike(season, owner, fresh(row), why="", now=NOW)
    other = sets.report(player, set_report((20, 20, 20, 20, 20), film="https://films.example/2"), now=NOW)
    struck = season.audit_entries.get(kind=Kind.SET_STRUCK)

    with pytest.raises(ChangedSinceError, match="replaced it"):
        changes.undo(season, owner, struck.pk, now=NOW)

    set_reviews.strike(season, owner, fresh(other), why="", now=NOW)
    changes.undo(season, owner, struck.pk, now=NOW)
    assert fresh(row).status == "counts"


def test_a_link_to_a_witness_leads_nowhere_once_another_is_asked_and_again_when_that_is_reverted():
    season = new_season()
    row = sets.report(joined_player(season), set_report(witness="Priya"), now=NOW)
    token = selectors.witness_token(row)
    set_reviews.ask_witness(fresh(row), witness="Ravi", email="", now=NOW)
    assert fresh(row).witness == "Ravi"
    with pytest.raises(selectors.UnknownSetError, match="Another witness"):
        selectors.set_with_token(token)

    changes.undo(season, organiser_of(season).pk, season.audit_entries.get(kind=Kind.WITNESS_ASKED).pk, now=NOW)

    assert selectors.set_with_token(token).witness == "Priya"


def test_neither_acts_nor_what_they_changed_hold_names_addresses_or_reasons():
    season = new_season()
    player = joined_player(season)
    row = sets.report(player, set_report(witness="Priya", note="my board"), now=NOW)
    set_reviews.witness_says(fresh(row), saw=True, name="Priya Rao", why="", guest_id=None, now=NOW)
    set_reviews.add_film(fresh(row), "https://films.example/1", now=NOW)
    set_reviews.excuse(season, organiser_of(season).pk, player, 2, holds=True, why="ill", now=NOW)
    assert (fresh(row).witness, season.excuses.get().why) == ("Priya Rao", "ill")

    acts = list(season.log_entries.values_list("act", flat=True))
    details = list(season.audit_entries.values_list("detail", flat=True))
    held = json.dumps([acts, details])
    assert not any(word in held for word in ("Anu", "Priya", "films.example", "my board", "ill", "Olive"))

    privacy.erase_player(player, now=NOW)
    assert (fresh(row).witness, fresh(row).film, season.excuses.get().why) == ("", repository.FILM_DELETED, "")
    assert set(season.audit_entries.filter(detail__player=player.key).values_list("by", "reason")) <= {
        ("", ""), ("Olive Owner", ""),
    }  # fmt: skip


def test_what_was_reverted_before_a_season_went_out_as_a_file_comes_back_where_it_came_in():
    season = new_season()
    owner = organiser_of(season).pk
    row = confirmed_set(joined_player(season))
    for kind in (Kind.SET_REPORTED, Kind.JOINED):
        changes.undo(season, owner, season.audit_entries.get(kind=kind).pk, now=NOW)
    again = season_file.read(season.club, owner, season_file.write(season).encode(), now=NOW)
    assert set(again.sets.values_list("status", flat=True)) == {"struck"}

    for entry in again.audit_entries.filter(kind=Kind.REVERTED).order_by("-pk"):
        changes.undo(again, owner, entry.pk, now=NOW)

    assert [(one.status, one.strokes) for one in again.sets.all()] == [("counts", row.strokes)]
    assert again.players.get().status == "playing"


def set_page(season: Season, entry: AuditEntry) -> str:
    return (
        as_guest(organiser_of(season)).get(f"/leagues/solo/{season.slug}/sets/{entry.detail['set']}/").content.decode()
    )


def fresh(row: SoloSet) -> SoloSet:
    return SoloSet.objects.select_related("player__season", "season").get(pk=row.pk)


def rows_of(season: Season) -> list[Any]:
    """All that the rows of a season hold of its log."""
    players = season.players.order_by("pk").values("key", "status", "division", "left_on", "joined_on")
    found = season.sets.order_by("pk").values()
    excuses = season.excuses.order_by("week").values("player", "week", "why")
    state = Season.objects.filter(pk=season.pk).values("terms", "state", "taken", "most")
    return [list(rows) for rows in (players, found, excuses, state)]

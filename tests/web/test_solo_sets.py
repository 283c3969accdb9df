"""Sets of 19-coin solo over their database: three ways of handing in, evidence, witnesses, corrections, late sets."""

import pytest
from asgiref.sync import async_to_sync

from carrom.league.solo_log import SeasonLogError
from carrom.league.solo_terms import EvidenceAsked
from carrom.league.solo_violations import RefusedSetError
from carrom.match.requests import Amend, Attest, TellBoard
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.solo_leagues import repository, selectors
from carrom_web.competitions.solo_leagues.models import Kind, Player, SoloSet
from carrom_web.competitions.solo_leagues.services import (
    changes,
    registration,
    set_reviews,
    sets,
)
from carrom_web.competitions.solo_leagues.services import (
    corrections as solo_leagues_corrections,
)
from carrom_web.competitions.solo_leagues.services.changes import ChangedSinceError
from carrom_web.competitions.solo_leagues.services.set_reviews import NothingToSayError, OwnWitnessError
from carrom_web.matches import selectors as match_queries
from carrom_web.matches import services as matches
from tests.support.web.emails import collected_emails
from tests.support.web.matches import new_id
from tests.support.web.solo_seasons import (
    BOARDS,
    LATER,
    NOW,
    averages,
    confirmed_set,
    correct,
    fresh,
    joined_player,
    local_time,
    new_season,
    organiser_of,
    set_report,
)

pytestmark = pytest.mark.django_db


def refused(player: Player, *args: object, **more: object) -> set[str]:
    with pytest.raises(RefusedSetError) as error:
        sets.report(player, set_report(*args, **more), now=NOW)  # type: ignore[arg-type]
    return {fault.code for fault in error.value.faults}


def tell(row: SoloSet, *scores: int) -> None:
    """So many boards on the sheet of a set, as its player's phone sends them."""
    for score in scores:
        ask(row, TellBoard(ended="cleared", strokes=score))


def ask(row: SoloSet, request: object) -> None:
    assert row.match_id is not None
    after = match_queries.load(row.match_id).state.version
    async_to_sync(matches.ask)(
        match_id=row.match_id,
        author=matches.Umpire(),
        request_id=new_id(),
        after=after,
        request=request,  # type: ignore[arg-type]
    )


def home_set(player: Player) -> SoloSet:
    assert player.guest_id is not None
    return sets.start_at_home(player, player.guest_id, device="", now=NOW)


def boards_changed(row: SoloSet, kind: Kind) -> list[list[list[int]]]:
    """What the boards of a set were and are by the entries of one kind."""
    return [
        [was, now]
        for entry in repository.entries_about(fresh(row))
        for of, _key, what, was, now in entry.detail["changes"]
        if entry.kind == kind and (of, what) == ("set", "strokes")
    ]


@pytest.mark.clause("B-005", "B-038", "B-040", "B-041")
def test_b040_a_reported_set_counts_with_evidence_and_what_cannot_be_is_refused_by_name():
    season = new_season()
    player = joined_player(season)

    assert refused(player, (21, 24, 19, 27)) == {"number-of-boards"}
    assert refused(player, (21, 24, 19, 27, 23, 20)) == {"number-of-boards"}
    assert refused(player, (46, 24, 19, 27, 23)) == {"above-the-cap"}
    assert refused(player, (18, 24, 19, 27, 23)) == {"fewer-than-pieces"}
    assert refused(player, BOARDS, "2026-02-05") == {"not-yet"}
    assert refused(player, BOARDS, "2026-01-31") == {"outside-season"}
    assert SoloSet.objects.count() == 0
    confirmed_set(player)
    assert averages(season) == {"Anu Nair": "22.80"}
    assert refused(player, BOARDS) == {"set-twice", "week-full"}

    other = joined_player(season, "Tomasz Kowalski")
    few = sets.report(other, set_report((18, 20, 20, 20, 20), is_sure=True, film="https://films.example/2"), now=NOW)
    assert few.status == "counts" and averages(season)["Tomasz Kowalski"] == "19.60"


@pytest.mark.clause("B-006", "B-009", "B-011")
def test_b006_a_set_from_ones_own_board_waits_for_a_declaration_that_fits_the_laws():
    season = new_season()
    player = joined_player(season, equipment=None)

    assert refused(player, BOARDS) == {"equipment-not-declared"}
    with pytest.raises(RefusedSetError, match="declared"):
        home_set(player)
    on_site = sets.start_on_site(player, player.guest_id, now=NOW)  # type: ignore[arg-type]
    assert on_site.match is not None  # the site's own board fits
    sets.give_up(on_site, now=NOW)
    registration.declare(player, {"equipment_declared": True, "colours_differ": True, "powder_kind": "talc"}, now=NOW)
    assert refused(player, BOARDS) == {"equipment-fails"}


def test_a_witness_confirms_by_a_link_once_and_never_the_player_himself():
    season = new_season()
    asked = set_report(witness="Priya", witness_email="priya@example.org")
    row = sets.report(joined_player(season, "Ben Ode"), asked, now=NOW)
    with pytest.raises(OwnWitnessError):
        set_reviews.witness_says(row, saw=True, name="Ben", why="", guest_id=row.player.guest_id, now=NOW)
    token = selectors.witness_token(row)
    assert row.status == "pending" and averages(season)["Ben Ode"] == ""

    set_reviews.witness_says(selectors.set_with_token(token), saw=True, name="Priya", why="", guest_id=None, now=NOW)

    row = fresh(row)
    assert (row.status, row.witness, row.witness_email) == ("counts", "Priya", "")
    assert averages(season)["Ben Ode"] == "22.80"
    with pytest.raises(NothingToSayError):
        set_reviews.witness_says(row, saw=False, name="Priya", why="", guest_id=None, now=NOW)


def test_a_witness_who_refuses_takes_the_set_out_and_the_organiser_brings_it_back():
    season = new_season()
    owner = organiser_of(season).pk
    row = sets.report(joined_player(season), set_report(witness="Priya", witness_email="p@example.org"), now=NOW)

    set_reviews.witness_says(row, saw=False, name="Priya", why="one board fewer", guest_id=None, now=NOW)
    assert fresh(row).status == "refused" and averages(season) == {"Anu Nair": ""}
    set_reviews.give_word(season, owner, fresh(row), why="seen on film", now=NOW)
    assert averages(season) == {"Anu Nair": "22.80"}
    line = AuditEntry.objects.get(kind=Kind.WORD_GIVEN)
    changes.undo(season, owner, line.pk, now=NOW)
    assert fresh(row).status == "refused" and averages(season) == {"Anu Nair": ""}
    changes.undo(season, owner, AuditEntry.objects.get(undoes=line).pk, now=NOW)  # the undoing is undone
    assert averages(season) == {"Anu Nair": "22.80"}


def test_a_set_recorded_at_home_comes_in_by_itself_once_and_a_correction_on_its_sheet_corrects_the_season():
    season = new_season()
    row = home_set(joined_player(season))
    tell(row, 21, 24, 19, 27)
    assert sets.take_sets(now=NOW) == 0 and fresh(row).status == "started"
    tell(row, 23)

    assert sets.take_sets(now=NOW) == 1
    assert sets.take_sets(now=NOW) == 0
    taken = fresh(row)
    assert (taken.status, taken.strokes, taken.source) == ("counts", list(BOARDS), str(row.match_id))
    assert averages(season) == {"Anu Nair": "22.80"}

    assert row.match_id is not None
    last = match_queries.load(row.match_id).state.version
    ask(row, Amend(number=last, board=TellBoard(ended="cleared", strokes=28)))
    assert sets.take_sets(now=NOW) == 1
    assert fresh(row).strokes == [21, 24, 19, 27, 28] and averages(season) == {"Anu Nair": "23.80"}
    assert boards_changed(row, Kind.SHEET_CORRECTED) == [[list(BOARDS), [21, 24, 19, 27, 28]]]
    ask(row, Amend(number=last, board=TellBoard(ended="cleared", strokes=20)))
    assert sets.take_sets(now=NOW) == 1
    assert fresh(row).strokes == [21, 24, 19, 27, 20] and averages(season) == {"Anu Nair": "22.20"}
    with pytest.raises(NothingToSayError, match="sheet"):
        correct(season, row, (21, 24, 19, 27, 22))


def test_a_player_corrects_freely_before_the_deadline_and_asks_after_it():
    season = new_season()
    player, owner = joined_player(season), organiser_of(season).pk
    row = confirmed_set(player)
    given = {"day": row.day, "why": "misread"}
    assert solo_leagues_corrections.correct_own(fresh(row), strokes=(21, 24, 19, 27, 28), now=NOW, **given)
    assert fresh(row).strokes == [21, 24, 19, 27, 28] and fresh(row).status == "counts"  # its film still speaks
    assert boards_changed(row, Kind.SET_CORRECTED) == [[list(BOARDS), [21, 24, 19, 27, 28]]]
    with pytest.raises(NothingToSayError, match="Nothing has changed"):
        solo_leagues_corrections.correct_own(fresh(row), strokes=(21, 24, 19, 27, 28), now=NOW, **given)
    with pytest.raises(RefusedSetError) as error:
        solo_leagues_corrections.correct_own(fresh(row), strokes=(21, 24, 19, 27, 46), now=NOW, **given)
    assert {fault.code for fault in error.value.faults} == {"above-the-cap"}

    for strokes in ((21, 24, 19, 27, 20), (21, 24, 19, 27, 22)):  # the second question takes the place of the first
        assert not solo_leagues_corrections.correct_own(fresh(row), strokes=strokes, now=LATER, **given)
    assert fresh(row).strokes[-1] == 28 and averages(season, LATER) == {"Anu Nair": "23.80"}
    with collected_emails() as sent:
        solo_leagues_corrections.decide(season, owner, fresh(row), accepts=False, why="seen on film", now=LATER)
    assert fresh(row).strokes[-1] == 28
    assert "was not accepted" in sent[0].body and "Hello Anu Nair" in sent[0].body and len(sent) == 1
    assert sent[0].alternatives[0][1] == "text/html"
    with pytest.raises(NothingToSayError, match="no longer open"):
        solo_leagues_corrections.decide(season, owner, fresh(row), accepts=True, why="", now=LATER)

    solo_leagues_corrections.correct_own(fresh(row), strokes=(21, 24, 19, 27, 22), now=LATER, **given)
    solo_leagues_corrections.decide(season, owner, fresh(row), accepts=True, why="", now=LATER)
    assert fresh(row).strokes[-1] == 22 and averages(season, LATER) == {"Anu Nair": "22.60"}
    changes.undo(season, owner, AuditEntry.objects.filter(kind=Kind.CORRECTION_ACCEPTED).get().pk, now=LATER)
    assert fresh(row).strokes[-1] == 28 and selectors.open_request(fresh(row)) is not None  # it waits again
    solo_leagues_corrections.take_back(fresh(row), now=LATER)
    assert [entry.kind for entry in repository.entries_about(fresh(row))] == [
        Kind.SET_REPORTED, Kind.SET_CORRECTED, Kind.CORRECTION_REQUESTED, Kind.CORRECTION_REQUESTED,
        Kind.CORRECTION_REFUSED, Kind.CORRECTION_REQUESTED, Kind.CORRECTION_ACCEPTED, Kind.REVERTED,
        Kind.REQUEST_WITHDRAWN,
    ]  # fmt: skip


def test_what_a_witness_saw_is_seen_anew_after_a_correction():
    season = new_season(evidence=EvidenceAsked(reported=("witness",)))
    row = sets.report(joined_player(season), set_report(witness="Priya"), now=NOW)
    token = selectors.witness_token(fresh(row))
    set_reviews.witness_says(fresh(row), saw=True, name="Priya", why="", guest_id=None, now=NOW)
    assert selectors.set_with_token(token).status == "counts"  # the witness sees what they said
    assert fresh(row).status == "counts"

    solo_leagues_corrections.correct_own(fresh(row), strokes=(20, 24, 19, 27, 23), day=row.day, why="", now=NOW)

    assert (fresh(row).status, fresh(row).witnessed_at) == ("pending", None)
    assert selectors.witness_token(fresh(row)) != token  # the old link says nothing about the new numbers


def test_a_sheet_that_is_corrected_after_the_deadline_asks_the_organiser():
    season = new_season()
    row = home_set(joined_player(season))
    tell(row, *BOARDS)
    sets.take_sets(now=NOW)
    assert row.match_id is not None
    last = match_queries.load(row.match_id).state.version

    ask(row, Amend(number=last, board=TellBoard(ended="cleared", strokes=28)))
    assert sets.take_sets(now=LATER) == 1 and sets.take_sets(now=LATER) == 0
    asked = selectors.open_request(fresh(row))
    assert asked is not None and asked.strokes == [21, 24, 19, 27, 28]
    assert fresh(row).strokes == list(BOARDS) and averages(season, LATER) == {"Anu Nair": "22.80"}
    with pytest.raises(NothingToSayError, match="sheet"):
        solo_leagues_corrections.take_back(fresh(row), now=LATER)

    ask(row, Amend(number=last, board=TellBoard(ended="cleared", strokes=23)))  # put right again
    assert sets.take_sets(now=LATER) == 1
    assert selectors.open_request(fresh(row)) is None
    ask(row, Amend(number=last, board=TellBoard(ended="cleared", strokes=19)))
    sets.take_sets(now=LATER)
    solo_leagues_corrections.decide(season, organiser_of(season).pk, fresh(row), accepts=True, why="", now=LATER)
    assert fresh(row).strokes == [21, 24, 19, 27, 19] and fresh(row).status == "counts"


def test_what_the_sheet_attests_is_evidence_where_the_season_asks_for_a_film():
    season = new_season(evidence=EvidenceAsked(recorded=("film", "witness")))
    row = home_set(joined_player(season))
    tell(row, *BOARDS)
    sets.take_sets(now=NOW)
    assert fresh(row).status == "pending" and averages(season) == {"Anu Nair": ""}

    ask(row, Attest(witness="Priya", film="https://films.example/1"))
    sets.take_sets(now=NOW)

    assert fresh(row).status == "counts" and averages(season) == {"Anu Nair": "22.80"}


def test_a_set_that_goes_on_holds_its_place_until_it_is_given_up():
    season = new_season()
    player = joined_player(season)
    row = home_set(player)
    assert refused(player, BOARDS) == {"week-full"}
    sets.give_up(row, now=NOW)

    confirmed_set(player)

    assert averages(season) == {"Anu Nair": "22.80"}
    tell(row, *BOARDS)  # its sheet goes on for itself
    assert sets.take_sets(now=NOW) == 0


def test_a_correction_is_traced_and_reverted_and_the_older_of_two_is_not_reverted_first():
    season = new_season()
    owner = organiser_of(season).pk
    row = confirmed_set(joined_player(season))
    correct(season, row, (21, 24, 19, 27, 33))
    correct(season, row, (21, 24, 19, 27, 43))
    assert averages(season) == {"Anu Nair": "26.80"}
    first, second = AuditEntry.objects.filter(kind=Kind.SET_CORRECTED).order_by("pk")
    value = repository.season_value(season, with_trails=True).sets[0]
    assert [one.strokes for one in value.trail] == [BOARDS, (21, 24, 19, 27, 33)]

    with pytest.raises(SeasonLogError, match="newer entry"):
        changes.undo(season, owner, first.pk, now=NOW)
    changes.undo(season, owner, second.pk, now=NOW)
    changes.undo(season, owner, first.pk, now=NOW)

    assert averages(season) == {"Anu Nair": "22.80"}
    with pytest.raises(ChangedSinceError):
        changes.undo(season, owner, first.pk, now=NOW)
    for wrong in ((21, 24, 19, 27), (46, 24, 19, 27, 23)):
        with pytest.raises(RefusedSetError):
            correct(season, row, wrong)
    with pytest.raises(changes.NotOrganiserError):
        set_reviews.strike(season, row.player.guest_id, fresh(row), why="", now=NOW)
    stale = fresh(row)
    set_reviews.refuse(season, owner, fresh(row), why="", now=NOW)
    with pytest.raises(ChangedSinceError):
        set_reviews.strike(season, owner, stale, why="", now=NOW)


def test_late_sets_wait_for_the_organisers_word_by_the_seasons_own_midnight():
    season = new_season()
    owner = organiser_of(season).pk
    player = joined_player(season)
    in_time = confirmed_set(player, day="2026-02-08", now=local_time("2026-02-08T23:59"))
    assert averages(season, local_time("2026-02-20T12:00")) == {"Anu Nair": "22.80"}
    set_reviews.strike(season, owner, fresh(in_time), why="", now=NOW)
    late = confirmed_set(player, day="2026-02-08", now=local_time("2026-02-09T00:01"))

    assert averages(season, local_time("2026-02-20T12:00")) == {"Anu Nair": ""}
    set_reviews.judge_late(season, owner, fresh(late), takes=True, why="ill", now=NOW)
    assert averages(season, local_time("2026-02-20T12:00")) == {"Anu Nair": "22.80"}
    rows = repository.tables(season, local_time("2026-03-05T12:00"))[0].rows
    assert rows[0].missing == (2, 3, 4)
    set_reviews.excuse(season, owner, player, 2, holds=True, why="away", now=NOW)
    assert repository.tables(season, local_time("2026-03-05T12:00"))[0].rows[0].missing == (3, 4)

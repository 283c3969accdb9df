"""Seasons of 19-coin solo over their database: joining, three ways of handing in, evidence, undo, the end."""

import json
from dataclasses import replace
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync

from carrom.league import solo_season
from carrom.league.solo_log import SeasonLogError
from carrom.league.solo_standings import UndecidedError
from carrom.league.solo_terms import Division, EvidenceAsked
from carrom.league.solo_violations import RefusedSetError
from carrom.log import LogError
from carrom.match.requests import Amend, Attest, TellBoard
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.competitions.solo_leagues import privacy as solo_privacy
from carrom_web.competitions.solo_leagues import repository, season_file, selectors
from carrom_web.competitions.solo_leagues.models import Kind, Player, PrivateText, Season, SoloSet
from carrom_web.competitions.solo_leagues.services import (
    changes,
    organising,
    registration,
    set_reviews,
    sets,
)
from carrom_web.competitions.solo_leagues.services import (
    corrections as solo_leagues_corrections,
)
from carrom_web.competitions.solo_leagues.services.changes import ChangedSinceError
from carrom_web.competitions.solo_leagues.services.organising import NothingToDecideError, SeasonHasSetsError
from carrom_web.competitions.solo_leagues.services.registration import AlreadyPlaysError, SeasonNotOpenError
from carrom_web.competitions.solo_leagues.services.set_reviews import NothingToSayError, OwnWitnessError
from carrom_web.matches import selectors as match_queries
from carrom_web.matches import services as matches
from carrom_web.people import models as people
from tests.support.web.emails import collected_emails
from tests.support.web.matches import new_id
from tests.support.web.solo_seasons import (
    BOARDS,
    NOW,
    confirmed_set,
    joined_player,
    local_time,
    new_season,
    organiser_of,
    set_report,
)

pytestmark = pytest.mark.django_db
THREE = (
    Division(key="one", title="First", size=2, down=1),
    Division(key="two", title="Second", size=2, up=1, down=1),
    Division(key="three", title="Third", up=1),
)


def averages(season: Season, at: object = NOW) -> dict[str, str]:
    return {row.name: row.average for table in repository.tables(season, at) for row in table.rows}  # type: ignore[arg-type]


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


def fresh(row: SoloSet) -> SoloSet:
    return SoloSet.objects.select_related("player__season", "season", "match").get(pk=row.pk)


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


LATER = local_time("2026-02-11T20:00")  # the week of NOW is over


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


def correct(season: Season, row: SoloSet, strokes: tuple[int, ...], **more: object) -> None:
    given = {"day": fresh(row).day, "why": "misread", "is_sure": False, **more}
    set_reviews.correct(season, organiser_of(season).pk, fresh(row), strokes=strokes, now=NOW, **given)  # type: ignore[arg-type]


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


def test_nobody_joins_twice_and_who_comes_when_all_places_are_taken_waits_and_moves_up():
    season = new_season(divisions=(Division(key="all", title="All", size=2),))
    first, second = joined_player(season, "Anu Nair"), joined_player(season, "Ben Ode")
    third = joined_player(season, "Cem Tan")
    assert [first.status, second.status, third.status] == ["playing", "playing", "waiting"]
    with pytest.raises(AlreadyPlaysError):
        joined_player(season, "Anu Nair")
    with pytest.raises(SeasonNotOpenError):
        sets.report(third, set_report(), now=NOW)

    registration.withdraw(Player.objects.get(pk=first.pk), now=NOW)

    third.refresh_from_db()
    season.refresh_from_db()
    assert third.status == "playing" and season.taken == 2
    reverted = AuditEntry.objects.filter(kind=Kind.WITHDRAWN).get()
    with pytest.raises(LogError, match="2 places are taken"):  # the place has somebody else by now
        changes.undo(season, organiser_of(season).pk, reverted.pk, now=NOW)
    season.refresh_from_db()
    assert season.taken == 2 and Player.objects.get(pk=first.pk).status == "withdrawn"


def test_a_season_is_announced_once_and_then_opened_again_and_the_log_says_which():
    season = new_season(is_open=False)
    boss = organiser_of(season).pk

    for action in (organising.open_season, organising.close_season, organising.open_season, organising.open_season):
        action(season, boss, now=NOW)

    kinds = AuditEntry.objects.order_by("pk").values_list("kind", flat=True)
    assert [kind for kind in kinds if kind in (Kind.ANNOUNCED, Kind.CLOSED, Kind.REOPENED)] == [
        Kind.ANNOUNCED,
        Kind.CLOSED,
        Kind.REOPENED,
    ]


def test_terms_that_sets_and_players_stand_on_stay():
    season = new_season(divisions=THREE)
    owner = organiser_of(season).pk
    player = joined_player(season)
    assert player.division == "three"
    confirmed_set(player)
    terms = repository.terms_of(season)

    with pytest.raises(SeasonHasSetsError, match="Third has players"):
        fewer = (THREE[0], Division(key="b", title="B"))
        organising.change_season(season, owner, replace(terms, divisions=fewer), now=NOW)
    with pytest.raises(SeasonHasSetsError, match="week 1"):
        later = (replace(terms.weeks[0], first="2026-02-05"), *terms.weeks[1:])
        organising.change_season(season, owner, replace(terms, weeks=later), now=NOW)
    gone = joined_player(season, "Ben Ode")
    organising.place(season, owner, gone, "two", now=NOW)
    registration.withdraw(gone, now=NOW)
    organising.change_season(season, owner, replace(terms, divisions=(THREE[0], replace(THREE[2], up=0))), now=NOW)
    changes.undo(
        season, owner, AuditEntry.objects.get(kind=Kind.WITHDRAWN).pk, now=NOW
    )  # the division is gone meanwhile
    assert set(averages(season)) == {"Anu Nair", "Ben Ode"}
    season.refresh_from_db()
    organising.change_season(season, owner, terms, now=NOW)
    AuditEntry.objects.filter(kind=Kind.CHANGED).update(kind="changed-before")
    organising.change_season(season, owner, replace(terms, title="Renamed", late="counts"), now=NOW)
    season.refresh_from_db()
    assert repository.terms_of(season).title == "Renamed"
    changes.undo(season, owner, AuditEntry.objects.get(kind=Kind.CHANGED).pk, now=NOW)
    season.refresh_from_db()
    assert repository.terms_of(season) == terms


def test_the_next_season_is_made_of_the_table_and_everybody_is_asked():
    season = new_season(divisions=THREE)
    owner = organiser_of(season).pk
    names = ["Anu Nair", "Ben Ode", "Cem Tan", "Dee Roy", "Eva Lim", "Fay Wu"]
    for number, name in enumerate(names):
        player = joined_player(season, name)
        organising.place(season, owner, player, ("one", "two", "three")[number // 2], now=NOW)
        confirmed_set(player, (20 + number, 24, 19, 27, 23))
    organising.close_season(season, owner, now=local_time("2026-03-05T12:00"))
    season.refresh_from_db()
    with pytest.raises(SeasonNotOpenError):
        sets.report(Player.objects.get(name="Anu Nair"), set_report(), now=NOW)
    organising.place_next(season, owner, {Player.objects.get(name="Fay Wu").key: "two"}, now=NOW)
    season.refresh_from_db()

    after = organising.apply_promotion(season, owner, now=NOW)

    assert dict(after.players.values_list("name", "division")) == {
        "Anu Nair": "one", "Ben Ode": "two", "Cem Tan": "one", "Dee Roy": "three", "Eva Lim": "two", "Fay Wu": "two",
    }  # fmt: skip
    assert set(after.players.values_list("status", flat=True)) == {"invited"} and after.taken == 6
    assert repository.terms_of(after).first_day == "2026-03-02"
    with pytest.raises(NothingToDecideError):
        organising.apply_promotion(season, owner, now=NOW)
    with collected_emails() as sent:
        organising.open_season(after, owner, now=NOW)
    assert len(sent) == 6
    asked = Player.objects.select_related("season").get(season=after, name="Cem Tan")
    with pytest.raises(SeasonNotOpenError):
        sets.report(asked, set_report(), now=NOW)
    registration.answer(asked, plays=True, now=local_time("2026-03-01T12:00"))
    assert asked.status == "playing"
    assert organising.place_by_average(after, owner, now=NOW) > 0
    best = after.players.filter(division="one").values_list("name", flat=True)
    assert set(best) == {"Anu Nair", "Ben Ode"}


def test_lots_are_drawn_for_those_level_at_a_line_placed_or_not_and_whatever_the_order_names():
    season = new_season(divisions=THREE, order=("average", "best_board"))
    owner = organiser_of(season).pk
    for number, name in enumerate(["Anu Nair", "Ben Ode", "Cem Tan", "Dee Roy", "Eva Lim"]):
        player = joined_player(season, name)
        organising.place(season, owner, player, ("one", "two", "three")[number // 2], now=NOW)
        if name in (
            "Cem Tan",
            "Dee Roy",
            "Eva Lim",
        ):  # two of the second division are level, two of the first have no set
            confirmed_set(player)
    with pytest.raises(UndecidedError):
        organising.apply_promotion(season, owner, now=NOW)

    assert organising.lots(season, owner, now=NOW) == 2

    season.refresh_from_db()
    drawn = repository.state_of(season).lots
    assert [len(one.order) for one in drawn] == [2, 2] and all(one.numbers for one in drawn)
    with pytest.raises(NothingToDecideError):
        organising.lots(season, owner, now=NOW)
    assert organising.apply_promotion(season, owner, now=NOW).players.count() == 5


def test_a_whole_season_goes_out_as_a_file_and_comes_in_with_the_same_standings():
    season = new_season(divisions=THREE)
    owner = organiser_of(season).pk
    row = confirmed_set(joined_player(season))
    correct(season, row, (21, 24, 19, 27, 33))
    other = joined_player(season, "Ben Ode")
    set_reviews.excuse(season, owner, other, 1, holds=True, why="away", now=NOW)
    for last in (20, 22):  # the second question takes the place of the first
        given = {"day": row.day, "why": "misread"}
        assert not solo_leagues_corrections.correct_own(fresh(row), strokes=(21, 24, 19, 27, last), now=LATER, **given)
    text = season_file.write(season)

    again = season_file.read(season.club, owner, text.encode(), now=NOW)
    assert json.loads(season_file.write(again))["requests"] == json.loads(text)["requests"]
    requests = again.correction_requests.order_by("pk")
    assert [one.status for one in requests] == ["withdrawn", "open"]
    asked = selectors.open_requests(again)
    assert [(one.set.player.name, one.strokes[-1], one.asked_at) for one in asked] == [("Anu Nair", 22, LATER)]
    entries = json.loads(text)["log"]
    wrong_strokes = entries[-1] | {"act": entries[-1]["act"] | {"strokes": "many"}}
    no_such_set = entries[-1] | {"act": entries[-1]["act"] | {"set": "of-nobody"}}

    assert again.state == "draft" and repository.terms_of(again) == repository.terms_of(season)
    late = local_time("2026-03-05T12:00")
    assert repository.tables(again, late) == repository.tables(season, late)
    value = solo_season.read(json.loads(text)["season"])
    assert value.sets[0].trail[0].strokes == BOARDS
    for wrong in (
        b"[]",
        b"{",
        b'{"format": 2}',
        text.replace('"report-set"', '"invented"').encode(),
        text.replace("24", '"x"').encode(),
        json.dumps(json.loads(text) | {"log": [*entries[:-1], wrong_strokes]}).encode(),
        json.dumps(json.loads(text) | {"log": [*entries[:-1], no_such_set]}).encode(),
        json.dumps(json.loads(text) | {"log": entries[1:]}).encode(),
        json.dumps(json.loads(text) | {"players": []}).encode(),
    ):
        with pytest.raises(season_file.SeasonFileError):
            season_file.read(season.club, owner, wrong, now=NOW)
    assert Season.objects.count() == 2
    corrected = again.audit_entries.get(kind=Kind.SET_CORRECTED)
    changes.undo(again, owner, corrected.pk, now=NOW)  # the log came along
    assert again.sets.get(player__name="Anu Nair").strokes == list(BOARDS)


def test_a_person_takes_his_data_along_and_is_forgotten_while_the_sets_stay():
    season = new_season()
    player = joined_player(season)
    guest = Guest.objects.get(pk=player.guest_id)
    sets.report(player, set_report(witness="Priya", film="https://films.example/1", note="my board"), now=NOW)
    assert averages(season) == {"Anu Nair": "22.80"}
    reported_of_him = json.dumps(privacy.export(guest), default=str)
    assert "anu.nair@example.org" in reported_of_him and "[21, 24, 19, 27, 23]" in reported_of_him

    privacy.erase(guest)

    saved = json.dumps(
        [list(model.objects.values()) for model in (people.Player, Player, SoloSet, PrivateText, AuditEntry, LogEntry)],
        default=str,
    )  # everything that the app holds
    assert not any(word in saved for word in ("Anu", "anu.nair", "Priya", "films.example", "my board"))
    assert list(averages(season).values()) == ["22.80"]


def test_a_set_played_on_the_site_is_a_match_of_the_seasons_laws_that_nobody_else_plays():
    season = new_season()
    player = joined_player(season)
    assert isinstance(player.guest_id, UUID)
    row = sets.start_on_site(player, player.guest_id, now=NOW)

    assert row.match_id is not None
    loaded = match_queries.load(row.match_id)
    head = loaded.state.match.head
    assert (head.ruleset, head.take_back, dict(head.tags)["event"]) == ("baca19", "never", "Bay Area 19")
    assert [one.guest for one in loaded.players] == [player.guest_id]
    assert loaded.state.match.ruleset.boards_per_set == 5
    assert fresh(row).origin == "played" and fresh(row).status == "started"


def test_who_plays_again_is_the_same_player_of_the_club_and_their_word_counts_for_both_seasons():
    season = new_season()
    anu = joined_player(season)
    other = organising.start_season(season.club, organiser_of(season).pk, repository.terms_of(season), now=NOW)
    organising.open_season(other, organiser_of(season).pk, now=NOW)

    again = joined_player(other, guest_id=anu.guest_id, shows_name=False)

    assert again.person == anu.person
    assert repository.shown_name(Player.objects.get(pk=anu.pk)) == "A. N."


def test_two_of_one_name_in_a_season_are_two_players_of_the_club():
    season = new_season()
    organiser_id = organiser_of(season).pk
    first, second = (
        registration.join(season, registration.Application(name="Anu Nair"), now=NOW, by_organiser=organiser_id)
        for _number in range(2)
    )

    assert first.person != second.person


def test_deleting_one_season_by_its_link_leaves_the_player_of_another():
    season = new_season()
    anu = joined_player(season)
    other = organising.start_season(season.club, organiser_of(season).pk, repository.terms_of(season), now=NOW)
    organising.open_season(other, organiser_of(season).pk, now=NOW)
    again = joined_player(other, guest_id=anu.guest_id)

    solo_privacy.erase_player(anu, now=NOW)

    assert Player.objects.get(pk=again.pk).email == "anu.nair@example.org"
    assert (Player.objects.get(pk=anu.pk).email, Player.objects.get(pk=anu.pk).name) == ("", "")
    solo_privacy.erase_player(again, now=NOW)
    assert not people.Player.objects.exclude(email="", name="").exists()

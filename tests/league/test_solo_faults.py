"""What is wrong with a set that is handed in: refused, or asked about, each with its code and a sentence."""

from dataclasses import replace
from datetime import date

import pytest

from carrom.league.solo_season import Player, Proof, Season, SetResult
from carrom.league.solo_violations import RefusedSetError, check_set, equipment_faults, faults_of
from tests.support.league.solo_seasons import EQUIPMENT, terms

GOOD = SetResult(
    key="new",
    player="ann",
    day="2026-01-14",
    strokes=(21, 24, 19, 27, 23),
    handed_in="2026-01-14T20:00:00Z",
    proofs=(Proof(kind="witness", by="Bea"),),
)
THERE = replace(GOOD, key="s1", strokes=(20, 21, 22, 23, 24), day="2026-01-13")
SEASON = Season(
    terms=terms(sets_per_week=2),
    players=(
        Player(key="ann", name="Ann", division="gold", equipment=EQUIPMENT),
        Player(key="bea", name="Bea", division="gold", joined="2026-01-12", left="2026-02-20", equipment=EQUIPMENT),
        Player(key="cem", name="Cem", division="gold"),
    ),
    sets=(THERE,),
)


def codes(one: SetResult, by: str = "ann", season: Season = SEASON, **who) -> list[str]:
    return [fault.code for fault in faults_of(season, one, by=by, **who)]


def with_strokes(*strokes: int) -> SetResult:
    return replace(GOOD, strokes=strokes)


def test_a_good_set_has_no_faults():
    assert codes(GOOD) == []
    check_set(SEASON, GOOD, by="ann")


@pytest.mark.clause("B-005", "B-041")
@pytest.mark.parametrize(
    ("one", "by", "code"),
    [
        (with_strokes(20, 20, 20, 20), "ann", "number-of-boards"),
        (with_strokes(20, 20, 20, 20, 20, 20), "ann", "number-of-boards"),
        (with_strokes(20, 20, 46, 20, 20), "ann", "above-the-cap"),
        (with_strokes(20, 0, 20, 20, 20), "ann", "too-few-strokes"),
        (replace(GOOD, strokes=THERE.strokes, day=THERE.day), "ann", "set-twice"),
        (GOOD, "bea", "not-your-set"),
        (GOOD, "", "not-your-set"),
        (replace(GOOD, player="dan"), "dan", "no-such-player"),
        (replace(GOOD, day="14.1.2026"), "ann", "not-a-day"),
        (replace(GOOD, day="2026-02-30"), "ann", "not-a-day"),
        (replace(GOOD, day="2025-12-31"), "ann", "outside-season"),
        (replace(GOOD, day="2026-01-15"), "ann", "not-yet"),
        (replace(GOOD, player="bea", day="2026-01-11"), "bea", "before-joining"),
        (replace(GOOD, player="bea", day="2026-02-21", handed_in="2026-02-21"), "bea", "after-leaving"),
        (replace(GOOD, proofs=(Proof(kind="witness", by="ann"),)), "ann", "own-witness"),
        (replace(GOOD, proofs=(Proof(kind="film", what="javascript:alert(1)"),)), "ann", "bad-film"),
        (replace(GOOD, proofs=(Proof(kind="film", what="http://[broken"),)), "ann", "bad-film"),
        (replace(GOOD, player="cem"), "cem", "equipment-not-declared"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(one: SetResult, by: str, code: str):
    faults = faults_of(SEASON, one, by=by)

    assert [fault.code for fault in faults] == [code]
    assert not faults[0].is_question and "%(" not in str(faults[0]) and str(faults[0]).endswith(".")
    with pytest.raises(RefusedSetError) as caught:
        check_set(SEASON, one, by=by)
    assert caught.value.faults == faults and str(caught.value) == str(faults[0])


@pytest.mark.clause("B-039")
def test_b039_a_board_of_18_strokes_is_asked_about_and_taken_once_it_is_confirmed():
    one = with_strokes(20, 18, 20, 20, 20)
    asked = faults_of(SEASON, one, by="ann")

    assert [(fault.code, fault.is_question) for fault in asked] == [("fewer-than-pieces", True)]
    assert "Board 2 has 18 strokes for 19 pieces" in str(asked[0])
    assert codes(replace(one, few_confirmed=True)) == []
    assert codes(replace(one, origin="recorded", source="record-2")) == []  # its strokes are there to see


def test_a_record_is_one_set_and_a_correction_is_no_second_one():
    saved = replace(GOOD, key="s2", origin="played", source="match-7")
    season = replace(SEASON, sets=(THERE, saved))

    assert codes(replace(GOOD, key="s3", origin="played", source="match-7"), season=season) == [
        "record-twice",
        "week-full",
    ]
    assert codes(replace(THERE, strokes=(20, 21, 22, 23, 25)), season=season) == []


def test_a_week_takes_so_many_sets_and_dates_between_weeks_take_none():
    full = replace(SEASON, sets=(THERE, replace(THERE, key="s2", strokes=(30,) * 5)))
    gap = replace(SEASON, terms=replace(SEASON.terms, weeks=SEASON.terms.weeks[:1]))

    assert codes(GOOD, season=full) == ["week-full"]
    assert codes(GOOD, season=gap) == ["between-weeks"]


def test_only_an_organiser_enters_anothers_set_or_one_after_its_week_or_the_same_strokes_again():
    strict = replace(SEASON, terms=replace(SEASON.terms, late="refused"))
    late = replace(GOOD, handed_in="2026-01-20T08:00:00Z")

    assert codes(late, season=strict) == ["too-late"]
    assert codes(late, by="", season=strict, is_organiser=True) == []
    again = replace(GOOD, strokes=THERE.strokes, day=THERE.day)
    assert codes(again, by="", is_organiser=True) == []


@pytest.mark.clause("B-006", "B-007", "B-008", "B-009", "B-010", "B-011", "B-012")
def test_b006_declared_equipment_is_held_against_the_ruleset():
    def faults(**more: object) -> list[str]:
        player = replace(SEASON.players[0], equipment={**EQUIPMENT, **more})  # type: ignore[arg-type]
        found = equipment_faults(player, "baca19")
        return [" ".join((one.code, *one.parameters.get("clauses", ()))) for one in found]

    assert faults() == [] == faults(board_make="Synco", bulb_watts=25.0, striker_mass_g=14.5)
    assert faults(colours_differ=False) == ["equipment-fails B-009"]
    assert faults(equipment_declared=False) == ["equipment-fails B-006"]
    assert faults(powder_kind="talc") == ["equipment-fails B-011"]
    assert faults(shoe_size=44.0) == ["equipment-unreadable"]
    incomplete = replace(SEASON.players[0], equipment={"equipment_declared": True})
    assert [one.code for one in equipment_faults(incomplete, "baca19")] == ["equipment-incomplete"]
    assert (
        codes(replace(GOOD, player="cem"), by="cem", season=replace(SEASON, terms=terms(equipment_asked=False))) == []
    )


def test_a_late_set_has_a_last_day_after_which_only_an_organiser_enters_it():
    season = replace(SEASON, terms=replace(SEASON.terms, late="counts", late_days=3))
    week = season.terms.week_of(GOOD.day)
    assert week is not None
    last = season.terms.late_until(week)
    in_time = replace(GOOD, handed_in=f"{last}T12:00:00Z")
    after = replace(GOOD, handed_in=f"{season.terms.late_until(replace(week, last=last))}T12:00:00Z")

    assert codes(in_time, season=season) == []
    assert codes(after, season=season) == ["after-late"]
    assert codes(after, by="", season=season, is_organiser=True) == []
    (fault,) = faults_of(season, after, by="ann")
    assert fault.parameters["last"] == date.fromisoformat(last)

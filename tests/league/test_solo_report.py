"""The report of a week: best set and board, the biggest climb, streaks, who is missing, what comes next."""

from dataclasses import replace

from carrom.league.solo_report import Climb, owing, week_report
from carrom.league.solo_season import ExcuseWeek, Player, Proof, RefuseSet, Season, SetResult
from carrom.league.solo_terms import SeasonTerms, weekly

TERMS = SeasonTerms(
    title="Winter", first_day="2026-02-02", last_day="2026-02-22", weeks=weekly("2026-02-02", "2026-02-22")
)
WORD = Proof(kind="organiser", by="Olive")


def one(player: str, day: str, *strokes: int) -> SetResult:
    return SetResult(key=f"{player}-{day}", player=player, day=day, strokes=strokes, handed_in=day, proofs=(WORD,))


SEASON = Season(
    terms=TERMS,
    players=tuple(
        Player(key=key, name=key.title(), division=TERMS.divisions[0].key, joined="2026-02-01")
        for key in ("anu", "ben", "cem")
    ),
    sets=(
        one("anu", "2026-02-03", 20, 20, 20, 20, 20),
        one("ben", "2026-02-03", 25, 25, 25, 25, 25),
        one("cem", "2026-02-04", 27, 27, 27, 27, 27),
        one("ben", "2026-02-10", 19, 21, 22, 23, 24),
        one("cem", "2026-02-11", 18, 19, 19, 19, 19),
        one("ben", "2026-02-17", 20, 20, 20, 20, 45),
    ),
    decisions=(RefuseSet(set="ben-2026-02-17", at="2026-02-18", by="Olive", why="no board seen"),),
)


def test_a_week_has_its_best_its_climb_its_streaks_and_the_week_to_come():
    report = week_report(SEASON, 2, today="2026-02-19")

    assert report.sets == 2 and [each.player for each in report.best_sets] == ["cem"]
    assert report.best_board == (18, ("cem",))
    assert report.streak == (2, ("ben", "cem"))
    assert report.next_week is not None and report.next_week.number == 3
    assert report.climbs == (Climb("cem", 3, 2),)
    assert "anu" in report.missing


def test_a_week_without_a_set_that_counts_has_nothing_to_report():
    report = week_report(SEASON, 3, today="2026-02-19")

    assert report.sets == 0 and not report.best_sets and report.streak == (0, ()) and report.next_week is None


def test_who_owes_a_set_has_handed_in_none_and_one_that_waits_for_evidence_is_handed_in():
    waiting = replace(one("anu", "2026-02-17", 22, 22, 22, 22, 22), proofs=())
    season = replace(SEASON, sets=(*SEASON.sets, waiting))

    assert owing(SEASON, 3) == ("anu", "ben", "cem")  # ben's was refused
    assert owing(season, 3) == ("ben", "cem")
    excused = replace(season, decisions=(*season.decisions, ExcuseWeek(player="cem", week=3)))
    assert owing(excused, 3) == ("ben",)
    late = Player(key="dov", name="Dov", division=TERMS.divisions[0].key, joined="2026-02-18")
    assert owing(replace(excused, players=(*excused.players, late)), 3) == ("ben",)


def test_a_report_stays_as_it_was_when_later_weeks_are_played_or_missed():
    charged = replace(SEASON, terms=replace(TERMS, missing="cap"))
    early = replace(charged, sets=charged.sets[:5], decisions=())

    soon, much_later = week_report(early, 2, today="2026-02-16"), week_report(charged, 2, today="2026-03-30")
    for report in (soon, much_later):
        assert [(row.place, row.key, row.average) for row in report.tables[0].rows] == [
            (1, "cem", "22.90"),
            (2, "ben", "23.40"),
            (3, "anu", "32.50"),  # five boards at the cap of 45 for the second week
        ]
    assert soon.places == much_later.places == {"anu": 1, "ben": 2, "cem": 3}

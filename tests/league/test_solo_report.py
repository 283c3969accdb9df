"""The report of a week: best set and board, the biggest climb, streaks, who is missing, what comes next."""

from carrom.league.solo_report import Climb, week_report
from carrom.league.solo_season import Player, Proof, RefuseSet, Season, SetResult
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

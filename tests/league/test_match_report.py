"""The report of a match day of a league: clearest and closest win, climbs, runs, what is open and what follows."""

from carrom.league import match_record as records
from carrom.league.match_commands import Within
from carrom.league.match_record import LeagueRecord
from carrom.league.match_report import Climb, day_report, days_reported
from carrom.tournament.commands import Tell
from tests.support.league.match_leagues import drawn_league, result

BETTER = {"t00": 3, "t01": 2, "t02": 1, "t03": 0}


def played(record: LeagueRecord, number: int, *, best: dict[str, int], only: int | None = None) -> LeagueRecord:
    """The record with a match day: who is better wins, by more points the better they are."""
    met = [one for one in records.league_of(record).meetings if one.fixture.round == number]
    for one in met[:only]:
        a, b = best[one.a or ""], best[one.b or ""]
        low = 25 - 5 * abs(a - b)
        record = records.apply(record, Within("season", Tell(result(one, (25, low) if a > b else (low, 25)))))
    return record


def test_a_match_day_has_its_clearest_and_its_closest_win_and_the_one_that_follows():
    record = played(drawn_league(4, legs=1), 1, best=BETTER)
    league = records.league_of(record)
    report = day_report(league, 1)

    margins = sorted(5 * abs(BETTER[one.a or ""] - BETTER[one.b or ""]) for one in report.played)
    assert (report.clearest[0], report.closest[0]) == (margins[-1], margins[0])
    assert all(one.result is not None and one.result.is_played for one in report.clearest[1])
    assert {one.fixture.round for one in report.following} == {2} and not report.open
    assert report.climbs == () and report.run == (0, ()) and not report.places


def test_who_climbs_most_and_who_wins_again_and_again_is_named_with_all_who_did_as_well():
    turned = {"t00": 0, "t01": 1, "t02": 2, "t03": 3}
    record = drawn_league(4, legs=1)
    for number, best in ((1, turned), (2, turned), (3, turned)):
        record = played(record, number, best=best)
    report = day_report(records.league_of(record), 3)

    assert report.run == (3, ("t03",))  # every match so far
    was = report.places
    now = {row.key: row.row.place for row in report.tables[0].rows}
    assert now == {"t03": 1, "t02": 2, "t01": 3, "t00": 4}
    most = max(was[key] - now[key] for key in now)
    assert report.climbs == tuple(Climb(key=key, before=was[key], after=now[key]) for key in sorted(now)
                                  if most > 0 and was[key] - now[key] == most)  # fmt: skip


def test_a_report_knows_nothing_of_later_days_and_says_what_is_open():
    record = played(drawn_league(4, legs=1), 1, best=BETTER)
    first = day_report(records.league_of(record), 1)
    record = played(record, 2, best=BETTER, only=1)
    league = records.league_of(record)

    assert days_reported(league) == (1, 2)
    assert day_report(league, 1).tables == first.tables
    second = day_report(league, 2)
    assert len(second.played) == 1 and len(second.open) == 1

"""Play-offs whose pairings are several matches: best of n, home and away, what decides where both are level."""

import json
import random
from dataclasses import replace

import pytest

from carrom.league import match_record as records
from carrom.league.match_commands import Join, LeagueCommandError, Place, Report, Within
from carrom.league.match_fixtures import Slot
from carrom.league.match_terms import Ground, PlayOffTerms, as_counted, faults_of
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.commands import NameLineUp, Tell, TellTieMatch
from carrom.tournament.entries import Entrant
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.scoring import not_played
from carrom.tournament.teams import LineUp, TieTerms
from tests.support.league.match_leagues import PLAYERS, drawn_league, entrants, played_round, result

ORDER = Regulation(win=2, order=("points", "net_points", "lots"))


def started(count=4, *, regulation=ORDER, **series):
    """Play-offs of the first four, or so many, of a season that is over; the best is t00, then t01 ..."""
    terms = PlayOffTerms(kind="knockout", places=count, **series)
    record = drawn_league(count, legs=1, playoffs=terms, regulation=regulation, ties=True)
    for one in records.league_of(record).meetings:
        ahead = (25, 9) if one.a < one.b else (9, 25)
        record = records.apply(record, Within("season", Tell(result(one, ahead))))
    return records.start_playoffs(record)


def leg(record, name):
    return records.league_of(record).meeting(name)


def tell(record, name, winner, points=(25, 10)):
    """One leg, `winner` named; its points are the winner's first. No winner: level."""
    one = leg(record, name)
    score = points if one.a == winner or not winner else points[::-1]
    return records.apply(record, Within("series", Tell(result(one, score))))


def legs_of(record, pairing):
    return [one.id for one in records.league_of(record).stands[pairing].legs]


def test_a_best_of_three_asks_for_a_third_match_only_where_it_is_needed():
    record = started(series="best-of")
    league = records.league_of(record)
    assert legs_of(record, "P1.1") == ["P1.1-1", "P1.1-2"]
    assert [(leg(record, f"P1.1-{n}").a, leg(record, f"P1.1-{n}").b) for n in (1, 2)] == [
        ("t00", "t03"),
        ("t03", "t00"),
    ]
    days = [league.slots[f"P{r}.1-{n}"].day for r in (1, 2) for n in (1, 2, 3)]
    assert days == sorted(set(days)) and days[0] > max(league.slots[one.id].day for one in league.season.fixtures)

    record = tell(record, "P1.1-2", "t03")  # reported before the first
    assert legs_of(record, "P1.1") == ["P1.1-1", "P1.1-2"]
    record = tell(record, "P1.1-1", "t00")
    assert legs_of(record, "P1.1") == ["P1.1-1", "P1.1-2", "P1.1-3"]
    record = tell(record, "P1.1-3", "t03")
    decided = leg(record, "P1.1")
    assert (decided.winner, decided.result.games, records.league_of(record).stands["P1.1"].by) == (
        "t03",
        (1, 2),
        "legs",
    )
    assert not records.league_of(record).is_over
    for name in ("P1.2-1", "P1.2-2"):
        record = tell(record, name, "t01")
    assert legs_of(record, "P1.2") == ["P1.2-1", "P1.2-2"]
    assert {leg(record, "P2.1").a, leg(record, "P2.1").b} == {"t03", "t01"}
    assert leg(record, "P2.1-1").a == "t01"  # better in the table: at home first

    record = tell(record, "P1.1-3", "t00")  # corrected: another final
    assert {leg(record, "P2.1").a, leg(record, "P2.1").b} == {"t00", "t01"}
    for name in ("P2.1-1", "P2.1-2"):
        record = tell(record, name, "t00")
    assert records.league_of(record).is_over
    assert records.read(json.loads(json.dumps(records.write(record)))) == record
    back = records.revert(record, len(record.entries))
    assert not records.league_of(back).is_over and leg(back, "P2.1-2").state is State.READY


def test_home_and_away_count_together_in_the_order_of_the_table():
    record = started(2, series="two-legs")
    assert (leg(record, "P1.1-1").a, leg(record, "P1.1-2").a) == ("t01", "t00")  # the better has the second at home

    record = tell(record, "P1.1-1", "t01", (25, 20))
    assert leg(record, "P1.1").winner is None
    record = tell(record, "P1.1-2", "t00", (25, 19))

    league = records.league_of(record)
    assert leg(record, "P1.1").winner == "t00"  # 45-44, each having won once
    assert (league.stands["P1.1"].by, league.stands["P1.1"].points) == ("net_points", (45, 44))
    tied = tell(tell(started(2, series="two-legs"), "P1.1-1", None, (20, 20)), "P1.1-2", "t01", (25, 24))
    assert leg(tied, "P1.1").winner == "t01" and records.league_of(tied).stands["P1.1"].by == "points"


def test_a_leg_that_nobody_played_counts_as_a_whole_match_as_in_the_table():
    """It counted as one game of a match of three: 25-0 where every other column counts 50-0."""
    record = started(2, series="two-legs", regulation=replace(ORDER, absent_last=False))
    assert as_counted(record.terms).walk_over_score == (50, 0)
    absent = leg(record, "P1.1-1")
    record = records.apply(record, Within("series", Tell(not_played(absent, loser=Side.A, how="no-show"))))
    record = tell(record, "P1.1-2", "t01", (50, 10))

    stand = records.league_of(record).stands["P1.1"]
    assert (stand.result.winner, stand.by, stand.points) == (Side.A, "net_points", (60, 50))
    assert leg(record, "P1.1").winner == "t00"


@pytest.mark.parametrize("level", ["decider", "lots", "seed"])
def test_where_both_matches_are_level_it_is_decided_as_announced(level):
    record = started(2, series="two-legs", level=level)
    for name, winner in (("P1.1-1", "t01"), ("P1.1-2", "t00")):
        record = tell(record, name, winner)
    league = records.league_of(record)
    if level == "seed":
        assert leg(record, "P1.1").winner == "t00"
        return
    assert leg(record, "P1.1").winner is None
    if level == "decider":
        assert legs_of(record, "P1.1")[2:] == ["P1.1-3"]
        assert (league.length_of("P1.1-3"), league.length_of("P1.1-2")) == ("board", "match")
        with pytest.raises(LeagueCommandError, match="must win"):
            tell(record, "P1.1-3", None, (5, 5))
        with pytest.raises(LeagueCommandError, match="must win"):
            records.apply(record, Report("t00", 0, result(leg(record, "P1.1-3"), (5, 5))))
        record = tell(record, "P1.1-3", "t01", (8, 0))
        assert (leg(record, "P1.1").winner, records.league_of(record).stands["P1.1"].points) == ("t01", (35, 35))
    else:
        assert league.stands["P1.1"].needs_lots
        with pytest.raises(LeagueCommandError, match="Lots do not decide"):
            records.draw_playoff_lots(started(2, series="two-legs", level=level), "P1.1", random.Random(1))
        winners = set()
        for seed in range(8):
            drawn_lots = records.draw_playoff_lots(record, "P1.1", random.Random(seed))
            winners.add(leg(drawn_lots, "P1.1").winner)
            assert records.league_of(drawn_lots).is_over
        assert winners == {"t00", "t01"}


def test_a_pairing_is_reported_leg_by_leg_or_lost_as_a_whole():
    record = started(series="best-of", best_of=5)
    record = tell(record, "P1.1-1", "t03")
    one = leg(record, "P1.1")
    with pytest.raises(LeagueCommandError, match="leg by leg"):
        records.apply(record, Within("playoffs", Tell(result(one, (25, 0)))))
    with pytest.raises(LeagueCommandError, match="must win"):
        records.apply(record, Within("series", Tell(replace(result(leg(record, "P1.1-2"), (9, 8)), winner=None))))

    gone = Result(fixture="P1.1", a="t00", b="t03", winner=Side.A, how="walk-over")
    record = records.apply(record, Within("playoffs", Tell(gone)))

    assert leg(record, "P1.1").winner == "t00"
    assert legs_of(record, "P1.1") == ["P1.1-1"]  # what was played stays, nothing more is to be played
    record = records.revert(record, len(record.entries))
    assert legs_of(record, "P1.1") == ["P1.1-1", "P1.1-2", "P1.1-3"]
    assert [
        fault.field
        for fault in faults_of(replace(PLAYERS, playoffs=PlayOffTerms(kind="knockout", series="best-of", best_of=4)))
    ] == ["playoffs_best_of"]


def test_legs_are_at_the_ground_of_the_home_side_until_the_organiser_sets_another():
    grounds = {one.key: Ground(venue=f"hall {one.key}") for one in entrants(2)}
    record = drawn_league(
        2,
        legs=1,
        grounds=grounds,
        playoffs=PlayOffTerms(kind="knockout", places=2, series="two-legs"),
        home_and_away=True,
    )
    record = records.start_playoffs(played_round(record))
    slots = records.league_of(record).slots
    assert {slots[f"P1.1-{n}"].venue for n in (1, 2)} == {"hall t00", "hall t01"}

    moved = Slot(fixture="P1.1-1", day="2026-12-01", venue="elsewhere")
    record = records.apply(record, Place((moved,)))
    assert records.league_of(record).slots["P1.1-1"] == moved


def test_teams_play_home_and_away_as_ties_and_a_deciding_tie_goes_by_points():
    tie = TieTerms(order="SS", level="tied")
    record = records.LeagueRecord(
        terms=replace(
            PLAYERS,
            kind="teams",
            tie=tie,
            legs=1,
            least=2,
            playoffs=PlayOffTerms(kind="knockout", places=2, series="two-legs"),
        )
    )
    for one in entrants(2):
        members = tuple(f"{one.key}-{number}" for number in range(2))
        record = records.apply(record, Join(Entrant(key=one.key, rating=one.rating, players=members)))
    record = records.draw(record, random.Random(1))

    def meet(record, name, stage, games, low=10):
        one = leg(record, name)
        for key in (one.a, one.b):
            line_up = LineUp(tuple((f"{key}-{number}",) for number in range(2)))
            record = records.apply(record, Within(stage, NameLineUp(name, key, line_up)))
        for number, winner in enumerate(games, 1):
            given = low if winner == "t00" else 10
            points = Tally(25, given) if one.a == winner else Tally(given, 25)
            reported = Result(
                fixture=name, a=one.a, b=one.b, winner=Side.A if one.a == winner else Side.B, points=points,
                games=Tally(int(one.a == winner), int(one.b == winner)), scores=(points,),
            )  # fmt: skip
            record = records.apply(record, Within(stage, TellTieMatch(number, reported)))
        return record

    record = meet(record, "1.1", "season", ("t00", "t00"))
    record = records.start_playoffs(record)
    record = meet(record, "P1.1-1", "series", ("t00", "t01"))
    assert leg(record, "P1.1-1").result.winner is None  # a leg may be tied
    record = meet(record, "P1.1-2", "series", ("t01", "t00"))
    assert legs_of(record, "P1.1") == ["P1.1-1", "P1.1-2", "P1.1-3"]
    assert records.league_of(record).length_of("P1.1-3") == "match"
    record = meet(record, "P1.1-3", "series", ("t00", "t01"), low=20)  # a win each: 45 points against 35

    assert leg(record, "P1.1").winner == "t01" and records.league_of(record).is_over

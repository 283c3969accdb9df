"""A match league from its fixtures to its title: days agreed, results confirmed, the table, play-offs, undone acts."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.league import match_record as records
from carrom.league.match_commands import (
    Answer,
    Confirm,
    Deduct,
    Join,
    LeagueCommandError,
    Place,
    Propose,
    Report,
    Within,
)
from carrom.league.match_fixtures import Slot
from carrom.league.match_playoffs import PlayOffsError
from carrom.league.match_rescheduling import DayRefusedError, Proposal, ProposalError
from carrom.league.match_scores import handicap, with_handicap, without_handicap
from carrom.league.match_terms import Bonus, Ground, PlayOffTerms
from carrom.log import LogError
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.commands import Clear, NameLineUp, Tell, TellTieMatch
from carrom.tournament.entries import Entrant
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.teams import LineUp, TieTerms
from tests.support.command_line import carrom, refused
from tests.support.league.match_leagues import PLAYERS, drawn_league, entrants, joined_league, played_round, result
from tests.support.thorough import examples

NOW, LATER = "2026-09-08T10:00:00+00:00", "2026-09-20T10:00:00+00:00"


def meeting_of(record, name):
    return records.league_of(record).meeting(name)


def asked(record, *, by, day="2026-09-09", until="2026-09-11T10:00:00+00:00", venue="", fixture="1.1"):
    proposal = Proposal(by=by, slot=Slot(fixture=fixture, day=day, venue=venue), answer_by=until)
    return records.apply(record, Propose(proposal), at=NOW)


def test_a_season_is_played_to_its_title():
    record = played_round(drawn_league(8, playoffs=PlayOffTerms(kind="knockout", places=4, third_place=True)))
    league = records.league_of(record)
    rows = league.tables[0].rows
    assert league.is_season_over and not league.is_over and league.tables[0].is_final
    # an independent table, from the results alone
    points: dict[str, int] = {}
    for one in league.season.results:
        winner = one.a if one.winner is Side.A else one.b
        points[winner] = points.get(winner, 0) + 2
    assert {row.key: row.points for row in rows} == {one.key: points.get(one.key, 0) for one in entrants(8)}
    assert all(sum(row.home) == sum(row.away) == 7 for row in rows)
    assert sum(row.own - row.other for row in rows) == 0

    record = records.start_playoffs(record)
    first = [one for one in records.league_of(record).meetings if one.fixture.id.startswith("P1")]
    places = [row.key for row in rows]
    assert {frozenset(one.keys) for one in first} == {frozenset(places[:4:3]), frozenset(places[1:3])}
    last_of_season = max(slot.day for name, slot in league.slots.items())
    assert min(records.league_of(record).slots[one.fixture.id].day for one in first) > last_of_season
    for _ in range(2):
        record = played_round(record)
    league = records.league_of(record)

    assert league.is_over and not league.playoffs_are_outdated
    assert records.read(json.loads(json.dumps(records.write(record)))) == record


@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 999))
def test_the_table_does_not_depend_on_the_order_in_which_results_come(seed):
    record = played_round(drawn_league(5, bonus=Bonus(lost_by=6)), seed=seed)
    rng = random.Random(seed)
    started = len(drawn_league(5).entries)
    reported = list(record.entries[started:])
    rng.shuffle(reported)

    other = replace(record, entries=record.entries[:started])
    for line in reported:
        other = records.apply(other, line.act)

    assert records.league_of(other).tables == records.league_of(record).tables


def test_bonus_points_and_points_taken_away_are_in_the_table():
    record = drawn_league(3, legs=1, bonus=Bonus(lost_by=5, won_by=20, won_by_points=3))
    met = records.league_of(record).meetings
    scores = {"t00-t01": (25, 20), "t00-t02": (25, 2), "t01-t02": (10, 25)}
    for one in met:
        first, second = sorted((one.a, one.b))
        a, b = scores[f"{first}-{second}"]
        record = records.apply(record, Within("season", Tell(result(one, (a, b) if one.a == first else (b, a)))))
    record = records.apply(record, Deduct("t00", 4, "an ineligible player"))

    rows = {row.key: (row.points, row.bonus, row.deducted) for row in records.league_of(record).tables[0].rows}

    assert rows == {"t00": (2 + 2 + 3 - 4, 3, 4), "t01": (1, 1, 0), "t02": (2, 0, 0)}
    record = records.revert(record, len(record.entries))
    assert records.league_of(record).tables[0].rows[0].points == 7

    last = records.league_of(records.apply(record, Deduct("t00", 7, "an ineligible player"))).tables[0].rows
    assert [(row.key, row.row.place, row.row.value("points")) for row in last] == [
        ("t02", 1, 2),
        ("t01", 2, 1),
        ("t00", 3, 0),
    ]


def test_a_day_is_moved_when_the_other_side_agrees_in_time():
    record = drawn_league(4)
    one = meeting_of(record, "1.1")
    record = asked(record, by=one.a)

    with pytest.raises(ProposalError, match="The other side has asked"):
        asked(record, by=one.b, day="2026-09-10")
    with pytest.raises(ProposalError, match="time to answer"):
        records.apply(record, Answer("1.1", one.b, True), at=LATER)
    agreed = records.apply(record, Answer("1.1", one.b, True), at=NOW)
    refused = records.apply(record, Answer("1.1", one.b, False), at=NOW)
    taken_back = records.apply(record, Answer("1.1", one.a, True), at=NOW)

    assert records.league_of(agreed).slots["1.1"].day == "2026-09-09"
    assert not records.league_of(agreed).proposals
    for other in (refused, taken_back):
        assert records.league_of(other).slots["1.1"].day == "2026-09-07"
        assert not records.league_of(other).proposals
    decided = records.apply(record, Place((Slot(fixture="1.1", day="2026-09-30"),), "no answer"), at=LATER)
    assert records.league_of(decided).slots["1.1"].day == "2026-09-30" and not records.league_of(decided).proposals


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("2026-09-14", "plays-already"),
        ("2026-08-31", "before-first-day"),
        ("2027-01-01", "after-last-day"),
        ("2026-11-11", "too-far"),
        ("tomorrow", "no-day"),
    ],
)
def test_a_day_that_cannot_be_is_refused(day, why):
    record = drawn_league(4, last_day="2026-12-01")

    with pytest.raises(DayRefusedError) as refused:
        asked(record, by=meeting_of(record, "1.1").a, day=day)

    assert refused.value.why == why


def test_a_venue_takes_no_more_matches_on_a_day_than_it_has_room_for():
    record = drawn_league(6, grounds={f"t{n:02}": Ground(venue="hall", matches=2) for n in range(6)})
    both = tuple(Slot(fixture=f"1.{number}", day="2026-09-09", venue="hall") for number in (1, 2))
    record = records.apply(record, Place(both))
    third = meeting_of(record, "1.3").a

    with pytest.raises(DayRefusedError, match="hall has room for 2"):
        asked(record, by=third, day="2026-09-09", venue="hall", fixture="1.3")
    elsewhere = asked(record, by=third, day="2026-09-09", venue="the other hall", fixture="1.3")

    assert "1.3" in records.league_of(elsewhere).proposals


def test_a_typed_result_counts_when_the_other_side_confirms_it():
    record = drawn_league(4)
    one = meeting_of(record, "1.1")
    reported = records.apply(record, Report(one.a, 0, result(one, (25, 7))))
    assert meeting_of(reported, "1.1").state is State.READY
    with pytest.raises(LeagueCommandError, match="other side must confirm"):
        records.apply(reported, Confirm("1.1", 0, one.a, True))
    with pytest.raises(LeagueCommandError, match="Only the two sides"):
        records.apply(record, Report("t09", 0, result(one, (25, 7))))

    confirmed = records.apply(reported, Confirm("1.1", 0, one.b, True))
    disputed = records.apply(reported, Confirm("1.1", 0, one.b, False, "it was 25-9"))
    decided = records.apply(disputed, Within("season", Tell(result(one, (25, 9)))))

    assert meeting_of(confirmed, "1.1").result.points == (25, 7)
    assert records.league_of(disputed).reported["1.1", 0].disputed_by == one.b
    assert meeting_of(decided, "1.1").result.points == (25, 9) and not records.league_of(decided).reported
    with pytest.raises(LeagueCommandError, match="has a result already"):
        records.apply(confirmed, Report(one.b, 0, result(one, (25, 9))))


@pytest.mark.parametrize(("rule", "counts"), [("stands", True), ("void", False)])
def test_who_withdraws_loses_what_is_open_and_the_rest_stands_or_counts_for_nobody(rule, counts):
    record = drawn_league(4, legs=1, regulation=Regulation(withdrawn=rule))
    one = next(one for one in records.league_of(record).meetings if "t03" in one.keys and one.fixture.round == 2)
    other = one.a if one.b == "t03" else one.b
    record = records.apply(record, Within("season", Tell(result(one, (25, 3) if one.a == "t03" else (3, 25)))))

    record = records.withdrawn(record, "t03", reason="moved away")

    league = records.league_of(record)
    mine = [one for one in league.meetings if "t03" in one.keys]
    assert all(one.is_settled for one in mine)
    assert {one.result.how for one in mine} == {"played", "withdrawn"}
    rows = {row.key: row for row in league.tables[0].rows}
    assert rows[other].points == 0 and rows[other].row.played == (1 if counts else 0)
    assert {rows[key].points for key in {"t00", "t01", "t02"} - {other}} == ({2} if counts else {0})
    with pytest.raises(LeagueCommandError):
        records.withdrawn(record, "t03")
    back = records.revert(record, len(record.entries))
    assert records.league_of(back).tables == records.league_of(replace(record, entries=record.entries[:-1])).tables


def test_pools_go_on_crosswise():
    record = played_round(drawn_league(8, pools=2, legs=1, playoffs=PlayOffTerms(kind="knockout", places=2)))
    tables = records.league_of(record).tables
    assert [table.pool for table in tables] == ["A", "B"]

    record = records.start_playoffs(record)

    place = {row.key: f"{table.pool}{number}" for table in tables for number, row in enumerate(table.rows, 1)}
    semi = {
        frozenset((place[one.a], place[one.b]))
        for one in records.league_of(record).meetings
        if one.fixture.id[:2] == "P1"
    }
    assert semi == {frozenset(("A1", "B2")), frozenset(("B1", "A2"))}


def test_a_step_ladder_is_climbed_from_the_last_to_the_first():
    record = played_round(drawn_league(5, playoffs=PlayOffTerms(kind="step-ladder", places=4)))
    rows = [row.key for row in records.league_of(record).tables[0].rows]
    record = records.start_playoffs(record)
    for number in (1, 2, 3):
        one = meeting_of(record, f"P{number}.1")
        assert (one.a, one.b) == (rows[3 - number], rows[3])  # the fourth wins them all
        record = records.apply(record, Within("playoffs", Tell(result(one, (5, 25)))))

    assert records.league_of(record).is_over
    assert meeting_of(record, "P3.1").winner == rows[3]


def test_play_offs_wait_for_the_final_table_and_say_when_a_correction_changes_it():
    record = played_round(drawn_league(4, legs=1, playoffs=PlayOffTerms(kind="knockout", places=2)), only=5)
    with pytest.raises(PlayOffsError, match="not over"):
        records.start_playoffs(record)
    record = records.start_playoffs(played_round(record))
    assert not records.league_of(record).playoffs_are_outdated
    champion = records.league_of(record).tables[0].rows[0].key
    mine = [one for one in records.league_of(record).meetings if champion in one.keys and one.fixture.id[0] != "P"]

    for one in mine:
        record = records.apply(record, Within("season", Tell(result(one, (0, 25) if one.a == champion else (25, 0)))))

    assert records.league_of(record).playoffs_are_outdated
    started = next(line.number for line in records.effective(record) if type(line.act).__name__ == "BeginPlayOffs")
    record = records.start_playoffs(records.revert(record, started))
    assert not records.league_of(record).playoffs_are_outdated


def test_what_was_reverted_can_be_brought_back_and_what_others_need_is_not_reverted():
    record = played_round(drawn_league(3, legs=1), only=1)
    whole = records.league_of(record)
    name = whole.season.results[0].fixture
    back = records.revert(record, len(record.entries))
    assert records.league_of(back).meeting(name).state is State.READY

    again = records.restore(back)

    assert records.league_of(again) == whole
    with pytest.raises(LogError, match="already undone"):
        records.revert(back, len(record.entries))
    with pytest.raises(LeagueCommandError, match="nobody can join"):
        records.apply(record, Join(Entrant(key="late")))
    with pytest.raises(LogError, match="depends on it"):
        records.revert(records.apply(record, Deduct("t00", 1, "late")), 1)
    with pytest.raises(LogError, match="has not been undone"):
        records.restore(record)


def test_ties_of_teams_are_reported_match_by_match_and_a_level_one_is_tied():
    tie = TieTerms(order="SSD", level="tied", double_points=2)
    terms = replace(PLAYERS, kind="teams", tie=tie, legs=1, least=2)
    record = joined_league(0, terms)
    for name in "ab":
        record = records.apply(record, Join(Entrant(key=name, players=(f"{name}1", f"{name}2"))))
    record = records.draw(record, random.Random(1))
    one = meeting_of(record, "1.1")
    for team in (one.a, one.b):
        line_up = LineUp(((f"{team}1",), (f"{team}2",), (f"{team}1", f"{team}2")))
        record = records.apply(record, Within("season", NameLineUp("1.1", team, line_up)))
    for number, points in ((1, (25, 3)), (2, (25, 20)), (3, (24, 25))):
        record = records.apply(record, Report(one.a, number, result(one, points)))
        record = records.apply(record, Confirm("1.1", number, one.b, True))

    whole = meeting_of(record, "1.1").result

    assert whole.points == (2, 2) and whole.winner is None and whole.games == (2, 1)
    assert [row.points for row in records.league_of(record).tables[0].rows] == [1, 1]
    changed = records.apply(record, Within("season", TellTieMatch(3, result(one, (25, 24)))))
    assert meeting_of(changed, "1.1").result.points == (4, 0)


def test_a_handicap_is_given_in_every_game_and_can_turn_the_match():
    terms = replace(PLAYERS, handicap_every=50, handicap_most=8)
    assert handicap(terms, 1700, 1500) == (0, 4)
    assert handicap(terms, 1200, 1700) == (8, 0)  # no more than the most
    assert handicap(terms, None, 1500) == (0, 0)
    two = Result(
        fixture="1", a="a", b="b", winner=Side.A, points=Tally(50, 42), games=Tally(2, 0),
        scores=(Tally(25, 22), Tally(25, 20)),
    )  # fmt: skip

    given = with_handicap(two, Tally(0, 4))

    assert given.scores == (Tally(25, 26), Tally(25, 24)) and given.games == (1, 1)
    assert given.points == (50, 50) and given.winner is None
    assert without_handicap(given, Tally(0, 4)) == two
    assert with_handicap(replace(two, how="walk-over"), Tally(0, 9)).winner is Side.A


def test_a_record_that_is_none_says_where():
    data = records.write(drawn_league(3))
    for spoil in ({"version": 7}, {"terms": {"title": 3}}, {"entries": [{"number": 4, "act": {"kind": "join"}}]}):
        with pytest.raises(CarromError):
            records.read({**data, **spoil})


def test_a_result_taken_back_opens_the_fixture_again():
    record = played_round(drawn_league(3, legs=1), only=1)
    one = records.league_of(record).season.results[0]

    record = records.apply(record, Within("season", Clear(one.fixture, one.a, one.b)))

    assert meeting_of(record, one.fixture).state is State.READY


def test_carrom_league_shows_a_league_of_matches(tmp_path):
    record = played_round(drawn_league(3, legs=1), only=2)
    file = tmp_path / "league.json"
    names = {"t00": "Anu", "t01": "Bela", "t02": "Cyra"}
    teams = [{"key": key, "name": name} for key, name in names.items()]
    file.write_text(json.dumps({"record": records.write(record), "teams": teams}))

    status, text, _ = carrom("league", str(file))
    rows = json.loads(carrom("league", str(file), "--json")[1])["table"]

    table = records.league_of(record).tables[0].rows
    assert [row["name"] for row in rows] == [names[row.key] for row in table]
    assert [row["points"] for row in rows] == [row.points for row in table]
    assert status == 0 and all(name in text for name in names.values())
    assert refused("league", str(file), "--promotion") == "bad-usage"

"""SoL's ranking, and events that come from SoL and go to it. All names are invented."""

import json
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament import record
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Fixture, Known, known_keys
from carrom.tournament.results import Result
from carrom.tournament.sol_event import NotForSolError, event_of, record_of
from carrom.tournament.sol_export import book_of
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_ranking import UndecidedMatchError, final_ranking, final_wins, ranking
from carrom.tournament.sol_records import SolCompetitor, SolMatch, SolRate, SolTourney
from tests.support.command_line import carrom, refused
from tests.support.tournament.sol import SOL_REGULATION, SOL_TERMS, sol_persons
from tests.support.tournament.sol_history import season
from tests.support.tournament.swiss_events import next_round, played_round, swiss_event


def of_four(*matches: tuple[int, int, int | None, int, int], retired: int = 0, **settings: object) -> SolTourney:
    """An event of four; a match is (round, first, second, score, score)."""
    return SolTourney(
        description="x",
        date="2026-05-09",
        championship=1,
        competitors=tuple(SolCompetitor(players=(number,), retired=number == retired) for number in range(1, 5)),
        matches=tuple(
            SolMatch(turn=turn, competitor1=one, competitor2=other, board=1, score1=score, score2=scored)
            for turn, one, other, score, scored in matches
        ),
        currentturn=max(match[0] for match in matches),
        rankedturn=max(match[0] for match in matches),
        **settings,
    )


def test_points_then_bucholz_then_net_score_then_total_score():
    """Reckoned by hand."""
    rows = ranking(of_four((1, 1, 2, 10, 25), (1, 3, 4, 8, 25), (2, 2, 4, 25, 24), (2, 1, 3, 25, 20)))
    assert [(row.competitor, row.points, row.bucholz, row.netscore, row.totscore) for row in rows] == [
        (2, 4, 4, 16, 50),
        (4, 2, 4, 16, 49),
        (1, 2, 4, -10, 35),
        (3, 0, 4, -22, 28),
    ]

    rows = ranking(of_four((1, 1, 2, 25, 0), (1, 3, None, 25, 0), (2, 4, 2, 25, 0), (2, 3, 1, 25, 24)))
    assert [(row.competitor, row.points, row.bucholz, row.netscore) for row in rows] == [
        (3, 4, 2, 26),
        (1, 2, 4, 24),
        (4, 2, 0, 25),
        (2, 0, 4, -50),
    ]


def test_the_phantom_gives_the_events_score_and_no_bucholz():
    rows = {row.competitor: row for row in ranking(of_four((1, 1, 2, 25, 5), (1, 3, None, 10, 0), phantomscore=10))}

    assert (rows[3].points, rows[3].bucholz, rows[3].netscore, rows[3].totscore) == (2, 0, 10, 10)
    assert (rows[2].bucholz, rows[1].bucholz) == (2, 0)


@pytest.mark.parametrize(("rule", "virtual"), [("none", 0), ("trend", 3), ("trend70", 2)])
def test_an_opponent_who_withdrew_counts_as_if_he_went_on(rule: str, virtual: int):
    """4 won against 1 and lost to 2, then left; two rounds follow: 2 points in 2 rounds make 1 a round, so 2 more.

    With a tie in place of the loss they have 3 points, 1.5 a round: 3 more, or 70 % of it, 2.1, without its fraction.
    """
    matches = ((1, 4, 1, 25, 3), (2, 4, 2, 25, 25), (3, 1, 2, 25, 3), (4, 1, 3, 25, 3))
    rows = {row.competitor: row for row in ranking(of_four(*matches, retired=4, retirements=rule))}

    assert rows[4].virtual == virtual
    assert (rows[4].points, rows[4].bucholz) == (3, rows[1].points + rows[2].points)
    assert rows[2].bucholz == rows[4].points + virtual + rows[1].points


def test_a_round_robin_does_without_bucholz():
    matches = ((1, 1, 2, 25, 24), (2, 3, 4, 25, 1), (3, 1, 3, 25, 24))
    rows = ranking(of_four(*matches, system="roundrobin"))

    assert [row.competitor for row in rows] == [1, 3, 2, 4]


def test_the_ranking_after_a_round_looks_at_nothing_later():
    matches = ((1, 1, 2, 25, 5), (1, 3, 4, 25, 6), (2, 1, 3, 0, 25), (2, 2, 4, 25, 0))

    assert ranking(of_four(*matches), upto=1) == ranking(of_four(*matches[:2]))
    assert ranking(of_four(*matches))[0].competitor == 3


def test_finals_swap_places_and_prizes_rank_in_the_end():
    start = of_four((1, 1, 2, 25, 5), (1, 3, 4, 25, 6), (2, 1, 3, 25, 0), (2, 2, 4, 25, 0), finals=2)
    assert [row.competitor for row in final_ranking(start)] == [1, 2, 3, 4]
    finals = (
        SolMatch(turn=3, board=1, competitor1=1, competitor2=2, score1=3, score2=25, final=True),
        SolMatch(turn=3, board=2, competitor1=3, competitor2=4, score1=25, score2=3, final=True),
    )
    done = replace(start, matches=(*start.matches, *finals), currentturn=3)

    assert [(row.place, row.competitor) for row in final_ranking(done)] == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert ranking(done) == ranking(start)
    prized = replace(
        done, competitors=tuple(replace(one, prize=prize) for one, prize in zip(done.competitors, "4231", strict=True))
    )
    assert [row.competitor for row in final_ranking(prized)] == [1, 3, 2, 4]


def test_a_best_of_three_without_two_wins_is_undecided():
    with pytest.raises(UndecidedMatchError):
        ranking(of_four((1, 1, 2, 25, 5), matcheskind="bestof3"))


@pytest.mark.parametrize("seed", range(6))
def test_our_standings_under_sols_regulation_are_sols_ranking(seed: int):
    """Two ways to one ranking: the contest's tie-breaks, and SoL's rules applied to the file written from it."""
    rng = random.Random(seed)
    trend = rng.choice(("", "_trend", "_trend70"))
    regulation = replace(SOL_REGULATION, order=("points", f"buchholz{trend}", "net_points", "points_for", "rating"))
    contest = replace(swiss_event(rng.choice((9, 14, 21)), 6, seed, drawn=2, method="dazed"), regulation=regulation)
    left = {one.key for one in contest.entrants if rng.random() < 0.2}
    contest = replace(
        contest, entrants=tuple(replace(one, left=3 if one.key in left else None) for one in contest.entrants)
    )
    for _ in range(3):
        contest = played_round(next_round(contest, rng), rng)
    contest = replace(contest, results=tuple(one for one in contest.results if not one.both_lose))
    open_ones = [one for one in contest.results if one.is_played and one.winner is None and one.points == (0, 0)]
    contest = replace(contest, results=tuple(one for one in contest.results if one not in open_ones))

    exported = book_of(contest, SOL_TERMS, sol_persons(contest))
    came = event_of(read_sol(write_sol(exported.book)))

    rows = {one.key: one for one in formats.find("swiss").standings(contest)}
    keys = dict(zip(came.names, rows and [one.key for one in contest.entrants], strict=True))
    for row in ranking(exported.book.tourneys[0]):
        ours = rows[contest.entrants[row.competitor - 1].key]
        values = [ours.value(name) for name in regulation.order[:4]]
        assert values == [row.points, row.bucholz, row.netscore, row.totscore]
    for row in formats.find("swiss").standings(came.contest):
        assert row.values[:4] == rows[keys[row.key]].values[:4], (
            "the contest that comes back ranks as the one that went"
        )


def test_an_event_goes_to_sol_and_comes_back():
    contest = replace(
        swiss_event(11, 5, 3, drawn=4, method="staggered", boards=5, country_rounds=2), regulation=SOL_REGULATION
    )
    contest = replace(contest, results=tuple(one for one in contest.results if one.is_played))
    exported = book_of(contest, SOL_TERMS, sol_persons(contest))
    came = event_of(read_sol(write_sol(exported.book, compressed=True)))
    key = dict(zip(came.names, [one.key for one in contest.entrants], strict=True))

    def seats(contest: Contest, key: dict[str, str]) -> set[tuple[object, ...]]:
        sides = {one.id: [key.get(side, side) for side in known_keys(one)] for one in contest.fixtures}
        return {(one.round, one.board or one.place, *sides[one.id]) for one in contest.fixtures}

    assert seats(came.contest, key) == seats(contest, {})
    assert {(key[one.a], key[one.b], one.points, one.winner) for one in came.contest.results} == {
        (one.a, one.b, one.points, one.winner) for one in contest.results
    }
    assert came.contest.options["method"] == "staggered"
    assert came.contest.options["country_rounds"] == 2
    assert {one.country for one in came.contest.entrants} == {one.country for one in contest.entrants}
    assert next(iter(came.names.values())) == "Last p000 First p000"
    assert {one.rating for one in came.contest.entrants} == {None}
    assert event_of(exported.book) == came

    rate = {"player": 1, "deviation": 60, "volatility": "0.06"}
    rates = [
        SolRate(rating=1, date=day, rate=points, **rate) for day, points in (("2020-01-01", 1620), ("2019-01-01", 9))
    ]
    book = replace(exported.book, rates=(*rates, SolRate(rating=2, date="2020-01-02", rate=8, **rate)))
    rated = event_of(replace(book, tourneys=tuple(replace(one, rating=1) for one in book.tourneys))).contest.entrants
    assert [one.rating for one in rated] == [1620.0, *[None] * 10]


@pytest.mark.parametrize(("rating", "delay", "rounds"), [(None, 2, 0), (1, 2, 2), (1, None, 0)])
def test_the_best_meet_late_only_in_an_event_of_sol_with_ratings(
    rating: int | None, delay: int | None, rounds: int
) -> None:
    contest = replace(swiss_event(11, 5, 3, drawn=1), regulation=SOL_REGULATION)
    book = book_of(contest, SOL_TERMS, sol_persons(contest)).book
    event = replace(book.tourneys[0], rating=rating, delaytoppairing=delay)

    assert event_of(replace(book, tourneys=(event,))).contest.options["top_rounds"] == rounds


def test_what_sol_cannot_hold_is_reported():
    entrants = tuple(Entrant(key=key) for key in "abcdefghij")
    fixtures = tuple(
        Fixture(id=f"1.{place}", round=1, place=place, a=Known(a), b=Known(b))
        for place, (a, b) in enumerate(("ab", "cd", "ef", "gh", "ij"), 1)
    )
    results = (
        Result(fixture="1.1", a="a", b="b", winner=None, how="no-show", both_lose=True),
        Result(fixture="1.2", a="c", b="d", winner=Side.B, how="conceded", points=Tally(12, 3)),
        Result(fixture="1.3", a="e", b="f", winner=Side.A, points=Tally(29, 3)),
        Result(fixture="1.4", a="g", b="h", winner=None),
        Result(fixture="1.5", a="i", b="j", winner=Side.B, points=Tally(12, 12)),
    )
    contest = Contest(format="swiss", entrants=entrants, draws=(Drawn(fixtures),), results=results)

    exported = book_of(contest, SOL_TERMS, sol_persons(contest))

    assert {(one.code, one.fixture) for one in exported.notes} == {
        ("both-lost", "1.1"),
        ("score-hides-winner", "1.2"),
        ("above-25", "1.3"),
        ("no-score", "1.4"),
        ("score-hides-winner", "1.5"),
        ("method", ""),
    }
    assert [(one.score1, one.score2) for one in exported.book.tourneys[0].matches] == [(0, 25), (29, 3), (0, 25)]
    with pytest.raises(NotForSolError):
        book_of(replace(contest, format="ladder"), SOL_TERMS, sol_persons(contest))
    with pytest.raises(NotForSolError):
        book_of(contest, SOL_TERMS, {})
    with pytest.raises(NotForSolError):
        event_of(exported.book, 2)


def test_a_knock_out_of_three_games_keeps_its_games():
    entrants = tuple(Entrant(key=key, seed=number) for number, key in enumerate("abcd", 1))
    knockout = formats.find("knockout")
    contest = Contest(format="knockout", entrants=entrants)
    contest = contest.with_drawn(Drawn(knockout.draw(contest, random.Random(0))))
    scores = (Tally(25, 3), Tally(4, 25), Tally(24, 20))
    for fixture in ("1.1", "1.2", "2.1"):
        met = next(one for one in knockout.meetings(contest) if one.fixture.id == fixture)
        how = "walk-over" if fixture == "1.2" else "played"
        reported = {} if how == "walk-over" else {"scores": scores, "points": Tally(53, 48), "games": Tally(2, 1)}
        contest = contest.with_result(Result(fixture=fixture, a=met.a, b=met.b, winner=Side.A, how=how, **reported))

    book = book_of(contest, SOL_TERMS, sol_persons(contest)).book
    came = event_of(read_sol(write_sol(book)))

    assert [(one.score1, one.score2_2, one.score1_3) for one in book.tourneys[0].matches] == [
        (25, 25, 24),
        (25, 0, None),
        (25, 25, 24),
    ]
    assert came.contest.results[0].scores == scores
    assert came.contest.results[0].games == (2, 1)
    assert {one.key: one.place for one in knockout.standings(came.contest)}["1"] == 1


@pytest.mark.parametrize(
    ("scores", "written"),
    [
        ((Tally(25, 3), Tally(25, 7)), (25, 3, 25, 7, None, None)),
        ((Tally(25, 3), Tally(4, 25), Tally(24, 20)), (25, 3, 4, 25, 24, 20)),
    ],
)
def test_a_match_of_two_or_three_games_is_written_game_by_game(
    scores: tuple[Tally, ...], written: tuple[int | None, ...]
):
    entrants = tuple(Entrant(key=key, seed=number) for number, key in enumerate("ab", 1))
    contest = Contest(format="knockout", entrants=entrants)
    contest = contest.with_drawn(Drawn(formats.find("knockout").draw(contest, random.Random(0))))
    won = sum(one.a > one.b for one in scores)
    points = Tally(sum(one.a for one in scores), sum(one.b for one in scores))
    games = Tally(won, len(scores) - won)
    contest = contest.with_result(
        Result(fixture="1.1", a="a", b="b", winner=Side.A, points=points, games=games, scores=scores)
    )

    [match] = book_of(contest, SOL_TERMS, sol_persons(contest)).book.tourneys[0].matches

    found = (match.score1, match.score2, match.score1_2, match.score2_2, match.score1_3, match.score2_3)
    assert found == written


def test_an_event_of_sol_goes_on_here_from_the_command_line(tmp_path: Path):
    contest = swiss_event(9, 5, 2, drawn=3, method="dazed")
    contest = replace(contest, results=tuple(one for one in contest.results if not one.both_lose))
    path = tmp_path / "open.sol.gz"
    path.write_bytes(write_sol(book_of(contest, SOL_TERMS, sol_persons(contest)).book, compressed=True))

    status, reported, _ = carrom("sol", str(path), "--after", "2")
    assert status == 0
    assert reported.startswith("1. 2026-05-09  Valley Open  9 competitors, 3 rounds\n")
    assert len(reported.splitlines()) == 2 + 9

    status, saved, _ = carrom("sol", str(path), "--json")
    assert status == 0
    came = record.contest_of(record.read(json.loads(saved)))
    assert came == event_of(read_sol(path.read_bytes())).contest
    status, reported, _ = carrom("draw", "-", "--why", stdin=saved)
    assert status == 0 and "  4.1  " in reported
    assert refused("sol", str(path), "--event", "2") == "not-for-sol"
    assert refused("sol", str(path), "--after", "4") == "bad-usage"
    assert refused("sol", "-", stdin="clubs: [") == "bad-sol-file"
    assert refused("sol", str(tmp_path / "none.sol")) == "cannot-read"


def test_a_record_is_written_for_sol_from_the_command_line(tmp_path: Path):
    contest = swiss_event(6, 4, 2, drawn=2)
    book = book_of(contest, SOL_TERMS, sol_persons(contest)).book
    saved = tmp_path / "cup.json"
    saved.write_text(json.dumps(record.write(record_of(event_of(book)))))
    names = tmp_path / "names.csv"
    keys = [key for one in event_of(book).contest.entrants for key in one.persons]
    names.write_text("key,firstname,lastname,sex\n" + "".join(f"{key},Ann,Nr {key[:4]},F\n" for key in keys))
    to = tmp_path / "cup.sol.gz"
    said = ("--persons", str(names), "--title", "Cup", "--date", "2026-05-09")

    status, reported, _ = carrom("sol", str(saved), "--to", str(to), *said)

    assert (status, reported) == (0, "")
    written = read_sol(to.read_bytes())
    assert {one.sex for one in written.players} == {"F"}
    assert [row.points for row in ranking(written.tourneys[0])] == [row.points for row in ranking(book.tourneys[0])]
    assert refused("sol", str(saved), "--to", str(to)) == "bad-usage"
    assert refused("sol", str(saved), "--to", str(to), *said[:-1], "soon") == "bad-usage"
    names.write_text("key,name\n")
    assert refused("sol", str(saved), "--to", str(to), *said) == "bad-usage"


SOL_EVENTS = Path(os.environ.get("CARROM_SOL_EVENTS", "no-folder"))


@pytest.mark.skipif(not SOL_EVENTS.is_dir(), reason="CARROM_SOL_EVENTS names no folder with event files of SoL")
def test_the_event_files_of_sol_are_read_and_ranked_as_sol_ranked_them():
    ranked = 0
    for path in sorted([*SOL_EVENTS.glob("*.sol"), *SOL_EVENTS.glob("*.sol.gz")]):
        book = read_sol(path.read_bytes())
        assert read_sol(write_sol(book)) == book
        for number, tourney in enumerate(book.tourneys, 1):
            for row in ranking(tourney, upto=tourney.rankedturn):
                reported = tourney.competitors[row.competitor - 1]
                sums = (reported.points or 0, reported.bucholz or 0, reported.netscore or 0, reported.totscore or 0)
                assert sums == (row.points, row.bucholz, row.netscore, row.totscore), path.name
                ranked += 1
            came = event_of(book, number).contest
            ours = {one.key: one.value("points") for one in formats.find(came.format).standings(came)}
            assert list(ours.values()) == sorted(ours.values(), reverse=True)
    assert ranked


def test_a_team_larger_than_those_of_sol_stays_here():
    entrants = tuple(Entrant(key=key, players=tuple(f"{key}{n}" for n in range(5))) for key in "ab")
    contest = Contest(format="round-robin", entrants=entrants)

    with pytest.raises(NotForSolError, match="at most 4 players in a team; one here has 5"):
        book_of(contest, SOL_TERMS, sol_persons(contest))


def test_every_final_match_is_one_win_for_its_winner():
    event = of_four((1, 1, 2, 25, 5), (1, 3, 4, 25, 6), finals=2)
    finals = tuple(
        SolMatch(turn=2, board=1, competitor1=1, competitor2=2, score1=one, score2=other, final=True)
        for one, other in ((25, 3), (3, 25), (25, 24))
    )

    assert final_wins(replace(event, matches=(*event.matches, *finals))) == {1: 2, 2: 1}


def test_an_event_of_sol_puts_the_bye_last_and_who_has_not_played_joins_next():
    book = write_sol(season(2024, events=1))
    read = read_sol(book)
    (event,) = read.tourneys
    number = len(event.competitors)
    player = replace(read.players[0], firstname="Late", guid="f" * 32)
    late = replace(event.competitors[0], players=(len(read.players) + 1,))
    rest = tuple(one for one in event.matches if number not in (one.competitor1, one.competitor2) or one.turn > 1)
    bye = next(one for one in event.matches if number in (one.competitor1, one.competitor2) and one.turn == 1)
    other = bye.competitor2 if bye.competitor1 == number else bye.competitor1
    alone = replace(bye, competitor1=other, competitor2=None, board=0, score1=25, score2=0)
    event = replace(event, competitors=(*event.competitors, late), matches=(alone, *rest))

    contest = event_of(replace(read, players=(*read.players, player), tourneys=(event,))).contest

    first = [known_keys(one) for one in contest.draws[0].fixtures]
    assert len(first[-1]) == 1 and all(len(keys) == 2 for keys in first[:-1])
    assert contest.entrants and max(one.joined for one in contest.entrants) == event.currentturn + 1
    assert not contest.regulation.absent_last  # SoL ranks who did not come by points as everybody

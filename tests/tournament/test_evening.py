"""A club's evening: names from a list, and what each way to play comes to."""

import random
from dataclasses import replace

import pytest

from carrom.match.rules import shipped
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.evening import LEAST, MOST_NAMES, EveningError, Way, plan, read_names
from carrom.tournament.format import NothingToDrawError, TooFewError, find
from carrom.tournament.rehearsal import play_match, rehearse
from tests.support.tournament.contests import by_chance, result

SIZES = (2, 3, 4, 5, 6, 7, 8, 11, 15, 16, 17, 33)


def contest(way: Way, players: int) -> Contest:
    found = plan(way, players=players, boards=4, minutes=20)
    who = tuple(Entrant(key=f"p{n:03}") for n in range(players))
    return Contest(format=found.format, options=dict(found.options), entrants=who)


def drawn(now: Contest, rng: random.Random) -> Contest:
    return now.with_drawn(Drawn(find(now.format).draw(now, rng)))


@pytest.mark.parametrize(
    ("way", "players"),
    [(way, players) for way in (Way.ROUNDS, Way.KNOCKOUT, Way.GROUPS) for players in SIZES if players >= LEAST[way]],
)
def test_the_matches_that_are_announced_are_those_that_are_played(way: Way, players: int):
    ended = rehearse(contest(way, players), random.Random(players), shipped()["icf"])

    assert len(ended.results) == plan(way, players=players, boards=4, minutes=20).matches


def test_sixteen_on_four_boards():
    reported = {way: plan(way, players=16, boards=4, minutes=20) for way in Way}

    assert (reported[Way.ROUNDS].matches, reported[Way.ROUNDS].minutes) == (32, 160)
    assert (reported[Way.KNOCKOUT].matches, reported[Way.KNOCKOUT].minutes) == (15, 100)
    assert (reported[Way.GROUPS].matches, reported[Way.GROUPS].minutes) == (31, 180)
    assert (reported[Way.OPEN].matches, reported[Way.OPEN].minutes) == (None, None)


@pytest.mark.parametrize("players", SIZES)
def test_in_few_rounds_everybody_plays_as_often_as_is_stated(players: int):
    found = plan(Way.ROUNDS, players=players, boards=4, minutes=20)
    ended = rehearse(contest(Way.ROUNDS, players), random.Random(1), shipped()["icf"])
    free = players % 2

    for row in find(found.format).standings(ended):
        assert found.rounds - free <= row.played <= found.rounds


def test_who_is_free_plays_next_whom_they_have_met_the_least():
    now, decide, rng = contest(Way.OPEN, 5), by_chance(2), random.Random(2)
    form = find("open-play")
    for _match in range(20):
        now = drawn(now, rng)
        meeting = form.meetings(now)[-1]
        now = now.with_result(result(meeting, decide(meeting)))
    met = [frozenset(one.keys) for one in form.meetings(now)]

    assert {met.count(pair) for pair in met} == {2}, "each of the ten pairs twice"
    assert {row.played for row in form.standings(now)} == {8}
    assert not form.is_over(now), "nobody said how many matches"


def test_open_play_of_two_people_and_one_match_is_over_when_it_is_played():
    form, rng, decide = find("open-play"), random.Random(5), by_chance(5)
    now = drawn(replace(contest(Way.OPEN, 2), options={"rounds": 1}), rng)
    (meeting,) = form.meetings(now)
    assert not form.is_over(now)

    now = now.with_result(result(meeting, decide(meeting)))

    assert form.is_over(now)
    assert (meeting.fixture.id, meeting.fixture.round, meeting.fixture.place, len(meeting.keys)) == ("1.1", 1, 1, 2)


def test_two_who_play_are_not_drawn_again_before_they_are_free():
    form, now, rng = find("open-play"), contest(Way.OPEN, 6), random.Random(3)
    for _match in range(3):  # the last is of the only two who are free
        now = drawn(now, rng)

    keys = [key for one in form.meetings(now) for key in one.keys]
    assert len(set(keys)) == 6
    with pytest.raises(TooFewError):
        form.draw(now, rng)


def test_open_play_ends_with_as_many_matches_as_were_agreed():
    rng, decide = random.Random(4), by_chance(4)
    now = replace(contest(Way.OPEN, 5), options={"rounds": 3})
    form = find("open-play")
    for number in range(1, 4):
        now = drawn(now, rng)
        meeting = form.meetings(now)[-1]
        now = now.with_result(result(meeting, decide(meeting)))
        assert form.is_over(now) == (number == 3)

    with pytest.raises(NothingToDrawError):
        form.draw(now, rng)


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("players", [0, 1, MOST_NAMES + 1, 500])
def test_too_few_and_too_many_are_refused_with_the_figure(way: Way, players: int):
    with pytest.raises(EveningError) as refused:
        plan(way, players=players, boards=4, minutes=20)

    assert refused.value.parameters["players"] == players


@pytest.mark.parametrize(("boards", "minutes"), [(0, 20), (41, 20), (4, 0), (4, 121)])
def test_figures_that_no_evening_has_are_refused(boards: int, minutes: int):
    with pytest.raises(EveningError):
        plan(Way.KNOCKOUT, players=8, boards=boards, minutes=minutes)
    plan(Way.KNOCKOUT, players=8, boards=min(max(boards, 1), 40), minutes=min(max(minutes, 1), 120))


def test_names_are_read_by_line_or_comma_without_numbers_and_empty_lines():
    text = "1. Asha Nair\n\n  2) Tomasz  Zieliński\r\n - Priya, Ravi Kumar;Leila\n.\n,,\n3 Jonas"

    assert read_names(text).names == ("Asha Nair", "Tomasz Zieliński", "Priya", "Ravi Kumar", "Leila", "Jonas")


def test_a_name_that_comes_again_is_another_person():
    found = read_names("Asha\nasha\nAsha (2)\nASHA")

    assert len({name.casefold() for name in found.names}) == 4
    assert found.names[:2] == ("Asha", "asha (2)")
    assert found.twice[0] == ("asha", "asha (2)")


def test_five_hundred_names_are_all_read():
    assert len(read_names("\n".join(f"Player {n}" for n in range(500))).names) == 500


def test_in_a_rehearsal_the_queen_still_pays_a_side_that_has_as_many_points_as_the_laws_allow():
    def boards(limit: int | None) -> int:
        laws = replace(shipped()["icf"], queen_pays_up_to=limit)
        return sum(play_match("m", "a", "b", 5000.0, random.Random(seed), laws).boards.a for seed in range(60))

    assert boards(None) < boards(0) < boards(-1)  # of those who need fewer boards, more were paid for her


def test_the_queen_of_a_rehearsal_is_held_as_in_a_real_event():
    """Of 714 boards the winner held her in 508, the loser in 203. Here one side wins every board."""
    rng, ruleset = random.Random(5), shipped()["icf"]
    results = [play_match("m", "a", "b", 5000.0, rng, ruleset) for _ in range(1500)]
    boards = sum(one.boards.a for one in results)

    assert boards > 5000 and not any(one.boards.b for one in results)
    assert sum(one.queens.a for one in results) / boards == pytest.approx(508 / 714, abs=0.02)
    assert sum(one.queens.b for one in results) / boards == pytest.approx(203 / 714, abs=0.02)

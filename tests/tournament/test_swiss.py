"""Swiss events from the first round to the last."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from carrom.cli.rendering_draws import render_reason
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Bye, Fixture, known_keys, why
from carrom.tournament.format import NothingToDrawError, TooFewError
from carrom.tournament.formats import swiss_why
from carrom.tournament.formats.swiss import FORMAT, NoRoundLeftError, open_ended, state_before
from carrom.tournament.formats.swiss_costs import CRITERIA, Aims, Contender, field_of, priced
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.rng import RepeatingRng
from tests.support.thorough import one_of
from tests.support.tournament.swiss_events import next_round, played_round, swiss_event
from tests.support.tournament.swiss_rounds import all_rounds


def check(contest: Contest) -> None:
    """Everyone who is in plays once in each round, nobody meets twice, nobody has a second bye."""
    pairs = Counter(frozenset(known_keys(one)) for one in contest.fixtures if len(known_keys(one)) == 2)
    byes = Counter(known_keys(one)[0] for one in contest.fixtures if isinstance(one.b, Bye))
    assert max(pairs.values(), default=0) <= 1
    assert max(byes.values(), default=0) <= 1
    for number in range(1, contest.rounds + 1):
        there = [key for one in contest.fixtures if one.round == number for key in known_keys(one)]
        assert sorted(there) == [one.key for one in contest.entrants if one.plays_in(number)]


def eventful(count: int, rounds: int, seed: int) -> Contest:
    """An event with results of all kinds; now and then somebody leaves or comes late."""
    rng = random.Random(seed)
    contest = swiss_event(
        count - rng.randrange(2), rounds, seed, drawn=0, country_rounds=3, breaks=rng.choice(("toss", "balanced"))
    )
    for number in range(1, rounds + 1):
        contest = played_round(next_round(contest, rng), rng)
        entrants = [
            replace(one, left=number + 1) if one.left is None and rng.random() < 0.01 else one
            for one in contest.entrants
        ]
        if rng.random() < 0.3:
            entrants.append(Entrant(key=f"late{number}", joined=number + 1))
        contest = replace(contest, entrants=tuple(entrants))
    return contest


@pytest.mark.parametrize("seed", range(4))
def test_nobody_meets_twice_and_nobody_has_two_byes(seed: int):
    check(eventful(100, 9, seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_of(range(100, 102), range(100, 110)))
def test_nobody_meets_twice_in_more_events_of_100(seed: int):
    check(eventful(100, 9, seed))


@pytest.mark.slow
def test_every_round_of_events_of_100_can_be_drawn_and_keeps_the_groups_together():
    """The drawing alone, without standings and fixtures: 99 or 100 in nine rounds, results by chance."""
    for seed in range(one_of(8, 200)):
        rng = random.Random(seed)
        count = 100 - seed % 2
        players = [Contender(key=str(number)) for number in range(count)]
        byes: Counter[str] = Counter()
        for number in range(1, 10):
            field = field_of(rng.sample(players, count), Aims())
            found, _ = open_ended(field, 9 - number)
            assert found is not None
            assert sorted(one for met in found for one in met) == list(range(field.count))
            players = []
            for one, other in found:
                first = field.contenders[one]
                if other == field.bye:
                    byes[first.key] += 1
                    players.append(replace(first, points=first.points + 2, had_bye=True, floats=(0, first.floats[0])))
                    continue
                second = field.contenders[other]
                assert second.key not in first.met
                assert abs(first.points - second.points) <= 4
                won = rng.choice((0, 1, 2, 2, 0))
                for own, rival, points in ((first, second, won), (second, first, 2 - won)):
                    way = (own.points > rival.points) - (own.points < rival.points)
                    met = own.met | {rival.key}
                    players.append(replace(own, points=own.points + points, met=met, floats=(way, own.floats[0])))
        assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_everybody_can_meet_everybody_as_no_round_spoils_those_after_it(count: int):
    rounds = count - 1 + count % 2
    for seed in range(6):
        contest = swiss_event(count, rounds, seed)

        check(contest)
        assert {frozenset(known_keys(one)) for one in contest.fixtures if not isinstance(one.b, Bye)} == set(
            map(frozenset, combinations([one.key for one in contest.entrants], 2))
        )
        with pytest.raises(NothingToDrawError):
            next_round(contest, random.Random(0))


def test_groups_are_respected_as_far_as_any_round_could():
    """All legal rounds of small events are tried: the one drawn gives the bye lowest and has the least gaps."""
    for seed in range(40):
        rng = random.Random(seed)
        contest = swiss_event(rng.choice((5, 6, 7, 8)), 3, seed, drawn=2)
        field = state_before(contest).field
        points = [one.points for one in field.contenders]
        number = {one.key: index for index, one in enumerate(field.contenders)}

        drawn = [tuple(number[key] for key in known_keys(one)) for one in FORMAT.draw(contest, rng)]

        def off(pairs: list[tuple[int, ...]], points: list[int] = points) -> tuple[int, int]:
            bye = sum(points[one[0]] - points[-1] for one in pairs if len(one) == 1)
            return bye, sum((points[one[0]] - points[one[1]]) ** 2 for one in pairs if len(one) == 2)

        possible = [[met if met[1] < len(points) else met[:1] for met in one] for one in all_rounds(field)]
        assert off(drawn) == min(map(off, possible))


def test_the_draw_and_the_standings_do_not_depend_on_who_was_entered_first():
    contest = swiss_event(21, 5, 3, drawn=4)
    rng = random.Random(9)
    shuffled = replace(
        contest,
        entrants=tuple(rng.sample(contest.entrants, len(contest.entrants))),
        results=tuple(rng.sample(contest.results, len(contest.results))),
    )

    assert FORMAT.standings(shuffled) == FORMAT.standings(contest)
    assert FORMAT.draw(shuffled, random.Random(1)) == FORMAT.draw(contest, random.Random(2))


def test_a_corrected_result_changes_the_standings_and_the_next_draw_and_nothing_that_was_drawn():
    contest = swiss_event(12, 5, 4, drawn=3)
    first = next(one for one in contest.results if one.fixture == "1.1")
    corrected = contest.with_result(
        replace(
            first,
            winner=Side.A if first.winner is Side.B else Side.B,
            points=Tally(0, 25),
            how="played",
            both_lose=False,
        )
    )

    assert corrected.draws == contest.draws
    assert {one.key: one.value("points") for one in FORMAT.standings(corrected)} != {
        one.key: one.value("points") for one in FORMAT.standings(contest)
    }
    assert FORMAT.draw(corrected, random.Random(0)) != FORMAT.draw(contest, random.Random(0))


def test_the_first_round_comes_again_from_its_recorded_numbers():
    contest = swiss_event(30, 5, 5, drawn=1, first_round="lots")
    again = FORMAT.draw(replace(contest, draws=(), results=()), RepeatingRng(contest.draws[0].numbers))

    assert again == contest.draws[0].fixtures
    assert again != FORMAT.draw(replace(contest, draws=(), results=()), random.Random(77))


def test_the_first_round_goes_by_strength_the_upper_half_against_the_lower():
    entrants = [Entrant(key=str(number), rating=2000 - number) for number in range(2, 7)]
    entrants += [Entrant(key="1", seed=1), Entrant(key="z")]
    contest = Contest(format="swiss", entrants=tuple(entrants))

    drawn = FORMAT.draw(contest, random.Random(0))

    assert [known_keys(one) for one in drawn] == [("1", "4"), ("2", "5"), ("3", "6"), ("z",)]


def test_all_matches_must_be_decided_before_the_next_round_is_drawn():
    contest = next_round(swiss_event(6, 3, 0, drawn=1), random.Random(0))

    with pytest.raises(NothingToDrawError, match=r"2\.1"):
        FORMAT.draw(contest, random.Random(0))


def test_one_alone_has_no_round():
    with pytest.raises(TooFewError):
        FORMAT.draw(Contest(format="swiss", entrants=(Entrant(key="a"),)), random.Random(0))


def test_when_no_full_round_is_left_it_says_of_whom_and_what_is_left_can_be_played():
    """Four have met one another; a fifth comes, who can meet one of them while another has a bye: two are left over."""
    contest = swiss_event(4, 9, 1, drawn=3)
    everyone = {one.key for one in contest.entrants}
    assert FORMAT.is_over(contest)
    with pytest.raises(NothingToDrawError):
        FORMAT.draw(contest, random.Random(0))

    joined = replace(contest, entrants=(*contest.entrants, Entrant(key="x", joined=4)))
    assert not FORMAT.is_over(joined)
    with pytest.raises(NoRoundLeftError, match="No further round") as refusal:
        FORMAT.draw(joined, random.Random(0))
    assert refusal.value.code == "no-round-left"
    assert (set(refusal.value.left_out), set(refusal.value.only)) == (everyone, {"x"})
    assert "or get a bye" in str(refusal.value)

    drawn = FORMAT.draw(replace(joined, options={**joined.options, "method": "all"}), random.Random(0))
    assert [set(known_keys(one)) - everyone for one in drawn] == [{"x"}]
    gone = replace(joined, entrants=tuple(replace(one, left=4 if one.key == "x" else None) for one in joined.entrants))
    with pytest.raises(NoRoundLeftError, match="Everyone has played everyone"):
        FORMAT.draw(replace(gone, options={**joined.options, "method": "all"}), random.Random(0))


def names(drawn: tuple[Fixture, ...]) -> set[frozenset[str]]:
    return {frozenset(known_keys(one)) for one in drawn}


def test_compatriots_are_separated_while_asked_and_only_within_their_group():
    entrants = [Entrant(key=f"{country}{number}", country=country) for country in "IP" for number in range(4)]
    apart = Contest(format="swiss", entrants=tuple(entrants), options={"country_rounds": 1, "rounds": 3})
    for seed in range(10):
        drawn = FORMAT.draw(apart, random.Random(seed))
        assert all({key[0] for key in one} == {"I", "P"} for one in names(drawn))

    winners = Contest(format="swiss", entrants=tuple(entrants), options={"country_rounds": 9, "rounds": 3})
    rng = random.Random(0)
    contest = next_round(winners, rng)
    results = [
        Result(fixture=one.fixture.id, a=one.a or "", b=one.b or "", winner=Side.A if one.a[0] == "I" else Side.B)
        for one in FORMAT.meetings(contest)
    ]
    second = FORMAT.draw(replace(contest, results=tuple(results)), rng)
    assert all(len({key[0] for key in one}) == 1 for one in names(second)), "points come before countries"


def test_late_entries_have_the_points_that_the_organiser_gives_and_then_no_bye():
    contest = replace(swiss_event(8, 6, 2, drawn=2), regulation=Regulation(order=("points", "buchholz", "net_points")))
    late = replace(contest, entrants=(*contest.entrants, Entrant(key="late", joined=3)))

    assert next(one for one in FORMAT.standings(late) if one.key == "late").value("points") == 0
    assert known_keys(FORMAT.draw(late, random.Random(0))[-1]) == ("late",), "the last of all has the bye"

    given = replace(late, options={**late.options, "late_points": 1})
    assert next(one for one in FORMAT.standings(given) if one.key == "late").value("points") == 2
    assert known_keys(FORMAT.draw(given, random.Random(0))[-1]) != ("late",)


def test_who_leaves_is_drawn_no_more_and_keeps_his_place():
    contest = swiss_event(9, 6, 2, drawn=2)
    gone = contest.entrants[3].key
    left = replace(
        contest, entrants=tuple(replace(one, left=3) if one.key == gone else one for one in contest.entrants)
    )

    drawn = FORMAT.draw(left, random.Random(0))

    assert gone not in {key for one in drawn for key in known_keys(one)}
    assert not any(isinstance(one.b, Bye) for one in drawn)
    assert gone in {one.key for one in FORMAT.standings(left)}


def test_an_accelerated_first_round_pairs_the_upper_half_within_itself():
    entrants = tuple(Entrant(key=f"{number:02}", seed=number) for number in range(1, 17))
    contest = Contest(format="swiss", entrants=entrants, options={"accelerated_rounds": 1, "rounds": 4})

    first = FORMAT.draw(contest, random.Random(0))

    assert names(first) == {frozenset((f"{n:02}", f"{n + 4:02}")) for n in (1, 2, 3, 4, 9, 10, 11, 12)}
    second = state_before(played_round(contest.with_drawn(Drawn(first)), random.Random(0)))
    assert max(one.points for one in second.field.contenders) == 2


def test_neighbours_of_the_standings_meet_in_the_last_round_if_wished():
    def pairs(**options: str) -> list[tuple[int, ...]]:
        contest = swiss_event(40, 3, 6, drawn=2, **options)
        number = {one.key: index for index, one in enumerate(state_before(contest).field.contenders)}
        return [tuple(number[key] for key in known_keys(one)) for one in FORMAT.draw(contest, random.Random(0))]

    far = sum(high - low for low, high in pairs())
    near = pairs(last_round="adjacent")
    assert near[0] == (0, 1)
    assert sum(high - low for low, high in near) < far / 2


def test_strength_comes_before_net_points_while_the_best_are_to_meet_late():
    entrants = tuple(Entrant(key=str(number), rating=2000 - number) for number in range(8))
    options = {"rounds": 3}
    contest = next_round(Contest(format="swiss", entrants=entrants, options=options), random.Random(0))
    results = [
        Result(fixture=one.fixture.id, a=one.a or "", b=one.b or "", winner=Side.A, points=Tally(25, int(one.a or 0)))
        for one in FORMAT.meetings(contest)
    ]
    contest = replace(
        contest, results=tuple(reversed(results)), regulation=Regulation(order=("points", "buchholz", "net_points"))
    )
    worst_nets = replace(contest, results=tuple(replace(one, points=Tally(25, 20 - 5 * int(one.a))) for one in results))

    delayed = replace(worst_nets, options={**options, "top_rounds": 1})

    assert names(FORMAT.draw(worst_nets, random.Random(0))) >= {frozenset("31"), frozenset("20")}
    assert names(FORMAT.draw(delayed, random.Random(0))) >= {frozenset("02"), frozenset("13")}


def test_breaks_are_balanced_where_asked():
    contest = swiss_event(40, 7, 7, breaks="balanced")
    first = Counter(known_keys(one)[0] for one in contest.fixtures)
    second = Counter(known_keys(one)[1] for one in contest.fixtures)

    assert max(abs(first[one.key] - second[one.key]) for one in contest.entrants) <= 1


def test_a_round_is_spread_over_the_boards_nobody_always_at_the_same():
    contest = swiss_event(24, 6, 8, boards=12)
    for number in range(1, 7):
        assert sorted(one.board for one in contest.fixtures if one.round == number) == list(range(1, 13))
    sat = Counter((key, one.board) for one in contest.fixtures for key in known_keys(one))
    assert max(sat.values()) <= 2
    assert [one.board for one in swiss_event(24, 1, 8, boards=10).fixtures].count(None) == 2


def test_why_these_two_names_who_was_met_before_and_what_the_others_would_have_cost():
    codes = Counter()
    for seed in range(4):
        contest = swiss_event(9, 5, seed)
        for fixture in contest.fixtures:
            for reason in FORMAT.why_these(contest, fixture.id):
                codes[reason.code.rpartition("-")[0] if "dearer" in reason.code else reason.code] += 1
                assert render_reason(FORMAT, reason)
                if reason.code == "swiss-met-before":
                    pair = {reason["a"], reason["b"]}
                    earlier = [one for one in contest.fixtures if set(known_keys(one)) == pair]
                    assert [one.round for one in earlier] == [reason["round"]]
                    assert earlier[0].round < fixture.round
    assert set(codes) >= {"swiss-level", "swiss-float", "swiss-bye", "swiss-cost-gap", "swiss-had-bye", "swiss-dearer"}


def test_a_round_as_good_is_not_said_to_spoil_later_rounds():
    as_good, spoils = (
        {
            reason.code
            for fixture in contest.fixtures
            for reason in FORMAT.why_these(contest, fixture.id)
            if reason.code in ("swiss-equal", "swiss-spoils-later-rounds")
        }
        for contest in (swiss_event(6, 3, 0), swiss_event(8, 7, 3))  # of six, any two rounds leave a third
    )

    assert (as_good, spoils) == ({"swiss-equal"}, {"swiss-spoils-later-rounds"})


def test_every_criterion_has_its_sentences():
    for criterion in CRITERIA:
        for code in (f"swiss-cost-{criterion.code}", f"swiss-dearer-{criterion.code}"):
            assert render_reason(FORMAT, why(code, a="x", b="y", by=1, amount=2))


def test_the_costs_that_are_printed_are_those_of_the_round_as_it_was_drawn():
    contest = swiss_event(10, 4, 3)
    field = state_before(replace(contest, draws=contest.draws[:3])).field
    number = {one.key: index for index, one in enumerate(field.contenders)}
    for fixture in contest.draws[3].fixtures:
        reported = [one for one in FORMAT.why_these(contest, fixture.id) if one.code.startswith("swiss-cost-")]
        one, other = (number[key] for key in known_keys(fixture))
        costs = {f"swiss-cost-{code}": cost for code, cost in priced(field).cost(one, other).items() if cost}
        assert {one.code: one["amount"] for one in reported} == costs


def test_reasons_that_are_remembered_are_those_of_the_results_and_lots_as_they_are_now():
    contest = swiss_event(12, 5, 4, drawn=3)
    first = next(one for one in contest.results if one.fixture == "1.1" and one.winner is not None)
    corrected = contest.with_result(replace(first, winner=first.winner.other, points=Tally(*reversed(first.points))))
    other_lots = swiss_event(12, 5, 5, drawn=3)

    def reasons(*contests: Contest, forgetful: bool) -> list[object]:
        found = []
        for each in contests:
            for fixture in each.fixtures:
                if forgetful:
                    swiss_why._FIELDS.clear()
                    swiss_why._PRICED.clear()
                found.append(FORMAT.why_these(each, fixture.id))
        return found

    every = (contest, corrected, other_lots, contest)
    assert reasons(*every, forgetful=False) == reasons(*every, forgetful=True)
    assert reasons(contest, forgetful=False) != reasons(corrected, forgetful=False)


@pytest.mark.parametrize("method", ["serial", "dazed", "staggered", "all"])
def test_an_event_can_be_drawn_by_each_of_sols_methods(method: str):
    contest = swiss_event(31, 6, 11, method=method)

    check(contest)
    assert all(one.why[-1].code == "swiss-method" and one.why[-1]["method"] == method for one in contest.fixtures)
    assert FORMAT.why_these(contest, "4.2")[0].code in ("swiss-level", "swiss-float")

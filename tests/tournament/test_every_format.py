"""What every format keeps, because it lies in the folder."""

import itertools
import random
from dataclasses import replace

import pytest

from carrom import serialization
from carrom.cli.rendering_draws import render_reason
from carrom.match.rules import shipped
from carrom.settings import SettingError, check_settings
from carrom.terms import Side
from carrom.tournament import record
from carrom.tournament.bracket_resolution import State, set_aside
from carrom.tournament.commands import Draw, Enter, Tell
from carrom.tournament.contest import Contest, Drawn, as_of
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import known_keys
from carrom.tournament.format import UnknownFormatError, find, slugs
from carrom.tournament.record import Record
from carrom.tournament.rehearsal import BREAKERS_EDGE, SCALE, rehearse, rehearsing
from carrom.tournament.rng import RepeatingRng, shuffled
from tests.support.tournament.contests import by_chance, result

KAGW, ICF = shipped()["kagw"], shipped()["icf"]
EVERY = pytest.mark.parametrize("slug", slugs())
ROUNDS = 4
SIZES = (3, 4, 7, 12)


def contest(slug: str, count: int = 11) -> Contest:
    who = [
        Entrant(key=f"p{n:02}", seed=n + 1 if n < 3 else None, rating=1500.0 + 7 * n, club="xyz"[n % 3])
        for n in range(count)
    ]
    options = {"rounds": min(ROUNDS, count - 1)} if "rounds" in find(slug).options else {}
    return Contest(format=slug, entrants=tuple(who), options=options)


def to_the_end(slug: str, count: int = 11, seed: int = 1) -> Contest:
    return rehearse(contest(slug, count), random.Random(seed), KAGW, absent=0.05)


@EVERY
@pytest.mark.parametrize("count", SIZES)
def test_a_contest_is_played_to_its_end_and_everyone_has_one_place(slug: str, count: int):
    ended = to_the_end(slug, count)
    rows = find(slug).standings(ended)

    assert find(slug).is_over(ended)
    assert sorted(row.key for row in rows) == [one.key for one in ended.entrants]
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    for row in rows:
        assert row.level == sum(other.place == row.place for other in rows)
        assert row.place == 1 + sum(other.place < row.place for other in rows)


def test_in_a_rehearsal_so_many_sides_stay_away_as_was_asked():
    everybody, some = (
        rehearse(contest("round-robin", 24), random.Random(3), KAGW, absent=absent) for absent in (0.0, 0.1)
    )

    def missing(ended: Contest) -> float:
        return sum(one.how == "no-show" for one in ended.results) / len(ended.results)

    *_steps, usual = rehearsing(contest("round-robin", 6), random.Random(3), KAGW)
    assert missing(everybody) == missing(usual) == 0.0
    assert 0.12 < missing(some) < 0.27, "one side or both, of ten in a hundred"


@EVERY
def test_standings_stand_before_the_first_draw_and_after_every_result(slug: str):
    form, now, rng, decide = find(slug), contest(slug, 6), random.Random(4), by_chance(4)
    keys = [one.key for one in now.entrants]
    while not form.is_over(now):
        assert sorted(row.key for row in form.standings(now)) == keys
        ready = [one for one in form.meetings(now) if one.state is State.READY]
        if ready:
            now = now.with_result(result(ready[0], decide(ready[0])))
        else:
            now = now.with_drawn(Drawn(form.draw(now, rng)))
    assert sorted(row.key for row in form.standings(now)) == keys


@EVERY
def test_nothing_depends_on_the_order_of_entries_or_of_results(slug: str):
    ended = to_the_end(slug)
    rng = random.Random(5)
    turned = replace(
        ended,
        entrants=tuple(rng.sample(ended.entrants, len(ended.entrants))),
        results=tuple(
            one.turned() if rng.random() < 0.5 else one for one in rng.sample(ended.results, len(ended.results))
        ),
    )
    started = contest(slug)
    again = replace(started, entrants=tuple(rng.sample(started.entrants, len(started.entrants))))

    assert find(slug).standings(turned) == find(slug).standings(ended)
    assert find(slug).draw(again, random.Random(9)) == find(slug).draw(started, random.Random(9))


@EVERY
def test_the_recorded_numbers_give_every_draw_again(slug: str):
    ended = to_the_end(slug)
    for number, drawn in enumerate(ended.draws):
        before = replace(ended, draws=ended.draws[:number])
        assert find(slug).draw(before, RepeatingRng(drawn.numbers)) == drawn.fixtures


@EVERY
@pytest.mark.parametrize("count", SIZES)
def test_nobody_is_in_a_round_twice_and_fixtures_have_ids_of_their_own(slug: str, count: int):
    met = find(slug).meetings(to_the_end(slug, count))

    assert len({one.fixture.id for one in met}) == len(met)
    assert len({(one.fixture.round, one.fixture.place) for one in met}) == len(met)
    for number in {one.fixture.round for one in met}:
        playing = [key for one in met if one.fixture.round == number and one.state is State.DECIDED for key in one.keys]
        assert len(playing) == len(set(playing)), number


@EVERY
def test_every_fixture_says_why_in_words_that_name_no_code(slug: str):
    ended = to_the_end(slug)
    for fixture in ended.fixtures:
        reported = find(slug).why_these(ended, fixture.id)
        assert reported
        for reason in reported:
            assert reason.code in find(slug).reasons
            assert "%(" not in render_reason(find(slug), reason) and len(render_reason(find(slug), reason)) > 10


@EVERY
def test_a_record_of_it_goes_through_json_and_undoing_its_draws_keeps_the_results(slug: str):
    saved = Record(format=slug, options=contest(slug).options)
    for one in contest(slug, 6).entrants:
        saved = record.apply(saved, Enter(one))
    before = record.contest_of(saved)
    saved = record.draw(saved, random.Random(3))
    ready = [one for one in find(slug).meetings(record.contest_of(saved)) if one.state is State.READY]
    for one in ready:
        saved = record.apply(saved, Tell(result(one, by_chance(1)(one))))
    line = next(line.number for line in saved.entries if isinstance(line.act, Draw))
    without = record.revert(saved, line)

    assert record.read(record.write(saved)) == saved
    assert record.check_draws(saved) == ()
    assert replace(record.contest_of(without), results=()) == before
    assert len(record.contest_of(without).results) == len(ready)
    assert record.contest_of(record.restore(without)) == record.contest_of(saved)


@EVERY
def test_a_corrected_result_is_followed_everywhere_and_corrected_back_all_is_as_before(slug: str):
    ended = to_the_end(slug)
    met = [one for one in find(slug).meetings(ended) if one.state is State.DECIDED and one.result.winner]
    first = met[0]
    corrected = ended.with_result(result(first, first.result.winner.other))

    assert find(slug).standings(corrected) != find(slug).standings(ended)
    back = corrected.with_result(first.result)
    assert find(slug).standings(back) == find(slug).standings(ended)
    assert set_aside(back, find(slug).meetings(back)) == ()


@EVERY
def test_who_has_left_before_the_draw_is_not_drawn_and_is_placed_all_the_same(slug: str):
    started = contest(slug)
    gone = replace(
        started, entrants=tuple(replace(one, left=1) if one.key == "p05" else one for one in started.entrants)
    )
    fixtures = find(slug).draw(gone, random.Random(1))

    assert "p05" not in {key for one in fixtures for key in known_keys(one)}
    assert "p05" in {row.key for row in find(slug).standings(gone.with_drawn(Drawn(fixtures)))}


@EVERY
def test_as_of_an_earlier_round_it_stands_as_it_did(slug: str):
    ended = to_the_end(slug)
    early = as_of(ended, 1)

    assert {one.round for one in early.fixtures} == {1}
    assert sorted(row.key for row in find(slug).standings(early)) == [one.key for one in ended.entrants]


def test_as_of_a_round_who_left_later_is_still_in():
    started = contest("swiss")
    entrants = tuple(replace(one, left=max(1, int(one.key[1:]))) for one in started.entrants)

    left = {one.key: one.left for one in as_of(replace(started, entrants=entrants), 2).entrants}

    assert left["p02"] == 2 and left["p03"] == 3  # gone before, or when the next round is drawn
    assert left["p04"] is None and left["p05"] is None


@EVERY
def test_options_are_checked_and_each_has_its_label_and_says_what_it_is(slug: str):
    options = find(slug).options
    check_settings(options, {name: option.default for name, option in options.items()})

    for option in options.values():
        assert option.label[0].isupper() and "_" not in option.label
        assert option.says and option.says[-1] != "."
        assert not option.choices or option.default in option.choices
    for wrong in ({"no such option": 1}, *({name: ["a list"]} for name in options), *({name: ""} for name in options)):
        with pytest.raises(SettingError):
            check_settings(options, wrong)


@EVERY
def test_it_has_a_title_a_description_and_a_heading_for_each_stage_that_it_draws(slug: str):
    form, ended = find(slug), to_the_end(slug)

    assert form.title[0].isupper() and form.says and form.says[-1] != "."
    for fixture in ended.fixtures:
        assert form.layout(fixture) in form.layouts
        assert not fixture.stage or fixture.stage in form.stages


@EVERY
def test_it_is_the_same_after_a_way_through_plain_json(slug: str):
    ended = to_the_end(slug)

    assert serialization.from_plain(Contest, serialization.to_plain(ended)) == ended


def test_in_a_rehearsal_the_stronger_win_more_often():
    strong = {f"p{n:02}": 1500.0 + 60 * n for n in range(11)}
    first = [
        find("knockout").standings(rehearse(contest("knockout"), random.Random(n), ICF, strength=strong))[0].key
        for n in range(12)
    ]

    assert sum(key >= "p08" for key in first) >= 10
    assert 1 / (1 + 10 ** (-BREAKERS_EDGE / SCALE)) == pytest.approx(0.608, abs=0.001)


@pytest.mark.clause("K-069", "K-071")
def test_k071_a_rehearsed_kagw_event_has_matches_of_two_or_three_boards_won_by_points_at_one_each():
    ended = rehearse(contest("round-robin", 12), random.Random(1), KAGW)
    split = [one for one in ended.results if max(one.boards) < 2 or min(one.boards) > 0]

    assert {sum(one.boards) for one in ended.results} == {2, 3}
    assert split
    for one in split:
        ahead = one.points.a - one.points.b or one.boards.a - one.boards.b
        assert one.winner is (Side.A if ahead > 0 else Side.B)


def test_in_a_rehearsal_the_break_goes_round(monkeypatch):
    monkeypatch.setattr("carrom.tournament.rehearsal.BREAKERS_EDGE", 1e5)  # the breaker wins the board
    ended = rehearse(contest("round-robin", 5), random.Random(1), KAGW)

    assert {tuple(sorted(one.boards)) for one in ended.results} == {(1, 2)}


def test_every_order_of_lots_has_the_same_chance():
    class Grid:
        def __init__(self, *numbers):
            self.left = list(numbers)

        def random(self):
            return self.left.pop(0)

    orders = [tuple(shuffled("abc", Grid((a + 0.5) / 3, (b + 0.5) / 2))) for a in range(3) for b in range(2)]
    assert sorted(orders) == sorted(itertools.permutations("abc"))


def test_a_format_that_does_not_exist_is_refused():
    with pytest.raises(UnknownFormatError):
        find("chess")

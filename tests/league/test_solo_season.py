"""Seasons of sets played alone: averages, what counts, ties, promotion (BACA B-034 to B-041)."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.league import solo_season
from carrom.league.solo_season import AcceptLate, PlaceIn, Player, Proof, Season, SetResult
from carrom.league.solo_standings import DivisionTable, Row, UndecidedError, draw_lots, promotion, standings
from carrom.league.solo_terms import Division, EvidenceAsked, SeasonTerms, SeasonTermsError, weekly
from tests.support.league import solo_seasons
from tests.support.thorough import examples

SEEN = (Proof(kind="witness", by="W"),)


def small(*sets: SetResult, decisions: tuple[solo_season.Decision, ...] = (), names: str = "ab", **terms) -> Season:
    """Two weeks, a division, players of one letter."""
    given = {
        "title": "Spring",
        "first_day": "2026-03-02",
        "last_day": "2026-03-15",
        "weeks": weekly("2026-03-02", "2026-03-15"),
        **terms,
    }
    return Season(
        terms=SeasonTerms(**given),
        players=tuple(Player(key=key, name=key.upper(), division="all") for key in names),
        sets=sets,
        decisions=decisions,
    )


def a_set(key: str, *strokes: int, day: str = "2026-03-03", in_on: str = "", **more) -> SetResult:
    """A set whose key begins with its player."""
    boards = strokes * 5 if len(strokes) == 1 else strokes
    return SetResult(
        key=key, player=key[0], day=day, strokes=boards, handed_in=in_on or day, **{"proofs": SEEN, **more}
    )


def rows(season: Season, today: str = "2026-03-20") -> dict[str, Row]:
    return {row.key: row for one in standings(season, today=today) for row in one.rows}


def places(season: Season) -> list[str]:
    return [row.key for row in standings(season, today="2026-03-20")[0].rows]


@pytest.mark.clause("B-034", "B-038", "B-041")
@pytest.mark.parametrize("seed", [1, 2])
def test_b034_a_season_of_60_players_in_12_weeks_has_the_averages_that_a_hand_reckons(seed: int):
    sets, excused = solo_seasons.lived(seed)
    tables = standings(solo_seasons.season_of(sets, excused), today=solo_seasons.AFTER)
    by_hand = solo_seasons.reckoned(sets, excused)

    assert [len(one.rows) for one in tables] == [20, 20, 20]
    found = {row.key: row for one in tables for row in one.rows}
    assert {key: row.average for key, row in found.items()} == {
        key: solo_seasons.written(value) for key, value in by_hand.items()
    }
    for one in tables:
        averages = [by_hand[row.key] for row in one.rows]
        assert [solo_seasons.written(value) for value in averages] == sorted(
            map(solo_seasons.written, averages), key=float
        )
    assert sum(len(row.late) for row in found.values()) > 50  # the season has what it is to be tested with
    assert sum(bool(row.missing) for row in found.values()) > 30
    assert all(len(row.counts) + len(row.missing) >= 20 for row in found.values() if not row.dropped)


def test_three_go_up_and_three_go_down_between_three_divisions_which_stay_full():
    season = solo_seasons.season_of(*solo_seasons.lived(3))
    tables = {one.division.key: [row.key for row in one.rows] for one in standings(season, today=solo_seasons.AFTER)}
    changes = {one.key: one for one in promotion(season, today=solo_seasons.AFTER)}

    def go(why: str, key: str) -> list[str]:
        return [one.key for one in changes.values() if (one.why, one.before) == (why, key)]

    assert go("down", "gold") == tables["gold"][-3:] and go("up", "silver") == tables["silver"][:3]
    assert go("down", "silver") == tables["silver"][-3:] and go("up", "bronze") == tables["bronze"][:3]
    assert [sum(one.after == key for one in changes.values()) for key in tables] == [20, 20, 20]

    gone, keeps = tables["gold"][4], tables["silver"][-1]
    left = tuple(replace(one, left="2026-03-01") if one.key == gone else one for one in season.players)
    decided = (*season.decisions, PlaceIn(player=keeps, division="silver", by="Ann", why="a hand was broken"))
    after = {
        one.key: one for one in promotion(replace(season, players=left, decisions=decided), today=solo_seasons.AFTER)
    }

    assert gone not in after and (after[keeps].after, after[keeps].why) == ("silver", "decided")
    assert [one.key for one in after.values() if one.why == "fills"][:1] == [tables["silver"][3]]
    assert sum(one.after == "gold" for one in after.values()) == 20


def test_standings_do_not_depend_on_the_order_in_which_anything_was_entered():
    season = solo_seasons.season_of(*solo_seasons.lived(4))
    reported = standings(season, today=solo_seasons.AFTER)

    rng = random.Random(4)
    for _ in range(3):
        mixed = replace(
            season,
            players=tuple(rng.sample(season.players, 60)),
            sets=tuple(rng.sample(season.sets, len(season.sets))),
            decisions=tuple(rng.sample(season.decisions, len(season.decisions))),
        )

        assert [one.rows for one in standings(mixed, today=solo_seasons.AFTER)] == [one.rows for one in reported]


@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_with_any_keys_and_any_order_small_seasons_give_the_same_places(data: st.DataObject):
    strokes = st.integers(18, 22)
    facts = data.draw(
        st.lists(
            st.tuples(st.sampled_from("abc"), st.tuples(*[strokes] * 5), st.sampled_from(("02", "03", "09", "10"))),
            max_size=9,
        )
    )
    order = data.draw(st.permutations(facts))
    terms = {
        "names": "abc",
        "sets_per_week": 2,
        "counted_per_week": 1,
        "missing": data.draw(st.sampled_from(("cap", "worst"))),
    }

    def made(of: list) -> Season:
        return small(
            *(
                a_set(f"{player}{number}", *boards, day=f"2026-03-{day}")
                for number, (player, boards, day) in enumerate(of)
            ),
            **terms,
        )

    def reported(table: tuple[DivisionTable, ...]) -> list:
        return [(row.place, row.key, row.average, row.apart_by, row.missing) for row in table[0].rows]

    assert reported(standings(made(facts), today="2026-03-20")) == reported(standings(made(order), today="2026-03-20"))


def test_a_season_is_the_same_after_it_was_written_and_read():
    season = solo_seasons.season_of(*solo_seasons.lived(5))

    assert solo_season.read(json.loads(json.dumps(solo_season.write(season)))) == season


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"sets": [{"key": "x"}]}, "sets[0]: These keys are missing: day, handed_in, player"),
        ({"terms": {"title": "", "first_day": "2026-03-02", "last_day": "2026-03-09"}}, "Enter a title for the season"),
        ({"version": 9}, "version 9"),
        ({"unknown": 1}, "These keys are unknown: unknown"),
    ],
)
def test_a_text_that_holds_no_season_is_refused_with_the_place_of_its_fault(change: dict, says: str):
    reported = {**solo_season.write(small(a_set("a1", 20))), **change}

    with pytest.raises(solo_season.UnreadableSeasonError) as caught:
        solo_season.read(reported)

    assert says in str(caught.value)


JUNK = ("", "x", -1, 0, 10**30, 1.5, True, None, [], {}, ["a"], "0001-01-01T00:00:00+14:00", "9999-12-31", "2026-03-05")


def leaves(reported: object, way: tuple = ()) -> list[tuple]:
    """The ways to every value inside plain JSON."""
    if not isinstance(reported, dict | list):
        return [way]
    inside = reported.items() if isinstance(reported, dict) else enumerate(reported)
    return (
        [way, *(leaf for key, one in inside for leaf in leaves(one, (*way, key)))]
        if way
        else [leaf for key, one in inside for leaf in leaves(one, (key,))]
    )


@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_whatever_stands_in_a_season_it_is_read_and_reckoned_or_refused_with_a_sentence(data: st.DataObject):
    season = small(
        a_set("a1", 20), a_set("b1", 22), a_set("b2", 30, day="2026-03-10"),
        decisions=(AcceptLate(set="a1"), PlaceIn(player="a", division="all")), missing="worst",
    )  # fmt: skip
    reported = json.loads(json.dumps(solo_season.write(season)))
    for way in data.draw(st.lists(st.sampled_from(leaves(reported)), min_size=1, max_size=2)):
        inside = reported
        try:
            for key in way[:-1]:
                inside = inside[key]
            inside[way[-1]] = data.draw(st.sampled_from(JUNK))
        except (TypeError, KeyError, IndexError):
            continue  # it lay in what was replaced before

    try:
        found = solo_season.read(reported)
        standings(found, today="2026-03-20")
        promotion(found, today="2026-03-20")
    except CarromError as error:
        assert len(str(error)) > 10


def test_a_set_of_four_boards_or_of_46_strokes_cannot_stand_in_a_season_at_all():
    with pytest.raises(solo_season.SeasonError, match="a set has 5 boards, not 4"):
        small(a_set("a1", 20, 20, 20, 20))
    with pytest.raises(solo_season.SeasonError, match="counts 1 to 45"):
        small(a_set("a1", 20, 20, 20, 46, 20))


def test_of_a_late_set_the_season_says_whether_it_counts_and_what_it_costs():
    sets = (a_set("a1", 20), a_set("a2", 21, day="2026-03-08", in_on="2026-03-09T00:10:00+00:00"))
    terms = {"sets_per_week": 2, "counted_per_week": 2}

    assert rows(small(*sets, late="organiser", **terms))["a"].waiting == ("a2",)
    assert rows(small(*sets, late="counts", **terms))["a"].average == "20.50"
    assert rows(small(*sets, late="costs", late_strokes=5, **terms))["a"].average == "21.00"
    accepted = small(*sets, late="costs", decisions=(AcceptLate(set="a2"),), **terms)
    assert rows(accepted)["a"].average == "20.50"
    assert rows(small(*sets, late="refused", grace_days=1, **terms))["a"].average == "20.50"
    west = small(*sets, late="refused", time_zone="America/New_York", **terms)  # where it was still the 8th
    assert (rows(west)["a"].average, rows(west)["a"].late) == ("20.50", ())


def test_a_missing_set_is_left_out_or_counts_the_cap_or_the_divisions_worst_of_that_week():
    sets = (a_set("a1", 20), a_set("b1", 22), a_set("b2", 30, day="2026-03-10"))

    assert rows(small(*sets))["a"].average == "20.00" and rows(small(*sets))["a"].missing == (2,)
    assert rows(small(*sets, missing="cap"))["a"].average == "32.50"
    assert rows(small(*sets, missing="worst"))["a"].average == "25.00"
    during = rows(small(*sets, missing="cap"), today="2026-03-15")["a"]
    assert (during.average, during.missing) == ("20.00", ())  # the week is not over yet
    assert rows(small(*sets, least_sets=2))["a"].place is None and rows(small(*sets, least_sets=2))["b"].place == 1


def test_a_set_counts_once_anything_is_there_that_the_league_asks_for():
    reported, saved = a_set("a1", 20, proofs=()), a_set("b1", 21, proofs=(), origin="recorded")

    assert rows(small(reported, saved))["a"].waiting == ("a1",) and rows(small(reported, saved))["b"].waiting == ("b1",)
    free = small(reported, saved, evidence=EvidenceAsked(recorded=(), reported=()))
    assert (rows(free)["a"].average, rows(free)["b"].average) == ("20.00", "21.00")
    filmed = replace(reported, proofs=(Proof(kind="film", what="https://films.example/1"),))
    assert rows(small(filmed, evidence=EvidenceAsked(reported=("witness",))))["a"].waiting == ("a1",)


def test_with_free_dates_the_whole_season_is_one_week():
    sets = [a_set(f"a{day}", 20 + day, day=f"2026-03-{day:02}") for day in range(3, 8)]

    row = rows(small(*sets, weeks=(), sets_per_week=0, counted_per_week=3))["a"]

    assert (row.counts, row.dropped, row.average) == (("a3", "a4", "a5"), ("a6", "a7"), "24.00")


LEVEL = [  # sets of a, sets of b, the tie-break that puts a first
    ((a_set("a1", 20, 20, 20, 20, 25),), (a_set("b1", 21),), "best_board"),
    ((a_set("a1", 20, 20, 21, 22, 22),), (a_set("b1", 20, 21, 21, 21, 22),), "best_boards"),
    (
        (a_set("a1", 20), a_set("a2", 24, day="2026-03-10")),
        (a_set("b1", 21), a_set("b2", 23, day="2026-03-10")),
        "best_set",
    ),
    (
        (a_set("a1", 24), a_set("a2", 20, day="2026-03-10")),
        (a_set("b1", 23), a_set("b2", 21, day="2026-03-10")),
        "later_sets",
    ),
    ((a_set("a1", 21),), (a_set("b1", 20, 20, 20, 20, 25),), "steadiest"),
    ((a_set("a1", 21), a_set("a2", 21, day="2026-03-10")), (a_set("b1", 21),), "more_sets"),
]


@pytest.mark.parametrize(("first", "second", "name"), LEVEL, ids=[name for *_, name in LEVEL])
def test_who_is_level_is_distinguished_by_the_tie_break(first: tuple, second: tuple, name: str):
    season = small(*second, *first, order=("average", name), names="ba")

    assert places(season) == ["a", "b"]
    assert (rows(season)["b"].apart_by, rows(season)["a"].apart_by) == (name, "")
    assert rows(replace(season, terms=replace(season.terms, order=("average",))))["b"].level == 2


def test_head_to_head_counts_weeks_won_where_all_who_are_level_have_met_as_often():
    days = ("2026-03-03", "2026-03-10", "2026-03-17")
    weeks = {
        "weeks": weekly("2026-03-02", "2026-03-22"),
        "last_day": "2026-03-22",
        "order": ("average", "head_to_head"),
    }
    a = [a_set(f"a{n}", strokes, day=day) for n, (strokes, day) in enumerate(zip((20, 20, 26), days, strict=True))]
    b = [a_set(f"b{n}", 22, day=day) for n, day in enumerate(days)]
    c = [a_set(f"c{n}", 22, day=day) for n, day in enumerate(days[:2])]

    season = small(*b, *a, names="ba", **weeks)
    assert places(season) == ["a", "b"] and rows(season)["b"].apart_by == "head_to_head"
    assert {row.level for row in rows(small(*a, *b, *c, names="abc", **weeks)).values()} == {3}


def test_averages_that_are_written_alike_are_level_unless_the_exact_ones_are_asked_for():
    sets = [a_set(f"a{n}", 22, 22, 22, 22, 22 + (n == 1)) for n in range(45)]  # 4951 / 225 = 22.0044
    sets += [a_set(f"b{n}", 22) for n in range(45)]
    free = {"weeks": (), "sets_per_week": 0, "counted_per_week": 50}

    written = rows(small(*sets, order=("average",), **free))
    assert {(row.average, row.level) for row in written.values()} == {("22.00", 2)}
    assert places(small(*sets, order=("exact_average",), **free)) == ["b", "a"]


def test_lots_decide_at_the_end_and_only_once_they_are_drawn():
    season = small(a_set("a1", 21), a_set("b1", 21), a_set("c1", 20), names="abc", order=("average", "lots"))
    table = standings(season, today="2026-03-20")[0]

    assert table.need_lots == (frozenset("ab"),)
    drawn = draw_lots(table.need_lots[0], random.Random(7), at="2026-03-20", by="Ann")
    after = standings(replace(season, decisions=(drawn,)), today="2026-03-20")[0]
    assert [row.key for row in after.rows][1:] == list(drawn.order) and after.need_lots == ()
    assert after.rows[2].apart_by == "lots" and len(drawn.numbers) == 1


def test_lots_of_several_groups_hold_side_by_side():
    season = small(*(a_set(f"{key}1", 21 + (key in "cd")) for key in "abcd"), names="abcd", order=("average", "lots"))
    groups = standings(season, today="2026-03-20")[0].need_lots
    drawn = tuple(draw_lots(group, random.Random(n), at=f"2026-03-2{n}") for n, group in enumerate(groups))

    assert places(replace(season, decisions=drawn)) == [*drawn[0].order, *drawn[1].order]
    assert standings(replace(season, decisions=drawn), today="2026-03-20")[0].need_lots == ()


def test_nobody_goes_up_while_two_are_level_at_the_line():
    two = (Division(key="one", title="", down=1), Division(key="all", title="", up=1))
    season = small(
        a_set("a1", 21), a_set("b1", 21), a_set("c1", 25), names="abc", divisions=two, order=("average", "lots")
    )
    top = Player(key="t", name="T", division="one")
    season = replace(season, players=(*season.players, top))

    with pytest.raises(UndecidedError) as caught:
        promotion(season, today="2026-03-20")

    assert caught.value.groups == (frozenset("ab"),)
    drawn = draw_lots(frozenset("ab"), random.Random(1))
    changes = {one.key: one.why for one in promotion(replace(season, decisions=(drawn,)), today="2026-03-20")}
    assert changes == {drawn.order[0]: "up", drawn.order[1]: "stays", "c": "stays", "t": "down"}
    placed = replace(season, decisions=(PlaceIn(player="a", division="one"), PlaceIn(player="b", division="all")))
    changes = {one.key: one.after for one in promotion(placed, today="2026-03-20")}
    assert changes == {"a": "one", "b": "all", "c": "all", "t": "all"}


def test_before_anything_is_played_nobody_goes_down_by_his_key():
    two = (Division(key="one", title="", down=1), Division(key="all", title=""))
    season = small(divisions=two, order=("average",))
    season = replace(season, players=tuple(replace(one, division="one") for one in season.players))

    with pytest.raises(UndecidedError):
        promotion(season, today="2026-03-01")

    drawn = draw_lots(frozenset("ab"), random.Random(1))
    changes = promotion(replace(season, decisions=(drawn,)), today="2026-03-01")
    assert [(one.key, one.why) for one in changes] == [(drawn.order[0], "stays"), (drawn.order[1], "down")]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"title": " "}, "title"),
        ({"ruleset": "icf"}, "ruleset"),
        ({"last_day": "2026-01-01"}, "last_day"),
        ({"first_day": "5.3.2026"}, "first_day"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"counted_per_week": 4}, "counted_per_week"),
        ({"divisions": ()}, "divisions"),
        ({"divisions": (Division(key="a", title="A", up=1),)}, "divisions"),
        ({"weeks": weekly("2025-01-06", "2025-01-19")}, "weeks"),
        ({"order": ("average", "average")}, "order"),
        ({"grace_days": -1}, "grace_days"),
    ],
)
def test_terms_that_cannot_be_name_their_field(changed: dict, field: str):
    with pytest.raises(SeasonTermsError) as caught:
        solo_seasons.terms(**changed)

    assert caught.value.field == field


def test_a_season_names_only_tie_breaks_that_there_are():
    with pytest.raises(SeasonTermsError, match="beauty"):
        small(order=("average", "beauty"))

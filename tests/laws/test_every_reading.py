"""Every reading of the one list: its value, its clauses, the document made of it, and the rulings that rest on it."""

import json
from collections.abc import Callable, Iterator

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.cases import judge_json, read_file
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.readings import Reading, readings, readings_of, readings_of_clause, readings_taken
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.situations import situations
from carrom.laws.texts.lookup import clauses
from carrom.laws.values import checked_value, parameters, with_values
from carrom.terms import Piece, Queen, Side
from tests.support.in_one_test import in_one_test
from tests.support.laws.cases import CASE_FILES
from tests.support.laws.parameters import READ_ELSEWHERE, Rulings, sample_strokes

INTRODUCTION = """# Readings

Made by `./carrom test golden` from `carrom/laws/texts/readings.toml`. Where a document is silent, can be read in two
ways or contradicts itself, this is how the presets read it, how else it could be read, and why they read it so. A
preset follows its text wherever the text says anything at all; where it is silent, it follows ICF law. A ruling that
would be another one by another reading says so (`readings` in `carrom judge`, "A reading" on the umpire's sheet, in a
match and on the page What if?), and so does the page of each clause.

The other reading is chosen by the value that is named: as an option of a match, in a club's own ruleset, in a law case
(`given.options`). A point without a value is read in one way only.
"""
SIX = {
    "P-033": ("polish", "polish-queen-and-first-coin"),
    "P-038": ("polish", "polish-opponents-last"),
    "L-050": ("common", "common-queen-and-last"),
    "B-022": ("baca19", "solo-blacks-with-queen"),
    "C-080": ("classic", "classic-queen-covered-before-foul"),
    "L-155": ("common", "common-after-stop"),
}


def written(held: object) -> str:
    return str(held).lower() if isinstance(held, bool) else str(held)


def rows() -> Iterator[str]:
    for slug, ruleset in RULESETS.items():
        yield f"\n## {ruleset.title} (`{slug}`)\n"
        yield "| point | clauses | value | read here | read otherwise | because |"
        yield "| --- | --- | --- | --- | --- | --- |"
        for one in readings_of(ruleset):
            way = one.way_of(ruleset)
            assert way is not None
            named = f"`{written(way.held)}`: " if one.value else ""
            others = " ".join((f"`{written(o.held)}`: " if one.value else "") + o.says for o in one.others(ruleset))
            value = f"`{one.value}`" if one.value else "-"
            yield f"| {one.point} | {', '.join(one.clauses)} | {value} | {named}{way.says} | {others} | {one.because} |"


def test_the_document_of_the_readings_is_as_the_list_has_them(golden: Callable[[str, str], None]) -> None:
    golden("../../docs/laws/readings.md", INTRODUCTION + "\n".join(rows()) + "\n")


@in_one_test("one", readings(), name=lambda one: one.id)
def test_a_reading_names_known_things_and_at_least_two_ways(one: Reading) -> None:
    assert len({reading.id for reading in readings()}) == len(readings())
    assert set(one.clauses) <= set(clauses()) and one.clauses
    assert set(one.rulesets) <= set(RULESETS) and one.rulesets
    assert len(one.ways) >= 2 and all(way.says.endswith(".") for way in one.ways)
    assert one.point.endswith(".") and one.because.endswith(".")
    if one.value:
        assert one.value in parameters() and not one.reasons
        held = [checked_value(one.value, way.held) for way in one.ways]
        assert held == [way.held for way in one.ways] and len(set(map(repr, held))) == len(held)
    for slug in one.rulesets:
        assert one.way_of(RULESETS[slug]) == one.ways[0] or len(one.rulesets) > 1, "the preset's way stands first"
        assert one.way_of(RULESETS[slug]) is not None


@pytest.mark.parametrize("slug", [slug for slug, ruleset in RULESETS.items() if ruleset.side_count == 2])
def test_each_way_of_a_reading_rules_some_stroke_otherwise(slug: str) -> None:
    """A way that changes no ruling would be no other reading."""
    ruleset = RULESETS[slug]
    strokes = [*((one.board, one.facts) for one in situations()), *sample_strokes(slug)]
    shipped = Rulings(ruleset, strokes)
    for one in readings_of(ruleset):
        if not one.value or one.value in READ_ELSEWHERE or (slug, one.id) in REPORTED_BY_OTHERS:
            continue
        for way in one.others(ruleset):
            other = Rulings(with_values(ruleset, {one.value: way.held}), strokes)
            assert shipped.difference_from(other), (slug, one.id, way.held)


# the umpire learns until when a claim may be made; no ruling holds it
REPORTED_BY_OTHERS = {("kagw", "kagw-forgotten-claim")}


@pytest.mark.clause(*SIX)
@pytest.mark.parametrize("clause_id", SIX)
def test_both_ways_of_a_reading_that_a_trial_found_have_cases_and_the_ruling_names_the_other(clause_id: str) -> None:
    slug, reading_id = SIX[clause_id]
    one = next(reading for reading in readings_of_clause(clause_id) if reading.id == reading_id)
    reported: dict[object, set[str]] = {}
    for path in CASE_FILES:
        for case in read_file(path):
            if case.ruleset.slug != slug or "error" in case.then or not set(case.clauses) & {*one.clauses}:
                continue
            judged = judge_json(case.ruleset, json.dumps({"given": case.given, "stroke": case.stroke}))
            marks = {mark["id"]: mark["sentence"] for mark in judged["readings"]}
            if one.id in marks:
                way = one.way_of(case.ruleset)
                assert way is not None and marks[one.id].startswith(f"A reading: {way.says} Also possible: ")
                reported.setdefault(way.held, set()).add(case.name)

    taken = one.way_of(RULESETS[slug])
    assert taken is not None and taken.held in reported and len(reported) >= 2, reported


def test_a_ruling_that_every_reading_shares_says_nothing_of_readings() -> None:
    plain = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))

    for ruleset in RULESETS.values():
        if ruleset.side_count == 2:
            assert readings_taken(plain, StrokeFacts(pocketed=(Piece.WHITE,)), ruleset) == ()


def test_a_clubs_own_ruleset_has_the_readings_of_its_base_and_takes_its_own_way() -> None:
    club = ruleset_from_text(
        'base = "polish"\nslug = "club"\ntitle = "Club"\n[values]\nlost_board_points = "coins_up_and_queen"\n'
    )
    board = BoardState(white_up=4, black_up=1, broken=True, earned=(True, True))
    (taken,) = readings_taken(board, StrokeFacts(pocketed=(Piece.BLACK,)), club)

    assert taken.way.held == "coins_up_and_queen"
    assert {one.way.held for one in taken.otherwise} == {"coins_up_and_covered_queen", "coins_up"}
    assert "loses the board, 4 points" in taken.sentence


def test_a_value_that_is_none_of_the_ways_takes_no_reading() -> None:
    own: Ruleset = with_values(RULESETS["polish"], {"queen_pays_up_to": 10})
    one = next(reading for reading in readings() if reading.id == "polish-queen-above-22")

    assert one.way_of(own) is None
    late = BoardState(
        white_up=1, black_up=4, broken=True, earned=(True, True), score=(22, 0), queen=Queen.COVERED, queen_side=Side.A
    )
    facts = StrokeFacts(pocketed=(Piece.WHITE,))
    assert one.id not in {taken.reading.id for taken in readings_taken(late, facts, own)}
    assert one.id in {taken.reading.id for taken in readings_taken(late, facts, RULESETS["polish"])}
    assert judge(late, facts, own) != judge(late, facts, RULESETS["polish"])

"""The half page of each ruleset: complete, short, and true to the clauses and values that it tells."""

import re

import pytest

from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import clauses
from carrom.laws.texts.plain import TITLES, in_plain_words

PLAIN = {slug: {part.title: part for part in in_plain_words(slug)} for slug in RULESETS}


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ruleset_has_each_part_short_enough_for_half_a_page(slug: str):
    assert list(PLAIN[slug]) == list(TITLES.values())
    words = [word for part in PLAIN[slug].values() for word in part.says.split()]
    assert 120 <= len(words) <= 260


@pytest.mark.parametrize("slug", RULESETS)
def test_each_part_names_clauses_of_its_own_document(slug: str):
    for part in PLAIN[slug].values():
        assert part.clauses
        for one in part.clauses:
            assert clauses()[one].document == slug, one


@pytest.mark.parametrize("slug", [slug for slug in RULESETS if slug != "baca19"])
def test_the_numbers_of_scoring_are_those_that_the_ruleset_counts_by(slug: str):
    laws, says = RULESETS[slug], PLAIN[slug][TITLES["scoring"]].says
    words = {3: "three", 5: "five", 8: "eight", 1: "one"}

    assert f"{words[laws.queen_points]} " in says
    if laws.game_target is not None:
        assert str(laws.game_target) in says
    if laws.queen_pays_up_to is not None:
        limits = {str(laws.queen_pays_up_to), str(laws.queen_pays_up_to + 1)}  # "22 or fewer", "fewer than 23"
        assert limits & set(re.findall(r"\d+", says))
    if laws.board_limit not in (None, 1):
        assert words[laws.board_limit] in says


@pytest.mark.parametrize("slug", [slug for slug in RULESETS if slug != "baca19"])
def test_what_is_said_of_the_striker_and_of_backward_strokes_is_what_the_engine_does(slug: str):
    laws, whole = RULESETS[slug], " ".join(part.says for part in PLAIN[slug].values())

    forbidden = re.search(r"[Bb]ackward( and sideways)? strokes? are not allowed|a backward stroke, ", whole)
    assert bool(forbidden) is (laws.backward_stroke == "forbidden")
    plays_again = "but you play again" in whole
    assert plays_again is (laws.striker_own_turn == "keep")
    loses = re.search(r"loses? (you )?the board", whole)
    assert bool(loses) is (laws.own_last_queen_up == "lose_board")


def test_the_solo_game_says_its_cap_and_its_coins():
    laws, whole = RULESETS["baca19"], " ".join(part.says for part in PLAIN["baca19"].values())

    assert f"{laws.stroke_cap} at most" in whole
    assert "nineteen pieces" in whole

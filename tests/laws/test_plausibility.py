"""What cannot be meant in a club's own ruleset is said, with a code; what is said to have no effect has none."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carrom.cli import main
from carrom.laws.compare import outcome
from carrom.laws.facts import ContradictoryFactsError
from carrom.laws.judge import judge
from carrom.laws.plausibility import VOIDS, Void, warnings_of
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import parameters, with_values
from tests.support.laws.parameters import READ_ELSEWHERE, sample_strokes, values_of
from tests.support.thorough import one_of


def club(base: str, values: str) -> str:
    return f'base = "{base}"\nslug = "club"\ntitle = "Club"\n[values]\n{values}\n'


@pytest.mark.parametrize("slug", RULESETS)
def test_a_ruleset_that_ships_means_what_it_says(slug: str) -> None:
    assert warnings_of(RULESETS[slug]) == ()
    assert warnings_of(ruleset_from_text(club(slug, ""))) == ()


IMPLAUSIBLE = (
    ("icf", "board_points_cap = 5", "cap-below-board", "board_points_cap = 5"),
    ("icf", "queen_points = 5", "cap-below-board", "worth 14"),
    ("icf", "board_points_cap = 15", "cap-never-reached", "Set it to 12"),
    ("icf", "queen_pays_up_to = 30", "queen-limit-beyond-target", "queen_pays_up_to = 30"),
    ("icf", "queen_pays_up_to = 24", "queen-limit-beyond-target", "24 points before"),
    ("icf", "game_target = 21", "queen-limit-beyond-target", "game to 21"),
    ("kagw", "queen_pays_up_to = 5", "queen-limit-beyond-boards", "last of 1 boards"),
    ("kagw", "board_limit = 2\nqueen_pays_up_to = 14", "queen-limit-beyond-boards", "last of 2 boards"),
    ("icf", "game_target = 200", "target-beyond-boards", "at most 96"),
    ("icf", "board_limit = 50", "boards-beyond-target", "after 49 boards"),
    ("icf", 'game_target = "none"\nboard_limit = "none"', "game-without-end", "never ends"),
    ("icf", "players_allowed = [3]", "players-no-match-takes", "2 or 4"),
    ("icf", "players_allowed = [2, 3]", "players-no-match-takes", "[2, 3]"),
    ("icf", "players_allowed = []", "players-no-match-takes", "[]"),
    ("baca19", "players_allowed = [2]", "players-no-match-takes", "played by 1"),
    ("icf", 'colour_assignment = "solo"', "alone-or-not", "baca19"),
    ("icf", 'score_mode = "strokes"', "alone-or-not", "baca19"),
    ("baca19", 'colour_assignment = "chosen"', "alone-or-not", "baca19"),
    ("baca19", 'score_mode = "points"', "alone-or-not", "baca19"),
    ("icf", "side_count = 1", "alone-or-not", "baca19"),
    ("icf", "side_change_points = 25", "side-change-beyond-target", "ends at 25"),
    ("icf", "side_change_boards = 8", "side-change-beyond-boards", "after 8 boards"),
    ("icf", "foul_coins = 10", "more-than-nine-coins", "foul_coins = 10"),
    ("icf", "cover_in_first_stroke_min = 10", "more-than-nine-coins", "nine coins"),
    ("icf", "queen_needs_own_down = 9", "queen-never-free", "before the last own coin"),
    ("icf", "coin_points = 0\nqueen_points = 0", "board-pays-nothing", "coin_points"),
    ("icf", 'techniques_forward = ["elbow"]', "unknown-word", '"elbow"'),
    ("icf", 'board_replay_events = ["boredom"]', "unknown-word", '"boredom"'),
    ("polish", 'declared_events = { powder = "warning" }', "declared-without-foul", '"things"'),
    ("icf", "stroke_cap = 40", "void-value", "side_count is 2"),
    ("baca19", "queen_points = 5", "void-value", "side_count is 1"),
    ("polish", "cover_in_first_stroke_min = 3", "void-value", 'cover_in_first_stroke_when is "never"'),
    ("kagw", 'side_change_mid = "points"', "void-value", "board_limit is 1"),
    ("kagw", 'struck_after_stop = "foul"', "void-value", '"after_stop"'),
    ("icf", "time_out_seconds = 90", "void-value", "time_outs is 0"),
    ("classic", 'limit_winner = "board_wins"', "void-value", 'board_limit is "none"'),
)
"""Base, values, the warning's code, and words of it."""


@pytest.mark.parametrize(("base", "values", "code", "names"), IMPLAUSIBLE)
def test_what_cannot_be_meant_has_a_code_and_says_what_to_change(base: str, values: str, code: str, names: str) -> None:
    reported = warnings_of(ruleset_from_text(club(base, values)))

    assert code in {one.code for one in reported}, reported
    one = next(one for one in reported if one.code == code)
    assert names in str(one) and set(one.values) <= set(parameters())
    assert one.says.endswith(".") and one.change.endswith(".")


def test_every_warning_reads_as_it_was_reviewed(golden: Callable[[str, str], None]) -> None:
    said = [
        "\n".join(
            (f"# {base}: {values}".replace("\n", ", "), *map(str, warnings_of(ruleset_from_text(club(base, values)))))
        )
        for base, values, _code, _names in IMPLAUSIBLE
    ]

    golden("laws/warnings.txt", "\n\n".join(said) + "\n")


@pytest.mark.parametrize(
    ("base", "values"),
    [
        ("icf", "queen_pays_up_to = 23"),
        ("icf", "board_limit = 49"),
        ("icf", "board_points_cap = 14\ngame_target = 96\nqueen_pays_up_to = 21"),
        ("icf", "side_change_points = 24\nside_change_boards = 7"),
        ("icf", "foul_coins = 9\ncover_in_first_stroke_min = 9"),
        ("icf", "queen_needs_own_down = 8"),
        ("kagw", "board_limit = 2\nqueen_pays_up_to = 13"),
        ("icf", "game_target = 29\nqueen_pays_up_to = 23"),
        ("icf", "queen_points = 5\nboard_points_cap = 14"),
        ("classic", 'board_limit = 8\nlimit_winner = "board_wins"'),
        ("kagw", "queen_points = 4\nboard_points_cap = 13"),
        ("polish", 'lost_board_points = "coins_up_and_queen"\nopponent_last_covering = "coins_and_queen"'),
        ("icf", "time_outs = 1\ntime_out_seconds = 90"),
        ("baca19", "stroke_cap = 40\nboards_per_set = 3"),
    ],
)
def test_what_can_be_meant_is_not_warned_of(base: str, values: str) -> None:
    assert warnings_of(ruleset_from_text(club(base, values))) == ()


def ruled(ruleset: Ruleset, board: Any, facts: Any) -> object:
    try:
        return outcome(judge(board, facts, ruleset))
    except ContradictoryFactsError as refused:
        return refused.code


@pytest.mark.parametrize("void", VOIDS, ids=lambda void: f"{void.values[0]}-by-{void.by}")
def test_a_value_that_is_said_to_have_no_effect_changes_no_ruling(void: Void) -> None:
    alone = void.sample == {"side_count": 1}
    for slug in ("baca19",) if alone else ("icf", "polish"):
        so = with_values(RULESETS[slug], {} if "side_count" in void.sample else void.sample)
        assert void.holds(so)
        seen = [pair for pair in sample_strokes(slug)[:: one_of(10, 5)] if so.owed or pair[0].owed == (0, 0)]
        for name in set(void.values) - READ_ELSEWHERE:
            changed = [with_values(so, {name: value}) for value in values_of(name)]
            held = [ruleset for ruleset in changed if void.holds(ruleset)]
            for board, facts in seen:
                found = [ruled(ruleset, board, facts) for ruleset in held]
                assert all(one == found[0] for one in found), (slug, name, board, facts)


def test_conforms_is_said_only_of_what_plays_as_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    file.write_text(club("icf", "board_points_cap = 5"), encoding="utf-8")

    assert main(["laws", "--check", str(file)]) == 1
    reported = capsys.readouterr().out
    assert "warning: cap-below-board: board_points_cap = 5, but nine coins and the queen are worth 12." in reported
    assert "it conforms" not in reported and reported.endswith("it does not conform: 0 faults, 1 warning\n")
    assert main(["laws", "--check", str(file), "--json"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["conforms"] is False and verdict["faults"] == []
    assert [one["code"] for one in verdict["warnings"]] == ["cap-below-board"]

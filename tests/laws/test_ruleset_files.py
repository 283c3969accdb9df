"""A club's own ruleset from a file, the checks that it must pass, and rulesets side by side."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.laws.board_state import BoardState
from carrom.laws.compare import Comes, differing_parameters, differing_strokes, render, rendered_parts
from carrom.laws.conformance import STROKES, board_of, faults, faults_of
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset_file import RulesetFileError, read_ruleset, ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason
from carrom.laws.situations import possible, situations
from carrom.laws.values import with_values
from carrom.terms import Piece, Side
from carrom.tournament.rng import RecordingRng
from tests.support.thorough import one_of

COUNTED = {Comes.WINS, Comes.LOSES, Comes.OWN_BACK, Comes.OTHER_BACK, Comes.OWED}
CLUB = """
base = "kagw"
slug = "our-club"
title = "Our club's house rules"
[values]
queen_points = 4
game_target = "none"
opponent_coin_penalty = "always"
[citations]
striker_alone = ["House rule 3"]
"""


def test_a_clubs_ruleset_holds_its_values_over_those_of_its_base(tmp_path: Path):
    file = tmp_path / "club.toml"
    file.write_text(CLUB, encoding="utf-8")

    club = read_ruleset(file)

    assert (club.slug, club.inherits, club.title) == ("our-club", "kagw", "Our club's house rules")
    assert (club.queen_points, club.game_target, club.early_queen_turn) == (4, None, "continues")
    assert club.citations[Reason.STRIKER_ALONE] == ("House rule 3",)
    assert club.citations[Reason.QUEEN_TO_COVER] == RULESETS["kagw"].citations[Reason.QUEEN_TO_COVER]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("base = ", "not TOML"),
        ('base = "nobody"\nslug = "x"\ntitle = "x"', "'base'"),
        ('base = "icf"\nslug = "kagw"\ntitle = "x"', "'slug'"),
        ('base = "icf"\nslug = "Not this"\ntitle = "x"', "'slug'"),
        ('base = "icf"\nslug = "x"', "'title'"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\nedition = 0', "'edition'"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\nvalue = 1', 'There is no key "value"'),
        ('base = "icf"\nslug = "x"\ntitle = "x"\n[values]\nqueen_pointz = 3', "queen_pointz"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\n[values]\nqueen_points = "many"', "queen_points"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\n[values]\nboth_last = "by_luck"', "both_last"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\n[citations]\nno_reason = ["1"]', "no_reason"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\n[citations]\nstriker_alone = "1"', "list of texts"),
        ('base = "icf"\nslug = "x"\ntitle = "x"\nvalues = 3', "must be a table"),
    ],
)
def test_a_file_is_read_strictly_and_says_what_is_wrong(text: str, says: str):
    with pytest.raises(RulesetFileError, match=says):
        ruleset_from_text(text)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path):
    with pytest.raises(RulesetFileError, match="cannot be read"):
        read_ruleset(tmp_path / "nowhere.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesetFileError, match="UTF-8"):
        read_ruleset(tmp_path / "binary.toml")


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ruleset_that_ships_conforms(slug: str):
    assert faults(RULESETS[slug], random.Random(3), one_of(2_500, STROKES)) == []


@pytest.mark.parametrize("seed", range(12))
def test_rulesets_with_any_options_conform(seed: int):
    rng = random.Random(seed)
    options = {
        "early_queen_return": rng.choice(["at_once", "end_of_turn"]),
        "opponent_coin": rng.choice(["stays", "returns"]),
        "opponent_coin_penalty": rng.choice(["never", "direct", "always"]),
        "own_last_queen_up": rng.choice(["lose_board", "return", "return_and_penalty"]),
        "both_last": rng.choice(["by_queen", "lose_board", "draw_replay", "as_opponent_last"]),
        "owed_paid": rng.choice(["after_stroke", "end_of_turn"]),
        "multi_foul": rng.choice(["sum", "one", "one_with_exceptions"]),
        "striker_own_coins": rng.choice(["stay", "return"]),
    }
    base = RULESETS[rng.choice(["icf", "kagw", "classic", "polish", "common"])]

    assert faults(with_values(base, options), rng, strokes=one_of(500, 2_000)) == []


def test_a_ruleset_that_cites_nothing_for_a_reason_does_not_conform():
    club = ruleset_from_text(CLUB)
    citations = {reason: ids for reason, ids in club.citations.items() if reason is not Reason.STRIKER_ALONE}
    from dataclasses import replace

    assert "nothing is cited for striker_alone" in faults(replace(club, citations=citations), random.Random(1), 200)


def test_the_command_checks_a_file_and_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(CLUB, encoding="utf-8")
    bad.write_text(CLUB + "nobody = 1\n", encoding="utf-8")

    assert main(["laws", "--check", str(good)]) == 0
    assert "it conforms" in capsys.readouterr().out
    assert main(["laws", "--check", str(bad)]) == 2
    assert "error: ruleset-file:" in capsys.readouterr().err


def test_two_rulesets_differ_by_value_and_by_stroke_as_the_engine_rules():
    kagw, classic = RULESETS["kagw"], RULESETS["classic"]

    assert differing_parameters(kagw, classic)["doubles_order"] == ("left", "right")
    found = {
        stroke.situation.words: (render(stroke.left), render(stroke.right))
        for stroke in differing_strokes(kagw, classic)
    }
    assert found["none down yet: the queen falls alone"] == (
        "plays on, the queen back when the turn ends",
        "the turn passes, the queen back",
    )
    for stroke in differing_strokes(kagw, classic):
        assert stroke.left == judge(stroke.situation.board, stroke.situation.facts, kagw)


def test_a_ruleset_does_not_differ_from_itself_and_solo_compares_no_stroke_with_two_sides():
    icf, baca19 = RULESETS["icf"], RULESETS["baca19"]

    assert differing_parameters(icf, icf) == {} and differing_strokes(icf, icf) == []
    assert differing_strokes(icf, baca19) == [] and differing_parameters(icf, baca19)


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ruleset_rules_most_ordinary_situations(slug: str):
    ruleset = RULESETS[slug]
    listed = situations(solo=ruleset.side_count == 1)

    ruled = [judge(s.board, s.facts, ruleset) for s in listed if possible(s, ruleset)]

    assert len(ruled) > 150
    assert all(render(ruling) for ruling in ruled)


def test_a_clubs_file_judges_a_stroke_and_runs_the_cases_instead_of_what_they_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    club, stroke, cases = tmp_path / "club.toml", tmp_path / "stroke.json", tmp_path / "cases.toml"
    club.write_text(CLUB, encoding="utf-8")
    stroke.write_text('{"given": {"own": 6}, "stroke": {"pocketed": ["opponent"]}}', encoding="utf-8")
    cases.write_text(
        'ruleset = "kagw"\n[[case]]\nname = "a plain coin of the other side"\n'
        'given = { own = 6 }\nstroke = { pocketed = ["opponent"] }\nthen = { own = 6 }\n',
        encoding="utf-8",
    )

    assert main(["judge", "--ruleset", str(club), str(stroke)]) == 0
    assert '"own": 7' in capsys.readouterr().out
    assert main(["cases", str(cases)]) == 0
    assert main(["cases", str(cases), "--ruleset", str(club)]) == 1
    assert "own: expected 6, got 7" in capsys.readouterr().out
    assert main(["judge", "--ruleset", str(tmp_path / "none.toml"), str(stroke)]) == 2


def test_the_boards_that_new_laws_are_tried_on_hold_every_kind_of_stroke():
    boards = [list(board_of(RULESETS["icf"], random.Random(seed))) for seed in range(12)]
    facts = [one for board in boards for _before, one, _ruling in board]
    begins = [board[0][0] for board in boards]

    for share in (
        [one.improper for one in facts],
        [one.striker_pocketed for one in facts],
        [bool(one.left_board) for one in facts],
        [not one.touched for one in facts],
        [bool(one.pocketed) for one in facts],
        [Piece.QUEEN in one.pocketed for one in facts],
        [bool(one.struck) for one in facts if one.pocketed],
    ):
        assert 0 < sum(share) < len(share)
    assert max(len(one.left_board) for one in facts) == 1
    for _before, _facts, ruling in (one for board in boards for one in board):
        for comes, count in rendered_parts(ruling):
            assert bool(count) == (comes in COUNTED), (comes, count)
    assert {one.to_play for one in begins} == set(Side)
    assert len({one.score for one in begins}) > 6


@pytest.mark.parametrize(("length", "taken"), [(0, False), (1, True), (80, True), (81, False)])
def test_titles_and_cited_clauses_have_1_to_80_signs(length: int, taken: bool) -> None:
    cited = f'base = "icf"\nslug = "x"\ntitle = "x"\n[citations]\nstriker_alone = ["{"x" * length}"]\n'
    titled = f'base = "icf"\nslug = "x"\ntitle = "{"x" * length}"\n'

    for text in (cited, titled):
        if taken:
            assert ruleset_from_text(text).slug == "x"
        else:
            with pytest.raises(RulesetFileError):
                ruleset_from_text(text)


@pytest.mark.parametrize(("edition", "taken"), [("0", False), ("1", True), ("10000", True), ("10001", False)])
def test_editions_are_counted_from_1_to_10000(edition: str, taken: bool) -> None:
    text = f'base = "icf"\nslug = "x"\ntitle = "x"\nedition = {edition}\n'

    if taken:
        assert ruleset_from_text(text).edition == int(edition)
    else:
        with pytest.raises(RulesetFileError):
            ruleset_from_text(text)


@pytest.mark.parametrize("strokes", [1, 60])
def test_a_ruleset_is_tried_on_as_many_strokes_as_asked(strokes: int) -> None:
    given = RecordingRng(random.Random(1))

    assert faults(RULESETS["icf"], given, strokes) == []
    assert len(given.given) > strokes


def test_laws_that_let_a_payable_coin_wait_or_lose_a_piece_are_at_fault() -> None:
    icf, board, facts = (
        RULESETS["icf"],
        BoardState(white_up=6, black_up=6, broken=True, earned=(True, True)),
        StrokeFacts(),
    )
    ruling = judge(board, facts, icf)
    owes, loses = (
        replace(ruling, after=replace(ruling.after, **changes)) for changes in ({"owed": (0, 1)}, {"black_up": 5})
    )

    assert list(faults_of(board, facts, ruling, icf)) == []
    assert "a side owes although it could have paid" in set(faults_of(board, facts, owes, icf))
    assert "pieces up and down do not add up to nineteen" in set(faults_of(board, facts, loses, icf))

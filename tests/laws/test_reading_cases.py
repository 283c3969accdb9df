"""Law cases are read strictly: what the format does not know is refused with its place, never with a traceback."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.laws.board_state import BoardState
from carrom.laws.case_format import GIVEN, STROKE, THEN, CaseError, board_of, facts_of
from carrom.laws.cases import judge_json, read_cases, run_cases, run_files
from carrom.laws.facts import StrokeFacts
from carrom.laws.rulesets.every import RULESETS
from tests.support.thorough import examples

HEAD = 'ruleset = "icf"\n[[case]]\nname = "a stroke"\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[[case]]\nname = 'x'", "ruleset"),
        ("ruleset = 'chess'\n[[case]]\nname = 'x'", "ruleset"),
        ("colour = 1", "colour"),
        ("case = 1", "case"),
        ("ruleset = 'icf'\n[[case]]", "name"),
        (HEAD + "when = 1", "when"),
        (HEAD + "clauses = 'ICF-L48'", "clauses"),
        (HEAD + "exact_clauses = [48]", "exact_clauses"),
        (HEAD + "exact_clauses = []\n[case.then]\nerror = '*'", "exact_clauses"),
        (HEAD + "given = 3", "given"),
        (HEAD + "[case.given]\nown = 10", "given.own"),
        (HEAD + "[case.given]\nown = true", "given.own"),
        (HEAD + "[case.given]\nown = 1.0", "given.own"),
        (HEAD + "[case.given]\nwhite = 3", "given.white"),
        (HEAD + "[case.given]\nqueen = 'covered'", "given.queen"),
        (HEAD + "[case.given]\nattempt = 4", "given.attempt"),
        (HEAD + "[case.given]\nmen = 3", "given.men"),
        (HEAD + "[case.given.options]\nno_such = 3", "given.options.no_such"),
        (HEAD + "[case.given.options]\nqueen_points = 'x'", "given.options.queen_points"),
        (HEAD + "[case.given.warnings]\nno_such = 1", "given.warnings"),
        (HEAD + "[case.stroke]\npocketed = ['king']", "stroke.pocketed"),
        (HEAD + "[case.stroke]\npocketed = ['white']", "stroke.pocketed"),
        (HEAD + "[case.stroke]\ndirect = ['striker']", "stroke.direct"),
        (HEAD + "[case.stroke]\ndeclared = ['sneezed']", "stroke.declared"),
        (HEAD + "[case.stroke]\nclaims_extra = -1", "stroke.claims_extra"),
        (HEAD + "[case.then]\nboard = 'lost'", "then.board"),
        (HEAD + "[case.then]\nwinner = 'own'", "then.winner"),
        (HEAD + "[case.then]\nreturned = { striker = 1 }", "then.returned"),
    ],
)
def test_what_is_not_known_is_refused_with_file_case_and_key(text: str, key: str) -> None:
    with pytest.raises(CaseError) as refused:
        read_cases(text, file="cases.toml")

    assert refused.value.key == key
    assert "cases.toml" in str(refused.value)
    if text.startswith(HEAD):
        assert "'a stroke'" in str(refused.value)


def test_a_number_out_of_range_is_refused_with_the_range_and_a_case_without_a_name_by_its_place() -> None:
    with pytest.raises(CaseError, match="a whole number from 1 to 3"):
        read_cases(HEAD + "[case.given]\nattempt = 4")
    with pytest.raises(CaseError, match=r"a whole number from 0(?! to)"):
        read_cases(HEAD + "[case.stroke]\nclaims_extra = -1")
    with pytest.raises(CaseError, match="number 1"):
        read_cases("ruleset = 'icf'\n[[case]]", file="cases.toml")


def test_a_file_that_is_absent_or_no_toml_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff\x00[[")

    for path in (broken, tmp_path / "absent.toml", tmp_path):
        with pytest.raises(CaseError, match=path.name):
            run_files([path])


def test_failing_cases_print_a_line_each_and_the_counts_alone_on_the_last() -> None:
    text = HEAD + "[case.given]\nown = 5\n[case.stroke]\npocketed = ['own']\n[case.then]\nown = 5\nnext = 'opponent'\n"

    report = run_cases(read_cases(text))

    assert report.exit_code == 1
    assert report.lines == (
        'a stroke: own: expected 5, got 4; next: expected "opponent", got "own"',
        "0 passed, 1 failed",
    )


def test_a_clause_that_is_not_cited_fails_the_case() -> None:
    text = 'ruleset = "icf"\n[[case]]\nname = "x"\nclauses = ["ICF-L143"]\n'

    assert run_cases(read_cases(text)).lines[0].startswith('x: clauses: expected ["ICF-L143"], got ')


def test_judging_json_gives_the_keys_of_then_and_the_findings_with_their_clauses() -> None:
    ruled = judge_json("icf", '{"given": {"own": 6}, "stroke": {"pocketed": ["own", "striker"]}}')

    assert set(THEN) - {"owed", "strokes", "score", "error"} <= set(ruled)
    assert ruled["own"] == 7 and ruled["next"] == "own" and ruled["returned"]["own"] == 2
    assert {"ICF-L73"} <= {one for finding in ruled["findings"] for one in finding["clauses"]}
    json.dumps(ruled)


@pytest.mark.parametrize("text", ["", "{", "[1", "[" * 100_000, "nope"])
def test_a_text_that_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(CaseError) as refused:
        judge_json("icf", text)

    assert refused.value.message_id == "case.not-json"


def test_judging_an_impossible_stroke_gives_its_code() -> None:
    assert judge_json("icf", '{"given": {"queen": "covered_own"}, "stroke": {"pocketed": ["queen"]}}')["error"] == (
        "queen-not-up"
    )


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
words = st.sampled_from(["own", "opponent", "queen", "striker", "white", "push", "up", "pending", "covered_own"])
near = anything | words | st.lists(words, max_size=4) | st.integers(0, 9) | st.dictionaries(words, st.integers(0, 9))


@settings(max_examples=examples(400), deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "given": st.dictionaries(st.sampled_from(sorted(GIVEN)), near, max_size=4) | anything,
            "stroke": st.dictionaries(st.sampled_from(sorted(STROKE)), near, max_size=4) | anything,
        },
    )
)
def test_any_json_is_ruled_or_refused_with_a_code(content: dict[str, object]) -> None:
    try:
        ruled = judge_json("icf", json.dumps(content))
    except CaseError as error:
        assert error.code == "case"
    else:
        assert "findings" in ruled or ruled["error"]


@settings(max_examples=examples(200), deadline=None)
@given(
    st.text(max_size=60)
    | st.builds(lambda tail: HEAD + tail, st.text(alphabet="[]{}=.\"'\n cwnasegivtho123", max_size=60))
)
def test_any_text_is_read_or_refused_with_a_code(text: str) -> None:
    try:
        read_cases(text, file="f")
    except CaseError as error:
        assert str(error).startswith("f")


def test_what_a_case_does_not_say_is_as_in_an_ordinary_stroke_after_the_break() -> None:
    board = board_of({}, {}, RULESETS["icf"])

    assert board == BoardState(broken=True)
    assert facts_of({}, board) == StrokeFacts()
    assert board_of({"queen": "pending"}, {}, RULESETS["icf"]).first_of_turn is False
    assert board_of({"own": 4}, {}, RULESETS["icf"]).earned == (True, False)
    assert board_of({"white": 4}, {}, RULESETS["baca19"]) == BoardState(
        white_up=4, solo=True, broken=True, earned=(True, False)
    )


def test_exact_clauses_are_these_and_no_others_in_any_order() -> None:
    """`clauses` asks for at least these; one too few and one too many both fail `exact_clauses`."""
    stroke = "[case.given]\nown = 6\n[case.stroke]\npocketed = ['own', 'striker']"
    all_of_them = "['ICF-L86', 'ICF-L84', 'ICF-L78', 'ICF-L73']"

    def failed(keys: str) -> bool:
        return bool(run_cases(read_cases(f"{HEAD}{keys}\n{stroke}")).failures)

    assert not failed(f"exact_clauses = {all_of_them}")
    assert not failed(f"clauses = ['ICF-L73']\nexact_clauses = {all_of_them}")
    assert not failed("clauses = ['ICF-L73']")
    assert failed("exact_clauses = ['ICF-L73']")
    assert failed("exact_clauses = ['ICF-L86', 'ICF-L84', 'ICF-L78', 'ICF-L73', 'ICF-L77']")
    assert failed("exact_clauses = []")

"""Match files: what they say, what the laws make of it, and a second reader that agrees on every one of them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import carrom
from carrom.bots.registry import find
from carrom.errors import CarromError
from carrom.json_readers import BadJsonError
from carrom.match.requests import MakeStroke
from carrom.notation.cursor import Cursor, NotationError, UnwritableError
from carrom.notation.match_file import FileMatch, MatchFile
from carrom.notation.record import (
    NotDerivedError,
    read_match_file,
    read_matches,
    write_match,
    write_match_file,
    write_matches,
)
from carrom.notation.values import read_value, write_value
from carrom.play.game import Match, new_head
from carrom.serialization import from_plain, to_plain
from tests.support.command_line import carrom as command
from tests.support.notation import conformance_files
from tests.support.notation.second_reader import second_readings
from tests.support.thorough import THOROUGH, examples, one_of

CASES: list[dict[str, Any]] = json.loads(conformance_files.READINGS.read_text(encoding="utf-8"))
TEXTS = {case["file"]: (conformance_files.FOLDER / case["file"]).read_bytes().decode() for case in CASES}
GOOD = [case for case in CASES if "reading" in case]
SIGNS = ' \n0123456789.-+eEaTbqwSN()[]|#"\\=abc_none'


def first_reader(text: str) -> dict[str, Any]:
    """What the library's reader says of a text, as the second one says it."""
    try:
        return {"reading": read_match_file(text).said}
    except NotationError as error:
        return {"refused": error.code, "line": error.line}


def second_reader(texts: list[str]) -> list[dict[str, Any]]:
    """What the site's reader says of each text; its readings as the library's values."""
    found = second_readings(texts, "matches")
    return [{"reading": from_plain(MatchFile, said["reading"])} if "reading" in said else said for said in found]


def wounded(rng: random.Random, text: str) -> str:
    """A text with one or two lines in another place or twice, or places overwritten."""
    for _ in range(rng.randint(1, 2)):
        if rng.random() < 0.3:
            lines = text.split("\n")
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            if rng.random() < 0.5:
                lines[one], lines[other] = lines[other], lines[one]
            else:
                lines.insert(one, lines[other])
            text = "\n".join(lines)
            continue
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 1, 1, 2, 5]))
        text = text[:start] + "".join(rng.choices(SIGNS, k=rng.choice([0, 1, 1, 2, 4]))) + text[end:]
    return text


def test_there_are_two_hundred_files_of_every_kind():
    refused = [case for case in CASES if "refused" in case]
    asked = {
        entry["asked"]["kind"]
        for case in GOOD
        for match in case["reading"]["matches"]
        for entry in match.get("entries", [])
    }

    assert len(CASES) >= conformance_files.COUNT and {path.name for path in conformance_files.FOLDER.iterdir()} == {
        *TEXTS
    }
    assert len(refused) >= 80 and len({case["refused"] for case in refused}) >= 15
    rulesets = {case["reading"]["matches"][0]["head"]["ruleset"] for case in GOOD}
    assert rulesets >= {*carrom.RULESETS}
    assert len(asked) >= 24
    assert sum("refused" in derived for case in GOOD for derived in case["derived"]) >= 15
    assert all(len(text.encode()) < 10_000 for text in TEXTS.values())


def test_every_file_reads_as_it_should_and_the_second_reader_agrees():
    second = second_reader([*TEXTS.values()])

    for case, said in zip(CASES, second, strict=True):
        first = first_reader(TEXTS[case["file"]])
        if "reading" in case:
            assert first == {"reading": from_plain(MatchFile, case["reading"])}, case["file"]
        else:
            assert first == {"refused": case["refused"], "line": case["line"]}, case["file"]
        assert said == first, case["file"]


@pytest.mark.parametrize("part", range(4))
def test_every_match_of_a_file_leads_where_it_should(part: int):
    for case in GOOD[part::4]:
        assert {"file": case["file"], **conformance_files.expected(TEXTS[case["file"]])} == case


def test_what_a_file_says_is_the_same_as_text_and_as_json():
    for case in GOOD:
        file = read_match_file(TEXTS[case["file"]])
        text, as_json = write_match_file(file.said), write_match_file(file.said, as_json=True)

        assert read_match_file(text).said == file.said, case["file"]
        assert read_match_file(as_json).said == file.said, case["file"]
        assert write_match_file(read_match_file(text).said) == text, case["file"]


@pytest.mark.skipif(not THOROUGH, reason="plays every match of the conformance files again")
def test_the_files_are_those_that_are_made():
    assert dict(conformance_files.cases()) == {name.removesuffix(".carrom"): text for name, text in TEXTS.items()}


def test_two_readers_agree_on_damaged_files():
    rng = random.Random(21)
    texts = [wounded(rng, TEXTS[rng.choice(GOOD)["file"]]) for _ in range(one_of(500, 20_000))]

    accepted = 0
    for text, second in zip(texts, second_reader(texts), strict=True):
        first = first_reader(text)
        assert second == first, text
        accepted += "reading" in first
    assert len(texts) // 20 < accepted < len(texts) - len(texts) // 20


@settings(max_examples=examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet=SIGNS), st.sampled_from([case["file"] for case in GOOD]), st.integers(0, 10_000))
def test_any_text_is_derived_or_refused_with_a_code_and_a_line(put: str, file: str, place: int):
    whole = TEXTS[file]
    place = place % (len(whole) + 1)
    text = whole[:place] + put + whole[place + len(put) :]
    try:
        records = read_matches(text)
    except NotationError as error:
        assert error.code and 1 <= error.line <= text.count("\n") + 1
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    else:
        assert all(record.state for record in records)


FINITE = st.floats(allow_nan=False, allow_infinity=False)
FIELDS = st.from_regex(r"[A-Za-z_][a-z0-9_-]*", fullmatch=True)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=examples(200), deadline=None)
@given(VALUES)
def test_reading_undoes_writing_for_any_value(value: Any):
    cursor = Cursor(write_value(value))

    assert read_value(cursor) == value and cursor.at_end()


def test_what_no_text_could_give_back_is_not_written():
    for value in (float("nan"), float("inf"), b"bytes"):
        with pytest.raises(UnwritableError):
            write_value(value)
    head = new_head(players="AB")
    with pytest.raises(UnwritableError):
        write_match_file(MatchFile(matches=(FileMatch(head=head, comments=("two\nlines",)),)))


def test_damaged_json_is_refused_with_a_code():
    whole = write_match_file(read_match_file(TEXTS["variations.carrom"]).said, as_json=True)
    rng = random.Random(22)
    read = 0
    for _ in range(one_of(200, 5_000)):
        start = rng.randrange(len(whole))
        text = whole[:start] + rng.choice(['"', "}", "1", "", "null", "[", "é"]) + whole[start + rng.randrange(4) :]
        try:
            read += bool(read_match_file(text).record())
        except NotationError as error:
            assert error.code and str(error)
    assert read


@pytest.mark.parametrize("slug", [*carrom.RULESETS])
def test_a_match_of_thirty_strokes_is_under_four_kilobytes(slug: str):
    players = ("Asha Nair", "Tomasz Zieliński")[: carrom.RULESETS[slug].side_count]
    match = Match.new(slug, players=players, seed=7)
    rng, bot, strokes = random.Random(7), find("easy@1.75"), 0
    while strokes < 30:
        seat = match.awaiting.seats[0]
        request = bot.answer(match.state, rng, seat=seat, budget=30)
        match.answer(request, author=seat.value, time=f"2026-11-21T18:{strokes // 2:02d}:20.123+00:00")
        strokes += isinstance(request, MakeStroke)

    assert len(write_match(match).encode()) < 4_000


def test_several_matches_are_read_in_order_and_one_alone_is_not_guessed():
    made = [Match.new(players="AB", seed=seed) for seed in (1, 2)]
    text = write_matches(made)

    assert [record.head.seed for record in read_matches(text)] == [1, 2]
    with pytest.raises(NotationError) as refused:
        carrom.read_match(text)
    assert refused.value.code == "several-matches"


def test_a_file_of_other_versions_holds_with_what_followed_and_is_refused_without_where_it_differs():
    text = TEXTS["sums-of-other-versions.carrom"]

    (record,) = read_matches(text)

    assert record.entries[1].laws == 1 and record.state.match.score.a == 1
    bare = "\n".join(line for line in text.split("\n") if not line.strip().startswith("= followed"))
    assert read_matches(bare)[0].state.match.score.a == 0
    with pytest.raises(NotDerivedError) as refused:
        read_matches(text.replace("laws 1", "laws 2").replace('engine "1"', 'engine "4"'))
    assert refused.value.code == "derived-otherwise"


def test_the_command_converts_keeps_remarks_and_joins_files(tmp_path: Path):
    folder = conformance_files.FOLDER
    as_json, back = tmp_path / "match.carrom.json", tmp_path / "match.carrom"

    status, _, _ = command("convert", str(folder / "variations-with-remarks.carrom"), "--as-json", "-o", str(as_json))
    assert status == 0
    assert command("convert", str(as_json), "-o", str(back), "--json")[0] == 0
    assert back.read_text() == TEXTS["variations-with-remarks.carrom"]
    joined = command("convert", str(as_json), str(folder / "three-matches.carrom"), "--derived")[1]
    assert len(read_matches(joined)) == 4 and "= position " in joined and "White wins." in joined
    (tmp_path / "joined.carrom").write_text(joined)
    assert command("replay", str(tmp_path / "joined.carrom"), "--match", "3", "--verify")[0] == 0
    assert command("replay", str(tmp_path / "joined.carrom"))[0] == 2
    assert command("replay", str(tmp_path / "joined.carrom"), "--match", "5")[0] == 2


def test_a_reading_is_valid_by_its_types_alone():
    for case in GOOD:
        assert to_plain(from_plain(MatchFile, case["reading"]), brief=True) == case["reading"]
    with pytest.raises(BadJsonError):
        from_plain(MatchFile, {"matches": [{}]})
    with pytest.raises(CarromError):
        read_match_file('{"matches": [')

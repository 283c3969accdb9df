"""A match as text: exact both ways, strict, and never anything but a coded error."""

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.errors import CarromError
from carrom.laws.board_state import opening_board
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Finding, Reason, Ruling
from carrom.match.awaiting import Awaiting, Decision
from carrom.match.entries import Clocks, Effects, Entry, Head, Player
from carrom.match.requests import Choose, MakeStroke, Request, StateFacts
from carrom.match.snapshot import MatchSnapshot, Seated
from carrom.notation import record
from carrom.notation.cursor import NotationError, UnwritableError
from carrom.notation.record import read_entries, write_entries
from carrom.terms import Piece, Seat, Side, Stroke
from tests.support.thorough import examples

# --- a record made by hand ------------------------------------------------------------------------------------------

SEATS = (Seated(Seat.SOUTH, Side.A, 0), Seated(Seat.NORTH, Side.B, 0))
PLACED = Position((PlacedPiece(1, 0.1 + 0.2 - 0.3, -0.0), PlacedPiece(2, -0.05, 0.048), PlacedPiece(11, 1 / 3, 5e-324)))
HEAD = Entry(
    number=0,
    request_id="start",
    author="umpire",
    time="2026-11-21T10:00:00Z",
    laws=1,
    asked=Head(
        ruleset="icf",
        edition=1,
        values=(("queen_points", 5), ("none", None), ("word", "yes"), ("several", ("a", "b c", "")), ("real", 1e16)),
        players=(
            Player(side=Side.A, name='Asha "the hand"\n'),
            Player(side=Side.B, name="Żaneta", kind="computer", level="none"),
        ),
        clocks=Clocks(stroke=15.0),
    ),
    followed=Effects(standing=MatchSnapshot(seats=SEATS, awaiting=Awaiting(kind=Decision.TOSS, why="match"))),
)
STROKE = Entry(
    number=1,
    request_id="5f0c",
    author="south",
    time="",
    laws=1,
    engine="1",
    asked=MakeStroke(Stroke(0.1203, -0.21, 2.4)),
    followed=Effects(
        standing=MatchSnapshot(
            seats=SEATS, board=opening_board(), awaiting=Awaiting(kind=Decision.STROKE, seats=(Seat.SOUTH,))
        ),
        position=PLACED,
        hand=(12, 13),
        facts=StrokeFacts(pocketed=(Piece.WHITE,), struck=frozenset({Piece.WHITE, Piece.BLACK}), claims_extra=1),
        ruling=Ruling(
            after=opening_board(),
            findings=(
                Finding(Reason.OWN_POCKETED, Side.A, ("ICF-L48",), (Piece.WHITE,), 1),
                Finding(Reason.TURN_CONTINUES, None, ("ICF-L48",)),
            ),
            keeps_turn=True,
        ),
    ),
)
TEXT = write_entries((HEAD, STROKE))


def exact(value: Any) -> Any:
    """A value as plain texts: tells 1 from True and -0.0 from 0.0, which == does not."""
    if isinstance(value, frozenset):
        return sorted(map(exact, value))
    if is_dataclass(value):
        return [type(value).__name__, *(exact(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, tuple):
        return [type(value).__name__, *map(exact, value)]
    return repr(value)


def refusal(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        read_entries(text)
    assert str(caught.value).startswith(f"line {caught.value.line}, column {caught.value.column}: ")
    return caught.value


def test_a_record_reads_back_as_it_was():
    assert exact(read_entries(TEXT)) == exact((HEAD, STROKE))


def test_a_person_can_follow_an_entry():
    start = TEXT.index("1 stroke")
    assert TEXT[start : TEXT.index("    standing", start)].splitlines() == [
        "1 stroke south offset 0.1203 angle -0.21 speed 2.4",
        '  stored request_id 5f0c time "" laws 1 engine 1',
        "  followed hand (12 13)",
        "    facts pocketed (white) struck {black white} claims_extra 1",
        "    ruling keeps_turn yes",
        "      after",
        "      finding reason own_pocketed side a clauses (ICF-L48) pieces (white) count 1",
        "      finding reason turn_continues side none clauses (ICF-L48)",
    ]


def test_an_entry_names_the_person_who_reported_it():
    reported = replace(STROKE, by='Priya "P" Nair', role="umpire")
    text = write_entries((HEAD, reported))

    assert '  stored request_id 5f0c time "" laws 1 engine 1 by "Priya \\"P\\" Nair" role umpire' in text
    assert read_entries(text) == (HEAD, reported)


def test_comments_empty_lines_and_windows_line_ends_change_nothing():
    remarked = write_entries((HEAD, STROKE), remark=lambda entry: f"entry {entry.number}\nof a friendly match")
    assert "# entry 1\n# of a friendly match\n1 stroke" in remarked
    assert read_entries(remarked) == (HEAD, STROKE)
    assert read_entries("\ufeff" + TEXT.replace("\n", "\r\n")) == (HEAD, STROKE)
    assert read_entries(TEXT.replace("\n", "\n\n  # x\n")) == (HEAD, STROKE)


# --- what is refused, and where ---------------------------------------------------------------------------------------


def line_of(words: str, text: str = TEXT) -> int:
    return text[: text.index(words)].count("\n") + 1


@pytest.mark.parametrize(
    ("change", "code", "near"),
    [
        (lambda t: "", "not-a-record", None),
        (lambda t: "once upon a time", "not-a-record", None),
        (lambda t: t.replace("carrom-record 1", "carrom-record 2"), "unknown-version", "carrom-record"),
        (lambda t: t[: len(t) // 2].rsplit("\n", 1)[0], "truncated", None),
        (lambda t: t.replace("end 2\n", ""), "truncated", None),
        (lambda t: t.replace("end 2", "end 3"), "truncated", "end"),
        (lambda t: t.replace("end 2", "end 2\n2 toss umpire"), "truncated", None),
        (lambda t: t.replace("end 2", "end 2\nend 2"), "unexpected-text", "end 2"),
        (lambda t: t.replace("1 stroke", "2 stroke"), "wrong-entry-number", "1 stroke"),
        (lambda t: t.replace("1 stroke", "0 stroke"), "wrong-entry-number", "1 stroke"),
        (lambda t: t.replace("1 stroke", "1 shove"), "unknown-word", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset nan"), "bad-number", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset 1e999"), "bad-number", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset 0.1.2"), "bad-number", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset 0x1f"), "bad-number", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset 1_000"), "bad-number", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset ١"), "bad-number", "1 stroke"),
        (lambda t: t.replace("offset 0.1203 ", ""), "missing-key", "1 stroke"),
        (lambda t: t.replace("offset 0.1203 angle -0.21", "angle -0.21 offset 0.1203"), "wrong-order", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "offset 0.1203 offset 0.1203"), "key-twice", "1 stroke"),
        (lambda t: t.replace("offset 0.1203", "spin 3 offset 0.1203"), "unknown-key", "1 stroke"),
        (lambda t: t.replace("pocketed (white)", "pocketed (green)"), "unknown-word", "facts"),
        (lambda t: t.replace("pocketed (white)", "pocketed (white"), "unknown-word", "facts"),
        (lambda t: t.replace("struck {black white}", "struck {white white}"), "key-twice", "facts"),
        (lambda t: t.replace("keeps_turn yes", "keeps_turn true"), "unknown-word", "ruling"),
        (lambda t: t.replace("hand (12 13)", "hand (12 13.5)"), "bad-number", "followed hand"),
        (lambda t: t.replace("w2(-0.05", "w2(-5.05"), "off-surface", "position q1"),
        (lambda t: t.replace("w2(-0.05", "w1(-0.05"), "unknown-piece", "position q1"),
        (lambda t: t.replace("b11(", "w2("), "piece-twice", "position q1"),
        (lambda t: t.replace("w2(-0.05,0.048)", "w2(0.0,0.0)"), "pieces-overlap", "position q1"),
        (
            lambda t: t.replace("  stored request_id start", "   stored request_id start"),
            "bad-indent",
            "stored request_id start",
        ),
        (lambda t: t.replace("      after\n", "      after\n          x\n"), "bad-indent", None),
        (lambda t: t.replace("1 stroke", "\t1 stroke"), "bad-character", "1 stroke"),
        (lambda t: t.replace("1 stroke", "1 stroke\x00"), "bad-character", "1 stroke"),
        (lambda t: t.replace("      after\n", ""), "missing-key", "ruling keeps_turn"),
        (lambda t: t.replace("      after\n", "      after\n      after\n"), "key-twice", None),
        (
            lambda t: t.replace("  stored request_id start time", "  stored time"),
            "missing-key",
            "stored request_id start",
        ),
        (lambda t: t.replace("  stored request_id 5f0c", "  kept id 5f0c"), "missing-key", None),
        (lambda t: t.replace('name "Asha', 'name "Asha\\q'), "bad-syntax", "player side a"),
        (lambda t: t.replace("name Żaneta", 'name "Żaneta'), "bad-syntax", "player side b"),
    ],
)
def test_each_fault_has_its_code_and_line(change: Callable[[str], str], code: str, near: str | None):
    changed = change(TEXT)
    assert changed != TEXT

    error = refusal(changed)
    assert error.code == code, str(error)
    if near is not None:
        assert error.line == line_of(near)


def test_the_column_points_at_the_word():
    error = refusal(TEXT.replace("pocketed (white)", "pocketed (green)"))

    row = TEXT.replace("pocketed (white)", "pocketed (green)").splitlines()[error.line - 1]
    assert row[error.column - 1 :].startswith("green")


def test_a_text_of_ten_megabytes_is_refused_at_its_first_fault_and_a_longer_one_unread():
    assert refusal("carrom-record 1\n" + "0 head umpire\n" * 750_000).code == "truncated"
    assert refusal("carrom-record 1\n" + "(" * 10_000_000 + "\nend 1").code == "bad-number"
    assert refusal("x" * 16_000_001).code == "text-too-long"
    stored = "\n  stored request_id x time x laws 1\nend 1"
    assert refusal("carrom-record 1\n0 head umpire " + "values (" * 100_000 + stored).code == "bad-syntax"


def test_a_deep_pile_of_lines_is_refused():
    deep = "\n".join(" " * (2 * depth) + "followed" for depth in range(3000))

    assert refusal(f"carrom-record 1\n0 head umpire ruleset icf\n{deep}\nend 1").code in {"bad-indent", "missing-key"}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, "1", None])
def test_what_no_text_could_give_back_is_not_written(value: Any):
    with pytest.raises(UnwritableError):
        write_entries((replace(STROKE, asked=MakeStroke(Stroke(value, 0.0, 1.0))),))


# --- any record at all ------------------------------------------------------------------------------------------------

FINITE = st.floats(allow_nan=False, allow_infinity=False)
GRID = [(x * 3 * COIN_RADIUS, y * 3 * COIN_RADIUS) for x in range(-4, 5) for y in range(-4, 5)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    numbers = sorted(draw(st.sets(st.integers(1, 19))))
    spots = draw(st.lists(st.sampled_from(GRID), unique=True, min_size=len(numbers), max_size=len(numbers)))
    shift = draw(st.floats(-0.005, 0.005))
    return Position(tuple(PlacedPiece(n, x + shift, y - shift) for n, (x, y) in zip(numbers, spots, strict=True)))


@cache
def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type hint, built from the hints alone, so that new fields are drawn as well."""
    origin, members = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of([values_of(member) for member in members])
    if origin is Literal:
        return st.sampled_from(members)
    if origin is tuple and members[1:] == (Ellipsis,):
        return st.lists(values_of(members[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(values_of(member) for member in members))
    if origin is frozenset:
        return st.frozensets(values_of(members[0]), max_size=3)
    if hint is PlacedPiece:
        return st.builds(PlacedPiece, st.integers(1, 19), FINITE, FINITE)
    if hint is Position:
        return positions()
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, tuple)):
        hints = get_type_hints(hint)
        names = [f.name for f in fields(hint)] if is_dataclass(hint) else hint._fields  # type: ignore[attr-defined]
        inside = {"instead": st.just(())}  # entries that hold inside others: one level deep, see `records`
        parts = {name: inside[name] if name in inside else values_of(hints[name]) for name in names}
        return st.builds(hint, **parts)  # type: ignore[arg-type]
    scalars = {
        bool: st.booleans(),
        int: st.integers(-(2**63), 2**64),
        float: FINITE,
        str: st.text(max_size=8)
        | st.sampled_from(["yes", "none", "12", "1.5", "#", "a b", '"', "\\", "\u2028", "\ud800"]),
        type(None): st.none(),
    }
    return scalars[hint]


KINDS = [Head, *get_args(Request)]


@st.composite
def records(draw: st.DrawFn) -> tuple[Entry, ...]:
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=3))
    return tuple(
        draw(an_entry(number, kind, inside=draw(st.sampled_from((0, 0, 1))))) for number, kind in enumerate(kinds)
    )


@st.composite
def an_entry(draw: st.DrawFn, number: int, kind: type, *, inside: int = 0) -> Entry:
    held = [draw(an_entry(draw(st.integers(0, 99)), draw(st.sampled_from(KINDS)))) for _ in range(inside)]
    return Entry(
        number=number,
        request_id=draw(values_of(str)),
        author=draw(values_of(str)),
        time=draw(values_of(str)),
        laws=draw(values_of(int)),
        engine=draw(values_of(str)),
        asked=draw(values_of(kind)),
        followed=replace(draw(values_of(Effects)), instead=tuple(held)),
    )


@settings(
    max_examples=examples(40),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking a whole record takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(records())
def test_reading_undoes_writing_for_any_record(entries: tuple[Entry, ...]):
    text = write_entries(entries)

    assert exact(read_entries(text)) == exact(entries)
    assert write_entries(read_entries(text)) == text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_every_kind_of_request_can_be_written(kind: type):
    @settings(max_examples=5, deadline=None, database=None)
    @given(values_of(kind))
    def check(asked: Any) -> None:
        entry = replace(HEAD, asked=asked)
        assert exact(read_entries(write_entries((entry,)))) == exact((entry,))

    check()


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused_with_a_code(text: str):
    for whole in (text, f"carrom-record 1\n{text}\nend 0", f"carrom-record 1\n0 head {text}\nend 1"):
        try:
            read_entries(whole)
        except NotationError as error:
            assert error.code and error.line >= 1 and error.column >= 1


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.text(alphabet='abgw(){}"\\ \n0159.e-+#,qwbé', max_size=8))
def test_a_record_with_a_wound_is_read_or_refused_with_a_code(place: int, cut: int, put: str):
    wounded = TEXT[:place] + put + TEXT[place + cut :]
    try:
        again = read_entries(wounded)
    except CarromError as error:
        assert isinstance(error, NotationError)
    else:
        assert read_entries(write_entries(again)) == again


def test_requests_that_wrap_one_thing_show_it_on_their_line():
    stated = replace(STROKE, number=0, asked=StateFacts(StrokeFacts(pocketed=(Piece.QUEEN,))))
    chosen = replace(STROKE, number=0, asked=Choose("break"))

    assert record.entry_text(stated).startswith("0 facts south pocketed (queen)\n")
    assert record.entry_text(chosen).startswith("0 choose south choice break\n")
    assert read_entries(write_entries((stated,))) == (stated,)

"""Law cases: read, judged, compared (docs/laws/cases.md). Everything that `carrom cases` and `carrom judge` do.

`run_files(paths)` gives a `Report` with `lines` to print and `exit_code`; a file that cannot be read raises `CaseError`
(exit 2). `judge_json(slug, text)` gives a dict for `json.dumps`; its key `error` is there if the board or stroke could
not have happened (exit 1).
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carrom.laws.board_state import BoardState
from carrom.laws.case_format import (
    GIVEN,
    STROKE,
    THEN,
    CaseError,
    board_of,
    check_for_ruleset,
    checked,
    facts_of,
)
from carrom.laws.facts import ContradictoryFactsError
from carrom.laws.judge import judge
from carrom.laws.readings import readings_taken
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import UMPIRE, BoardEnd, Return, Ruling
from carrom.laws.values import RulesetValueError, with_values
from carrom.terms import Piece, Queen, Seat, Side

GREATEST_FILE = 4_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Case:
    """One case as it was read."""

    name: str
    clauses: tuple[str, ...]  # the ruling must cite at least these
    exact_clauses: tuple[str, ...] | None  # the ruling must cite these and no others; None: not compared
    ruleset: Ruleset
    given: Mapping[str, Any]
    stroke: Mapping[str, Any]
    then: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """An expectation of a case beside the ruling of the laws."""

    field: str
    expected: object
    got: object

    def __str__(self) -> str:
        """As it is printed."""
        return f"{self.field}: expected {_shown(self.expected)}, got {_shown(self.got)}"


@dataclass(frozen=True, slots=True)
class Report:
    """How many cases passed, and the differences of each that failed, by name."""

    passed: int
    failures: tuple[tuple[str, tuple[Difference, ...]], ...]

    @property
    def failed(self) -> int:
        """How many failed."""
        return len(self.failures)

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of `carrom cases`: a line for each failing case, and the counts alone on the last one."""
        failing = (f"{name}: " + "; ".join(map(str, differences)) for name, differences in self.failures)
        return (*(line.replace("\n", " ") for line in failing), f"{self.passed} passed, {self.failed} failed")

    @property
    def exit_code(self) -> int:
        """0 if all passed, else 1."""
        return 1 if self.failures else 0


def run_files(paths: Iterable[str | Path], ruleset: Ruleset | None = None) -> Report:
    """Run the cases of files: each by the laws that it names, or all by `ruleset`.

    Raises:
        CaseError: a file cannot be read; nothing was run.
    """
    return run_cases([case for path in paths for case in read_file(path, ruleset)])


def run_cases(cases: Iterable[Case]) -> Report:
    """Run cases that were read."""
    failures = []
    passed = 0
    for case in cases:
        differences = differences_of(case)
        if differences:
            failures.append((case.name, differences))
        else:
            passed += 1
    return Report(passed, tuple(failures))


def read_file(path: str | Path, ruleset: Ruleset | None = None) -> list[Case]:
    """The cases of one file; `ruleset` stands for those that they name.

    Raises:
        CaseError: it cannot be read, is not TOML, or says something the format does not know.
    """
    file = str(path)
    try:
        with Path(path).open("rb") as opened:
            data = opened.read(GREATEST_FILE + 1)
        if len(data) > GREATEST_FILE:
            raise CaseError("too-large", file=file, most=GREATEST_FILE)
        text = data.decode("utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, CaseError):
            raise
        raise CaseError("unreadable", file=file, error=error) from error
    return read_cases(text, file=file, ruleset=ruleset)


def read_cases(text: str, *, file: str = "", ruleset: Ruleset | None = None) -> list[Case]:
    """The cases of a text in TOML; `ruleset` stands for those that they name.

    Raises:
        CaseError: names file, case and key.
    """
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise CaseError("not-toml", file=file, error=error) from error
    for key in content:
        if key not in ("ruleset", "case"):
            raise CaseError("unknown-key", file=file, key=key)
    listed = content.get("case", [])
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise CaseError("not-case-tables", file=file, key="case")
    cases = []
    for number, entry in enumerate(listed, 1):
        name = entry.get("name")
        title = name if isinstance(name, str) and name else f"number {number}"
        try:
            cases.append(_read_case(entry, content.get("ruleset"), ruleset))
        except CaseError as error:
            error.locate(case=title, file=file)
            raise
    return cases


def _read_case(entry: Mapping[str, Any], default: object, instead: Ruleset | None) -> Case:
    for key in entry:
        if key not in ("name", "clauses", "exact_clauses", "ruleset", "given", "stroke", "then"):
            raise CaseError("unknown-key", key=key)
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        raise CaseError("not-a-text", key="name")
    clauses = _clauses(entry, "clauses")
    exact_clauses = _clauses(entry, "exact_clauses") if "exact_clauses" in entry else None
    slug = entry.get("ruleset", default)
    given = checked("given", entry.get("given", {}), GIVEN)
    stroke = checked("stroke", entry.get("stroke", {}), STROKE)
    then = checked("then", entry.get("then", {}), THEN)
    ruleset = _ruleset(instead or slug, given)
    check_for_ruleset(given, stroke, ruleset)
    if exact_clauses is not None and "error" in then:
        raise CaseError("ruling-and-error", key="exact_clauses")
    return Case(name, clauses, exact_clauses, ruleset, given, stroke, then)


def _clauses(entry: Mapping[str, Any], key: str) -> tuple[str, ...]:
    clauses = entry.get(key, [])
    if not isinstance(clauses, list) or not all(isinstance(clause, str) for clause in clauses):
        raise CaseError("not-texts", key=key)
    return tuple(clauses)


def _ruleset(named: object, given: Mapping[str, Any]) -> Ruleset:
    if not isinstance(named, Ruleset) and (not isinstance(named, str) or named not in RULESETS):
        raise CaseError("unknown-ruleset", key="ruleset", name=named, rulesets=tuple(RULESETS))
    base = named if isinstance(named, Ruleset) else RULESETS[named]
    try:
        return with_values(base, given.get("options", {}))
    except RulesetValueError as error:
        raise CaseError("value", key=f"given.options.{error.name}", cause=error) from error


def differences_of(case: Case) -> tuple[Difference, ...]:
    """Differences of the ruling from the case's expectation; empty when it agrees."""
    wanted = case.then.get("error")
    try:
        board = board_of(case.given, case.stroke, case.ruleset)
        ruling = judge(board, facts_of(case.stroke, board), case.ruleset)
    except ContradictoryFactsError as error:
        if wanted == "*" or wanted == error.code:
            return ()
        return (Difference("error", wanted, error.code),)
    if wanted is not None:
        return (Difference("error", wanted, None),)
    got = ruled(ruling, board, case.ruleset)
    found = [
        Difference(key, expected, got.get(key))
        for key, expected in case.then.items()
        if not _agrees(key, expected, got, ruling, board)
    ]
    missing = [clause for clause in case.clauses if clause not in ruling.clauses]
    if missing:
        found.append(Difference("clauses", missing, list(ruling.clauses)))
    if case.exact_clauses is not None and set(case.exact_clauses) != set(ruling.clauses):
        found.append(Difference("exact_clauses", sorted(case.exact_clauses), sorted(ruling.clauses)))
    return tuple(found)


def judge_json(ruleset: str | Ruleset, text: str) -> dict[str, Any]:
    """Rule on `{"given": {...}, "stroke": {...}}` (keys as in a case, both optional).

    Returns the keys of `then`, and `findings`, `returns`, `clauses` and `readings`; or `error` and `sentence`, if
    the board or stroke could not have happened.

    Raises:
        CaseError: the text is no such JSON, or a key or value is not known.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CaseError("not-json", error=error) from error
    try:
        return judge_values(ruleset, content)
    except ContradictoryFactsError as error:
        return {"error": error.code, "sentence": str(error)}


def judge_values(ruleset: str | Ruleset, content: object) -> dict[str, Any]:
    """Rule on what the JSON of `judge_json` holds.

    Raises:
        CaseError: a key or value is not known.
        ContradictoryFactsError: the board or stroke could not have happened.
    """
    if not isinstance(content, dict):
        raise CaseError("not-an-object")
    for key in content:
        if key not in ("given", "stroke"):
            raise CaseError("unknown-key", key=key)
    given = checked("given", content.get("given", {}), GIVEN)
    stroke = checked("stroke", content.get("stroke", {}), STROKE)
    rules = _ruleset(ruleset, given)
    check_for_ruleset(given, stroke, rules)
    board = board_of(given, stroke, rules)
    facts = facts_of(stroke, board)
    ruling = judge(board, facts, rules)
    return ruled(ruling, board, rules) | {
        "findings": [
            {
                "reason": finding.reason.value,
                "side": _side(finding.side),
                "pieces": [piece.value for piece in finding.pieces],
                "count": finding.count,
                "fact": finding.fact,
                "clauses": list(finding.clauses),
            }
            for finding in ruling.findings
        ],
        "returns": [
            {
                "piece": back.piece.value,
                "why": back.why.value,
                "placer": back.placer if back.placer == UMPIRE else back.placer.value,
                "region": back.region.value,
                "jumped": back.jumped,
                "clauses": list(back.clauses),
            }
            for back in ruling.returns
        ],
        "clauses": list(ruling.clauses),
        "readings": [
            {
                "id": taken.reading.id,
                "clauses": list(taken.reading.clauses),
                "value": taken.reading.value,
                "sentence": taken.sentence,
            }
            for taken in readings_taken(board, facts, rules)
        ],
        "restore": ruling.restore.value,
        "sanction": ruling.sanction.value if ruling.sanction else None,
    }


def ruled(ruling: Ruling, board: BoardState, ruleset: Ruleset) -> dict[str, Any]:
    """A ruling under the keys of `then`; `own` is the side that made the stroke (A)."""
    after = ruling.after
    outcome = ruling.outcome
    own_colour = after.colour_of(Side.A)
    got: dict[str, Any] = {
        "white": after.white_up,
        "black": after.black_up,
        "queen": _queen_word(after),
        "early_queen": after.early_queen,
        "next": "none" if outcome else _side(after.to_play),
        "returned": _returned(ruling, own_colour),
        "board": _board_word(ruling),
        "points": outcome.points if outcome else 0,
        "attempt": after.attempt,
        "broken": after.broken,
        "warned": list(ruling.warned),
        **_placing(ruling, board),
    }
    if after.solo:
        cap = ruleset.stroke_cap
        got["owed"] = after.owed[0]
        got["strokes"] = after.strokes
        got["score"] = after.strokes if cap is None else min(after.strokes, cap)
        return got
    got["own"] = after.up_of(Side.A)
    got["opponent"] = after.up_of(Side.B)
    got["own_owed"], got["opponent_owed"] = after.owed
    got["colours"] = "open" if own_colour is None else "assigned"
    got["own_colour"] = own_colour.value if own_colour else None
    if ruling.next_seat is not None and board.players == 4:
        got["next"] = ruling.next_seat.value
    return got


def _queen_word(after: BoardState) -> str:
    if after.queen is Queen.ON_BOARD:
        return "up"
    if after.queen is Queen.AWAITING_COVER:
        return "pending"
    if after.solo:
        return "covered"
    return "covered_own" if after.queen_side is Side.A else "covered_opponent"


def _board_word(ruling: Ruling) -> str:
    if ruling.outcome is None:
        return "on"
    if ruling.outcome.end is BoardEnd.WON:
        return "own" if ruling.outcome.winner is Side.A else "opponent"
    return ruling.outcome.end.value


def _returned(ruling: Ruling, own_colour: Piece | None) -> dict[str, int]:
    counts = dict.fromkeys(("white", "black", "queen"), 0)
    for back in ruling.returns:
        if not back.jumped:
            counts[back.piece.value] += 1
    if own_colour is not None and not ruling.after.solo:
        counts["own"] = counts[own_colour.value]
        counts["opponent"] = counts["black" if own_colour is Piece.WHITE else "white"]
    return counts


def _placing(ruling: Ruling, board: BoardState) -> dict[str, str | None]:
    back = _return_text(ruling)
    if back is None:
        return {"placer": None, "region": None}
    if back.placer == UMPIRE:
        placer = "umpire"
    elif board.players == 4:
        placer = back.placer.value
    elif back.placer is board.seat:
        placer = "self" if board.solo else "own"
    else:
        placer = "opponent"
    return {"placer": placer, "region": back.region.value}


def _return_text(ruling: Ruling) -> Return | None:
    """The penalty coin whenever one comes back, else the queen or a jumped piece."""
    coins = [back for back in ruling.returns if back.piece is not Piece.QUEEN and not back.jumped]
    queens = [back for back in ruling.returns if not back.jumped]
    return next(iter((*coins, *queens, *ruling.returns)), None)


def _agrees(key: str, expected: object, got: Mapping[str, Any], ruling: Ruling, board: BoardState) -> bool:
    """Whether one expected value holds; sides and seats may both be named."""
    if key == "returned" and isinstance(expected, dict):
        return all(got["returned"].get(kind) == times for kind, times in expected.items())
    if key == "warned" and isinstance(expected, list):
        return sorted(expected) == sorted(got["warned"])
    if key == "next" and ruling.outcome is None:
        return expected in (_side(ruling.after.to_play), ruling.next_seat and ruling.next_seat.value)
    if key == "placer":
        return expected in _placer_words(ruling, board)
    return key in got and bool(got[key] == expected) and type(got[key]) is type(expected)


def _placer_words(ruling: Ruling, board: BoardState) -> tuple[str, ...]:
    """Every word that names the placer."""
    back = _return_text(ruling)
    if back is None:
        return ()
    if back.placer == UMPIRE:
        return ("umpire",)
    seat: Seat = back.placer
    own = seat in (board.seat, board.seat.opposite) if board.players == 4 else seat is board.seat
    words = ["own" if own else "opponent", seat.value]
    return (*words, "self") if seat is board.seat else tuple(words)


def _side(side: Side | None) -> str | None:
    if side is None:
        return None
    return "own" if side is Side.A else "opponent"


def _shown(item: object) -> str:
    return "nothing" if item is None else json.dumps(item, ensure_ascii=False)

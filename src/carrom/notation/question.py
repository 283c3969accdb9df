"""A question to `judge` as the query of a link: a ruleset, a board and one stroke.

    ruleset=kagw&own=6&opponent=4&pocketed=own,striker&option_game_target=29

The keys are those of a law case (docs/laws/cases.md), in one name space: no key of a board is one of a stroke. Truths
are `yes` and `no`, lists have commas, tables `fact:2,fact:1`; `attempt` says that the break has not been made. What
is as it ordinarily is stays out, so that a link is short and can be read. Reading is strict.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from carrom.errors import UnreadableError
from carrom.laws.board_state import COINS, BoardState
from carrom.laws.case_format import GIVEN, STROKE, CaseError, board_of, check_for_ruleset, checked, facts_of
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import RulesetValueError, checked_value, parameters, with_values
from carrom.terms import Piece, Queen, Side

RULESET = "ruleset"
TITLE = "laws"  # what laws of one's own are called; what they change stands in the options
LONGEST_TITLE = 80
OPTION = "option_"
BASE = "icf"
LONGEST = 4000  # signs of a query
LISTS = frozenset({"pocketed", "off_board", "direct", "dropped", "declared"})
BOARD_DEFAULTS: Mapping[str, object] = {
    "own": COINS,
    "opponent": COINS,
    "white": COINS,
    "black": COINS,
    "queen": "up",
    "colours": "assigned",
    "own_colour": "white",
    "men": 2,
    "seat": "south",
    "broken": True,
}
STROKE_DEFAULTS: Mapping[str, object] = {
    "touched": True,
    "made": True,
    "by": "own",
    "claims_extra": True,
    "direction": "forward",
    "crossed_front_line": True,
}


class QuestionError(UnreadableError):
    """A link's query cannot be read; the sentence names the key, and so does `key`."""

    code = "question"

    def __init__(self, reason: str, /, *, key: str = "", **parameters: object) -> None:
        super().__init__(reason, key=key, **parameters)
        self.key = key

    @property
    def location_id(self) -> str:
        """The key, if it is about one."""
        return "question.at" if self.key else ""


@dataclass(frozen=True, slots=True)
class Question:
    """A ruleset by its slug, with changed values; a board and a stroke under the keys of a law case.

    `title` names laws of one's own that are based on the ruleset; empty: it is the ruleset itself.
    """

    ruleset: str
    options: Mapping[str, object]
    given: Mapping[str, Any]
    stroke: Mapping[str, Any]
    title: str = ""

    @property
    def laws(self) -> Ruleset:
        """The ruleset with its changed values, under its own title if it has one."""
        changed = with_values(RULESETS[self.ruleset], self.options)
        return replace(changed, title=self.title) if self.title else changed

    @property
    def board(self) -> BoardState:
        """The board; the side that strikes is A."""
        return board_of(self.given, self.stroke, self.laws)

    @property
    def facts(self) -> StrokeFacts:
        """The stroke. Raises ContradictoryFactsError: it names the striker twice."""
        return facts_of(self.stroke, self.board)


def read_question(query: str) -> Question:
    """The question of a link's query, with or without the address in front.

    Raises:
        QuestionError: a key or a value that is not known.
    """
    query = query.rsplit("?", 1)[-1].split("#", 1)[0].strip()
    if len(query) > LONGEST:
        raise QuestionError("too-long", most=LONGEST)
    held: dict[str, str] = {}
    for key, text in parse_qsl(query, keep_blank_values=True, max_num_fields=400):
        held[key] = f"{held[key]},{text}" if key in held and key in LISTS else text
    return question_from(held)


def question_from(held: Mapping[str, str]) -> Question:
    """The question of a query's keys and texts; a key whose text is empty stands for what is ordinary.

    Raises:
        QuestionError: a key or a value that is not known.
    """
    slug = held.get(RULESET) or BASE
    if slug not in RULESETS:
        raise QuestionError("unknown-ruleset", key=RULESET, name=slug, rulesets=tuple(RULESETS))
    options: dict[str, object] = {}
    sections: dict[str, dict[str, Any]] = {"given": {}, "stroke": {}}
    title = held.get(TITLE, "").strip()
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise QuestionError("title", key=TITLE, most=LONGEST_TITLE)
    for key, text in held.items():
        if key in (RULESET, TITLE) or not text:
            continue
        if key.startswith(OPTION):
            options[key.removeprefix(OPTION)] = _option(key, text)
        elif key != "options" and (key in GIVEN or key in STROKE):
            sections["given" if key in GIVEN else "stroke"][key] = _value(key, text)
        else:
            raise QuestionError("unknown-key", key=key)
    given = sections["given"]
    if "attempt" in given and given.setdefault("broken", False):
        del given["attempt"]
    try:
        checked("given", given, GIVEN)
        checked("stroke", sections["stroke"], STROKE)
        question = Question(slug, options, given, sections["stroke"], title)
        check_for_ruleset(given, question.stroke, question.laws)
    except CaseError as error:
        key = error.key.rsplit(".", 1)[-1]
        error.locate(key="")
        raise QuestionError("value", key=key, cause=error) from error
    return question


def write_question(question: Question) -> str:
    """The query of a link, the shortest that reads back as the same question."""
    ruleset = RULESETS[question.ruleset]
    held = {RULESET: question.ruleset} | ({TITLE: question.title} if question.title else {})
    for name in parameters():
        if name in question.options:
            value = checked_value(name, question.options[name])
            if value != getattr(ruleset, name):
                held[OPTION + name] = value_text(value)
    given = dict(question.given)
    if given.get("broken") is False:
        given.setdefault("attempt", 1)
    for schema, values, defaults in (
        (GIVEN, given, BOARD_DEFAULTS),
        (STROKE, question.stroke, STROKE_DEFAULTS),
    ):
        for key in schema:
            if key in values and key not in ("broken", "options") and not _ordinary(key, values[key], defaults):
                held[key] = value_text(values[key])
    return urlencode(held, safe=",:", quote_via=quote)


def _ordinary(key: str, value: object, defaults: Mapping[str, object]) -> bool:
    """Whether a value is what holds where nothing is said. What depends on other keys is always said."""
    if key in ("own_earned", "opponent_earned", "first_of_turn", "spread", "attempt"):
        return False
    default = defaults.get(key)
    return not value if default is None else value == default and type(value) is type(default)


def _value(key: str, text: str) -> object:
    if key in LISTS:
        return [item for item in text.split(",") if item]
    if key == "warnings":
        return _table(key, text, int)
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if _is_number(text) else text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5


def _table(key: str, text: str, kind: Callable[[str], object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for item in filter(None, text.split(",")):
        name, _, value = item.partition(":")
        try:
            found[name] = kind(value)
        except ValueError:
            raise QuestionError("item", key=key, item=item) from None
    return found


def _option(key: str, text: str) -> object:
    """A value of a ruleset from its text: the first reading of it that the value may have."""
    name = key.removeprefix(OPTION)
    readings: list[object] = [text]
    if text in ("yes", "no"):
        readings.insert(0, text == "yes")
    if _is_number(text):
        readings.insert(0, int(text))
    items = [item for item in text.split(",") if item]
    readings.append([int(item) for item in items] if all(map(_is_number, items)) else items)
    if ":" in text:
        readings.append(_table(key, text, str))
    refused: RulesetValueError | None = None
    for reading in readings:
        try:
            return checked_value(name, reading)
        except RulesetValueError as error:
            refused = refused or error
    raise QuestionError("value", key=key, cause=refused)


def value_text(value: object) -> str:
    """A value as a link has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{item}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)


# --- from what was judged ---------------------------------------------------------------------------------------


def question_of(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> Question:
    """The question that a board, a stroke and a ruleset answer: `judge` rules alike on what it reads back.

    The side that strikes becomes A; warnings of the side that no fact concerns stay out. A ruleset that does not ship
    is given by its title and by what differs from the one that it is based on.
    """
    slug = ruleset.slug if ruleset.slug in RULESETS else (ruleset.inherits or BASE)
    plain = RULESETS.get(slug, RULESETS[BASE])
    options = {name: getattr(ruleset, name) for name in parameters() if getattr(ruleset, name) != getattr(plain, name)}
    title = "" if ruleset.slug in RULESETS else ruleset.title[:LONGEST_TITLE]
    return Question(plain.slug, options, _given(board, facts), _stroke(board, facts), title)


def question_of_laws(ruleset: Ruleset) -> Question:
    """An ordinary stroke under a ruleset, such as a club's own."""
    return replace(question_of(BoardState(broken=True), StrokeFacts(), ruleset), given={}, stroke={})


def _given(board: BoardState, facts: StrokeFacts) -> dict[str, Any]:
    mine, other = board.to_play, board.to_play.other
    own, opponent = board.up_of(mine), board.up_of(other)
    given: dict[str, Any] = {"queen": _queen(board)}
    if board.solo:
        own, opponent = board.white_up, board.black_up
        given |= {"white": own, "black": opponent, "owed": board.owed[0], "strokes": board.strokes}
    else:
        given |= {
            "own": own,
            "opponent": opponent,
            "own_owed": board.owed_by(mine),
            "opponent_owed": board.owed_by(other),
            "own_score": board.score_of(mine),
            "opponent_score": board.score_of(other),
            "colours": "open" if board.white_side is None else "assigned",
            "own_colour": (board.colour_of(mine) or Piece.WHITE).value,
            "men": board.players,
        }
    for key, earned, up in (
        ("own_earned", board.earned[mine is Side.B], own),
        ("opponent_earned", board.earned[other is Side.B], opponent),
    ):
        if earned is not (up < COINS):
            given[key] = earned
    waits = board.early_queen or board.queen is Queen.AWAITING_COVER or board.covered_this_turn
    if board.first_of_turn is waits:
        given["first_of_turn"] = board.first_of_turn
    if not board.broken:
        given |= {"broken": False, "attempt": board.attempt}
    warned = other if facts.by_opponent else mine
    warnings = {fact: times for side, fact, times in board.warnings if side is warned}
    return given | {
        "early_queen": board.early_queen,
        "reprieved": board.reprieved,
        "covered_this_turn": board.covered_this_turn,
        "passes": board.passes,
        "seat": board.seat.value,
        "warnings": warnings,
    }


def _queen(board: BoardState) -> str:
    if board.queen is Queen.ON_BOARD:
        return "up"
    if board.queen is Queen.AWAITING_COVER:
        return "pending"
    if board.solo:
        return "covered"
    return "covered_own" if board.queen_side is board.to_play else "covered_opponent"


def _stroke(board: BoardState, facts: StrokeFacts) -> dict[str, Any]:
    own = None if board.solo else board.colour_of(board.to_play)
    words = {piece: piece.value for piece in Piece}
    if own is not None:
        words |= {own: "own", (Piece.BLACK if own is Piece.WHITE else Piece.WHITE): "opponent"}
    pocketed, left = ([words[piece] for piece in pieces] for pieces in (facts.pocketed, facts.left_board))
    stroke: dict[str, Any] = {
        "pocketed": pocketed + ["striker"] * facts.striker_pocketed,
        "off_board": left + ["striker"] * facts.striker_left_board,
        "direct": [words[piece] for piece in Piece if piece in facts.struck],
        "dropped": [words[piece] for piece in facts.dropped],
        "made": facts.made,
        "passed": facts.passed,
        "declared": list(facts.declared),
        "by": "opponent" if facts.by_opponent else "own",
        "claims_extra": facts.claims_extra,
    }
    if facts.made:
        stroke |= {
            "touched": facts.touched,
            "improper": facts.improper,
            "direction": Direction(facts.direction).value,
            "crossed_front_line": facts.crossed_front_line,
            "stayed_behind_line": facts.stayed_behind_line,
            "touched_own_frame": facts.touched_own_frame,
            "came_back_into_own_half": facts.came_back_into_own_half,
            "struck_behind_line": facts.struck_behind_line,
        }
        if facts.spread is not None and not board.broken:
            stroke["spread"] = facts.spread
    return stroke

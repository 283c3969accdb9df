"""The keys and values of law cases, and the board and stroke that they give.

The format is described in docs/laws/cases.md. Reading is strict: what is not in these tables is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any

from carrom.errors import UnreadableError
from carrom.laws.board_state import COINS, BoardState
from carrom.laws.facts import KIND_OF_FACT, ContradictoryFactsError, Direction, StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.terms import Piece, Queen, Seat, Side

FACTS = frozenset(KIND_OF_FACT)
SEATS = tuple(seat.value for seat in Seat)


class CaseError(UnreadableError):
    """A case file cannot be read; the sentence names the file, the case and the key."""

    code = "case"
    key = case = file = ""

    def __init__(self, reason: str, /, *, key: str = "", file: str = "", **parameters: object) -> None:
        super().__init__(reason, **parameters)
        self.locate(key=key, file=file)

    def locate(self, *, key: str | None = None, case: str | None = None, file: str | None = None) -> None:
        """Set the place: the file, the case and the key; those left out stay."""
        self.key = self.key if key is None else key
        self.case = self.case if case is None else case
        self.file = self.file if file is None else file
        self.parameters["where"] = [part for part in (self.file, self.case and repr(self.case), self.key) if part]

    @property
    def location_id(self) -> str:
        """The file, the case and the key, as far as they are known."""
        return "case.at" if self.parameters["where"] else ""


Check = Callable[[object], bool]


def whole(least: int, most: int = 10_000) -> tuple[Check, str]:
    """A whole number between two others."""
    words = f"a whole number from {least}" + (f" to {most}" if most < 10_000 else "")
    return lambda given: type(given) is int and least <= given <= most, words


def word(*words: str) -> tuple[Check, str]:
    """One of these words."""
    return lambda given: isinstance(given, str) and given in words, " or ".join(repr(each) for each in words)


def words(*allowed: str) -> tuple[Check, str]:
    """A list of these words."""
    return (
        lambda given: isinstance(given, list) and all(isinstance(item, str) and item in allowed for item in given),
        "a list of " + ", ".join(repr(each) for each in allowed),
    )


def table(allowed: frozenset[str], check: Check, what: str) -> tuple[Check, str]:
    """A table with keys of a set, each value of a kind."""
    return (
        lambda given: isinstance(given, dict) and all(key in allowed and check(item) for key, item in given.items()),
        what,
    )


BOOL: tuple[Check, str] = (lambda given: isinstance(given, bool), "true or false")
COUNT = whole(0, COINS)
SOME = whole(0)
TEXT: tuple[Check, str] = (lambda given: isinstance(given, str) and bool(given), "a text")
KINDS = frozenset({"own", "opponent", "queen", "white", "black"})

GIVEN: dict[str, tuple[Check, str]] = {
    "own": COUNT,
    "opponent": COUNT,
    "white": COUNT,
    "black": COUNT,
    "queen": word("up", "pending", "covered_own", "covered_opponent", "covered"),
    "own_owed": SOME,
    "opponent_owed": SOME,
    "owed": SOME,
    "own_score": SOME,
    "opponent_score": SOME,
    "own_earned": BOOL,
    "opponent_earned": BOOL,
    "broken": BOOL,
    "attempt": whole(1, 3),
    "colours": word("assigned", "open"),
    "own_colour": word("white", "black"),
    "first_of_turn": BOOL,
    "strokes": SOME,
    "early_queen": BOOL,
    "reprieved": BOOL,
    "covered_this_turn": BOOL,
    "passes": SOME,
    "warnings": table(FACTS, SOME[0], "a table of facts to whole numbers"),
    "options": (lambda given: isinstance(given, dict), "a table of ruleset values"),
    "men": (lambda given: type(given) is int and given in (2, 4), "2 or 4"),
    "seat": word(*SEATS),
}
SOLO_ONLY = frozenset({"white", "black", "owed"})
TWO_SIDES_ONLY = frozenset({"own", "opponent", "own_owed", "opponent_owed", "colours", "own_colour"})

STROKE: dict[str, tuple[Check, str]] = {
    "pocketed": words("own", "opponent", "queen", "striker", "white", "black"),
    "off_board": words("own", "opponent", "queen", "striker", "white", "black"),
    "touched": BOOL,
    "made": BOOL,
    "direct": words("own", "opponent", "queen", "white", "black"),
    "spread": BOOL,
    "direction": word(*(direction.value for direction in Direction)),
    "crossed_front_line": BOOL,
    "stayed_behind_line": BOOL,
    "touched_own_frame": BOOL,
    "came_back_into_own_half": BOOL,
    "struck_behind_line": BOOL,
    "improper": BOOL,
    "passed": BOOL,
    "dropped": words("own", "opponent", "queen", "white", "black"),
    "declared": words(*sorted(FACTS)),
    "by": word("own", "opponent"),
    "claims_extra": (lambda given: isinstance(given, bool) or SOME[0](given), "true, false or a whole number from 0"),
}

PIECE_WORDS = ("pocketed", "off_board", "direct", "dropped")  # keys of a stroke that name pieces

THEN: dict[str, tuple[Check, str]] = {
    **{key: COUNT for key in ("own", "opponent", "white", "black")},
    **{key: SOME for key in ("own_owed", "opponent_owed", "owed", "points", "strokes", "score")},
    **{key: GIVEN[key] for key in ("queen", "early_queen", "broken", "colours", "own_colour", "attempt")},
    "next": word("own", "opponent", "none", *SEATS),
    "returned": table(KINDS, whole(0, COINS)[0], "a table of kinds to counts"),
    "board": word("on", "own", "opponent", "drawn", "replayed", "cleared"),
    "placer": word("opponent", "own", "umpire", "self", *SEATS),
    "region": word("outer_circle", "centre"),
    "warned": words(*sorted(FACTS)),
    "error": TEXT,
}


def checked(section: str, given: object, schema: Mapping[str, tuple[Check, str]]) -> dict[str, Any]:
    """A section of a case, every key and value as the schema has it.

    Raises:
        CaseError: names the first key that is not.
    """
    if not isinstance(given, dict):
        raise CaseError("not-a-table", key=section)
    for key, item in given.items():
        if key not in schema:
            raise CaseError("unknown-key", key=f"{section}.{key}")
        check, what = schema[key]
        if not check(item):
            raise CaseError("not-possible", key=f"{section}.{key}", given=item, expected=what)
    return given


def check_for_ruleset(given: Mapping[str, Any], stroke: Mapping[str, Any], ruleset: Ruleset) -> None:
    """Refuse keys and words that do not fit the ruleset: solo has colours, two sides have own and other.

    Raises:
        CaseError: names the key.
    """
    solo = ruleset.side_count == 1
    for key in given:
        if key in (TWO_SIDES_ONLY if solo else SOLO_ONLY):
            raise CaseError("not-of-ruleset", key=f"given.{key}", ruleset=ruleset.slug)
    queens = ("up", "pending", "covered") if solo else ("up", "pending", "covered_own", "covered_opponent")
    if given.get("queen", "up") not in queens:
        raise CaseError("queen-of-ruleset", key="given.queen", given=given["queen"], ruleset=ruleset.slug)
    by_colour = solo or given.get("colours") == "open"
    wrong = ("own", "opponent") if by_colour else ("white", "black")
    for key in PIECE_WORDS:
        for item in stroke.get(key, ()):
            if item in wrong:
                raise CaseError("not-on-board", key=f"stroke.{key}", given=item)


def board_of(given: Mapping[str, Any], stroke: Mapping[str, Any], ruleset: Ruleset) -> BoardState:
    """The board that a case gives; the side that strikes is A."""
    solo = ruleset.side_count == 1
    is_open = given.get("colours") == "open"
    own_white = given.get("own_colour", "white") == "white"
    own, opponent = given.get("own", COINS), given.get("opponent", COINS)
    white, black = (own, opponent) if own_white else (opponent, own)
    if solo:
        white, black = given.get("white", COINS), given.get("black", COINS)
        own, opponent = white, black
    word_for_queen = given.get("queen", "up")
    early = bool(given.get("early_queen", False))
    warned = Side.B if stroke.get("by") == "opponent" else Side.A
    waits = word_for_queen == "pending" or early
    return BoardState(
        white_up=white,
        black_up=black,
        queen=QUEENS[word_for_queen][0],
        queen_side=QUEENS[word_for_queen][1],
        white_side=None if is_open else Side.A if own_white else Side.B,
        owed=(given.get("owed", 0) if solo else given.get("own_owed", 0), given.get("opponent_owed", 0)),
        earned=(given.get("own_earned", own < COINS), given.get("opponent_earned", opponent < COINS)),
        score=(given.get("own_score", 0), given.get("opponent_score", 0)),
        seat=Seat(given.get("seat", "south")),
        players=given.get("men", 2),
        solo=solo,
        broken=given.get("broken", True),
        attempt=given.get("attempt", 1),
        first_of_turn=given.get("first_of_turn", not (waits or given.get("covered_this_turn", False))),
        strokes=given.get("strokes", 0),
        early_queen=early,
        reprieved=given.get("reprieved", False),
        covered_this_turn=given.get("covered_this_turn", False),
        passes=given.get("passes", 0),
        warnings=tuple(sorted((warned, fact, times) for fact, times in given.get("warnings", {}).items() if times)),
    )


QUEENS: dict[str, tuple[Queen, Side | None]] = {
    "up": (Queen.ON_BOARD, None),
    "pending": (Queen.AWAITING_COVER, Side.A),
    "covered_own": (Queen.COVERED, Side.A),
    "covered": (Queen.COVERED, Side.A),
    "covered_opponent": (Queen.COVERED, Side.B),
}


def facts_of(stroke: Mapping[str, Any], board: BoardState) -> StrokeFacts:
    """The stroke of a case.

    Raises:
        ContradictoryFactsError: it names the striker twice.
    """
    own = board.colour_of(Side.A) or Piece.WHITE
    opponent = Piece.BLACK if own is Piece.WHITE else Piece.WHITE
    kinds = {"own": own, "opponent": opponent, "queen": Piece.QUEEN, "white": Piece.WHITE, "black": Piece.BLACK}
    fell, left = stroke.get("pocketed", []), stroke.get("off_board", [])
    if fell.count("striker") + left.count("striker") > 1:
        raise ContradictoryFactsError("striker-twice.named")
    return StrokeFacts(
        pocketed=tuple(kinds[item] for item in fell if item != "striker"),
        striker_pocketed="striker" in fell,
        left_board=tuple(kinds[item] for item in left if item != "striker"),
        striker_left_board="striker" in left,
        touched=stroke.get("touched", True),
        struck=frozenset(kinds[item] for item in stroke.get("direct", [])),
        spread=stroke.get("spread"),
        direction=Direction(stroke.get("direction", Direction.FORWARD)),
        crossed_front_line=stroke.get("crossed_front_line", True),
        stayed_behind_line=stroke.get("stayed_behind_line", False),
        touched_own_frame=stroke.get("touched_own_frame", False),
        came_back_into_own_half=stroke.get("came_back_into_own_half", False),
        struck_behind_line=stroke.get("struck_behind_line", False),
        improper=stroke.get("improper", False),
        made=stroke.get("made", True),
        passed=stroke.get("passed", False),
        dropped=tuple(kinds[item] for item in stroke.get("dropped", [])),
        declared=tuple(stroke.get("declared", [])),
        by_opponent=stroke.get("by") == "opponent",
        claims_extra=stroke.get("claims_extra", True),
    )

"""From a form or a link to a question for the laws: taps, steps, chosen laws, unreadable parts.

A link's query has the keys of `carrom.notation.question`. The form sends those and some of its own, which the page
answers with the plain link: `add` and `add_off` (a piece fell, or left the board), `undo` (the last of a list), `step`
(`own+1`), `opening` (`made`, or which attempt), `outcome` (a stroke, none, a pass, a piece that hung), `warned_FACT`.
"""

import re
from collections.abc import Iterable, Mapping

from carrom.laws.case_format import GIVEN, PIECE_WORDS
from carrom.laws.rulesets.every import RULESETS
from carrom.notation.question import (
    BASE,
    BOARD_DEFAULTS,
    LISTS,
    OPTION,
    RULESET,
    TITLE,
    Question,
    QuestionError,
    question_from,
)
from carrom_web.core.translation import localized

WARNED = "warned_"
MOST_PIECES = 20  # in a list of what fell: nineteen and the striker
_STEP = re.compile(r"(\w+)([+-])1")
_TRACKING = re.compile(r"utm_\w+|\w*clid")  # what other sites hang on a link
# the same piece or figure under laws for one player alone, and for two sides
OF_SOLO = {"own": "white", "opponent": "black", "own_owed": "owed"}
OF_TWO = {"white": "own", "black": "opponent", "owed": "own_owed"}
ONLY_TWO = ("opponent_owed", "own_score", "opponent_score", "colours", "own_colour", "men", "seat")


def parse_question(sent: Mapping[str, Iterable[str]]) -> tuple[Question, list[str]]:
    """The question of what was sent, and a sentence for each part of it that cannot be read and stays out."""
    held = _plain({key: list(values) for key, values in sent.items()})
    faults: list[str] = []
    while True:
        try:
            return question_from(held), faults
        except QuestionError as error:
            faults.append(localized(error))
            wrong = error.key if error.key in held else OPTION + error.key
            if held.pop(wrong, None) is None:
                return question_from({}), faults


def _plain(sent: dict[str, list[str]]) -> dict[str, str]:
    """Return the input as keys and texts of a link."""
    held = {
        key: ",".join(filter(None, values)) if key in LISTS else values[-1].strip()
        for key, values in sent.items()
        if values and not _TRACKING.fullmatch(key)
    }
    _press(held)
    _tell(held)
    _warn(held)
    _name(held)
    _suit(held)
    return held


def _press(held: dict[str, str]) -> None:
    """The keys of the form: a piece more, one less, one step up or down."""
    for button, key in (("add", "pocketed"), ("add_off", "off_board")):
        if piece := held.pop(button, ""):
            held[key] = ",".join([*filter(None, held.get(key, "").split(",")), piece][:MOST_PIECES])
    if (key := held.pop("undo", "")) in LISTS:
        held[key] = ",".join(held.get(key, "").split(",")[:-1])
    if step := _STEP.fullmatch(held.pop("step", "")):
        name, sign = step.groups()
        now = held.get(name) or str(BOARD_DEFAULTS.get(name, 0))
        if now.isdecimal():
            held[name] = str(max(int(now) + (1 if sign == "+" else -1), 0))


def _tell(held: dict[str, str]) -> None:
    """Read the questions that stand for several keys: the break, and whether there was a stroke."""
    opening = held.pop("opening", "")
    if opening:
        held.pop("attempt", None)
        if opening != "made":
            held["attempt"] = opening
    outcome = held.pop("outcome", "")
    if outcome:
        for key in ("made", "passed"):
            held.pop(key, None)
        if outcome != "stroke":
            held["made"] = "no"
        if outcome == "pass":
            held["passed"] = "yes"
        source, target = ("pocketed", "dropped") if outcome == "dropped" else ("dropped", "pocketed")
        if moved := held.pop(source, ""):
            held[target] = ",".join(filter(None, (held.get(target, ""), moved)))


def _warn(held: dict[str, str]) -> None:
    """Earlier warnings, one field a fact."""
    fields = [key for key in held if key.startswith(WARNED)]
    if fields:
        counts = ((key.removeprefix(WARNED), held.pop(key)) for key in fields)
        held["warnings"] = ",".join(f"{fact}:{count}" for fact, count in counts if count.strip("0"))


def _name(held: dict[str, str]) -> None:
    """Laws of one's own keep their name as long as they are based on the same ruleset."""
    founded = held.pop("laws_on", "")
    if founded and founded != (held.get(RULESET) or BASE):
        held.pop(TITLE, None)


def _suit(held: dict[str, str]) -> None:
    """Name coins as these laws do: white and black under laws for one player, else own and the other side's."""
    ruleset = RULESETS.get(held.get(RULESET) or BASE)
    if ruleset is None:
        return
    solo = ruleset.side_count == 1
    for old, new in (OF_SOLO if solo else OF_TWO).items():
        if old in held and old in GIVEN:
            held.setdefault(new, held[old])
            del held[old]
    queen = held.get("queen", "")
    if solo:
        for key in ONLY_TWO:
            held.pop(key, None)
        if queen.startswith("covered"):
            held["queen"] = "covered"
    elif queen == "covered":
        held["queen"] = "covered_own"
    words = OF_SOLO if solo or held.get("colours") == "open" else OF_TWO
    for key in PIECE_WORDS:
        if key in held:
            held[key] = ",".join(words.get(piece, piece) for piece in held[key].split(","))

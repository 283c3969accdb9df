"""The controls of a question, filled in: what the form shows of a board and a stroke, as values for its templates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.laws.board_state import COINS
from carrom.laws.facts import FACTS_BY_KIND
from carrom.laws.ruleset import Ruleset, effect_of
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts import lookup
from carrom.notation.question import BOARD_DEFAULTS, OPTION, STROKE_DEFAULTS, Question, value_text
from carrom.terms import Piece, Seat
from carrom_web.config.what_if.parsing import WARNED
from carrom_web.config.what_if.rendering import seat_text
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import declaration_phrases, option_fields, phrases
from carrom_web.matches.law_texts import law_label

Json = dict[str, Any]
FACT_WARNED_FIRST = ("warning_first",)


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number with a key for one less and one for one more."""

    name: str
    label: str
    value: int
    piece: str = ""
    least: int = 0
    most: int = 99


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to a question."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with one answer, or with any number of them."""

    name: str
    label: str
    options: tuple[Option, ...]


class _Values(forms.Form):
    """The ruleset's values that a link may change."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(auto_id="id_%s", **kwargs)
        self.fields.update(option_fields.fields())


def shape(question: Question) -> str:
    """Return the values that decide on the controls; a page that has these already needs no others."""
    given = question.given
    laws = ",".join(f"{name}:{held}" for name, held in sorted(question.options.items()))
    parts = (given.get("colours"), given.get("own_colour"), given.get("men"), given.get("broken"))
    return " ".join([question.ruleset, laws, *(str(part) for part in parts)])


def laws_json(question: Question) -> Json:
    """Return the laws with every value that may be changed."""
    changed = tuple(sorted((name, value_text(value)) for name, value in question.options.items()))
    return {
        "rulesets": [Option(slug, ruleset_title(one), slug == question.ruleset) for slug, one in RULESETS.items()],
        "changed": bool(changed),
        "title": question.title,
        "founded_on": question.ruleset,
        "fields": _fields(get_language(), changed),
    }


@lru_cache(maxsize=64)
def _fields(language: str | None, changed: tuple[tuple[str, str], ...]) -> str:
    """The fields of all values as markup: a hundred of them, and mostly the same ones."""
    form = _Values(initial={OPTION + name: text for name, text in changed})
    groups = [
        {"title": group.title, "fields": [form[name] for name in group.names]} for group in option_fields.groups()
    ]
    return render_to_string("config/pages/laws_what_if/values.html", {"groups": groups})


def question_json(question: Question) -> Json:
    """The controls of board and stroke."""
    laws, solo, is_open = question.laws, question.laws.side_count == 1, question.given.get("colours") == "open"
    pair = question.given.get("men") == 4
    return {
        "solo": solo,
        "colour": None if solo or is_open else _colour(question),
        "up": _up(question, solo=solo),
        "queen": _queen(question, solo=solo),
        "owed": _owed(question, solo=solo),
        "score": [] if solo else _score(question),
        "opening": _opening(question, laws),
        "turn": _turn(question, laws, solo=solo),
        "pairs": _pairs(question, laws, seated=pair),
        "counts": _counts(question, solo=solo),
        "keys": pieces(question, ("own", "opponent", "queen", "striker")),
        "outcome": _what_happened(question),
        "touched": _touched(question),
        "improper": _ticked(question, "improper", _("Improper: a law of striking was broken")),
        "way": _way(question),
        "direction": _choice(
            question,
            "direction",
            _("Struck"),
            (("", _("forward")), ("horizontal", _("along the line")), ("backward", _("backward"))),
        ),
        "direct": _direct(question),
        "spread": None if question.given.get("broken", True) else _spread(question),
        "by": None if solo else _choice(
            question, "by", _("Who did it"), (("", _("The side that strikes")), ("opponent", _("The other side")))
        ),
        "claims": _claims(question, laws),
        "facts": fact_groups(question, laws),
    }  # fmt: skip


def fell_json(question: Question) -> Json:
    """Return the taps so far: pieces as they fell, those off the board, facts with a warning first."""
    stroke = question.stroke
    hung = bool(stroke.get("dropped"))
    return {
        "list_name": "dropped" if hung else "pocketed",
        "fell": pieces(question, stroke.get("dropped" if hung else "pocketed", ())),
        "left": pieces(question, stroke.get("off_board", ())),
        "declared": [fact_text(fact) for fact in stroke.get("declared", ())],
        "warned": [
            Stepper(
                WARNED + fact,
                _("Warned before: %(fact)s") % {"fact": fact_text(fact)},
                question.given.get("warnings", {}).get(fact, 0),
            )
            for fact in stroke.get("declared", ())
            if effect_of(question.laws, fact) in FACT_WARNED_FIRST
        ],
    }


def fact_text(fact: str) -> str:
    """A declared fact in words."""
    return _(lookup.fact_label(fact))


# --- pieces -----------------------------------------------------------------------------------------------------


def _colour_of(question: Question, word: str) -> str:
    """The colour of `own` and `opponent`, or the piece itself."""
    own = str(question.given.get("own_colour", "white"))
    other = "black" if own == "white" else "white"
    return {"own": own, "opponent": other}.get(word, word)


def _by_colour(question: Question) -> bool:
    """Whether coins are named by colour: for one player alone, and before colours are decided."""
    return question.laws.side_count == 1 or question.given.get("colours") == "open"


def pieces(question: Question, words: Iterable[str]) -> list[Json]:
    """Pieces by the word that a stroke has for them, what they are called, and which to draw."""
    colours = {"own": "white", "opponent": "black"} if _by_colour(question) else {}
    names = {"own": _("Own"), "opponent": _("Opponent")}
    found = []
    for word in words:
        known = colours.get(word, word)
        piece = _colour_of(question, known)
        name = phrases.colour_name(Piece(piece))
        label = names.get(known) or name[:1].upper() + name[1:]
        found.append({"word": known, "label": label, "about": name if known in names else "", "piece": piece})
    return found


# --- the board --------------------------------------------------------------------------------------------------


def _number(question: Question, name: str) -> int:
    return int(question.given.get(name, BOARD_DEFAULTS.get(name, 0)))


def _up(question: Question, *, solo: bool) -> list[Stepper]:
    names = (("white", _("White up")), ("black", _("Black up"))) if solo else (
        ("own", _("Player's coins up")), ("opponent", _("Opponent's coins up")))  # fmt: skip
    return [
        Stepper(name, label, _number(question, name), _colour_of(question, name), most=COINS) for name, label in names
    ]


def _owed(question: Question, *, solo: bool) -> list[Stepper]:
    names = (("owed", _("Owed")),) if solo else (("own_owed", _("Player owes")), ("opponent_owed", _("Opponent owes")))
    return [Stepper(name, label, _number(question, name)) for name, label in names]


def _score(question: Question) -> list[Stepper]:
    names = (("own_score", _("Player's points so far")), ("opponent_score", _("Opponent's points")))
    return [Stepper(name, label, _number(question, name)) for name, label in names]


def _counts(question: Question, *, solo: bool) -> list[Stepper]:
    if solo:
        return [Stepper("strokes", _("Strokes made on this board"), _number(question, "strokes"))]
    return [Stepper("passes", _("Passes in a row"), _number(question, "passes"))]


def _choice(question: Question, name: str, label: str, options: Sequence[tuple[str, str]]) -> Choice:
    held = question.given.get(name, question.stroke.get(name))
    if held == BOARD_DEFAULTS.get(name, STROKE_DEFAULTS.get(name)) and type(held) is not int:
        held = None
    now = "" if held is None else value_text(held)
    return Choice(name, label, tuple(Option(value, text, value == now) for value, text in options))


def _colour(question: Question) -> Choice:
    options = (("", _("White strikes")), ("black", _("Black strikes")))
    return _choice(question, "own_colour", _("Who strikes"), options)


def _queen(question: Question, *, solo: bool) -> Choice:
    down = (("covered", _("covered")),) if solo else (
        ("covered_own", _("covered by the player")), ("covered_opponent", _("covered by the opponent")))  # fmt: skip
    options = (("", _("on the board")), ("pending", _("to be covered by this stroke")), *down)
    return _choice(question, "queen", _("The queen"), options)


def _opening(question: Question, laws: Ruleset) -> Choice:
    now = "made" if question.given.get("broken", True) else str(question.given.get("attempt", 1))
    most = min(laws.break_attempts or 3, 3)
    words = {1: _("this is the break"), 2: _("second attempt at it"), 3: _("third attempt at it")}
    options = [Option("made", _("has been made"), now == "made")]
    options += [Option(str(nth), words[nth], now == str(nth)) for nth in range(1, most + 1)]
    return Choice("opening", _("The break"), tuple(options))


def _turn(question: Question, laws: Ruleset, *, solo: bool) -> list[Choice]:
    """Return the earlier events of this turn and board, where laws ask for it."""
    by_counts, yes, no = ("", _("as the counts imply")), ("yes", _("yes")), ("no", _("no"))
    found = []
    if not solo:
        found.append(_choice(question, "first_of_turn", _("First stroke of the turn"), (by_counts, yes, no)))
        found.append(_choice(question, "own_earned", _("The player has had a coin down before"), (by_counts, yes, no)))
        found.append(
            _choice(question, "opponent_earned", _("The opponent has had a coin down before"), (by_counts, yes, no))
        )
    if laws.early_queen_return != "at_once" or question.given.get("early_queen"):
        found.append(_choice(question, "early_queen", _("A queen that fell too early is waiting"), (("", no[1]), yes)))
    if laws.cover_reprieve == "once" or question.given.get("reprieved"):
        found.append(_choice(question, "reprieved", _("Her cover was already put off once"), (("", no[1]), yes)))
    if laws.pending_queen_back_on_opponent_foul == "covered_too" or question.given.get("covered_this_turn"):
        found.append(_choice(question, "covered_this_turn", _("She was covered in this turn"), (("", no[1]), yes)))
    if laws.colour_assignment == "first_pocketed" or question.given.get("colours") == "open":
        options = (("", _("are decided")), ("open", _("are open: no coin has fallen yet")))
        found.append(_choice(question, "colours", _("The colours"), options))
    return found


def _pairs(question: Question, laws: Ruleset, *, seated: bool) -> list[Choice]:
    if laws.side_count == 1 or (len(laws.players_allowed) < 2 and not seated):
        return []
    found = [_choice(question, "men", _("Players"), (("", _("two")), ("4", _("four, in pairs"))))]
    if seated:
        seats = tuple(("" if seat is Seat.SOUTH else seat.value, seat_text(seat)) for seat in Seat)
        found.append(_choice(question, "seat", _("Position of the player"), seats))
    return found


# --- the stroke -------------------------------------------------------------------------------------------------


def _what_happened(question: Question) -> Choice:
    stroke = question.stroke
    now = "stroke"
    if not stroke.get("made", True):
        now = "pass" if stroke.get("passed") else "dropped" if stroke.get("dropped") else "none"
    options = (
        ("stroke", _("A stroke was made")),
        ("none", _("No stroke: a fact is declared")),
        ("dropped", _("A hanging piece fell by itself")),
        ("pass", _("The player passes")),
    )
    return Choice("outcome", _("What happened"), tuple(Option(value, text, value == now) for value, text in options))


def _ticked(question: Question, name: str, label: str, *, value: str = "yes") -> Choice:
    held = question.stroke.get(name)
    return Choice(name, label, (Option(value, label, held is (value == "yes")),))


def _touched(question: Question) -> Choice:
    return _choice(question, "touched", _("The striker"), (("", _("touched a piece")), ("no", _("touched no piece"))))


def _way(question: Question) -> list[Choice]:
    return [
        _ticked(question, "stayed_behind_line", _("never crossed its front line")),
        _ticked(question, "crossed_front_line", _("had not crossed it before it touched a piece"), value="no"),
        _ticked(question, "struck_behind_line", _("hit a piece on or behind that line first, before crossing it")),
        _ticked(question, "touched_own_frame", _("touched its own frame before a piece")),
        _ticked(question, "came_back_into_own_half", _("came back into its own half before it touched a piece")),
    ]


def _direct(question: Question) -> Choice:
    held = question.stroke.get("direct", ())
    words = pieces(question, ("own", "opponent", "queen"))
    options = tuple(Option(one["word"], one["label"], one["word"] in held) for one in words)
    return Choice("direct", _("Pieces that the striker itself hit, of those pocketed"), options)


def _spread(question: Question) -> Choice:
    options = (("", _("same as touched")), ("yes", _("yes")), ("no", _("no")))
    return _choice(question, "spread", _("A coin crossed a base line or reached a pocket"), options)


def _claims(question: Question, laws: Ruleset) -> Choice | None:
    if not laws.demanded_extra_point:
        return None
    options = (("", _("all")), ("0", _("none")), ("1", _("one")))
    return _choice(question, "claims_extra", _("Extra points that the winner demands"), options)


def fact_groups(question: Question, laws: Ruleset) -> list[Json]:
    """Every fact that these laws know, by group; what the link holds beside them comes last."""
    held = tuple(question.stroke.get("declared", ()))
    known = {fact for facts in FACTS_BY_KIND.values() for fact in facts if effect_of(laws, fact) is not None}
    groups = [
        {
            "title": fact_kind_text(kind),
            "facts": [_fact(laws, fact, chosen=fact in held) for fact in facts if fact in known],
        }
        for kind, facts in FACTS_BY_KIND.items()
    ]
    unknown = [_fact(laws, fact, chosen=True) for fact in held if fact not in known]
    groups.append({"title": _("not known to these laws"), "facts": unknown})
    return [group for group in groups if group["facts"]]


def fact_kind_text(kind: str) -> str:
    """A group of facts, as a heading."""
    words = {
        "technique": _("the way of striking"),
        "hands": _("hands and fingers"),
        "diagonals": _("over the diagonals"),
        "body": _("body on the board"),
        "pieces": _("coins touched"),
        "motion": _("while pieces move"),
        "board": _("the board disturbed"),
        "seat": _("leaving the seat"),
        "chair": _("the chair"),
        "leaning": _("leaning"),
        "manners": _("conduct and time"),
        "things": _("objects and strikers"),
        "stopped": _("after the umpire's stop"),
        "order": _("out of turn"),
        "intent": _("bad faith"),
        "outside": _("from outside"),
        "claims": _("claims"),
        "conduct": _("conduct"),
        "start": _("before the start"),
        "placing": _("placing"),
    }
    return words.get(kind, kind)


def _fact(laws: Ruleset, fact: str, *, chosen: bool) -> Json:
    follows = declaration_phrases.effect_text(laws, fact) if effect_of(laws, fact) else _("no effect")
    about = " · ".join(filter(None, (follows, law_label(laws.fact_citations.get(fact, ())[:3]))))
    return {"key": fact, "text": fact_text(fact), "about": about, "chosen": chosen}

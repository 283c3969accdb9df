"""Content of the pages of the laws: clauses with their homes, each with a worked example by the engine itself."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.board_state import BoardState
from carrom.laws.judge import judge
from carrom.laws.readings import Reading, readings_of, readings_of_clause
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.situations import Situation, possible, situations
from carrom.laws.texts.lookup import STATE_WORDS, Clause, Document, State, documents, fact_label, home_label, spoken
from carrom.laws.values import says
from carrom.terms import Queen
from carrom_web.core.translation import ruleset_title
from carrom_web.matches.law_texts import clause_title, clause_words, outcome_text, what_if_url

Json = dict[str, Any]


def state_text(state: State | None) -> str:
    """Return the home of a clause in words."""
    return _(STATE_WORDS[state]) if state else ""


def kind_text(kind: str) -> str:
    """A kind of clause, as a heading."""
    words = {
        "adjudicate": _("Results of a stroke"),
        "declared": _("Facts that only people see"),
        "placement": _("Placing pieces and striker"),
        "geometry": _("Equipment"),
        "physics": _("Motion and rest"),
        "scoring": _("Points"),
        "match": _("Sides, order, formats"),
        "tournament": _("Events"),
        "conduct": _("Conduct"),
    }
    return words.get(kind, kind)


def ruleset_cards() -> list[Json]:
    """Every ruleset with what its document is and how its clauses stand."""
    return [
        {
            "slug": slug,
            "title": ruleset_title(RULESETS[slug]),
            "nature": _(document.nature),
            "count": len(document.clauses),
            "states": _states(document),
        }
        for slug, document in documents().items()
    ]


def _states(document: Document) -> list[Json]:
    counts = {state: sum(one.state is state for one in document.clauses) for state in State}
    return [{"state": state.value, "text": state_text(state), "count": n} for state, n in counts.items() if n]


def found(query: str) -> list[Json]:
    """The clauses that hold all words of a query, by document; no document without any."""
    words = query.lower().split()
    if not words:
        return []
    by_document = {
        slug: [clause_json(one) for one in document.clauses if all(word in _searched(one) for word in words)]
        for slug, document in documents().items()
    }
    return [
        {"slug": slug, "title": ruleset_title(RULESETS[slug]), "clauses": clauses}
        for slug, clauses in by_document.items()
        if clauses
    ]


def _searched(one: Clause) -> str:
    """Return the searched text: a clause in the reader's language."""
    parts = [one.id, clause_title(one), one.text, clause_words(one), _(one.consequence) if one.consequence else ""]
    return " ".join(parts).lower()


def clause_json(one: Clause) -> Json:
    """A clause by itself, for a list of findings."""
    return {
        "id": one.id,
        "title": clause_title(one),
        "text": clause_words(one),
        "slug": one.document,
        "state": state_text(one.state),
    }


def groups(slug: str) -> list[Json]:
    """The clauses of a ruleset by kind, each with its values here and a worked example where there is one."""
    by_kind: dict[str, list[Json]] = {}
    for one in documents()[slug].clauses:
        by_kind.setdefault(one.kind, []).append(_whole(one, RULESETS[slug]))
    return [{"kind": kind, "title": kind_text(kind), "clauses": held} for kind, held in by_kind.items()]


def _whole(one: Clause, ruleset: Ruleset) -> Json:
    example, open_points = examples(ruleset.slug).get(one.id), readings_of(ruleset)
    return clause_json(one) | {
        "original": one.text if one.consequence else "",  # stays in English
        "consequence": _(one.consequence) if one.consequence else "",
        "reading": _(one.reading) if one.reading else "",
        "readings": [
            reading_json(reading, ruleset) for reading in readings_of_clause(one.id) if reading in open_points
        ],
        "conflicts": one.conflicts,
        "homes": [_(home) for home in home_label(one)],
        "sets": [{"name": name, "says": _(says(name)), "value": shown(getattr(ruleset, name))} for name in one.sets],
        "example": None if example is None else example_json(example, ruleset),
    }


def reading_json(reading: Reading, ruleset: Ruleset) -> Json:
    """An open point: how the ruleset reads it and why, how else, and the value that chooses."""
    way = reading.way_of(ruleset)
    return {
        "point": _(reading.point),
        "taken": _(way.says) if way else "",
        "because": _(reading.because),
        "value": reading.value,
        "others": [
            {"says": _(other.says), "value": shown(other.held) if reading.value else ""}
            for other in reading.others(ruleset)
        ],
    }


def shown(value: object) -> str:
    """A value of a ruleset in words."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple | frozenset):
        return ", ".join(shown(item) for item in value) or _("none")
    if isinstance(value, Mapping):
        return ", ".join(f"{_(fact_label(fact))}: {shown(does)}" for fact, does in value.items()) or _("none")
    return _(spoken(value)) if isinstance(value, str) and value else str(value)


@cache
def examples(slug: str) -> dict[str, Situation]:
    """The most ordinary situation whose ruling cites a clause, by the clause's id."""
    ruleset = RULESETS[slug]
    chosen: dict[str, Situation] = {}
    for situation in situations(solo=ruleset.side_count == 1):
        if not possible(situation, ruleset):
            continue
        for clause_id in judge(situation.board, situation.facts, ruleset).clauses:
            chosen.setdefault(clause_id, situation)
    return chosen


def example_json(situation: Situation, ruleset: Ruleset) -> Json:
    """A situation in words, what the ruleset makes of it, and the address of its picture."""
    ruling = judge(situation.board, situation.facts, ruleset)
    return {
        "given": _(situation.given),
        "stroke": _(situation.stroke),
        "ruled": outcome_text(ruling),
        "picture": picture(situation.board),
        "what_if": what_if_url(situation.board, situation.facts, ruleset),
    }


def picture(board: BoardState) -> str:
    """The address of a picture of so many pieces up."""
    up = {"white": board.white_up, "black": board.black_up, "queen": int(board.queen is Queen.ON_BOARD)}
    return f"/laws/board.svg?{urlencode(up)}"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many pieces of each kind a picture shows."""

    white: int
    black: int
    queen: bool


def drawn(counts: Counts) -> Position:
    """A position with so many pieces up: scattered, always the same, none over another."""
    numbers = [*range(2, 2 + counts.white), *range(11, 11 + counts.black), *([1] if counts.queen else [])]
    places = _scattered(19)
    return Position(tuple(sorted(PlacedPiece(number, *places[number - 1]) for number in numbers)))


@cache
def _scattered(count: int) -> tuple[tuple[float, float], ...]:
    """Places on a loose grid, each moved a little by a hash: no random numbers, and no two pictures differ."""
    spots = [(x * 0.105, y * 0.105) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]
    spots.sort(key=lambda spot: _hash(f"order {spot}"))
    moved = [
        (x + 0.6 * COIN_RADIUS * _side(f"x {x} {y}"), y + 0.6 * COIN_RADIUS * _side(f"y {x} {y}")) for x, y in spots
    ]
    return ((0.0, 0.0), *moved)[:count]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _side(text: str) -> float:
    return 2 * _hash(text) / 0xFFFFFFFF - 1


def rows(values: Iterable[tuple[str, str, str, str, bool]]) -> list[Json]:
    """Rows of a comparison: name, meaning, both values, whether they differ."""
    return [{"name": n, "says": s, "left": a, "right": b, "differs": d} for n, s, a, b, d in values]

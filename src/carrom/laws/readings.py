"""Readings: where a document is silent or contradicts itself, how a ruleset reads it, and the alternatives.

One list (`texts/readings.toml`) for the marks on rulings, the pages of clauses, the umpire's sheet and
docs/laws/readings.md. A ruling rests on a reading if another one would have led to a different ruling: the engine
itself finds that out, so no stage has to say so.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from carrom.laws.board_state import BoardState
from carrom.laws.compare import outcome, render
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Ruling
from carrom.laws.texts.lookup import DOCUMENTS, read_text
from carrom.laws.values import with_values


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read what is open; `held` is what the reading's value holds then (None in a reading without one)."""

    says: str
    held: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One open point of one or more documents.

    `value` names the value of a ruleset that chooses between the ways. Without one the first way is the only one that
    can be played, and `reasons` are the findings that rest on it.
    """

    id: str
    rulesets: tuple[str, ...]
    clauses: tuple[str, ...]
    point: str
    ways: tuple[Way, ...]
    because: str
    value: str = ""
    reasons: tuple[Reason, ...] = ()

    def way_of(self, ruleset: Ruleset) -> Way | None:
        """How a ruleset reads it; None where its value is none of these ways."""
        if not self.value:
            return self.ways[0]
        held = getattr(ruleset, self.value)
        return next((way for way in self.ways if way.held == held and type(way.held) is type(held)), None)

    def others(self, ruleset: Ruleset) -> tuple[Way, ...]:
        """The ways that a ruleset does not take."""
        return tuple(way for way in self.ways if way != self.way_of(ruleset))


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another way to read it, and what it would have ruled (None: nobody can play by it)."""

    way: Way
    ruling: Ruling | None


@dataclass(frozen=True, slots=True)
class ReadingTaken:
    """A reading on which a ruling rests: the way that was taken, and those that would have ruled differently."""

    reading: Reading
    way: Way
    otherwise: tuple[Otherwise, ...]

    @property
    def sentence(self) -> str:
        """The reading in English, with the others named and what they come to."""
        others = [one.way.says + (f" Then: {render(one.ruling)}." if one.ruling else "") for one in self.otherwise]
        return " ".join([f"A reading: {self.way.says}", *(f"Also possible: {other}" for other in others)])


@cache
def readings() -> tuple[Reading, ...]:
    """All of them, in the order in which they are written."""
    return tuple(_reading(entry) for entry in read_text("readings")["reading"])


def _reading(entry: dict[str, Any]) -> Reading:
    return Reading(
        id=entry["id"],
        rulesets=tuple(entry["rulesets"]),
        clauses=tuple(entry["clauses"]),
        point=entry["point"],
        ways=tuple(Way(way["says"], way.get("is")) for way in entry["ways"]),
        because=entry["because"],
        value=entry.get("value", ""),
        reasons=tuple(map(Reason, entry.get("reasons", ()))),
    )


def readings_of(ruleset: Ruleset) -> tuple[Reading, ...]:
    """The open points of a ruleset's document; those of its base for a club's own ruleset."""
    return _of_document(ruleset.slug if ruleset.slug in DOCUMENTS else ruleset.inherits or DOCUMENTS[0])


@cache
def _of_document(slug: str) -> tuple[Reading, ...]:
    return tuple(reading for reading in readings() if slug in reading.rulesets)


@cache
def readings_of_clause(clause_id: str) -> tuple[Reading, ...]:
    """The open points that a clause is one side of."""
    return tuple(reading for reading in readings() if clause_id in reading.clauses)


@lru_cache(maxsize=4096)
def readings_taken(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> tuple[ReadingTaken, ...]:
    """The readings on which the ruling of a stroke rests.

    Raises:
        ContradictoryFactsError: board or stroke could not have been so.
    """
    ruling = judge(board, facts, ruleset)
    reasons = {finding.reason for finding in ruling.findings}
    found = []
    for reading in readings_of(ruleset):
        way = reading.way_of(ruleset)
        if way is None:
            continue
        if reading.value:
            otherwise = _ruled_otherwise(reading, board, facts, ruleset, ruling)
        else:
            rests = bool(reasons & set(reading.reasons))
            otherwise = tuple(Otherwise(other, None) for other in reading.ways[1:]) if rests else ()
        if otherwise:
            found.append(ReadingTaken(reading, way, otherwise))
    return tuple(found)


def _ruled_otherwise(
    reading: Reading, board: BoardState, facts: StrokeFacts, ruleset: Ruleset, ruling: Ruling
) -> tuple[Otherwise, ...]:
    """The other ways that rule differently; a way under which the board could not have come about rules nothing."""
    found = []
    for way in reading.others(ruleset):
        try:
            other = judge(board, facts, _read_as(ruleset, reading.value, way))
        except ContradictoryFactsError:
            continue
        if outcome(other) != outcome(ruling):
            found.append(Otherwise(way, other))
    return tuple(found)


@lru_cache(maxsize=512)
def _read_as(ruleset: Ruleset, value: str, way: Way) -> Ruleset:
    return with_values(ruleset, {value: way.held})


def rulesets_reading(reading: Reading) -> tuple[Ruleset, ...]:
    """The included rulesets in whose documents the point is open."""
    return tuple(RULESETS[slug] for slug in reading.rulesets)

"""Faults of a set that is handed in, and of a player's declaration.

A refusal bars the set; a question bars it until it is confirmed (`SetResult.few_confirmed`). Nothing is changed here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import urlsplit

from carrom.equipment.conformity import UnreadableMeasurementsError, check_equipment
from carrom.equipment.figures import STANDARDS, Standard
from carrom.errors import NotAllowedError
from carrom.league.solo_season import Player, Season, SetResult
from carrom.league.solo_table import is_late
from carrom.messages import sentence

PIECES = 19  # a stroke a piece clears a board in so many (B-039)

DECLARED = ("equipment_declared", "colours_differ", "powder_kind")
"""Statements of every declaration (B-006, B-009, B-011)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong; `is_question`: it can be confirmed. It has its sentence in the catalogue, as an error has."""

    code: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    is_question: bool = False

    @property
    def args(self) -> tuple[str, ...]:
        """The code."""
        return (self.code,)

    @property
    def message_id(self) -> str:
        """The key of the sentence."""
        return self.code

    def __str__(self) -> str:
        return sentence(self)


class RefusedSetError(NotAllowedError):
    """A set that is refused; `faults` are everything that is wrong, questions that are still open included."""

    code = "set-refused"

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Say everything that is wrong."""
        super().__init__(faults=faults)
        self.faults = faults


def faults_of(
    season: Season, one: SetResult, *, by: str = "", is_organiser: bool = False, today: str = ""
) -> tuple[Fault, ...]:
    """Everything that is wrong with a set that shall come to a season, which does not hold it yet.

    Args:
        season: as it is; a set of the same key is looked over, so that a corrected set is checked against the others.
        one: the set.
        by: the key of the player who hands it in.
        is_organiser: an organiser may enter anybody's set, after its week, and the same strokes twice.
        today: the day on which it is handed in; empty: that of `handed_in`.

    Law: B-004, B-005, B-006, B-041.
    """
    found = list(strokes_faults(season, one))
    player = next((player for player in season.players if player.key == one.player), None)
    if player is None:
        return (*found, Fault("no-such-player", {"player": one.player}))
    if by != one.player and not is_organiser:
        found.append(Fault("not-your-set", {"player": player.name}))
    found += _twice(season, one, is_organiser)
    found += _day_faults(season, one, player, today or season.terms.day_of(one.handed_in), is_organiser)
    found += _proof_faults(one)
    if season.terms.equipment_asked:
        found += equipment_faults(player, season.terms.ruleset)
    return tuple(found)


def check_set(season: Season, one: SetResult, *, by: str = "", is_organiser: bool = False, today: str = "") -> None:
    """Refuse a set with anything wrong. Raises RefusedSetError."""
    faults = faults_of(season, one, by=by, is_organiser=is_organiser, today=today)
    if faults:
        raise RefusedSetError(faults)


def strokes_faults(season: Season, one: SetResult) -> tuple[Fault, ...]:
    """Return the faults in the strokes of a set. Of a set that has a record, few strokes are no question.

    Law: B-005, B-039, B-041.
    """
    rules = season.terms.rules
    found = []
    if len(one.strokes) != rules.boards_per_set:
        found.append(Fault("number-of-boards", {"boards": rules.boards_per_set, "given": len(one.strokes)}))
    for board, strokes in enumerate(one.strokes, 1):
        if strokes < 1:
            found.append(Fault("too-few-strokes", {"board": board, "strokes": strokes}))
        elif rules.stroke_cap is not None and strokes > rules.stroke_cap:
            found.append(Fault("above-the-cap", {"board": board, "strokes": strokes, "cap": rules.stroke_cap}))
        elif strokes < PIECES and one.origin == "reported" and not one.few_confirmed:
            values = {"board": board, "strokes": strokes, "pieces": PIECES}
            found.append(Fault("fewer-than-pieces", values, is_question=True))
    return tuple(found)


def equipment_faults(player: Player, ruleset: str) -> tuple[Fault, ...]:
    """Return the faults of the equipment that a player has declared; what nobody measured is not checked against it.

    Law: B-006 to B-012.
    """
    if not player.equipment:
        return (Fault("equipment-not-declared", {"player": player.name}),)
    standard: Standard = next((one for one in STANDARDS if one == ruleset), "baca19")
    measured = {key: list(one) if isinstance(one, tuple) else one for key, one in player.equipment.items()}
    missing = [key for key in DECLARED if key not in measured]
    if missing:
        return (Fault("equipment-incomplete", {"player": player.name, "missing": missing}),)
    try:
        conformity = check_equipment(measured, standard)
    except UnreadableMeasurementsError as error:
        return (Fault("equipment-unreadable", {"player": player.name, "cause": error}),)
    return tuple(
        Fault(
            "equipment-fails",
            {
                "player": player.name,
                "key": check.key,
                "measurement": check.says,
                "measured": check.measured,
                "limits": check.limits,
                "clauses": check.clauses,
            },
        )
        for check in conformity.checks
        if not check.conforms
    )


def _twice(season: Season, one: SetResult, is_organiser: bool) -> list[Fault]:
    others = [other for other in season.sets if other.key != one.key]
    if one.source and any(other.source == one.source for other in others):
        return [Fault("record-twice")]
    same = any((other.player, other.day, other.strokes) == (one.player, one.day, one.strokes) for other in others)
    if same and one.origin == "reported" and not is_organiser:
        return [Fault("set-twice", {"day": _date(one.day)})]
    return []


def _day_faults(season: Season, one: SetResult, player: Player, today: str, is_organiser: bool) -> list[Fault]:
    terms = season.terms
    try:
        day = terms.day_of(one.day)
    except ValueError:
        return [Fault("not-a-day", {"day": one.day})]
    if day != one.day:
        return [Fault("not-a-day", {"day": one.day})]
    if not terms.first_day <= day <= terms.last_day:
        bounds = {"first": _date(terms.first_day), "last": _date(terms.last_day)}
        return [Fault("outside-season", {"day": _date(day), **bounds})]
    week = terms.week_of(day)
    if week is None:
        return [Fault("between-weeks", {"day": _date(day)})]
    found = []
    if day > today:
        found.append(Fault("not-yet", {"day": _date(day)}))
    if day < player.joined:
        values = {"player": player.name, "joined": _date(player.joined), "day": _date(day)}
        found.append(Fault("before-joining", values))
    if player.left and day > player.left:
        found.append(Fault("after-leaving", {"player": player.name, "left": _date(player.left), "day": _date(day)}))
    others = [other for other in season.sets if other.player == one.player and other.key != one.key]
    taken = sum(terms.week_of(other.day) == week for other in others)
    if terms.sets_per_week and taken >= terms.sets_per_week:
        found.append(Fault("week-full", {"week": week.number, "most": terms.sets_per_week}))
    if terms.late == "refused" and is_late(terms, one, week) and not is_organiser:
        found.append(Fault("too-late", {"week": week.number, "deadline": _date(terms.deadline(week))}))
    elif terms.day_of(one.handed_in) > terms.late_until(week) and not is_organiser:
        found.append(Fault("after-late", {"week": week.number, "last": _date(terms.late_until(week))}))
    return found


def _proof_faults(one: SetResult) -> list[Fault]:
    found = []
    for proof in one.proofs:
        if proof.kind == "witness" and proof.by == one.player:
            found.append(Fault("own-witness"))
        if proof.kind == "film" and not _is_address(proof.what):
            found.append(Fault("bad-film", {"film": proof.what}))
    return found


def _date(text: str) -> date | str:
    """A day as a value, which readers see as their language writes it; a text that is none stays one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and " " not in text

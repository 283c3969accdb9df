"""Whether measured equipment conforms to the laws, figure by figure, with the clause.

Reads the tables of `figures`; the measurements come as plain values, as from a file.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from carrom.equipment.figures import (
    APPROVED_POWDERS,
    FREE,
    LARGER_STRIKER,
    MATERIALS,
    STANDARDS,
    STATEMENTS,
    USUAL,
    Figure,
    Material,
    Standard,
    usual_clauses,
)
from carrom.errors import UnreadableError


class UnreadableMeasurementsError(UnreadableError):
    """The measurements hold an unknown name or something that is no measurement."""

    code = "unreadable-measurements"


@dataclass(frozen=True, slots=True)
class Check:
    """Result of one measurement; `limits` gives the admitted range in words."""

    key: str
    says: str
    measured: tuple[float | str, ...]
    limits: str
    conforms: bool
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conformity:
    """All checks made, notes on what is usual and missing, and what nobody measured."""

    standard: Standard
    checks: tuple[Check, ...]
    notes: tuple[str, ...]
    not_measured: tuple[str, ...]

    @property
    def conforms(self) -> bool:
        """Nothing that was measured breaks a limit."""
        return all(check.conforms for check in self.checks)


def check_equipment(measured: Mapping[str, object], standard: Standard = "icf") -> Conformity:
    """Hold measurements against a standard.

    Args:
        measured: values by `Figure.key` (a list where several were measured: each must conform),
            `coin_material`, `striker_material`, and `stand`, `seat`, `powder`, `light` (there or not). Some standards
            ask for more: `powder_kind`, with `approved_powders` where an event names them, and statements.
        standard: whose figures.

    Raises:
        UnreadableMeasurementsError: an unknown key or a value of the wrong type.
    """
    figures = {figure.key: figure for figure in STANDARDS[standard]}
    materials = materials_of(standard, measured)
    statements = [statement for statement in STATEMENTS if standard in statement.clauses]
    known = {*figures, *(one.key for one in materials), *(one.key for one in statements), *USUAL, *free_of(standard)}
    if standard in APPROVED_POWDERS:
        known |= {"approved_powders"}
    unknown = sorted(set(measured) - known)
    if unknown:
        raise UnreadableMeasurementsError("unknown", name=unknown[0], known=sorted(known))
    checks = [_check_figure(figures[key], value) for key, value in measured.items() if key in figures]
    checks += _material_checks(measured, standard, materials)
    checks += _comparisons(measured, standard)
    checks += [
        Check(one.key, one.says, (str(measured[one.key]).lower(),), "yes", _truth(one.key, measured[one.key]), clauses)
        for one in statements
        if one.key in measured and (clauses := one.clauses[standard])
    ]
    checks += [
        Check(key, "of no matter", (str(measured[key]),), "any", True, clauses)
        for key, clauses in free_of(standard).items()
        if key in measured
    ]
    notes = [
        f"no {thing} ({', '.join(usual_clauses(thing, standard))}: usual, not compulsory)"
        for thing in USUAL
        if thing in measured and not _truth(thing, measured[thing])
    ]
    asked = (*figures, *(statement.key for statement in statements))
    missing = tuple(key for key in asked if key not in measured)
    return Conformity(standard, tuple(checks), tuple(notes), missing)


def materials_of(standard: Standard, measured: Mapping[str, object]) -> tuple[Material, ...]:
    """A standard's checks of materials; of powder, where an event names those that it has approved.

    Raises:
        UnreadableMeasurementsError: `approved_powders` is no list of words.
    """
    found = tuple(one for one in MATERIALS if one.standards is None or standard in one.standards)
    approved = measured.get("approved_powders")
    if standard not in APPROVED_POWDERS or approved is None:
        return found
    if not isinstance(approved, list) or not approved or not all(isinstance(word, str) for word in approved):
        raise UnreadableMeasurementsError("approved-powders")
    words = frozenset(word.strip().lower() for word in approved)
    return (*found, Material("powder_kind", "powder", words, frozenset(), APPROVED_POWDERS))


def free_of(standard: Standard) -> dict[str, tuple[str, ...]]:
    """Things that a standard names and leaves free, with its clauses."""
    return {key: clauses[standard] for key, clauses in FREE.items() if standard in clauses}


def play_equipment(standard: Standard = "icf") -> dict[str, float]:
    """Return the figures of the boards that this program plays on, by key."""
    return {figure.key: figure.play for figure in STANDARDS[standard] if figure.play is not None}


def _check_figure(figure: Figure, value: object) -> Check:
    values = _numbers(figure.key, value)
    return Check(
        key=figure.key,
        says=figure.says,
        measured=values,
        limits=figure.range_words,
        conforms=all(figure.admits(one) for one in values),
        clauses=figure.clauses,
    )


def _numbers(key: str, value: object) -> tuple[float, ...]:
    values = value if isinstance(value, list | tuple) else [value]
    if not values:
        raise UnreadableMeasurementsError("no-values", key=key)
    for one in values:
        if isinstance(one, bool) or not isinstance(one, int | float) or not math.isfinite(one) or one < 0:
            raise UnreadableMeasurementsError("not-a-number", key=key, value=one)
    return tuple(values)


def _material_checks(
    measured: Mapping[str, object], standard: Standard, materials: tuple[Material, ...]
) -> list[Check]:
    checks = []
    for material in materials:
        if material.key not in measured:
            continue
        value = measured[material.key]
        if not isinstance(value, str):
            raise UnreadableMeasurementsError("not-a-word", key=material.key, value=value)
        word = value.strip().lower()
        limits = (
            f"only {', '.join(sorted(material.only))}" if material.only else f"no {', '.join(sorted(material.never))}"
        )
        conforms = word not in material.never and (not material.only or word in material.only)
        checks.append(Check(material.key, material.says, (value,), limits, conforms, material.clauses_under(standard)))
    return checks


def _comparisons(measured: Mapping[str, object], standard: Standard) -> list[Check]:
    """Figures that must be alike (square surface, uniform coins: C-003, C-025), and the larger striker (P-010)."""
    alike: tuple[tuple[str, str, float, dict[str, str]], ...] = (
        ("surface_side_cm", "all sides of the surface alike", 0.1, {"icf": "ICF-13", "classic": "C-003"}),
        ("coin_diameter_cm", "all coins of one diameter", 0.02, {"icf": "ICF-24", "classic": "C-025"}),
    )
    checks = []
    for key, says, within, clauses in alike:
        value = measured.get(key)
        if isinstance(value, list | tuple) and len(value) > 1:
            values = _numbers(key, value)
            conforms = max(values) - min(values) <= within + 1e-9
            checks.append(
                Check(key, says, values, f"within {within} cm", conforms, (clauses.get(standard, clauses["icf"]),))
            )
    larger_striker = LARGER_STRIKER.get(standard)
    if larger_striker and "striker_diameter_cm" in measured and "coin_diameter_cm" in measured:
        striker = _numbers("striker_diameter_cm", measured["striker_diameter_cm"])
        coins = _numbers("coin_diameter_cm", measured["coin_diameter_cm"])
        larger = min(striker) > max(coins)
        checks.append(
            Check("striker_diameter_cm", "the striker larger than a coin", striker, "larger", larger, larger_striker)
        )
    return checks


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise UnreadableMeasurementsError("not-a-truth-value", key=key, value=value)
    return value

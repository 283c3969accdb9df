"""Whether measured equipment conforms to the laws, figure by figure, with the clause.

Reads the tables of `figures`; the measurements come as plain values, as from a file.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from carrom.equipment.figures import MATERIALS, STANDARDS, USUAL, Figure, Standard
from carrom.errors import UnreadableError


class UnreadableMeasurementsError(UnreadableError):
    """The measurements hold an unknown name or something that is no measurement."""

    code = "unreadable-measurements"


@dataclass(frozen=True, slots=True)
class Check:
    """What one measurement came to; `limits` says in words what is admitted."""

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
            `coin_material`, `striker_material`, and `stand`, `seat`, `powder`, `light` (there or not).
        standard: whose figures.

    Raises:
        UnreadableMeasurementsError: an unknown key or a value of the wrong type.
    """
    figures = {figure.key: figure for figure in STANDARDS[standard]}
    known = {*figures, *(material.key for material in MATERIALS), *USUAL}
    unknown = sorted(set(measured) - known)
    if unknown:
        raise UnreadableMeasurementsError(f"unknown measurement {unknown[0]!r}; known are {', '.join(sorted(known))}")
    checks = [_check_figure(figures[key], value) for key, value in measured.items() if key in figures]
    checks += _material_checks(measured, standard)
    checks += _comparisons(measured, standard)
    notes = [
        f"no {thing} ({', '.join(clauses[standard])}: usual, not compulsory)"
        for thing, clauses in USUAL.items()
        if thing in measured and not _truth(thing, measured[thing])
    ]
    missing = tuple(key for key in figures if key not in measured)
    return Conformity(standard, tuple(checks), tuple(notes), missing)


def play_equipment(standard: Standard = "icf") -> dict[str, float]:
    """Give the figures of the boards that this program plays on, by key."""
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
        raise UnreadableMeasurementsError(f"{key} has an empty list; give at least one measurement or leave it out")
    for one in values:
        if isinstance(one, bool) or not isinstance(one, int | float) or not math.isfinite(one) or one < 0:
            raise UnreadableMeasurementsError(f"{key} is {one!r}; give a number from 0 on, or a list of them")
    return tuple(values)


def _material_checks(measured: Mapping[str, object], standard: Standard) -> list[Check]:
    checks = []
    for material in MATERIALS:
        if material.key not in measured:
            continue
        value = measured[material.key]
        if not isinstance(value, str):
            raise UnreadableMeasurementsError(f"{material.key} is {value!r}; give a word")
        word = value.strip().lower()
        limits = (
            f"only {', '.join(sorted(material.only))}" if material.only else f"no {', '.join(sorted(material.never))}"
        )
        conforms = word not in material.never and (not material.only or word in material.only)
        checks.append(Check(material.key, material.says, (value,), limits, conforms, material.clauses[standard]))
    return checks


def _comparisons(measured: Mapping[str, object], standard: Standard) -> list[Check]:
    """Figures that must be alike: the surface is square, coins are uniform (C-003, C-025)."""
    alike: tuple[tuple[str, str, float, dict[Literal["icf", "classic"], str]], ...] = (
        ("surface_side_cm", "all sides of the surface alike", 0.1, {"icf": "ICF-13", "classic": "C-003"}),
        ("coin_diameter_cm", "all coins of one diameter", 0.02, {"icf": "ICF-24", "classic": "C-025"}),
    )
    checks = []
    for key, says, within, clauses in alike:
        value = measured.get(key)
        if isinstance(value, list | tuple) and len(value) > 1:
            values = _numbers(key, value)
            conforms = max(values) - min(values) <= within + 1e-9
            checks.append(Check(key, says, values, f"within {within} cm", conforms, (clauses[standard],)))
    return checks


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise UnreadableMeasurementsError(f"{key} is {value!r}; say true or false")
    return value

"""Make the table of a disc that slides and spins: `python -m carrom.physics.build_sliding_table`.

A disc of radius R, pressed evenly, slides at v and spins with R w. Force and torque of the board's friction depend on
q = R w / (v + R w) alone, through complete elliptic integrals, so every such slide runs along one and the same curve,
at another scale. The table tells on an even grid of q what the kernel needs of that curve:

* the stopping force: the constant one that stops the disc in the same distance, v² / (2 mu g force);
* the bend: R w falls as u / sqrt(bend u + 1 - bend) while v falls as u. To the first order in 1 - u this is exact,
  R w falls (1 - bend / 2) times as fast as v; for weak spin (bend 1, a root) it is exact all the way.

Force and torque are worked out with fifty digits, in the standard library's decimals, the curve in steps of a
four-thousandth of q with + - * / alone, so that every machine makes the same file.

Source: Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302 (2003); docs/physics/model.md.
"""

import json
from collections.abc import Callable
from decimal import Decimal, localcontext
from functools import cache
from pathlib import Path

STEPS = 256
TABLE = Path(__file__).with_name("sliding.json")
_DIGITS = 50
_START = 1e-4  # in q, how far from the even part the curve is taken up


def elliptic_integrals(m: Decimal) -> tuple[Decimal, Decimal]:
    """The complete elliptic integrals K and E of parameter m = k², 0 <= m < 1, by the arithmetic-geometric mean."""
    a, b = Decimal(1), (1 - m).sqrt()
    c2, power, total = m, Decimal(1) / 2, m / 2
    while c2 > Decimal(10) ** (-2 * _DIGITS):
        a, b, c2 = (a + b) / 2, (a * b).sqrt(), ((a - b) / 2) ** 2
        power *= 2
        total += power * c2
    k = circle_ratio() / (2 * a)
    return k, k * (1 - total)


@cache
def circle_ratio() -> Decimal:
    """Pi, by Gauss's and Legendre's mean."""
    with localcontext() as context:
        context.prec = 3 * _DIGITS
        a, b, t, power = Decimal(1), 1 / Decimal(2).sqrt(), Decimal(1) / 4, Decimal(1)
        while abs(a - b) > Decimal(10) ** (-_DIGITS):
            mean = (a + b) / 2
            b, t, power, a = (a * b).sqrt(), t - power * (a - mean) ** 2, 2 * power, mean
        return (a + b) ** 2 / (4 * t)


def friction(v: Decimal, rim: Decimal) -> tuple[Decimal, Decimal]:
    """Force as a part of mu m g, torque as a part of mu m g R, of a disc that slides at v and spins with rim = R w."""
    with localcontext() as context:
        context.prec = 3 * _DIGITS
        pi = circle_ratio()
        if rim == 0:
            return Decimal(1), Decimal(0)
        if v == 0:
            return Decimal(0), Decimal(2) / 3
        e = v / rim
        if e == 1:
            return 8 / (3 * pi), 8 / (9 * pi)
        e2 = e * e
        if e < 1:
            k, ee = elliptic_integrals(e2)
            return (
                4 / (3 * pi * e) * ((e2 + 1) * ee + (e2 - 1) * k),
                4 / (9 * pi) * ((4 - 2 * e2) * ee + (e2 - 1) * k),
            )
        k, ee = elliptic_integrals(1 / e2)
        return (
            4 / (3 * pi) * ((e2 + 1) * ee - (e2 - 1) * k),
            4 * e / (9 * pi) * ((4 - 2 * e2) * ee + (2 * e2 - 5 + 3 / e2) * k),
        )


@cache
def _friction_at(q: float) -> tuple[float, float]:
    """Force and torque where R w is the part q of v + R w."""
    part = Decimal(q)
    force, torque = friction(1 - part, part)
    return float(force), float(torque)


def bend(q: float) -> float:
    """The bend of R w against v at this q; 1 where spin is weak, 0 where both fall alike, -2/3 where v is nothing."""
    if q == 0.0:
        return 1.0
    if q == 1.0:
        return -2.0 / 3.0
    force, torque = _friction_at(q)
    return 2.0 - 4.0 * torque * (1.0 - q) / (force * q)


def even_part() -> float:
    """The q at which v and R w fall alike, so that both end together: every slide comes to it."""
    low, high = 0.5, 0.7
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if bend(middle) > 0.0 else (low, middle)
    return 0.5 * (low + high)


def stopping_forces() -> list[float]:
    """The stopping force at each q of the grid.

    As v falls by a part, q changes by q (1 - q) (-bend / 2) of it. With the distance to the stop, v² / (2 mu g f), this
    is a differential equation for f along q. At the even part f is the force itself; from there it is followed both
    ways.
    """
    even = even_part()
    force = _friction_at(even)[0]
    step = 1e-3
    rise = (_friction_at(even + step)[0] - _friction_at(even - step)[0]) / (2 * step)
    turn = (_along(even + step) - _along(even - step)) / (2 * step)
    slope = 2 * rise / (turn + 2)  # the regular solution; all others end beside it, so errors of the start die out
    found = [0.0] * (STEPS + 1)
    found[0] = 1.0
    for way in (-1, 1):
        q = even + way * _START
        f = force + way * _START * slope
        node = int(even * STEPS) + (way > 0)
        while 0 < node < STEPS:
            end = node / STEPS
            while (end - q) * way > 0:
                h = min(abs(q - even) / 32, 1 / (16 * STEPS), abs(end - q))
                f = _step(_slope, q, f, way * h)
                q = end if h == abs(end - q) else q + way * h
            found[node] = f
            node += way
    return found


def _along(q: float) -> float:
    """How q changes while v grows by a small part of itself."""
    return -0.5 * q * (1.0 - q) * bend(q)


def _slope(q: float, f: float) -> float:
    return 2.0 * f * (1.0 - f / _friction_at(q)[0]) / _along(q)


def _step(slope: Callable[[float, float], float], q: float, f: float, h: float) -> float:
    """One step of Runge and Kutta, of the fourth order."""
    one = slope(q, f)
    two = slope(q + 0.5 * h, f + 0.5 * h * one)
    three = slope(q + 0.5 * h, f + 0.5 * h * two)
    four = slope(q + h, f + h * three)
    return f + h * (one + 2.0 * two + 2.0 * three + four) / 6.0


def sliding_table() -> str:
    """The file's text: one [stopping force, bend] a line."""
    rows = [json.dumps([force, bend(k / STEPS)]) for k, force in enumerate(stopping_forces())]
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    TABLE.write_text(sliding_table(), encoding="ascii")

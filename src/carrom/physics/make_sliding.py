"""Make the table of a disc that slides and spins: `python -m carrom.physics.make_sliding`.

A disc of radius R, pressed evenly, slides at v and spins with R w. Force and torque of the board's friction depend on
v / (R w) alone, through complete elliptic integrals. The table holds both on an even grid of q = R w / (v + R w), each
value the float nearest to the exact one: it is worked out with fifty digits, in the standard library's decimals, so
that every machine makes the same file.

Source: Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302 (2003).
"""

import json
from decimal import Decimal, localcontext
from pathlib import Path

STEPS = 256
TABLE = Path(__file__).with_name("sliding.json")
_DIGITS = 50


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


def circle_ratio() -> Decimal:
    """Pi, by Gauss's and Legendre's mean."""
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


def sliding_table() -> str:
    """The file's text: one [force, torque] a line, exact floats."""
    rows = []
    for i in range(STEPS + 1):
        q = Decimal(i) / STEPS
        force, torque = friction(1 - q, q)
        rows.append(json.dumps([float(force), float(torque)]))
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    TABLE.write_text(sliding_table(), encoding="ascii")

"""Prize money: how much a fund holds, what each place gets of it, and what each category gets of an event's fund.

Plain values, money as whole cents. Every division is by the largest remainder, so its parts always add up to the whole.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from carrom.errors import ImpossibleError
from carrom.messages import gettext_noop as _
from carrom.settings import setting

USUAL = (50, 30, 20)
WITHOUT_CENTS = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split())
MOST_CENTS = 10**9
MOST_CONTRIBUTIONS = 30
SPLIT = r"[1-9][0-9]{0,2}(/[1-9][0-9]{0,2}){0,31}"
_CONTRIBUTION = re.compile(r"(?P<name>[^:]{1,80}):\s*(?P<units>[0-9]{1,7})(?:[.,](?P<cents>[0-9]{2}))?")


class PrizeFundError(ImpossibleError):
    """A fund that nobody can pay out."""

    code = "prize-fund"


@dataclass(frozen=True, slots=True)
class Contribution:
    """Money that a sponsor adds to a fund."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeFund:
    """The prize money of an event, or of one of its categories; `split` and `own_split` are parts, as `50/30/20`."""

    fixed: int = setting(0, least=0, most=MOST_CENTS, label=_("Prize money"), input="money", group="fund")
    share: int = setting(
        0,
        least=0,
        most=100,
        label=_("Share of the fees as prize money"),
        says=_("in percent; it is added to the sum"),
        group="fund",
    )
    contributions: str = setting(
        "",
        label=_("Contributions of sponsors, one on each line"),
        says=_("name, colon and amount; they are added to the sum"),
        longest=2000,
        input="lines",
        example="Café Rio: 200",
        group="fund",
    )
    split: str = setting(
        "usual",
        label=_("Prize money by place"),
        choices={
            "usual": _("50/30/20, in a category as in the event"),
            "100": _("all for the winner"),
            "60/40": "60/40",
            "50/25/15/10": "50/25/15/10",
            "40/20/12/8/5/5/5/5": "40/20/12/8/5/5/5/5",
        },
        group="fund",
    )
    own_split: str = setting(
        "",
        label=_("Another split"),
        says=_("a part for each place, with slashes between them; those who tie share the parts of their places"),
        pattern=SPLIT,
        example="45/25/15/10/5",
        group="fund",
    )

    @property
    def parts(self) -> tuple[int, ...]:
        """The chosen parts of the places; empty where it is as usual."""
        chosen = self.own_split or ("" if self.split == "usual" else self.split)
        return tuple(int(one) for one in chosen.split("/")) if chosen else ()


NO_FUND = PrizeFund()


def read_contributions(text: str) -> tuple[Contribution, ...]:
    """Return the contributions of some lines. Raises PrizeFundError: the first line that is none, or too many."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_CONTRIBUTIONS:
        raise PrizeFundError("too-many", most=MOST_CONTRIBUTIONS, count=len(lines))
    found = []
    for line in lines:
        match = _CONTRIBUTION.fullmatch(line)
        if match is None:
            raise PrizeFundError("contribution", line=line)
        cents = int(Decimal(f"{match['units']}.{match['cents'] or '00'}") * 100)
        found.append(Contribution(match["name"].strip(), cents))
    return tuple(found)


def fund_cents(fund: PrizeFund, fees: int) -> int:
    """Return how much a fund holds with these fees; of a cent of the fees' share the part is left out."""
    return fund.fixed + fees * fund.share // 100 + sum(one.cents for one in read_contributions(fund.contributions))


def divided(cents: int, weights: Sequence[int | Fraction]) -> tuple[int, ...]:
    """Divide money by weights, exactly: nobody is a cent or more away from their share (largest remainder).

    Cents that are left go to the largest remainders, of equal ones to the first. Where no weight is above zero, all
    get the same. Without weights nobody gets anything.
    """
    if not weights:
        return ()
    total = sum(weights)
    if total == 0:
        return divided(cents, [1] * len(weights))
    exact = [Fraction(cents) * weight / total for weight in weights]
    whole = [int(one) for one in exact]
    by_remainder = sorted(range(len(exact)), key=lambda number: (whole[number] - exact[number], number))
    for number in by_remainder[: cents - sum(whole)]:
        whole[number] += 1
    return tuple(whole)


def smallest(currency: str) -> int:
    """Return the smallest amount that can be paid out in a currency, in cents."""
    return 100 if currency in WITHOUT_CENTS else 1


def by_place(cents: int, parts: Sequence[int], places: Sequence[int], *, unit: int = 1) -> tuple[int, ...]:
    """Divide a fund among entrants with these places, the best first; the same place again is a tie.

    Those who tie share the parts of all the places that they take up. Parts that nobody reaches go to the others, in
    proportion. The amounts are whole `unit`s, as the fund is, and add up to it, unless there is nobody.
    """
    weights: list[Fraction] = []
    for _place, tied in groupby(places):
        count = len(list(tied))
        first = len(weights)
        weights += [Fraction(sum(parts[first : first + count]), count)] * count
    return tuple(one * unit for one in divided(cents // unit, weights))


def category_funds(
    fund: PrizeFund, own: Mapping[str, PrizeFund], fees: Mapping[str, int], *, equal: bool, unit: int = 1
) -> dict[str, int]:
    """Return how much each category gives away: its own fund, and its part of the event's.

    Args:
        fund: that of the event.
        own: that of each category that is played, by its key.
        fees: what the entries of each were charged.
        equal: whether the event's fund is divided equally, and not by the fees.
        unit: of which each amount is a whole number, in cents; what is less is left out of the fund.
    """
    shared = fund_cents(fund, sum(fees.get(key, 0) for key in own)) // unit
    parts = divided(shared, [1 if equal else fees.get(key, 0) for key in own])
    return {
        key: (fund_cents(one, fees.get(key, 0)) // unit + part) * unit
        for (key, one), part in zip(own.items(), parts, strict=True)
    }


def parts_of(fund: PrizeFund, own: PrizeFund) -> tuple[int, ...]:
    """Return the parts of the places in a category: its own, else those of the event, else the usual ones."""
    return own.parts or fund.parts or USUAL

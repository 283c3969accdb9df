"""A category with too few entries: the organiser's options, with their consequences.

Nothing here decides: cancelling and merging are the organiser's (K-014, K-015).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carrom.tournament.event import EventTerms
from carrom.tournament.registration import NotAdmittedError, Person, check_admits

Entry = tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class NotAdmitted:
    """An entry, by its number in the list, that the other category would not admit by its own terms, and why."""

    entry: int
    why: NotAdmittedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Playing together with another category of the same kind.

    `entries` is how many there would be, `enough` whether that is as many as it takes and not too many. `fee` is how
    much more (below zero: less) each entry that moves would have to pay, in cents. `not_admitted` are entries that the
    organiser would let in against the other category's own terms.
    """

    into: str
    entries: int
    enough: bool
    fee: int
    not_admitted: tuple[NotAdmitted, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision about a category: to cancel it (`refunds`, in cents, go back), or to merge it, best first."""

    category: str
    entries: int
    least: int
    refunds: int
    merges: tuple[Merge, ...] = ()


def decisions(
    terms: EventTerms, entries: Mapping[str, Sequence[Entry]], paid: Mapping[str, int] | None = None
) -> tuple[Decision, ...]:
    """A decision for each category with fewer confirmed entries than it takes; none for a category nobody entered.

    `entries` are those confirmed, by category; `paid` what was paid for each category, by default its fee for each.

    Law: K-014, K-015.
    """
    found = []
    for category in terms.categories:
        mine = entries.get(category.key, ())
        if not 0 < len(mine) < category.least:
            continue
        merges = []
        for other in terms.categories:
            if other.key == category.key or other.kind is not category.kind or other.size != category.size:
                continue
            total = len(mine) + len(entries.get(other.key, ()))
            refused = []
            for number, people in enumerate(mine):
                try:
                    check_admits(other, people, terms)
                except NotAdmittedError as error:
                    refused.append(NotAdmitted(number, error))
            merges.append(
                Merge(
                    into=other.key,
                    entries=total,
                    enough=total >= other.least and (other.most is None or total <= other.most),
                    fee=other.fee - category.fee,
                    not_admitted=tuple(refused),
                )
            )
        merges.sort(key=lambda one: (not one.enough, len(one.not_admitted), -one.entries, one.into))
        refunds = category.fee * len(mine) if paid is None else paid.get(category.key, 0)
        found.append(
            Decision(
                category=category.key,
                entries=len(mine),
                least=category.least,
                refunds=refunds,
                merges=tuple(merges),
            )
        )
    return tuple(found)

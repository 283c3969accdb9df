"""Other ways to pair a round: SoL's methods by their names, and everything that can still be played.

serial, dazed and staggered go down the standings: the first who is free gets the first opponent, in an order of
preference of the method's own, with whom the rest can still be paired. That is the round that SoL's search finds (it
tries, and takes back what leads nowhere); here each step asks whether a full round remains, so that the last round
takes no longer than the first. SoL's manual describes the methods under "Pairings".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from carrom.tournament.formats.swiss_costs import Field, priced
from carrom.tournament.formats.swiss_matching import Round, cheapest_round, largest_round, largest_round_size, pair

Preference = Callable[[Field, Sequence[int]], Iterable[int]]
"""Whom the first of those left should meet: their indices among those left, the most wanted first."""

STAGGER = 25  # how far down staggered looks, where
LARGE = 50  # so many or more are level


def serial(field: Field, left: Sequence[int]) -> list[int]:
    """The next in the standings."""
    return list(range(1, len(left)))


def dazed(field: Field, left: Sequence[int]) -> list[int]:
    """The middle of those level with the first and on downwards, then their own half, then the rest."""
    level = _level(field, left)
    return _from(level // 2 if level > 2 else 0, level, len(left))


def staggered(field: Field, left: Sequence[int]) -> list[int]:
    """As dazed, but in a group of 50 or more the one 25 places down: the 26th for the first, and so on.

    (SoL's manual says so; its program counts the 25 among those left, and so goes further down with every pair.)
    """
    level = _level(field, left)
    middle = level // 2 if level > 2 else 0
    if field.size[left[0]] >= LARGE:
        wanted = left[0] + STAGGER
        middle = next((index for index, one in enumerate(left[:level]) if one >= wanted), middle)
    return _from(middle, level, len(left))


def _from(middle: int, level: int, count: int) -> list[int]:
    return [*range(middle, level), *range(middle), *range(level, count)]


def _level(field: Field, left: Sequence[int]) -> int:
    """How many of those left are level with the first; an odd number takes in the one who follows.

    It takes in no bye while all are level: in the first round the bye is the last resort.
    """
    players = field.contenders
    points = players[left[0]].points
    level = next(
        (index for index, one in enumerate(left) if one == field.bye or players[one].points != points), len(left)
    )
    if level > 2 and level % 2 and level < len(left) and not (left[level] == field.bye and level == len(left) - 1):
        return level + 1
    return level


def compatriots_last(field: Field, left: Sequence[int], wanted: Iterable[int]) -> list[int]:
    """The same order, but of each run of equal points compatriots or club mates come last; the bye comes at last."""
    players, first = field.contenders, field.contenders[left[0]]
    order: list[int] = []
    postponed: list[int] = []
    points = first.points
    bye = []
    for index in wanted:
        if left[index] == field.bye:
            bye.append(index)
            continue
        other = players[left[index]]
        if other.points != points:
            order += postponed
            postponed, points = [], other.points
        same_country = field.aims.countries_apart and first.country != "" and other.country == first.country
        same_club = field.aims.clubs_apart and first.club != "" and other.club == first.club
        (postponed if same_country or same_club else order).append(index)
    return [*order, *postponed, *bye]


METHODS: Mapping[str, Preference] = {"serial": serial, "dazed": dazed, "staggered": staggered}


class Passed(NamedTuple):
    """Somebody wanted whom the first of those left does not meet: they have met, or the rest could not be paired."""

    first: int
    other: int
    why: Literal["met", "rest"]


def first_fit(field: Field, preference: Preference, passed: list[Passed] | None = None) -> Round | None:
    """The round that the preference finds; None if there is none in which everybody plays.

    Whom it passed over is added to `passed`.
    """
    open_to = _open(field)
    left = list(range(field.count))
    found = []
    while left:
        order = preference(field, left)
        if field.aims.keep_apart:
            order = compatriots_last(field, left, order)
        first = left[0]
        for other in (left[index] for index in order if index):
            rest = [one for one in left if one not in (first, other)]
            if other in open_to[first] and _full_round_exists(open_to, rest):
                found.append(pair(first, other))
                left = rest
                break
            if passed is not None:
                passed.append(Passed(first, other, "rest" if other in open_to[first] else "met"))
        else:
            return None
    return tuple(found)


def as_many_as_possible(field: Field) -> Round:
    """A full round if there is one; else as many matches as can be played, and the others rest, without a bye."""
    offered = priced(field)
    full = cheapest_round(field.count, offered.costs)
    if full is not None:
        return full
    matches = [met for met in offered.costs if met[1] != field.bye]
    return largest_round(field.count, matches, offered.costs)


def _open(field: Field) -> list[frozenset[int]]:
    open_to: list[set[int]] = [set() for _ in range(field.count)]
    for one, other in field.open_pairs():
        open_to[one].add(other)
        open_to[other].add(one)
    return [frozenset(others) for others in open_to]


def _full_round_exists(open_to: Sequence[frozenset[int]], left: Sequence[int]) -> bool:
    """Whether these can all be paired: at once where each may meet half of them (Dirac), else by matching."""
    barred = max((len(open_to) - 1 - len(open_to[one]) for one in left), default=0)
    if 2 * (len(left) - 1 - barred) >= len(left):
        return True
    number = {one: index for index, one in enumerate(left)}
    among_them = [[number[other] for other in open_to[one] if other in number] for one in left]
    return 2 * largest_round_size(among_them) == len(left)

"""Groups: assigning entrants, and their final places."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from carrom.equipment.arrangement import Rng
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import known_keys
from carrom.tournament.ranking import Row, need_lots, ranked
from carrom.tournament.regulation import decisive
from carrom.tournament.rng import shuffled
from carrom.tournament.table import Table, table_of


def group_names(count: int) -> tuple[str, ...]:
    """A, B, C ... and after Z: AA, AB, ..."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return tuple(letters[i] if i < 26 else letters[i // 26 - 1] + letters[i % 26] for i in range(count))


def pots(order: Sequence[Entrant], count: int) -> tuple[tuple[Entrant, ...], ...]:
    """The entrants in pots of as many as there are groups, the best in the first; the last may be smaller."""
    return tuple(tuple(order[start : start + count]) for start in range(0, len(order), count))


def draw_from_pots(
    filled: Sequence[Sequence[Entrant]], count: int, label: Callable[[Entrant], str], rng: Rng
) -> tuple[tuple[Entrant, ...], ...]:
    """Groups with one of each pot, by lot; then exchanged within pots until no exchange parts more mates.

    A smaller last pot leaves the groups without one of it to the lot too.
    """
    table: list[list[Entrant | None]] = [list(shuffled([*pot, *[None] * (count - len(pot))], rng)) for pot in filled]
    _part(table, count, label)
    return tuple(tuple(one for row in table if (one := row[group]) is not None) for group in range(count))


def snaked(order: Sequence[Entrant], count: int) -> tuple[tuple[Entrant, ...], ...]:
    """Groups of even strength without lots: the first pot from left to right, the second back, and so on."""
    groups: list[list[Entrant]] = [[] for _ in range(count)]
    for number, pot in enumerate(pots(order, count)):
        for place, one in enumerate(pot):
            groups[count - 1 - place if number % 2 else place].append(one)
    return tuple(tuple(group) for group in groups)


def mates_in(groups: Iterable[Sequence[Entrant]], label: Callable[[Entrant], str]) -> int:
    """How many pairs of mates are in one group."""
    return sum(
        label(one) != "" and label(one) == label(other)
        for group in groups
        for index, one in enumerate(group)
        for other in group[:index]
    )


def rank_group(contest: Contest, met: Sequence[Meeting]) -> tuple[tuple[Row, ...], Table]:
    """The standings of a group from its meetings, in the order of the regulation; lots decide at last."""
    given = (contest.entrants, contest.regulation, contest.lots, *met)
    known = _RANKED.get(key := tuple(map(id, given)))
    if known is not None:
        return known[1]  # what it holds was never given up, so these are the same values
    keys = {key for one in met for key in known_keys(one.fixture)}
    table = table_of(replace(contest, regulation=decisive(contest.regulation)), met, keys)
    if len(_RANKED) >= MOST_RANKED:
        _RANKED.clear()
    found = ranked(table), table
    _RANKED[key] = given, found
    return found


MOST_RANKED = 512
_RANKED: dict[tuple[int, ...], tuple[tuple[object, ...], tuple[tuple[Row, ...], Table]]] = {}
"""Standings of groups with what they follow from: a result changes those of one group, and a page asks for all."""


def placed_in(contest: Contest, met: Sequence[Meeting], group: str) -> tuple[str | None, ...]:
    """Return the holders of the places of a finished group; None for those still level (lots decide)."""
    rows, _ = rank_group(contest, met)
    return tuple(row.key if row.level == 1 else None for row in rows)


def lots_needed(contest: Contest, met: Sequence[Meeting]) -> tuple[frozenset[str], ...]:
    """Those of a group who must draw lots."""
    rows, table = rank_group(contest, met)
    return need_lots(table, rows)


def _part(table: list[list[Entrant | None]], count: int, label: Callable[[Entrant], str]) -> None:
    """Exchange two of a pot as long as that lowers the number of pairs of mates in one group."""

    def mates(group: int, one: Entrant | None, pot: int) -> int:
        if one is None or not label(one):
            return 0
        others = (row[group] for number, row in enumerate(table) if number != pot)
        return sum(other is not None and label(other) == label(one) for other in others)

    better = True
    while better:
        better = False
        for pot, row in enumerate(table):
            for one in range(count):
                for other in range(count):
                    before = mates(one, row[one], pot) + mates(other, row[other], pot)
                    after = mates(one, row[other], pot) + mates(other, row[one], pot)
                    if after < before:
                        row[one], row[other] = row[other], row[one]
                        better = True

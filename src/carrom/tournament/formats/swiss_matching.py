"""The cheapest round: the pairs with the lowest total cost, and which rounds remain after it.

Contenders are the numbers 0 to count - 1, a pair is (lower, higher), and only pairs that stand in `costs` may meet.
Costs are whole numbers of any sense; `Levels` packs several of them into one, so that no sum of a lower level ever
outweighs a higher one. Knows nothing of players or points.
"""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from carrom.parts import need

Pair = tuple[int, int]
Round = tuple[Pair, ...]

LARGEST_SUM = 1 << 115  # the matching works in 128 bits and doubles what it is given


@dataclass(frozen=True, slots=True)
class Levels:
    """Packs the costs of a pair, most important first, into one number.

    `factors[k]` is what one unit of level k weighs: more than everything that the levels below can come to in a whole
    round.
    """

    factors: tuple[int, ...]
    largest: int  # no round costs more

    @property
    def fit(self) -> bool:
        """Whether the sums are small enough to be matched."""
        return self.largest < LARGEST_SUM

    def pack(self, costs: Iterable[int]) -> int:
        """The costs, level by level, as one number."""
        return sum(map(int.__mul__, self.factors, costs))

    def unpack(self, packed: int) -> tuple[int, ...]:
        """The costs, level by level, of a pair or of a whole round."""
        levels = []
        for factor in self.factors:
            level, packed = divmod(packed, factor)
            levels.append(level)
        return tuple(levels)


def levels_for(bounds: Sequence[int]) -> Levels:
    """The levels of a round, `bounds[k]` being the most that a whole round can cost at level k."""
    factors: list[int] = []
    factor = 1
    for bound in reversed(bounds):
        factors.append(factor)
        factor *= bound + 1
    return Levels(tuple(reversed(factors)), factor - 1)


def pair(one: int, other: int) -> Pair:
    """The two, the lower number first."""
    return (one, other) if one < other else (other, one)


def cheapest_round(count: int, costs: Mapping[Pair, int]) -> Round | None:
    """The round of least cost in which everybody has an opponent; None if there is none.

    Minimum-weight perfect matching (Edmonds' blossoms, by rustworkx).
    """
    matched = _matched(count, [(one, other, -cost) for (one, other), cost in costs.items()])
    return matched if 2 * len(matched) == count else None


def largest_round(count: int, open_pairs: Iterable[Pair], costs: Mapping[Pair, int] | None = None) -> Round:
    """As many pairs as can play at once, no matter who is left over; the cheapest such round where costs are given."""
    return _matched(count, [(*met, -costs[met] if costs else 0) for met in open_pairs])


def _matched(count: int, edges: list[tuple[int, int, int]]) -> Round:
    if not edges:
        return ()
    need("events")
    import rustworkx  # when the first Swiss round is drawn, not before

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(
        multigraph=False, node_count_hint=count, edge_count_hint=len(edges)
    )
    graph.add_nodes_from([None] * count)
    graph.add_edges_from(edges)
    return tuple(
        sorted(pair(*met) for met in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))
    )


def rounds_from_cheapest(count: int, costs: Mapping[Pair, int]) -> Iterator[Round]:
    """All rounds in which everybody has an opponent, from the cheapest on (Lawler's and Murty's partition)."""
    best = cheapest_round(count, costs)
    if best is None:
        return
    number = 0
    waiting = [(sum(costs[met] for met in best), number, best, frozenset[Pair](), frozenset[Pair]())]
    while waiting:
        _, _, found, forced, barred = heapq.heappop(waiting)
        yield found
        for met in found:
            if met in forced:
                continue
            barred_here = barred | {met}
            other = _cheapest_with(count, costs, forced, barred_here)
            if other is not None:
                number += 1
                cost = sum(costs[one] for one in other)
                heapq.heappush(waiting, (cost, number, other, forced, barred_here))
            forced = forced | {met}


def _cheapest_with(
    count: int, costs: Mapping[Pair, int], forced: frozenset[Pair], barred: frozenset[Pair]
) -> Round | None:
    taken = {one for met in forced for one in met}
    free = [one for one in range(count) if one not in taken]
    number = {one: index for index, one in enumerate(free)}
    rest = {
        (number[one], number[other]): cost
        for (one, other), cost in costs.items()
        if one in number and other in number and (one, other) not in barred
    }
    found = cheapest_round(len(free), rest)
    if found is None:
        return None
    return tuple(sorted([*forced, *((free[one], free[other]) for one, other in found)]))


def cheapest_round_with(count: int, costs: Mapping[Pair, int], wanted: Pair) -> Round | None:
    """The cheapest round in which these two meet; None if nobody else could then be paired, or the two may not."""
    return _cheapest_with(count, costs, frozenset((wanted,)), frozenset()) if wanted in costs else None


def can_go_on(count: int, open_pairs: Collection[Pair], rounds: int, patience: int = 2000) -> bool | None:
    """Whether so many further rounds can be drawn from the pairs that are left; None when that was not found out.

    Quick where everybody has enough opponents left (Dirac: a round exists while each has at least half of the others),
    else by trying. `patience` bounds the number of partial rounds tried.
    """
    if rounds <= 0:
        return True
    left: list[set[int]] = [set() for _ in range(count)]
    for one, other in open_pairs:
        left[one].add(other)
        left[other].add(one)
    budget = [patience]
    return _rounds_exist(left, rounds, budget)


def _rounds_exist(left: list[set[int]], rounds: int, budget: list[int]) -> bool | None:
    count = len(left)
    fewest = min((len(others) for others in left), default=0)
    if count == 0 or rounds == 0 or 2 * (fewest - rounds + 1) >= count:
        return count % 2 == 0 or rounds == 0
    if fewest < rounds or count % 2:
        return False
    if largest_round_size(left) * 2 < count:
        return False
    if rounds == 1:
        return True
    unknown = False
    for found in _rounds_of(left, budget):
        for one, other in found:
            left[one].discard(other)
            left[other].discard(one)
        answer = _rounds_exist(left, rounds - 1, budget)
        for one, other in found:
            left[one].add(other)
            left[other].add(one)
        if answer:
            return True
        unknown = unknown or answer is None
    return None if unknown or budget[0] <= 0 else False


def largest_round_size(left: Sequence[Collection[int]]) -> int:
    """How many pairs can play at once, given the opponents that each has left."""
    return len(
        largest_round(len(left), [(one, other) for one, others in enumerate(left) for other in others if one < other])
    )


def _rounds_of(left: list[set[int]], budget: list[int], taken: int = 0) -> Iterator[Round]:
    """All rounds, those first that pair entrants with the fewest opponents left."""
    budget[0] -= 1
    if budget[0] < 0:
        return
    free = [one for one in range(len(left)) if not taken >> one & 1]
    if not free:
        yield ()
        return
    hardest = min(free, key=lambda one: (sum(not taken >> other & 1 for other in left[one]), one))
    for other in sorted(left[hardest], key=lambda one: (len(left[one]), one)):
        if taken >> other & 1:
            continue
        met = pair(hardest, other)
        for rest in _rounds_of(left, budget, taken | 1 << hardest | 1 << other):
            yield (met, *rest)


def stuck(count: int, open_pairs: Collection[Pair]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Why no full round is left: those of whom somebody must be left over, and the only others they could still meet.

    The first are the contenders that some largest round leaves out, the second are their opponents outside of them
    (Gallai and Edmonds: there are fewer of these than of the odd groups that the first fall into).
    """
    size = len(largest_round(count, open_pairs))
    left_out = []
    for one in range(count):
        rest = [met for met in open_pairs if one not in met]
        if len(largest_round(count, rest)) == size:
            left_out.append(one)
    inside = set(left_out)
    outside = {one for met in open_pairs for one in met if one not in inside and inside & set(met)}
    return tuple(left_out), tuple(sorted(outside))

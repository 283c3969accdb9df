"""Everybody meets everybody: the circle method, evenly balanced, with rounds that fit the boards."""

from collections.abc import Sequence

Pair = tuple[int, int]


def circle(count: int) -> tuple[tuple[Pair, ...], ...]:
    """Rounds in which 0 to count - 1 all meet once; the first of a pair is named first (breaks, or is at home).

    With an odd count one rests in each round. Everyone is named first and second as often, but for one match where the
    count is even. 0 and 1 meet in the last round, so the two best should be these.
    Source: the circle method, T. P. Kirkman, 1847; that it balances first and second: D. de Werra, 1981.
    """
    if count < 2:
        return ()
    wheel = count - 1 + count % 2  # how many turn; the fixed one is nobody where the count is odd
    fixed = None if count % 2 else 0
    names = list(range(count)) if fixed is None else [*range(2, count), 1]  # 1 meets the fixed one last
    rounds = []
    for number in range(wheel):
        pairs: list[Pair] = []
        if fixed is not None:
            pairs.append((fixed, names[number]) if number % 2 else (names[number], fixed))
        for step in range(1, (wheel + 1) // 2):
            ahead, behind = names[(number + step) % wheel], names[(number - step) % wheel]
            pairs.append((ahead, behind) if step % 2 else (behind, ahead))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def legs(rounds: Sequence[Sequence[Pair]], number: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds so many times over, first and second exchanged each time."""
    return tuple(tuple((b, a) if leg % 2 else (a, b) for a, b in pairs) for leg in range(number) for pairs in rounds)


def fit(rounds: Sequence[Sequence[Pair]], boards: int) -> tuple[tuple[Pair, ...], ...]:
    """The same pairs in as few rounds as `boards` matches at a time allow; nobody plays twice in a round.

    Rounds are added, then evened out: two rounds together make paths and rings of pairs; along a path with more pairs
    of the fuller round the two are exchanged, which moves one pair over. So any number of rounds can be made even.
    Source: D. de Werra, Equitable colorations of graphs, 1971.

    Raises ValueError: less than one board.
    """
    if boards < 1:
        raise ValueError(f"there is at least one board, not {boards}")
    total = sum(len(pairs) for pairs in rounds)
    wanted = max(len(rounds), -(-total // boards))
    if not any(len(pairs) > boards for pairs in rounds):
        return tuple(tuple(pairs) for pairs in rounds)
    made: list[list[Pair]] = [list(pairs) for pairs in rounds] + [[] for _ in range(wanted - len(rounds))]
    while True:
        fullest = max(made, key=len)
        emptiest = min(made, key=len)
        if len(fullest) <= len(emptiest) + 1:
            return tuple(tuple(pairs) for pairs in made)
        path = _path(fullest, emptiest)
        moved = [pair for pair in path if pair in fullest]
        back = [pair for pair in path if pair not in moved]
        fullest[:] = [pair for pair in fullest if pair not in moved] + back
        emptiest[:] = [pair for pair in emptiest if pair not in back] + moved


def _path(fuller: Sequence[Pair], emptier: Sequence[Pair]) -> list[Pair]:
    """A path of pairs, by turns of the fuller and the emptier round, that begins and ends with the fuller one."""
    of = ({}, {})  # type: tuple[dict[int, Pair], dict[int, Pair]]
    for found, pairs in zip(of, (fuller, emptier), strict=True):
        for pair in pairs:
            found.update(dict.fromkeys(pair, pair))
    for start in sorted(of[0].keys() - of[1].keys()):
        path: list[Pair] = []
        here, turn = start, 0
        while here in of[turn]:
            pair = of[turn][here]
            path.append(pair)
            here, turn = pair[0] if pair[1] == here else pair[1], 1 - turn
        if len(path) % 2:
            return path
    raise AssertionError("the fuller round has a path that begins and ends with it")

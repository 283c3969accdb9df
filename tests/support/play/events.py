"""An event as its sheets on paper have it, board by board: random, nameless, reckoned by plain arithmetic.

How often so many coins are left, who has the queen and how often who breaks wins are as in an open event of 120 matches
and 717 boards. Nothing here asks the program that it is to be compared with.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

LEFT = (201, 162, 127, 79, 56, 41, 29, 12, 7)  # boards that ended with 1 to 9 coins left
BREAK = 0.108  # how much more often the breaker wins than by strength alone
STRENGTHS = (0.6, 0.6)  # of a beta distribution: most matches of an open event have a much stronger side
QUEEN_WITH_WINNER = 508 / 711
CUT_SHORT = 0.3  # matches whose time is over before they are: after 3 to 7 boards
MATCHES = 120


class Reckoning(NamedTuple):
    """What a board is worth, and when a match is over."""

    queen: int  # points for her
    up_to: int | None  # of the winner's score before the board; None: always
    most: int | None  # points of a board
    is_over: Callable[[list[tuple[str, int]]], bool]  # by the winners and points of all boards
    is_game_a_board: bool = False


def _over_at_25(boards: list[tuple[str, int]]) -> bool:
    a, b = (sum(points for winner, points in boards if winner == side) for side in "ab")
    return max(a, b) >= 25 or (len(boards) >= 8 and a != b)


def _two_of_three(boards: list[tuple[str, int]]) -> bool:
    return max(sum(winner == side for winner, _points in boards) for side in "ab") == 2


ICF_GAME = Reckoning(queen=3, up_to=21, most=12, is_over=_over_at_25)
KAGW_MATCH = Reckoning(queen=5, up_to=None, most=None, is_over=_two_of_three, is_game_a_board=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a sheet. `error`: the code that it deserves; the line as it is right follows, unless `is_too_many`."""

    board: int
    breaker: str | None
    winner: str
    left: int
    queen: str
    points: int
    total: tuple[int, int]
    error: str = ""
    is_too_many: bool = False


def points_of(line: Line, before: int, laws: Reckoning) -> int:
    """A point for each coin left, and hers for the winner who had not too many points before."""
    hers = line.queen == line.winner and (laws.up_to is None or before <= laws.up_to)
    points = line.left + (laws.queen if hers else 0)
    return points if laws.most is None else min(points, laws.most)


def event(seed: int, laws: Reckoning, *, alternate: bool) -> list[list[Line]]:
    """The sheets of all matches, five of them with an error of the kind that people make."""
    rng = random.Random(seed)
    sheets = [_sheet(rng, laws, alternate=alternate) for _ in range(MATCHES)]
    for mistake in MISTAKES:
        places = [
            (number, place)
            for number, lines in enumerate(sheets)
            for place, line in enumerate(lines)
            if not any(other.error for other in lines) and mistake(line, _before(lines, place, laws), laws)
        ]
        if not places:
            continue  # these laws know no such limit
        number, place = rng.choice(places)
        lines = sheets[number]
        wrong = mistake(lines[place], _before(lines, place, laws), laws)
        assert wrong is not None
        lines.insert(place + 1 if wrong.is_too_many else place, wrong)
        if wrong.is_too_many:
            del lines[place + 2 :]
    return sheets


def _sheet(rng: random.Random, laws: Reckoning, *, alternate: bool) -> list[Line]:
    lines: list[Line] = []
    breaker = "a"
    strength = rng.betavariate(*STRENGTHS)  # of side a
    is_cut = not laws.is_game_a_board and rng.random() < CUT_SHORT
    most = rng.randint(3, 7) if is_cut else 99
    while len(lines) < most and not laws.is_over([(line.winner, line.points) for line in lines]):
        chance = strength + (BREAK if breaker == "a" else -BREAK)
        winner = "a" if rng.random() < chance else "b"
        line = Line(
            board=len(lines) + 1,
            breaker=breaker if alternate and len(lines) < 8 else None,  # an extra board is tossed for
            winner=winner,
            left=rng.choices(range(1, 10), weights=LEFT)[0],
            queen=winner if rng.random() < QUEEN_WITH_WINNER else _other(winner),
            points=0,
            total=(0, 0),
        )
        before = _before([*lines, line], len(lines), laws)
        points = points_of(line, before[winner], laws)
        after = {**before, winner: before[winner] + points}
        lines.append(replace(line, points=points, total=(after["a"], after["b"])))
        breaker = _other(breaker)
    return lines


def _before(lines: list[Line], place: int, laws: Reckoning) -> dict[str, int]:
    """The score of the game before a board."""
    if place == 0 or laws.is_game_a_board:
        return {"a": 0, "b": 0}
    a, b = lines[place - 1].total
    return {"a": a, "b": b}


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


# --- what people get wrong; None: not on this line ------------------------------------------------------------------

Mistake = Callable[[Line, dict[str, int], Reckoning], Line | None]


def wrong_total(line: Line, before: dict[str, int], laws: Reckoning) -> Line | None:
    """Added up wrongly: a ten was not carried."""
    a, b = line.total
    is_carried = before["a"] // 10 < a // 10
    return replace(line, total=(a - 10, b), error="sheet-total") if is_carried else None


def fourteen_left(line: Line, before: dict[str, int], laws: Reckoning) -> Line | None:
    """A 4 that was written twice."""
    return replace(line, left=14, error="sheet-coins-left") if line.left == 4 else None


def queen_to_the_loser(line: Line, before: dict[str, int], laws: Reckoning) -> Line | None:
    """Her cross stands at the other side, her points at the winner."""
    without = points_of(replace(line, queen=_other(line.winner)), before[line.winner], laws)
    is_paid = line.queen == line.winner and line.points != without
    return replace(line, queen=_other(line.winner), error="sheet-points") if is_paid else None


def queen_above_the_limit(line: Line, before: dict[str, int], laws: Reckoning) -> Line | None:
    """Her points were counted though the winner had too many already."""
    if laws.up_to is None or line.queen != line.winner or before[line.winner] <= laws.up_to:
        return None
    return replace(line, points=line.left + laws.queen, error="sheet-points")


def queen_of_other_laws(line: Line, before: dict[str, int], laws: Reckoning) -> Line | None:
    """Three points for her, as in other documents."""
    if laws.queen == ICF_GAME.queen or line.queen != line.winner:
        return None
    return replace(line, points=line.left + ICF_GAME.queen, error="sheet-points")


def one_more(line: Line, before: dict[str, int], laws: Reckoning) -> Line | None:
    """A board after the match was over; it stands after the last one."""
    is_last = laws.up_to is not None and max(line.total) >= 25
    is_second = laws.is_game_a_board and line.board == 3
    return replace(line, board=line.board + 1, error="match-over", is_too_many=True) if is_last or is_second else None


MISTAKES: tuple[Mistake, ...] = (
    wrong_total,
    fourteen_left,
    queen_to_the_loser,
    queen_above_the_limit,
    queen_of_other_laws,
    one_more,
)

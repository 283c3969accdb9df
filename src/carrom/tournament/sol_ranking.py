"""The ranking of an event by SoL's rules, from the records of a `.sol` file.

Two points for a win, one for a tie. Then, in a Swiss event, bucholz (the points of all opponents together, the phantom
having none), net score, total score, rate; a round robin does without bucholz. Of an opponent who withdrew the trend
rules count what they might have won: their average against real opponents, or 70 % of it, for each round that they
missed, without its fraction. Finals do not count; they swap the places of those who played them. Once an event has its
prizes, they rank.
Source: SoL's manual, "Tourneys management" (Delay top players pairing, Drop outs, Finals).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from carrom.errors import ImpossibleError
from carrom.tournament.sol_records import SolMatch, SolTourney

PHANTOM_SCORE = 25
SHARE = {"none": Fraction(0), "trend": Fraction(1), "trend70": Fraction(7, 10)}


class UndecidedMatchError(ImpossibleError):
    """A match has no winner where somebody must win."""

    code = "undecided-match"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolRow:
    """One line of the ranking; `competitor` counts from 1 as in the file. `virtual` are points by a trend rule."""

    place: int
    competitor: int
    points: int
    bucholz: int
    netscore: int
    totscore: int
    virtual: int = 0
    rate: int = 0
    prize: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended for the first competitor: their net score; `tied` where nobody won."""

    net: int
    tied: bool


def ending(event: SolTourney, match: SolMatch) -> Ending | None:
    """How a match ended; None while it has no score. Against the phantom the first wins by the event's phantom score.

    Raises:
        UndecidedMatchError: nobody won two of three games.
    """
    if match.competitor2 is None:
        return Ending(PHANTOM_SCORE if event.phantomscore is None else event.phantomscore, False)
    if event.matcheskind == "bestof3":
        won = games_won(match)
        if won == (0, 0):
            return None
        if max(won) < 2:
            raise UndecidedMatchError(round=match.turn, board=match.board)
        return Ending(won[0] - won[1], False)
    if match.score1 == match.score2 == 0:
        return None
    return Ending(match.score1 - match.score2, match.score1 == match.score2)


def games_of(match: SolMatch) -> tuple[tuple[int, int], ...]:
    """The scores of a match, game by game."""
    games = ((match.score1, match.score2), (match.score1_2, match.score2_2), (match.score1_3, match.score2_3))
    return tuple((one, other) for one, other in games if one is not None and other is not None)


def games_won(match: SolMatch) -> tuple[int, int]:
    """The games that each of the two won."""
    games = games_of(match)
    return sum(one > other for one, other in games), sum(one < other for one, other in games)


def ranking(
    event: SolTourney, *, upto: int | None = None, rates: Mapping[int, int] | None = None
) -> tuple[SolRow, ...]:
    """The ranking after a round, or after all; `rates` of competitors decide last, then their order in the file.

    Finals and prizes are not looked at (`final_ranking`).

    Raises:
        UndecidedMatchError: a match of the best of three has no winner.
    """
    count = len(event.competitors)
    played = [match for match in event.matches if not match.final and (upto is None or match.turn <= upto)]
    endings = [(match, ending(event, match)) for match in played]
    decided = [(match, end) for match, end in endings if end is not None]
    points, real, net, total, rounds = ([0] * (count + 1) for _ in range(5))
    for match, end in decided:
        for number, own, score in (
            (match.competitor1, end.net, match.score1),
            (match.competitor2, -end.net, match.score2),
        ):
            if number is None:
                continue
            worth = 1 if end.tied else 2 if own > 0 else 0
            points[number] += worth
            real[number] += worth if match.competitor2 is not None else 0
            net[number] += own
            total[number] += score
            rounds[number] += 1
    now = upto if upto is not None else max((match.turn for match, _ in decided), default=0)
    virtual = [0] * (count + 1)
    for number, competitor in enumerate(event.competitors, 1):
        if competitor.retired and rounds[number]:
            average = Fraction(real[number], rounds[number]) * SHARE[event.retirements or "none"]
            virtual[number] = int(average * (now - rounds[number]))
    bucholz = [0] * (count + 1)
    for match, _ in endings:
        if match.competitor2 is not None:
            one, other = match.competitor1, match.competitor2
            bucholz[one] += points[other] + virtual[other]
            bucholz[other] += points[one] + virtual[one]
    with_bucholz = event.system != "roundrobin"
    given = rates or {}

    def order(number: int) -> tuple[int, ...]:
        sums = (points[number], bucholz[number] * with_bucholz, net[number], total[number], given.get(number, 0))
        return (*(-one for one in sums), number)

    return tuple(
        SolRow(
            place=place,
            competitor=number,
            points=points[number],
            bucholz=bucholz[number],
            netscore=net[number],
            totscore=total[number],
            virtual=virtual[number],
            rate=given.get(number, 0),
            prize=Decimal(event.competitors[number - 1].prize or 0),
        )
        for place, number in enumerate(sorted(range(1, count + 1), key=order), 1)
    )


def final_ranking(event: SolTourney, *, rates: Mapping[int, int] | None = None) -> tuple[SolRow, ...]:
    """The ranking in the end: by prizes where there are any, else with the places that finals swapped."""
    rows = list(ranking(event, rates=rates))
    if any(row.prize for row in rows):
        return _placed(sorted(rows, key=lambda row: (-row.prize, row.place)))
    won = final_wins(event)
    for first in range(0, 2 * (event.finals or 0), 2):
        pair = rows[first : first + 2]
        if len(pair) == 2 and won[pair[0].competitor] < won[pair[1].competitor]:
            rows[first : first + 2] = reversed(pair)
    return _placed(rows)


def final_wins(event: SolTourney) -> Counter[int]:
    """How many final matches each competitor won."""
    won: Counter[int] = Counter()
    for match in event.matches:
        if match.final and match.competitor2 is not None:
            end = ending(event, match)
            if end is not None and end.net:
                won[match.competitor1 if end.net > 0 else match.competitor2] += 1
    return won


def _placed(rows: Sequence[SolRow]) -> tuple[SolRow, ...]:
    return tuple(replace(row, place=place) for place, row in enumerate(rows, 1))

"""Brackets: the positions of seeds, byes, separating mates, and places by the round reached.

A bracket of size 2^k is a row of positions; neighbours 0 and 1, 2 and 3 meet in the first round, their winners in the
second, and so on.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from carrom.equipment.arrangement import Rng
from carrom.messages import Message
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.bracket_resolution import NOBODY, Meeting
from carrom.tournament.contest import Contest, whole, word
from carrom.tournament.entries import Entrant, by_strength
from carrom.tournament.fixtures import BYE, Fixture, Known, PairingReason, Slot, WinnerOf, why
from carrom.tournament.format import TooFewError
from carrom.tournament.ranking import Row
from carrom.tournament.results import Outcome
from carrom.tournament.rng import shuffled
from carrom.tournament.table import Table, table_of

LINE_UP_OPTIONS: Settings = {
    "seeds": Setting(
        default=0,
        least=0,
        label=_("Seeds"),
        says=_("how many are seeded, the best first; 0: all who have a seed"),
    ),
    "seed_by": Setting(
        default="seed",
        choices={"seed": _("by seed"), "rating": _("by seed, then rating"), "lots": _("by lot")},
        label=_("Seeded"),
        says=_("who is seeded: by seed, by rating too, or nobody"),
    ),
    "seed_lots": Setting(
        default="fixed",
        choices={"fixed": _("fixed"), "drawn": _("drawn by lot")},
        label=_("Places of seeds"),
        says=_("seeds 3–4, 5–8, 9–16 … get fixed places, or are drawn"),
    ),
    "apart": Setting(
        default="club",
        choices={"none": _("nobody"), "club": _("club mates"), "country": _("compatriots")},
        label=_("Kept apart"),
        says=_("whose members do not meet early"),
    ),
    "apart_rounds": Setting(
        default=1,
        least=1,
        most=10,
        label=_("Rounds apart"),
        says=_("for how many rounds they are kept apart, if possible"),
    ),
}
THIRD_PLACE_OPTION = Setting(
    default=False, label=_("Match for third place"), says=_("the losers of the semi-finals play for third place")
)
REASONS: Mapping[str, Message] = {
    "seed-placed": _("%(entrant)s is in the place of seed %(seed)s"),
    "drawn-by-lot": _("%(entrant)s was drawn here by lot"),
    "moved-apart": _("%(entrant)s was moved so that mates meet later"),
    "mates-cannot-be-apart": _("two of %(mates)s meet: there are too many of them to keep all apart"),
    "bye-for-seed": _("%(entrant)s has a bye: byes go to the highest seeds"),
    "bye-by-lot": _("%(entrant)s has a bye, drawn by lot"),
    "winners-meet": _("the winners of %(first)s and %(second)s meet"),
    "losers-meet": _("the losers of %(first)s and %(second)s meet"),
}
MATES: Mapping[str, Callable[[Entrant], str]] = {
    "none": lambda one: "",
    "club": lambda one: one.club,
    "country": lambda one: one.country,
}


@dataclass(frozen=True, slots=True)
class LineUp:
    """The places of the first round with their reasons: a slot and its reasons for each position."""

    slots: tuple[Slot, ...]
    whys: tuple[tuple[PairingReason, ...], ...]


def size_for(count: int) -> int:
    """The size of the bracket for so many: the next power of two, at least 2."""
    return max(2, 1 << (count - 1).bit_length())


def seed_order(size: int) -> tuple[int, ...]:
    """The rank that stands on each position, 1 at the top, 2 at the bottom.

    If the better always wins, the best meet as late as they can. Each first pair adds up to size + 1.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [
            rank for index, one in enumerate(order) for rank in ((one, total - one), (total - one, one))[index % 2]
        ]
    return tuple(order)


def line_up(contest: Contest, options: Settings, rng: Rng) -> LineUp:
    """Put everybody into a bracket: seeds as is usual, byes to the best, the rest by lot, mates apart if possible.

    Raises:
        TooFewError: fewer than two play.
    """
    entrants = [one for one in contest.entrants if one.plays_in(1)]
    if len(entrants) < 2:
        raise TooFewError("bracket", count=len(entrants))
    size = size_for(len(entrants))
    seeded = _seeded(contest, options, entrants)
    ranks = list(range(1, len(seeded) + 1))
    if word(contest, options, "seed_lots") == "drawn":
        ranks = _drawn_in_tiers(ranks, rng)
    others = [one for one in entrants if one not in seeded]
    position_of = {rank: position for position, rank in enumerate(seed_order(size))}
    held: list[Entrant | None] = [None] * size
    for rank, entrant in zip(ranks, seeded, strict=True):
        held[position_of[rank]] = entrant
    free = [position_of[rank] for rank in range(len(seeded) + 1, len(entrants) + 1)]
    for position, entrant in zip(free, shuffled(others, rng), strict=True):
        held[position] = entrant
    label = MATES[word(contest, options, "apart")]
    at = apart([label(one) if one else "" for one in held], [free], whole(contest, options, "apart_rounds"))
    held = [held[place] for place in at]
    moved = frozenset(one.key for place in free if at[place] != place and (one := held[place]))
    numbers = {one.key: number for number, one in enumerate(seeded, 1)}
    return LineUp(
        slots=tuple(Known(one.key) if one else BYE for one in held),
        whys=tuple(_why(position, held, numbers, moved, label) for position in range(size)),
    )


def apart(labels: Sequence[str], tiers: Sequence[Sequence[int]], rounds: int) -> list[int]:
    """Exchange positions within each tier until no exchange keeps equal labels longer apart; empty ones never matter.

    Gives for each position the one whose holder comes to stand there. The earliest round counts first. With one tier
    the result is the best there is for the first round: where a pair of mates is left, every other pair with a position
    of the tier holds one of them too, so there are more of them than such pairs.
    """
    size = len(labels)
    levels = range(1, min(rounds, size.bit_length() - 1) + 1)
    weight = {level: (size * size) ** (len(levels) - level) for level in levels}
    now, at = list(labels), list(range(size))
    counts = Counter((level - 1, place >> (level - 1), now[place]) for place in range(size) for level in levels)

    def cost(place: int) -> int:
        """How early the entrant in that place may meet how many mates."""
        if not now[place]:
            return 0
        return sum(weight[level] * counts[level - 1, (place >> (level - 1)) ^ 1, now[place]] for level in levels)

    def exchange(one: int, other: int) -> None:
        for place, label, following in ((one, now[one], now[other]), (other, now[other], now[one])):
            for level in levels:
                counts[level - 1, place >> (level - 1), label] -= 1
                counts[level - 1, place >> (level - 1), following] += 1
        now[one], now[other] = now[other], now[one]
        at[one], at[other] = at[other], at[one]

    better = True
    while better:
        better = False
        for tier in tiers:
            for one in tier:
                for other in tier:
                    if not (before := cost(one)):
                        break
                    if now[one] != now[other]:  # two of different labels never count against each other
                        before += cost(other)
                        exchange(one, other)
                        if cost(one) + cost(other) < before:
                            better = True
                        else:
                            exchange(one, other)
    return at


def first_round(lined: LineUp, *, stage: str = "", prefix: str = "") -> tuple[Fixture, ...]:
    """The fixtures of the first round, byes included."""
    return tuple(
        Fixture(
            id=f"{prefix}1.{index + 1}",
            round=1,
            place=index + 1,
            a=lined.slots[2 * index],
            b=lined.slots[2 * index + 1],
            stage=stage,
            why=tuple(dict.fromkeys((*lined.whys[2 * index], *lined.whys[2 * index + 1]))),
        )
        for index in range(len(lined.slots) // 2)
    )


def winners_meet(
    above: Sequence[Fixture], round_number: int, *, stage: str = "", prefix: str = ""
) -> tuple[Fixture, ...]:
    """The next round: neighbours' winners meet."""
    return tuple(
        Fixture(
            id=f"{prefix}{round_number}.{index + 1}",
            round=round_number,
            place=index + 1,
            a=WinnerOf(above[2 * index].id),
            b=WinnerOf(above[2 * index + 1].id),
            stage=stage,
            group=above[2 * index].group,
            why=(why("winners-meet", first=above[2 * index].id, second=above[2 * index + 1].id),),
        )
        for index in range(len(above) // 2)
    )


def rows_by_reach(contest: Contest, met: Sequence[Meeting], reach: Mapping[str, tuple[int, str]]) -> tuple[Row, ...]:
    """Places by how far everyone came, the furthest first; who came as far shares a place.

    `reach`: for each entrant a number that grows with how far they came, and what to call it.
    """
    table = table_of(contest, met)
    groups: dict[int, list[str]] = {}
    for key in sorted(table.encounters):
        groups.setdefault(reach[key][0], []).append(key)
    rows: list[Row] = []
    for number in sorted(groups, reverse=True):
        place = len(rows) + 1
        rows += [row_of(table, key, place, len(groups[number]), reach[key][1]) for key in groups[number]]
    return tuple(rows)


def row_of(table: Table, key: str, place: int, level: int, reached: str) -> Row:
    """A row of standings that the format itself decides."""
    count = Counter(one.outcome for one in table.encounters[key])
    return Row(
        place=place,
        key=key,
        level=level,
        played=len(table.encounters[key]) - count[Outcome.BYE],
        won=count[Outcome.WON],
        tied=count[Outcome.TIED],
        lost=count[Outcome.LOST],
        byes=count[Outcome.BYE],
        reached=reached,
    )


def out_in(meeting: Meeting) -> Iterable[str]:
    """Return the loser of a meeting that is settled."""
    return () if meeting.winner is None else (key for key in meeting.keys if key not in (meeting.winner, NOBODY))


def _seeded(contest: Contest, options: Settings, entrants: Sequence[Entrant]) -> list[Entrant]:
    by = word(contest, options, "seed_by")
    if by == "lots":
        return []
    ordered = by_strength(entrants)
    if by == "seed":
        chosen = [one for one in ordered if one.seed is not None]
    else:
        chosen = [one for one in ordered if one.seed is not None or one.rating is not None]
    most = whole(contest, options, "seeds")
    return chosen[:most] if most else chosen


def _drawn_in_tiers(ranks: Sequence[int], rng: Rng) -> list[int]:
    """The ranks, exchanged by lot within 3-4, 5-8, 9-16 and so on."""
    drawn = list(ranks[:2])
    while len(drawn) < len(ranks):
        drawn += shuffled(ranks[len(drawn) : 2 * len(drawn)], rng)
    return drawn


def _why(
    position: int,
    held: Sequence[Entrant | None],
    numbers: Mapping[str, int],
    moved: frozenset[str],
    label: Callable[[Entrant], str],
) -> tuple[PairingReason, ...]:
    one, other = held[position], held[position ^ 1]
    if one is None:
        return ()
    found = []
    if one.key in numbers:
        found.append(why("seed-placed", entrant=one.key, seed=numbers[one.key]))
    else:
        found.append(why("drawn-by-lot", entrant=one.key))
    if one.key in moved:
        found.append(why("moved-apart", entrant=one.key))
    if other is None:
        found.append(why("bye-for-seed" if one.key in numbers else "bye-by-lot", entrant=one.key))
    elif label(one) and label(one) == label(other):
        found.append(why("mates-cannot-be-apart", mates=label(one)))
    return tuple(found)

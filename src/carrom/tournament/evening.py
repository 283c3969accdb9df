"""A club's evening: names from a list, and ways to play in plain words, each with its matches and hours."""

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from carrom.errors import ImpossibleError
from carrom.match.rules import Values

MOST_NAMES = 128
LONGEST_NAME = 60
ROUNDS = 4
MOST_BOARDS = 40
MOST_MINUTES = 120
_NUMBERED = re.compile(r"^(?:\d{1,3}[.):]?\s+|[-*•]\s*)")


class EveningError(ImpossibleError):
    """An evening that cannot be played so."""

    code = "evening"


class Way(StrEnum):
    """How an evening is played, by what it means for those who come."""

    ROUNDS = "rounds"  # everybody plays a few
    KNOCKOUT = "knockout"
    GROUPS = "groups"
    OPEN = "open"  # as long as people like


LEAST = {Way.ROUNDS: 2, Way.KNOCKOUT: 2, Way.GROUPS: 6, Way.OPEN: 2}
"""How many players each way needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The players in the order in which they were written; each name once. `twice` are those that got a number."""

    names: tuple[str, ...]
    twice: tuple[tuple[str, str], ...] = ()


def read_names(text: str) -> Names:
    """Read names, one on each line or with commas between; numbers before them and empty lines are left out.

    A name that comes again is another person, and gets a number: "Asha (2)".
    """
    names: list[str] = []
    twice: list[tuple[str, str]] = []
    seen: Counter[str] = Counter()
    for part in re.split(r"[\n\r,;\t]+", text):
        name = " ".join(_NUMBERED.sub("", part.strip()).split())[:LONGEST_NAME].strip()
        if not any(sign.isalnum() for sign in name):
            continue
        called = name
        while seen[called.casefold()]:
            seen[name.casefold()] += 1
            called = f"{name} ({seen[name.casefold()]})"
        seen[called.casefold()] += 1
        if called != name:
            twice.append((name, called))
        names.append(called)
    return Names(names=tuple(names), twice=tuple(twice))


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """A way to play for so many people: the format with its options, how many matches, and how many minutes.

    `matches` and `minutes` are None where the evening has no end of its own.
    """

    way: Way
    format: str
    options: Values = ()
    rounds: int = 0
    matches: int | None = None
    minutes: int | None = None


def plan(way: Way, *, players: int, boards: int, minutes: int) -> EveningPlan:
    """How an evening goes with so many players on so many boards, a match taking so many minutes.

    Raises:
        EveningError: too few or too many players, or figures that no evening has.
    """
    if players < LEAST[way]:
        raise EveningError("too-few", players=players, least=LEAST[way])
    if players > MOST_NAMES:
        raise EveningError("too-many", players=players, most=MOST_NAMES)
    if not 1 <= boards <= MOST_BOARDS:
        raise EveningError("boards", most=MOST_BOARDS)
    if not 1 <= minutes <= MOST_MINUTES:
        raise EveningError("minutes", most=MOST_MINUTES)
    match way:
        case Way.ROUNDS:
            return _rounds(players, boards, minutes)
        case Way.KNOCKOUT:
            slots = _bracket_slots(players, boards)
            return EveningPlan(way=way, format="knockout", matches=players - 1, minutes=slots * minutes)
        case Way.GROUPS:
            groups = max(1, round(players / 4))
            sizes = [len(range(group, players, groups)) for group in range(groups)]
            in_groups = sum(size * (size - 1) // 2 for size in sizes)
            slots = max(ceil(in_groups / boards), max(sizes) - 1 + max(sizes) % 2) + _bracket_slots(2 * groups, boards)
            return EveningPlan(
                way=way,
                format="groups-knockout",
                options=(("groups", groups), ("ties", False)),
                matches=in_groups + 2 * groups - 1,
                minutes=slots * minutes,
            )
        case Way.OPEN:
            return EveningPlan(way=way, format="open-play")


def _rounds(players: int, boards: int, minutes: int) -> EveningPlan:
    """Rounds in which everybody meets somebody new: fewer where there are too few to meet."""
    rounds = min(ROUNDS, players if players % 2 else players - 1)
    is_whole = rounds < ROUNDS  # everybody meets everybody
    options: Values = (("ties", False),) if is_whole else (("rounds", rounds), ("first_round", "lots"))
    slots = ceil(players // 2 / boards) * rounds
    return EveningPlan(
        way=Way.ROUNDS,
        format="round-robin" if is_whole else "swiss",
        options=options,
        rounds=rounds,
        matches=players // 2 * rounds,
        minutes=slots * minutes,
    )


def _bracket_slots(players: int, boards: int) -> int:
    """How often all boards are played, from the first round of a bracket to its final."""
    slots, left = 0, players
    while left > 1:
        full = 1 << (left - 1).bit_length()
        matches = left - full // 2
        slots += ceil(matches / boards)
        left -= matches
    return slots

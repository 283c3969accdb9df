"""Choices of every computer in the same positions of all rulesets, to compare before and after a change.

    tools/choices.py TO [LEVEL...]    write a line for each decision: to the bit, on the machine that ran it

A change that should leave choices alone leaves the file alone: write one with the code of before (`PYTHONPATH`), one
with that of now, and compare them. On another processor numpy's functions may differ in their last bit. Boards are
played by `casual`, alone, in twos and in pairs; each computer decides as it is, on a board that is not known, and
within a budget; the slower it is, the fewer positions.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from carrom.bots.agent import Agent
from carrom.bots.contest import play_board, play_match
from carrom.bots.registry import find
from carrom.laws.rulesets.every import RULESETS
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry, Player
from carrom.physics.surface import TOURNAMENT
from carrom.play.domain import stroke_domain
from carrom.play.game import new_head
from carrom.play.state import PlayState, follow
from carrom.terms import Side

EACH = {
    "beginner": 1,
    "easy": 1,
    "casual": 2,
    "steady": 4,
    "club": 4,
    "strong": 12,
    "master": 30,
}  # positions passed by
BUDGETS = (90, 31)


def positions() -> Iterator[PlayState]:
    """Yield what awaits a stroke, on a board of each ruleset, and of pairs."""
    player = find("casual")
    for slug, ruleset in RULESETS.items():
        if ruleset.side_count == 1:
            one = (Player(side=Side.A, name=player.name, kind="computer", level=player.name),)
            head = new_head(slug, players=one, length="board", breaks=Side.A)
            yield from _awaiting_strokes(play_match(head, {Side.A: player}, seed=slug))
            continue
        for doubles in (False, True):
            yield from _awaiting_strokes(
                play_board(player, player, seed=slug, ruleset=slug, doubles=doubles).entries,
            )


def _awaiting_strokes(entries: Sequence[Entry]) -> Iterator[PlayState]:
    state: PlayState | None = None
    for entry in entries:
        state = follow(state, entry)
        if state.match.awaiting.kind is Decision.STROKE and stroke_domain(state).spans:
            yield state


def decisions(level: str, states: Sequence[PlayState]) -> Iterator[str]:
    """Yield a line for each decision of a computer."""
    bot = find(level)
    assert isinstance(bot, Agent)  # noqa: S101  # all of EACH are
    unsure = replace(bot, assumes=TOURNAMENT)
    for row in range(0, len(states), EACH.get(level, 12)):
        for asked, budget in ((bot, None), (unsure, None), *((bot, budget) for budget in BUDGETS)):
            found = asked.think(states[row], random.Random(f"{level} {row}"), budget)  # noqa: S311  # a game
            stroke, chance = found.stroke, "-" if found.chance is None else found.chance.hex()
            numbers = (stroke.offset, stroke.angle, stroke.speed, found.worth)
            bits = " ".join(number.hex() for number in numbers)
            yield f"{level} {row} {budget} {asked is unsure} {bits} {found.imagined} {chance}"


def main(arguments: Sequence[str]) -> None:
    """Write the file."""
    states = list(positions())
    lines = [line for level in arguments[1:] or EACH for line in decisions(level, states)]
    Path(arguments[0]).write_text("\n".join([*lines, ""]), encoding="ascii")
    print(f"{len(lines)} decisions in {len(states)} positions")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Matches of computers against each other, as many as wanted: each depends on its terms and its own number alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.bots.contest import play_match
from carrom.bots.registry import find
from carrom.match.entries import Entry, Player
from carrom.match.rules import shipped
from carrom.play.game import new_head
from carrom.terms import Side

TAG = "self-play"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """The terms of self-play: who plays, and what.

    Attributes:
        name: of the whole, from which racks and random numbers come.
        players: of the matches in turn: a computer against itself, or two with a colon between them.
        length: of a match, one of its ruleset's.
        budget: strokes simulated for a decision; None: as many as each takes.
        is_tagged: each match says of which number it is.
    """

    name: str
    ruleset: str = "icf"
    players: Sequence[str] = ("easy",)
    length: str = "board"
    budget: int | None = None
    is_tagged: bool = False


def check(terms: SelfPlay) -> None:
    """Pass if all players are known. Raises UnknownBotError."""
    for name in {one for pair in terms.players for one in pair.split(":")}:
        find(name)


def play_number(terms: SelfPlay, number: int) -> tuple[Entry, ...]:
    """Play the match of this number, counted from 0; the sides break four matches each.

    Raises:
        UnknownBotError: no computer has this name. BadHeadError: there is no such ruleset or length.
        BotFailedError: a computer fails, or the match does not end.
    """
    first, _colon, second = terms.players[number % len(terms.players)].partition(":")
    sides = (Side.A,) if shipped()[terms.ruleset].side_count == 1 else tuple(Side)
    bots = dict(zip(Side, (find(first), find(second or first)), strict=True))
    seated = tuple(Player(side=side, name=bots[side].name, kind="computer", level=bots[side].name) for side in sides)
    head = new_head(
        terms.ruleset,
        players=seated,
        length=terms.length,
        breaks=sides[number // 4 % len(sides)],
        tags={TAG: f"{terms.name}/{number}"} if terms.is_tagged else None,
    )
    return play_match(head, bots, seed=f"{terms.name}/{number}", budget=terms.budget)

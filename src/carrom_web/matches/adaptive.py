"""The computer that adapts: its hand for a new match, from how the last ones between the same two ended.

A win makes its hand shakier, a loss surer, by the same step, so it settles where each side wins half.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from carrom.bots import registry
from carrom.match.entries import Head
from carrom_web.matches import models, repository
from carrom_web.matches.loaded import Player

ADAPTIVE = "adaptive"
FIRST_HAND = 2.4
STEP = 1.25
SUREST, SHAKIEST = 0.2, 6.0


def with_hands(head: Head, players: Sequence[Player]) -> tuple[Head, list[Player]]:
    """Return head and seats of a new match, with a hand that suits the first guest for a computer that adapts."""
    if not any(registry.name_of(player.level) == ADAPTIVE for player in players):
        return head, list(players)
    guest = next((player.guest for player in players if player.guest is not None), None)
    level = f"{ADAPTIVE}@{hand_for(guest):.2f}"

    def settled(was: str) -> str:
        return level if registry.name_of(was) == ADAPTIVE else was

    seats = [replace(player, level=settled(player.level)) for player in players]
    named = tuple(replace(each, level=settled(each.level)) if each.level else each for each in head.players)
    return replace(head, players=named), seats


def hand_for(guest: UUID | None) -> float:
    """Return the hand for a guest's next match: that of the last one that ended, a step surer or shakier."""
    if guest is None:
        return FIRST_HAND
    last = (
        models.Seat.objects.filter(level__startswith=f"{ADAPTIVE}@", match__phase="over")
        .filter(match__seats__guest_id=guest)
        .select_related("match")
        .order_by("-match__changed_at")
        .first()
    )
    hand = None if last is None else registry.hand_of(last.level)
    if last is None or hand is None:
        return FIRST_HAND
    result = repository.state_of(last.match).match.result
    if result is None or result.winner is None:
        return hand
    return after(hand, has_won=result.winner.value == last.side)


def after(hand: float, *, has_won: bool) -> float:
    """Return the hand after a match with this one."""
    return min(SHAKIEST, max(SUREST, hand * STEP if has_won else hand / STEP))

"""Rights at a sheet: one table, roles by actions. Reads nothing.

A match has officials (umpires, referees), or it has none: then its players keep it themselves. Those who may write do
so only while they hold the scorer lock: one device keeps a sheet, all others follow it.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """A role at a sheet; one may be several things."""

    OWNER = "owner"  # who started it, in addition to other roles
    REFEREE = "referee"  # of the club on whose board it is played
    UMPIRE = "umpire"
    PLAYER = "player"
    VERIFIER = "verifier"
    FOLLOWER = "follower"  # everybody: a match is public to those who have its address


class Action(StrEnum):
    """An action at a sheet."""

    FOLLOW = "follow"
    WRITE = "write"  # tell what happened, undo, correct: with the scorer lock
    TAKE_OVER = "take_over"  # take the scorer lock from its holder
    VERIFY = "verify"  # compare the sheet with a second paper
    SHARE = "share"  # make links for others, take back one's own
    REVOKE = "revoke"  # take back anybody's link, end what it gave
    MOVE = "move"  # take the match off the board on which it was started


OFFICIALS = frozenset({Role.REFEREE, Role.UMPIRE})
MAY: Mapping[Role, frozenset[Action]] = MappingProxyType(
    {
        Role.OWNER: frozenset({Action.FOLLOW, Action.SHARE, Action.REVOKE, Action.MOVE}),
        Role.REFEREE: frozenset(Action),
        Role.UMPIRE: frozenset(Action) - {Action.REVOKE},
        Role.PLAYER: frozenset({Action.FOLLOW, Action.VERIFY}),
        Role.VERIFIER: frozenset({Action.FOLLOW, Action.VERIFY}),
        Role.FOLLOWER: frozenset({Action.FOLLOW}),
    }
)
# what players may besides while the match has no official
WITHOUT_OFFICIALS = frozenset({Action.WRITE, Action.TAKE_OVER, Action.SHARE})
BY_LINK = (Role.UMPIRE, Role.PLAYER, Role.VERIFIER, Role.FOLLOWER)  # what a link can give
WRITES_AS = (Role.REFEREE, Role.UMPIRE, Role.PLAYER)  # the first role a person has is shown with their entries


def actions_of(roles: Iterable[Role], *, has_official: bool) -> frozenset[Action]:
    """Return the actions allowed to somebody with these roles at a sheet."""
    held = frozenset(roles) | {Role.FOLLOWER}
    actions = frozenset().union(*(MAY[role] for role in held))
    return actions | WITHOUT_OFFICIALS if Role.PLAYER in held and not has_official else actions


def writes_as(roles: Iterable[Role]) -> Role | None:
    """The role in which somebody with these roles writes; None: they do not."""
    held = frozenset(roles)
    return next((role for role in WRITES_AS if role in held), None)

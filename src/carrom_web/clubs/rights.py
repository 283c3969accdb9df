"""Rights in a club: one table, roles by actions. Reads nothing."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """A member's role in a club; one may be several things."""

    OWNER = "owner"
    ORGANISER = "organiser"
    TECHNICAL_DIRECTOR = "technical_director"
    CHIEF_REFEREE = "chief_referee"
    ASSISTANT_CHIEF_REFEREE = "assistant_chief_referee"
    UMPIRE = "umpire"
    REGISTRAR = "registrar"
    PLAYER = "player"


class Action(StrEnum):
    """An action in a club and at its events."""

    HAND_OVER = "hand_over"  # make somebody else the owner
    EDIT = "edit"  # the club's name and texts
    INVITE = "invite"  # members, their roles, and to end them
    KEEP_BOARDS = "keep_boards"  # the list of boards and their labels
    ORGANISE = "organise"  # events: begin, change, publish, cancel
    DRAW = "draw"  # draws, order of play, calling matches to boards
    REGISTER = "register"  # entries, check-in
    SEE_PERSONS = "see_persons"  # email addresses and ages
    TAKE_PAYMENTS = "take_payments"  # see and record payments
    OFFICIATE = "officiate"  # take over any sheet of the club, decide what is appealed, correct afterwards
    UMPIRE = "umpire"  # keep a sheet on one of the club's boards
    BEGIN = "begin"  # begin a sheet on one of the club's boards


_ALL = frozenset(Action)
MAY: Mapping[Role, frozenset[Action]] = MappingProxyType(
    {
        Role.OWNER: _ALL,
        Role.ORGANISER: _ALL - {Action.HAND_OVER},
        Role.TECHNICAL_DIRECTOR: frozenset({Action.KEEP_BOARDS, Action.DRAW, Action.UMPIRE, Action.BEGIN}),
        Role.CHIEF_REFEREE: frozenset({Action.OFFICIATE, Action.UMPIRE, Action.BEGIN}),
        Role.ASSISTANT_CHIEF_REFEREE: frozenset({Action.OFFICIATE, Action.UMPIRE, Action.BEGIN}),
        Role.UMPIRE: frozenset({Action.UMPIRE, Action.BEGIN}),
        Role.REGISTRAR: frozenset({Action.REGISTER, Action.SEE_PERSONS, Action.TAKE_PAYMENTS}),
        Role.PLAYER: frozenset({Action.BEGIN}),
    }
)
SENSITIVE = frozenset({Action.SEE_PERSONS, Action.TAKE_PAYMENTS})  # other people's data and money
# roles an inviter can give; ownership is only handed over, and only the owner appoints organisers
GIVEN_BY: Mapping[Role, frozenset[Role]] = MappingProxyType(
    {
        Role.OWNER: frozenset(Role) - {Role.OWNER},
        Role.ORGANISER: frozenset(Role) - {Role.OWNER, Role.ORGANISER},
    }
)


def actions_of(roles: Iterable[Role]) -> frozenset[Action]:
    """Return the actions allowed to somebody with these roles."""
    return frozenset().union(*(MAY[role] for role in roles))


def roles_given_by(roles: Iterable[Role]) -> frozenset[Role]:
    """Return the roles that somebody with these roles may give and take."""
    return frozenset().union(*(GIVEN_BY.get(role, frozenset()) for role in roles))


def needs_account(role: Role) -> bool:
    """Whether a role is for people with an account: a cookie that anybody's phone may hold opens no personal data."""
    return bool(MAY[role] & SENSITIVE)

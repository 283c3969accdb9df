"""The facts of one stroke, as an umpire would report them.

The simulator fills this in for a simulated stroke, an umpire for a real one, a law case for a test. The laws read
nothing else. Facts are neutral: they say what happened; the laws say whether it was allowed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from carrom.errors import ImpossibleError
from carrom.terms import Piece

# every fact that may be declared, by what it is about (`Ruleset.foul_events`)
FACTS_BY_KIND: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "technique": ("push", "drag", "not_flicked"),
        "hands": ("second_hand", "two_fingers", "wrong_finger"),
        "diagonals": ("over_diagonal",),
        "body": ("body_touched_board",),
        "pieces": ("touched_coin", "adjusted_coin"),
        "motion": ("touched_running_striker", "removed_moving_coin", "struck_while_moving", "rotated_striker"),
        "board": ("moved_board", "shook_board", "lifted_board", "blew_on_coins", "forced_stack"),
        "seat": ("left_seat",),
        "chair": ("chair_moved",),
        "leaning": ("leaning",),
        "manners": ("distraction", "blocking", "delay", "time_exceeded"),
        "things": ("powder", "foreign_object", "device", "switched_striker", "altered_striker", "practice_stroke"),
        "stopped": ("struck_after_stop",),
        "order": ("out_of_turn",),
        "intent": ("intent_against_coins",),
        "outside": ("interference", "vibration", "outage", "umpire_mishap"),
        "claims": ("claim_forgotten",),
        "placing": ("misplaced_coin",),
        "conduct": ("left_match", "abuse", "unsporting", "damage"),
        "start": ("before_play", "no_room_for_striker"),
    }
)
KIND_OF_FACT: Mapping[str, str] = MappingProxyType(
    {fact: kind for kind, facts in FACTS_BY_KIND.items() for fact in facts}
)


class ContradictoryFactsError(ImpossibleError):
    """The board or the stroke is impossible; `code` says why and is stable.

    Codes are listed in `carrom.laws.clauses.possible`.
    """

    own_codes = True


class Direction(StrEnum):
    """Direction of the striker's release, as its player sees it."""

    FORWARD = "forward"
    HORIZONTAL = "horizontal"
    BACKWARD = "backward"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeFacts:
    """One stroke, or (with `made` false) what was declared or happened without one.

    The defaults are those of an ordinary stroke that pocketed nothing. What happened "before the first contact" means
    before the striker first touched a piece (the whole way, if it touched none).
    """

    pocketed: tuple[Piece, ...] = ()  # coins and queen, in the order they fell
    striker_pocketed: bool = False  # the striker fell
    left_board: tuple[Piece, ...] = ()  # coins and queen that left the surface (jumped)
    striker_left_board: bool = False  # it went over a frame
    touched: bool = True  # the striker touched a coin or the queen
    first_contact: Piece | None = None  # the kind it touched first; None: nothing, or not known
    struck: frozenset[Piece] = frozenset()  # kinds of which the striker itself hit one of the pocketed pieces
    spread: bool | None = None  # at the break: a coin crossed a base line or reached a pocket; None: as `touched`
    direction: Direction = Direction.FORWARD  # in which the striker was sent
    crossed_front_line: bool = True  # before the first contact
    stayed_behind_line: bool = False  # the striker's centre never crossed its own front line, before or after a contact
    touched_own_frame: bool = False  # before the first contact
    came_back_into_own_half: bool = False  # from the far half, before the first contact
    struck_behind_line: bool = False  # first hit a piece on or behind the own front line, not having crossed that line
    improper: bool = False  # a breach of striking that only a person sees: pushed, hand over the arrow
    made: bool = True  # false: no stroke was made
    passed: bool = False  # with `made` false: the player passed their turn
    dropped: tuple[Piece, ...] = ()  # with `made` false: hung at a pocket and fell after the striker was taken up
    declared: tuple[str, ...] = ()  # fact keys (`KIND_OF_FACT`)
    by_opponent: bool = False  # the declared facts are the other side's, not those of the side to play
    claims_extra: bool | int = True  # how many of the extra points the winner demands; true: all

    @property
    def has_spread(self) -> bool:
        """Whether a coin crossed a base line or reached a pocket."""
        return self.touched if self.spread is None else self.spread

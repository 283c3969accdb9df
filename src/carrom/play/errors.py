"""Why an answer is refused: each with a code that is sent over the network and stays stable."""

from carrom.errors import ImpossibleError, NotAllowedError
from carrom.laws.ruling import Reason


class NotAwaitedError(NotAllowedError):
    """The match waits for another decision."""

    code = "not-awaited"


class MatchOverError(NotAwaitedError):
    """The match is over: nothing is awaited any more."""

    code = "match-over"


class OutOfTurnError(NotAllowedError):
    """It is not this player's decision."""

    code = "out-of-turn"


class NotSeatedError(NotAllowedError):
    """The author sits at no seat of this match."""

    code = "not-seated"


class UnknownRequestError(NotAllowedError):
    """No request of this kind can be answered."""

    code = "unknown-request"


class NotAnOptionError(NotAllowedError):
    """The answer is none of those that may be given."""

    code = "not-an-option"


class NotANumberError(ImpossibleError):
    """A number is missing, not finite, or not a number."""

    code = "not-a-number"


class StrokeOffLineError(NotAllowedError):
    """The striker would not lie on its base lines."""

    code = "stroke-off-line"


class PlaceForbiddenError(NotAllowedError):
    """The laws forbid this place for the striker or a piece; `reason` and `clauses` say why."""

    code = "place-forbidden"

    def __init__(self, key: str, /, *, reason: Reason, clauses: tuple[str, ...]) -> None:
        super().__init__(key)
        self.reason = reason
        self.clauses = clauses


class PlaceOverlapsError(PlaceForbiddenError):
    """A piece lies there."""

    code = "place-overlaps"


class PlaceOutsideError(PlaceForbiddenError):
    """The place is outside the region where this piece may be put."""

    code = "place-outside-region"


class DirectionForbiddenError(NotAllowedError):
    """The ruleset forbids strokes in this direction."""

    code = "direction-forbidden"


class SpeedLimitError(NotAllowedError):
    """The speed is above the limit, or not above zero."""

    code = "speed-limit"


class WrongPieceError(NotAllowedError):
    """Another piece is to be placed first."""

    code = "wrong-piece"


class CannotForgoError(NotAllowedError):
    """This claim cannot be given up (any more)."""

    code = "cannot-forgo"


class CannotPassError(NotAllowedError):
    """The turn cannot be passed."""

    code = "cannot-pass"


class TakeBackForbiddenError(NotAllowedError):
    """Nothing may be taken back in this match, or not without the other side's consent."""

    code = "take-back-forbidden"


class NothingToTakeBackError(NotAllowedError):
    """There is no stroke that could be taken back."""

    code = "nothing-to-take-back"


class OfferForbiddenError(NotAllowedError):
    """This cannot be offered here, or stands already."""

    code = "offer-forbidden"


class UnknownOfferError(NotAllowedError):
    """No offer with this number stands."""

    code = "unknown-offer"


class DeclarationForbiddenError(NotAllowedError):
    """This fact cannot be declared by this author, or not any more."""

    code = "declaration-forbidden"


class CeremonyError(NotAllowedError):
    """The laws do not let an umpire do this (any more, or yet); `clauses` say why, `code` is stable.

    too-early, too-late, no-time-outs, time-outs-used, no-substitution, no-rearranging.
    """

    own_codes = True

    def __init__(self, reason: str, /, *, clauses: tuple[str, ...], **parameters: object) -> None:
        super().__init__(reason, **parameters)
        self.clauses = clauses


class BadHeadError(ImpossibleError):
    """A match cannot begin like this."""

    code = "bad-head"


class BrokenInvariantError(RuntimeError):
    """A state that contradicts itself would be stored: a bug in laws, simulation or play. Nothing must be stored."""

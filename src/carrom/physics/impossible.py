"""Strokes and positions that cannot be: the errors, each with its stable code."""

from carrom.errors import ImpossibleError


class ImpossibleStrokeError(ImpossibleError):
    """A stroke that no hand could play: not a number, or off the surface."""

    code = "impossible-stroke"


class SpeedError(ImpossibleStrokeError):
    """The striker's speed is not above zero, or above the limit."""

    code = "speed-out-of-range"


class OffsetError(ImpossibleStrokeError):
    """The striker would lie off the surface."""

    code = "offset-out-of-range"


class AngleError(ImpossibleStrokeError):
    """The angle is more than a whole turn."""

    code = "angle-out-of-range"


class StrikerPlaceError(ImpossibleStrokeError):
    """The striker would lie on a piece."""

    code = "striker-overlaps"


class ImpossiblePositionError(ImpossibleError):
    """The pieces cannot lie so."""

    code = "impossible-position"


class PieceNumberError(ImpossiblePositionError):
    """A piece's number is unknown, or given twice."""

    code = "piece-number"


class OffSurfaceError(ImpossiblePositionError):
    """A piece is not wholly on the surface, or its place is not a number."""

    code = "piece-off-surface"


class PiecesOverlapError(ImpossiblePositionError):
    """Two pieces lie on one another."""

    code = "pieces-overlap"


class OverPocketError(ImpossiblePositionError):
    """A piece lies so far over a pocket that it falls."""

    code = "piece-over-pocket"


class UnsettledError(ImpossibleError):
    """The discs did not come to rest within the engine's limit of events."""

    code = "unsettled"

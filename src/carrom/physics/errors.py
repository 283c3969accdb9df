"""Errors of impossible strokes (for positions see `equipment.validity`) and of machines without a kernel or card."""

from carrom.errors import CarromError, ImpossibleError


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


class UnsettledError(ImpossibleError):
    """The discs did not come to rest within the engine's limit of events."""

    code = "unsettled"


class NoKernelError(CarromError):
    """There is no compiled kernel for this machine, and none could be made."""

    code = "no-kernel"


class GraphicsCardError(CarromError):
    """There is no graphics card that can be used, or it fails."""

    code = "graphics-card"

"""Pictures as SVG: a board, a piece, a motion, a score card. The public names; no module has one of them."""

from typing import TYPE_CHECKING, Any

from carrom.svg.board_picture import board, piece_picture
from carrom.svg.card import score_card

if TYPE_CHECKING:
    from carrom.svg.motion_picture import motion as motion

__all__ = ["board", "motion", "piece_picture", "score_card"]


def __getattr__(name: str) -> Any:
    """Fetch the picture of a motion when it is first used; it needs numpy, a board does not."""
    if name != "motion":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from carrom.svg.motion_picture import motion

    return motion

"""Pictures as SVG: a board, a piece, a motion, a score card. These are the public names."""

from typing import TYPE_CHECKING, Any

from carrom.svg.board_picture import Window, board, piece_picture
from carrom.svg.card import score_card

if TYPE_CHECKING:
    from carrom.svg.animated_picture import animation as animation
    from carrom.svg.motion_picture import motion as motion

__all__ = ["Window", "animation", "board", "motion", "piece_picture", "score_card"]


def __getattr__(name: str) -> Any:
    """Fetch the pictures of a motion when they are first used; they need numpy, a board does not."""
    if name == "motion":
        from carrom.svg.motion_picture import motion

        return motion
    if name == "animation":
        from carrom.svg.animated_picture import animation

        return animation
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Pictures as SVG: a board, a piece, a motion, a score card. The public names; no module has one of them."""

from carrom.svg.board_picture import board, piece_picture

__all__ = ["board", "piece_picture"]

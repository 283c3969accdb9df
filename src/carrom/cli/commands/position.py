"""Read a position; print it, draw it, or explain what is wrong with it.

TEXT is a position or a situation in the notation of docs/notation.md, `opening`, `-` for standard input, or @FILE.
Without an option the position is printed in full, one line for each kind of piece.
"""

import argparse
from pathlib import Path

from carrom.cli.inputs import check_named, in_pixels, position_named, print_json, theme_named, write_bytes, write_text
from carrom.notation.characters import ascii_board
from carrom.notation.pieces import write_position
from carrom.terms import Seat


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("text", nargs="+", metavar="TEXT", help='for example "q1(0,0) w2(-0.1,0.2)"; - reads stdin')
    parser.add_argument("--svg", metavar="FILE", help="write a picture; - prints it")
    parser.add_argument("--png", metavar="FILE", help="write it in pixels (needs `carrom[prints]`); - prints it")
    parser.add_argument("--ascii", action="store_true", help="draw it with characters")
    parser.add_argument("--json", action="store_true", help="print [[number, x, y], ...]")
    parser.add_argument("--seat", choices=[*Seat], default=Seat.SOUTH, type=str, help="seen from (default: south)")
    parser.add_argument(
        "--theme", metavar="NAME", default="light", help="colours of the picture: light, dark, or a plugin's"
    )
    parser.add_argument("--cells", action="store_true", help="columns a to h and rows 1 to 8 on the frame")
    parser.add_argument("--numbers", action="store_true", help="the pieces' numbers in the picture")


def run(asked: argparse.Namespace) -> int:
    """Read, then print or draw. Raises NotationError."""
    position = position_named(" ".join(asked.text))
    seat = Seat(asked.seat)
    if asked.svg is not None or asked.png is not None:
        for name, option in ((asked.svg, "svg"), (asked.png, "png")):
            if name is not None:
                check_named(name, f"--{option}", option)
        from carrom import svg

        picture = svg.board(
            position, seat=seat, theme=theme_named(asked.theme), cells=asked.cells, numbers=asked.numbers
        )
        if asked.png is not None:
            write_bytes(Path(asked.png), in_pixels(picture))
        if asked.svg == "-":
            print(picture, end="")
        elif asked.svg is not None:
            write_text(Path(asked.svg), picture)
    if asked.ascii:
        print(ascii_board(position, seat=seat))
    if asked.json:
        print_json([list(piece) for piece in position.pieces])
    elif not asked.ascii and asked.svg is None and asked.png is None:
        print(write_position(position, lines=True))
    return 0

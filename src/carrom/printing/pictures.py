"""Pictures in pixels, made of SVG: one as PNG, and a film of a board as animated GIF or WebP.

Typst draws what is drawn, once each: the empty board and a disc of every kind. Pillow puts the discs on each picture of
a film, at quarters of a pixel so that a slow disc does not jump.
"""

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from carrom.parts import need
from carrom.printing.fonts import families, fonts_for

if TYPE_CHECKING:
    from PIL.Image import Image

FilmKind = Literal["gif", "webp"]
_PARTS = 4  # of a pixel, along each axis
_QUALITY = 72  # of WebP; at 80 a film is a third larger, and looks the same


class Drawn(NamedTuple):
    """A disc in one picture of a film: its kind, and its middle in parts of the picture's width, from the top left."""

    kind: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film: how long it is shown, and what lies on the board."""

    seconds: float
    discs: tuple[Drawn, ...]


def png(svg: str, *, width: int, height: int) -> bytes:
    """An SVG as a picture of so many pixels, transparent where nothing is drawn. Raises MissingPartError."""
    need("prints")
    import typst

    page = (
        f"#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)\n"
        f'#image(bytes(sys.inputs.svg), format: "svg", width: {width}pt, height: {height}pt)'
    )
    drawn = svg.replace("system-ui,sans-serif", ", ".join(families("en")))  # what a browser has, and Typst
    made = typst.compile(page.encode(), format="png", ppi=72, sys_inputs={"svg": drawn}, font_paths=fonts_for(svg))
    if not isinstance(made, bytes):
        raise TypeError("one page makes one picture")
    return made


def film(
    board: str, discs: Mapping[str, tuple[str, float]], frames: Iterable[Frame], *, size: int, kind: FilmKind
) -> bytes:
    """A film that plays again and again.

    Args:
        board: the SVG of an empty board, square.
        discs: the SVG of each kind of disc, square, and its width in parts of the board's.
        size: pixels of a side.
    """
    from PIL import Image

    empty = Image.open(io.BytesIO(png(board, width=size, height=size))).convert("RGB")
    sprites = {name: _sprites(svg, round(part * size)) for name, (svg, part) in discs.items()}
    pictures, lengths = [], []
    for frame in frames:
        picture = empty.copy()
        for disc in frame.discs:
            shifted = sprites[disc.kind]
            left, top = disc.x * size - shifted.half, disc.y * size - shifted.half
            column, row = int(left // 1), int(top // 1)
            sprite = shifted.at[int((left - column) * _PARTS), int((top - row) * _PARTS)]
            picture.paste(sprite, (column, row), sprite)
        pictures.append(picture)
        lengths.append(max(20, round(1000 * frame.seconds)))
    return _encoded(pictures, lengths, kind, [one.at[0, 0] for one in sprites.values()])


class _Shifted(NamedTuple):
    half: float
    at: "dict[tuple[int, int], Image]"


@cache
def _sprites(svg: str, width: int) -> _Shifted:
    """A disc, drawn at each part of a pixel."""
    from PIL import Image

    large = Image.open(io.BytesIO(png(svg, width=_PARTS * width, height=_PARTS * width))).convert("RGBA")
    found = {}
    for x in range(_PARTS):
        for y in range(_PARTS):
            room = Image.new("RGBA", (_PARTS * (width + 1), _PARTS * (width + 1)))
            room.paste(large, (x, y))
            found[x, y] = room.resize((width + 1, width + 1), Image.Resampling.BOX)
    return _Shifted(width / 2, found)


def _encoded(pictures: "list[Image]", lengths: list[int], kind: FilmKind, sprites: "list[Image]") -> bytes:
    from PIL import Image

    made = io.BytesIO()
    if kind == "webp":
        pictures[0].save(
            made,
            "WEBP",
            save_all=True,
            append_images=pictures[1:],
            duration=lengths,
            loop=0,
            quality=_QUALITY,
            method=1,
        )
        return made.getvalue()
    # one set of colours, of the board and, as large, of each disc: else the few pixels of a disc get none of their own
    width, part = pictures[0].width, pictures[0].width // len(sprites)
    sample = Image.new("RGB", (width, 2 * width))
    sample.paste(pictures[0])
    for number, sprite in enumerate(sprites):
        sample.paste(pictures[0].resize((part, width)), (part * number, width))
        large = sprite.resize((part, width))
        sample.paste(large, (part * number, width), large)
    colours = sample.quantize(256, dither=Image.Dither.NONE)
    quantized = [one.quantize(palette=colours, dither=Image.Dither.NONE) for one in pictures]
    quantized[0].save(made, "GIF", save_all=True, append_images=quantized[1:], duration=lengths, loop=0)
    return made.getvalue()

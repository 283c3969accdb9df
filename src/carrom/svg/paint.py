"""The colours of pictures, all named by a theme; plugins add themes of their own.

Every mark stands out by its lightness alone: white has two rings, black a ring and a dot, the queen a
star, the striker a broad ring and a cross, so that nobody needs to see red.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from carrom.plugins import Kind, Listed

Theme = str  # "light", "dark", or the name of a plugin's


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """The colours of one theme, as SVG writes them."""

    surface: str = "#ecd3a3"
    ink: str = "#33230f"
    red: str = "#b3261e"
    frame: str = "#5d3421"
    frame_light: str = "#7a4a31"
    frame_text: str = "#f0ddc4"
    pocket: str = "#16100c"
    white: str = "#fbf4e3"
    white_edge: str = "#70501f"
    white_mark: str = "#94703a"
    black: str = "#2f2925"
    black_edge: str = "#0d0a08"
    black_mark: str = "#d8cbb8"
    queen: str = "#c3202f"
    queen_edge: str = "#6d0d16"
    queen_mark: str = "#ffe8dc"
    striker: str = "#eaf1f2"
    striker_edge: str = "#1b4650"
    striker_mark: str = "#2a7f8c"
    aim: str = "#14323a"
    striker_track: str = "#0f5a8a"
    queen_track: str = "#b3261e"
    white_track: str = "#8a5a1c"
    black_track: str = "#1e1814"
    page: str = "#fffdf9"
    text: str = "#211b15"
    text_2: str = "#5c5145"
    line: str = "#d9cfc0"
    accent: str = "#0b5f57"


LIGHT = Paint()
_INCLUDED: dict[Theme, Paint] = {
    "light": LIGHT,
    "dark": replace(
        LIGHT,
        surface="#cfb07a",
        red="#a3221b",
        frame="#4a2a1b",
        frame_light="#613a27",
        white="#f2e8d2",
        page="#1e1915",
        text="#f3ecdf",
        text_2="#c0b4a2",
        line="#3d352c",
        accent="#74cdbf",
    ),
}

PAINTS: Mapping[Theme, Paint] = Listed(_INCLUDED, Kind.THEME, Paint)

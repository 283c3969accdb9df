"""A surface from a file: the values that differ from a named one, as TOML or JSON. Standard library only.

base = "club"               # optional: one of SURFACES; tournament if left out
board_friction = 0.131      # any value of `Surface`, SI units
frame_restitution = 0.72
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from carrom.errors import UnreadableError
from carrom.physics.surface import SURFACES, Surface, SurfaceError

GREATEST_FILE = 100_000  # bytes


class SurfaceFileError(UnreadableError):
    """The file is no surface; the sentence says where and why."""

    code = "surface-file"


def read_surface(path: str | Path) -> Surface:
    """The surface of a file, TOML or JSON.

    Raises:
        SurfaceFileError: it cannot be read, or is neither. SurfaceError: no surface has such a value.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(GREATEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise SurfaceFileError("unreadable", path=path, why=getattr(error, "strerror", None) or error) from None
    if len(data) > GREATEST_FILE:
        raise SurfaceFileError("too-large", path=path, most=GREATEST_FILE)
    try:
        return surface_from_text(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise SurfaceFileError("encoding", path=path) from None
    except (SurfaceFileError, SurfaceError) as error:
        raise type(error)("in-file", path=path, cause=error) from None


def surface_from_text(text: str) -> Surface:
    """The surface of a text, TOML or JSON.

    Raises:
        SurfaceFileError, SurfaceError: as `read_surface`.
    """
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # both decoders' errors are ValueErrors
        raise SurfaceFileError("syntax", error=error) from None
    return surface_from_values(values)


def surface_from_values(values: Mapping[str, Any]) -> Surface:
    """A surface by the values that differ from `base`, or from the tournament board where none is named.

    Raises:
        SurfaceError: an unknown name, or a value that cannot be.
    """
    base = values.get("base", "tournament")
    if not isinstance(base, str) or base not in SURFACES:
        raise SurfaceError("no-such-surface", name=base, surfaces=tuple(SURFACES))
    differing = {name: value for name, value in values.items() if name != "base"}
    return Surface.from_dict({**SURFACES[base].to_dict(), **differing})


def write_surface(surface: Surface) -> str:
    """The TOML that `surface_from_text` reads back exactly: what differs from the tournament board."""
    usual = SURFACES["tournament"].to_dict()
    return "".join(f"{name} = {value!r}\n" for name, value in surface.to_dict().items() if value != usual[name])

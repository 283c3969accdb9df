"""The surface of a match, read from its head and written to it."""

from functools import lru_cache
from typing import TYPE_CHECKING

from carrom.match.entries import Head

if TYPE_CHECKING:
    from carrom.physics.surface import Surface

OWN = "own"  # the name of a surface that is none of the named ones


def surface_of(head: Head) -> "Surface":
    """The surface of a match: the default one with the head's values. The name is for people.

    Raises:
        SurfaceError: a value that no surface has, or that it cannot have.
    """
    return _surface_with(head.surface_values)


@lru_cache(maxsize=64)  # each stroke of a match asks for it
def _surface_with(values: tuple[tuple[str, float], ...]) -> "Surface":
    from carrom.physics.surface import TOURNAMENT, Surface

    return Surface.from_dict({**TOURNAMENT.to_dict(), **dict(values)}) if values else TOURNAMENT


def stored_surface(surface: "Surface") -> tuple[tuple[str, float], ...]:
    """Every value that differs from the default surface, ordered by name."""
    from carrom.physics.surface import TOURNAMENT

    usual = TOURNAMENT.to_dict()
    return tuple(sorted((name, held) for name, held in surface.to_dict().items() if held != usual[name]))


def chosen_surface(surface: "str | Surface") -> "tuple[str, Surface]":
    """A surface by its name, or one of one's own, and what people call it: `own` where it has no name.

    Raises:
        SurfaceError: no surface has this name.
    """
    from carrom.physics.surface import SURFACES, SurfaceError

    if not isinstance(surface, str):
        return next((name for name, known in SURFACES.items() if known == surface), OWN), surface
    if surface not in SURFACES:
        raise SurfaceError("no-such-surface", name=surface, surfaces=tuple(SURFACES))
    return surface, SURFACES[surface]

"""The surface that a match is played on, from what its head stores and back."""

from typing import TYPE_CHECKING

from carrom.match.entries import Head

if TYPE_CHECKING:
    from carrom.physics.surface import Surface


def surface_of(head: Head) -> "Surface":
    """The surface of a match: the default one with the head's values. The name is for people.

    Raises:
        SurfaceError: a value that no surface has, or that it cannot have.
    """
    from carrom.physics.surface import TOURNAMENT, Surface

    return (
        Surface.from_dict({**TOURNAMENT.to_dict(), **dict(head.surface_values)}) if head.surface_values else TOURNAMENT
    )


def stored_surface(surface: "Surface") -> tuple[tuple[str, float], ...]:
    """Every value that differs from the default surface, ordered by name."""
    from carrom.physics.surface import TOURNAMENT

    usual = TOURNAMENT.to_dict()
    return tuple(sorted((name, held) for name, held in surface.to_dict().items() if held != usual[name]))


def named_surface(name: str) -> "Surface":
    """A surface by its name. Raises SurfaceError: no surface has it."""
    from carrom.physics.surface import SURFACES, SurfaceError

    if name not in SURFACES:
        raise SurfaceError(f"no surface is called {name!r}; there are: {', '.join(SURFACES)}")
    return SURFACES[name]

"""The errors of arenas."""

from carrom.errors import NotAllowedError


class ArenaError(NotAllowedError):
    """Something that cannot be done in an arena now.

    Reasons: over, full (`most`), open (`most` arenas of one account), not-in.
    """

    code = "arena"


class TooManyArenasError(NotAllowedError):
    """Somebody opens one arena after another."""

    code = "too-many-arenas"

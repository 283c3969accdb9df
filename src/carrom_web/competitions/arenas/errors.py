"""The errors of arenas."""

from carrom.errors import NotAllowedError
from carrom_web.competitions.errors import CompetitionChangeError


class ArenaError(NotAllowedError):
    """Something that cannot be done in an arena now.

    Reasons: over, full (`most`), open (`most` arenas of one account), not-in.
    """

    code = "arena"


class ArenaChangeError(CompetitionChangeError):
    """An act that an arena cannot take. Reasons: arena-over, arena-happened, unknown-request."""


class TooManyArenasError(NotAllowedError):
    """Somebody opens one arena after another."""

    code = "too-many-arenas"

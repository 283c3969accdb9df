"""The errors that every competition has. An app whose sentences say more has subclasses with codes of their own."""

from carrom.errors import NotAllowedError, UnreadableError
from carrom_web.clubs.services import NotAllowedInClubError


class UnknownCompetitionError(UnreadableError):
    """There is no such competition, or it is not to be seen yet."""

    code = "unknown-competition"


class StaleCompetitionError(NotAllowedError):
    """Somebody else has changed the competition meanwhile."""

    code = "stale-competition"


class NotCompetitionOfficialError(NotAllowedInClubError):
    """Somebody whose roles in the club do not let them do this with its competitions."""


class CompetitionChangeError(NotAllowedError):
    """A change that a competition cannot take."""

    code = "bad-change"


class TooManyCompetitionsError(NotAllowedError):
    """A club that has very many of a kind."""

    code = "too-many-competitions"


class CompetitionFileError(UnreadableError):
    """A file that is no competition of this kind."""

    code = "competition-file"

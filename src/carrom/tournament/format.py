"""What a format must keep. A format is one file in `formats/`, which binds `FORMAT`; the folder is the list."""

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Protocol, cast

from carrom.equipment.arrangement import Rng
from carrom.errors import NotAllowedError
from carrom.tournament import formats
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest
from carrom.tournament.fixtures import Fixture, PairingReason
from carrom.tournament.options import Options
from carrom.tournament.ranking import Row


class UnknownFormatError(NotAllowedError):
    """No format has this name."""

    code = "unknown-format"


class NothingToDrawError(NotAllowedError):
    """All that this contest has is drawn; or a draw that was made must be played or undone first."""

    code = "nothing-to-draw"


class TooFewError(NotAllowedError):
    """Too few entrants for this format."""

    code = "too-few"


class CannotPairError(NotAllowedError):
    """No pairing keeps what the format promises."""

    code = "cannot-pair"


class Format(Protocol):
    """How a contest goes from entrants to places.

    A format holds no state: everything is asked of the contest. It gives the same for entrants in any order, and all
    chance comes from the random generator.
    """

    @property
    def slug(self) -> str:
        """The name of its file, with dashes."""
        ...

    @property
    def options(self) -> Options:
        """What the organiser may set."""
        ...

    @property
    def takes_late_entries(self) -> bool:
        """Whether somebody may come in after the first draw, from a later round on."""
        ...

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """The next fixtures, each with why: the whole bracket, or the next round.

        Raises:
            NothingToDrawError, TooFewError, CannotPairError, OptionError: nothing is drawn.
        """
        ...

    def meetings(self, contest: Contest) -> tuple[Meeting, ...]:
        """All fixtures with who meets whom by now."""
        ...

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Everyone's place by now, in every state of the contest; before the first draw all are level."""
        ...

    def why_these(self, contest: Contest, fixture_id: str) -> tuple[PairingReason, ...]:
        """Why two meet: the reasons kept with the fixture, and what can be told beside them now.

        Raises:
            UnknownFixtureError: there is no such fixture.
        """
        ...

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """Whether a fixture may end without a winner."""
        ...

    def ranks_by_results(self, contest: Contest, fixture: Fixture) -> bool:
        """Whether what a fixture's result tells beside its winner counts for places: the tie-breaks ask for it."""
        ...

    def is_over(self, contest: Contest) -> bool:
        """Whether all is drawn and settled."""
        ...


@cache
def slugs() -> tuple[str, ...]:
    """The formats there are, by name: the modules of the folder that bind `FORMAT`; others there are parts of one."""
    names = sorted(module.name for module in pkgutil.iter_modules(formats.__path__))
    return tuple(name.replace("_", "-") for name in names if hasattr(_module(name), "FORMAT"))


@cache
def find(slug: str) -> Format:
    """The format of that name. Raises UnknownFormatError."""
    if slug not in slugs():
        raise UnknownFormatError(format=slug, formats=slugs())
    return cast(Format, _module(slug.replace("-", "_")).FORMAT)


def _module(name: str) -> ModuleType:
    return import_module(f"{formats.__name__}.{name}")

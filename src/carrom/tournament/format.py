"""The interface of formats. A format is one file in `formats/`, which binds `FORMAT`; the folder is the list."""

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import ClassVar, cast

from carrom.equipment.arrangement import Rng
from carrom.errors import NotAllowedError
from carrom.messages import Message
from carrom.plugins import Kind, added
from carrom.settings import Settings
from carrom.tournament import bracket_resolution, formats
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest
from carrom.tournament.fixtures import Fixture, PairingReason
from carrom.tournament.ranking import Row


class UnknownFormatError(NotAllowedError):
    """No format has this name."""

    code = "unknown-format"


class NothingToDrawError(NotAllowedError):
    """Everything that this contest has is drawn; or a draw that was made must be played or undone first."""

    code = "nothing-to-draw"


class TooFewError(NotAllowedError):
    """Too few entrants for this format."""

    code = "too-few"


class CannotPairError(NotAllowedError):
    """No pairing keeps what the format promises."""

    code = "cannot-pair"


class Layout(StrEnum):
    """How the part of a draw in which a fixture stands is shown and printed."""

    BRACKET = "bracket"
    TABLE = "table"  # everybody against everybody
    ROUNDS = "rounds"


class Format(ABC):
    """How a contest goes from entrants to places.

    A format holds no state: everything is asked of the contest. It gives the same for entrants in any order, and all
    chance comes from the random generator. What people read of it (title, description, options, reasons) stands in its
    file too, in English and marked for translators by `carrom.messages.gettext_noop`.
    """

    title: ClassVar[str]
    says: ClassVar[str]
    """A sentence about it."""
    options: ClassVar[Settings] = MappingProxyType({})
    """The options of the organiser."""
    reasons: ClassVar[Mapping[str, Message]]
    """Sentences without a full stop of why two meet, by the codes of `PairingReason`."""
    stages: ClassVar[Mapping[str, Message]] = MappingProxyType({})
    """Headings of the stages of its fixtures, which may name `group` and `round`."""
    takes_late_entries: ClassVar[bool] = False
    """Whether somebody may come in after the first draw, from a later round on."""
    draws_one_match: ClassVar[bool] = False
    """Whether a draw gives one match of two who are free, while others are playing."""
    uses_tie_breaks: ClassVar[bool] = False
    """Whether places, or those of a part, follow from points and tie-breaks."""
    layouts: ClassVar[tuple[Layout, ...]] = (Layout.ROUNDS,)
    """How its draw is shown; a format with several says of each fixture which (`layout`)."""

    @abstractmethod
    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """The next fixtures, each with why: the whole bracket, or the next round.

        Raises:
            NothingToDrawError, TooFewError, CannotPairError, SettingError: nothing is drawn.
        """

    @abstractmethod
    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Everyone's place by now, in every state of the contest; before the first draw all are level."""

    def meetings(self, contest: Contest) -> tuple[Meeting, ...]:
        """All fixtures with who meets whom by now."""
        return bracket_resolution.meetings(contest)

    def why_these(self, contest: Contest, fixture_id: str) -> tuple[PairingReason, ...]:
        """Why two meet: the reasons stored with the fixture, and what can be said beside them now.

        Raises:
            UnknownFixtureError: there is no such fixture.
        """
        return contest.fixture(fixture_id).why

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """Whether a fixture may end without a winner."""
        return False

    def ranks_by_results(self, contest: Contest, fixture: Fixture) -> bool:
        """Whether what a fixture's result tells beside its winner counts for places: the tie-breaks ask for it."""
        return self.uses_tie_breaks

    def layout(self, fixture: Fixture) -> Layout:
        """How the part of the draw in which a fixture stands is shown: one of `layouts`."""
        return self.layouts[0]

    def is_over(self, contest: Contest) -> bool:
        """Whether all is drawn and settled."""
        return bool(contest.draws) and all(one.is_settled for one in self.meetings(contest))


@cache
def slugs() -> tuple[str, ...]:
    """The formats there are, by name: the modules of the folder that bind `FORMAT`, and those of plugins."""
    return tuple(sorted((*_included(), *_added())))


@cache
def find(slug: str) -> Format:
    """The format of that name. Raises UnknownFormatError."""
    if slug in _included():
        return cast(Format, _module(slug.replace("-", "_")).FORMAT)
    if slug not in _added():
        raise UnknownFormatError(format=slug, formats=slugs())
    return _added()[slug]


@cache
def _included() -> tuple[str, ...]:
    """Name the modules of the folder that bind `FORMAT`; others there are parts of one."""
    names = (module.name for module in pkgutil.iter_modules(formats.__path__))
    return tuple(name.replace("_", "-") for name in names if hasattr(_module(name), "FORMAT"))


@cache
def _added() -> Mapping[str, Format]:
    def check(name: str, value: object) -> str:
        if not isinstance(value, Format):
            return f"it is a {type(value).__name__}, and must be a carrom.tournament.format.Format"
        return "carrom has one of this name" if name in _included() else ""

    return added(Kind.FORMAT, check)


def _module(name: str) -> ModuleType:
    return import_module(f"{formats.__name__}.{name}")

"""A contest: one category's competition with its entrants, draws so far, results and options.

A plain value; `bracket_resolution` finds who meets whom, a format draws the next fixtures, `standings` ranks.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from carrom.errors import NotAllowedError
from carrom.settings import Settings, check_settings
from carrom.tournament.entries import Entrant, in_order
from carrom.tournament.fixtures import Fixture, check_fixtures
from carrom.tournament.regulation import USUAL, Regulation
from carrom.tournament.results import Result
from carrom.tournament.teams import LineUp, TieTerms

Value = bool | int | float | str
NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})


class UnknownFixtureError(NotAllowedError):
    """No fixture has this id."""

    code = "unknown-fixture"


class UnknownEntrantError(NotAllowedError):
    """No entrant has this key."""

    code = "unknown-entrant"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw: its fixtures, and the numbers that the random generator gave for them, so that it can be checked."""

    fixtures: tuple[Fixture, ...]
    numbers: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedLineUp:
    """The line-up of a team for a fixture."""

    fixture: str
    team: str
    line_up: LineUp


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedTieMatch:
    """How one match of a tie of teams ended; its result names the tie's fixture and the two teams."""

    number: int
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """How a contest stands.

    `entrants` are in the order of their keys. `results` holds at most one for each fixture and pair; `lots` are the
    lots that were drawn, the first in order is the better. `tie` says what a fixture is made of where teams play; its
    result then follows from `tie_matches`, unless one is entered as a whole.
    """

    format: str
    entrants: tuple[Entrant, ...] = ()
    options: Mapping[str, Value] = field(default_factory=lambda: NO_OPTIONS)
    regulation: Regulation = USUAL
    draws: tuple[Drawn, ...] = ()
    results: tuple[Result, ...] = ()
    lots: tuple[str, ...] = ()
    tie: TieTerms | None = None
    line_ups: tuple[ReportedLineUp, ...] = ()
    tie_matches: tuple[ReportedTieMatch, ...] = ()

    def __post_init__(self) -> None:
        """Put the entrants in order. Raises EntryError."""
        object.__setattr__(self, "entrants", in_order(self.entrants))

    @property
    def fixtures(self) -> Iterator[Fixture]:
        """All fixtures, draw by draw."""
        return (fixture for drawn in self.draws for fixture in drawn.fixtures)

    @property
    def rounds(self) -> int:
        """The number of the last round that is drawn; 0 before the first draw."""
        return max((fixture.round for fixture in self.fixtures), default=0)

    def fixture(self, fixture_id: str) -> Fixture:
        """The fixture of that id. Raises UnknownFixtureError."""
        fixture = _by_id(self.draws).get(fixture_id)
        if fixture is None:
            raise UnknownFixtureError(fixture=fixture_id)
        return fixture

    def entrant(self, key: str) -> Entrant:
        """The entrant of that key. Raises UnknownEntrantError."""
        for entrant in self.entrants:
            if entrant.key == key:
                return entrant
        raise UnknownEntrantError(entrant=key)

    def with_drawn(self, drawn: Drawn) -> "Contest":
        """The contest with one more draw. Raises FixtureError: it does not fit what is drawn already."""
        check_fixtures([*self.fixtures, *drawn.fixtures], [one.key for one in self.entrants])
        return replace(self, draws=(*self.draws, drawn))

    def with_result(self, result: Result) -> "Contest":
        """The contest with this result in place of the one of the same fixture and pair. Raises UnknownFixtureError."""
        self.fixture(result.fixture)
        cleared = self.without_result(result.fixture, result.pair)
        return replace(self, results=(*cleared.results, result))

    def without_result(self, fixture_id: str, pair: frozenset[str]) -> "Contest":
        """The contest without that result."""
        others = tuple(one for one in self.results if one.fixture != fixture_id or one.pair != pair)
        return self if len(others) == len(self.results) else replace(self, results=others)


def _by_id(draws: tuple[Drawn, ...]) -> Mapping[str, Fixture]:
    for known, found in tuple(_LAST):
        if known is draws:
            return found
    found = {fixture.id: fixture for drawn in draws for fixture in drawn.fixtures}
    _LAST.append((draws, found))
    return found


_LAST: deque[tuple[tuple[Drawn, ...], Mapping[str, Fixture]]] = deque(maxlen=8)
"""Fixtures of the draws that were asked for last: results leave draws as they are, and a page asks for many of them."""


def as_of(contest: Contest, round_number: int) -> Contest:
    """The contest as it stood after a round: later fixtures are not drawn, and who left later is still in."""
    draws = tuple(
        replace(drawn, fixtures=tuple(one for one in drawn.fixtures if one.round <= round_number))
        for drawn in contest.draws
    )
    entrants = tuple(
        replace(one, left=None) if one.left is not None and one.left > round_number + 1 else one
        for one in contest.entrants
    )
    return replace(contest, entrants=entrants, draws=tuple(drawn for drawn in draws if drawn.fixtures))


def whole(contest: Contest, known: Settings, name: str) -> int:
    """The contest's value of a whole number. Raises SettingError."""
    return int(_value(contest, known, name))


def word(contest: Contest, known: Settings, name: str) -> str:
    """The contest's value of a word. Raises SettingError."""
    return str(_value(contest, known, name))


def yes(contest: Contest, known: Settings, name: str) -> bool:
    """The contest's value of a yes or no. Raises SettingError."""
    return bool(_value(contest, known, name))


def _value(contest: Contest, known: Settings, name: str) -> Value:
    value: Value = contest.options.get(name, known[name].default)
    check_settings(known, {name: value})
    return value

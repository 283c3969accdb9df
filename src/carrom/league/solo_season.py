"""A season of solo sets as data: players, their sets with evidence, and decisions.

The order of players, sets and decisions means nothing. Reads and writes JSON; rejects only impossible values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar

from carrom import serialization
from carrom.errors import ImpossibleError, UnreadableError
from carrom.league.solo_terms import Evidence, Origin, SeasonTerms

FORMAT_VERSION = 1
Measured = str | bool | float | tuple[float, ...]


class SeasonError(ImpossibleError):
    """A season that cannot be: two players of one key, a set of nobody, a board that counts more than the cap."""

    code = "bad-season"


class UnreadableSeasonError(UnreadableError):
    """Data that cannot be read as a season."""

    code = "unreadable-season"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player of the season. `joined` and `left` are days; empty: from the first day, to the last.

    `equipment` is what the player has declared (`carrom.equipment.conformity`), None: nothing yet.
    """

    key: str
    name: str
    division: str
    joined: str = ""
    left: str = ""
    equipment: Mapping[str, Measured] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Evidence for a set: the name of its record, a witness's words, a film's address, the organiser's reason."""

    kind: Evidence
    what: str = ""
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """The numbers of a set before a correction, with the time, the author and the reason."""

    strokes: tuple[int, ...]
    day: str
    at: str
    by: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult:
    """One set: the strokes of its boards in order, as they count (at most the cap, B-041).

    `handed_in` is an ISO time or a day. `source` names the record that it was taken from: one record is one set.
    `few_confirmed`: the player says that several pieces fell at once where a board has fewer strokes than pieces.
    """

    key: str
    player: str
    day: str
    strokes: tuple[int, ...]
    handed_in: str
    origin: Origin = "reported"
    source: str = ""
    proofs: tuple[Proof, ...] = ()
    few_confirmed: bool = False
    trail: tuple[Correction, ...] = ()

    @property
    def total(self) -> int:
        """All its strokes."""
        return sum(self.strokes)


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptLate:
    """A set that came late counts, without strokes on top."""

    kind: ClassVar[str] = "accept-late"
    set: str
    at: str = ""
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseSet:
    """A set does not count."""

    kind: ClassVar[str] = "refuse-set"
    set: str
    at: str = ""
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcuseWeek:
    """A player who was ill or away owes no set of that week."""

    kind: ClassVar[str] = "excuse-week"
    player: str
    week: int
    at: str = ""
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLots:
    """Lots for players who are level, the best first, with the random generator that gave them."""

    kind: ClassVar[str] = "drawn-lots"
    order: tuple[str, ...]
    numbers: tuple[float, ...] = ()
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceIn:
    """A player plays in this division next season, whatever the table says."""

    kind: ClassVar[str] = "place-in"
    player: str
    division: str
    at: str = ""
    by: str = ""
    why: str = ""


Decision = AcceptLate | RefuseSet | ExcuseWeek | DrawnLots | PlaceIn


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season so far."""

    terms: SeasonTerms
    players: tuple[Player, ...] = ()
    sets: tuple[SetResult, ...] = ()
    decisions: tuple[Decision, ...] = ()
    version: int = FORMAT_VERSION

    def __post_init__(self) -> None:
        """Check that everything named is there and can be. Raises SeasonError."""
        players = {one.key for one in self.players}
        if len(players) != len(self.players):
            raise SeasonError("player-keys")
        for player in self.players:
            if self.terms.division(player.division) is None:
                raise SeasonError("unknown-division", player=player.name, division=player.division)
        if len({one.key for one in self.sets}) != len(self.sets):
            raise SeasonError("set-keys")
        for one in self.sets:
            self._check_set(one, players)
        sets = {one.key for one in self.sets}
        for decision in self.decisions:
            self._check_decision(decision, sets, players)

    def _check_set(self, one: SetResult, players: set[str]) -> None:
        rules = self.terms.rules
        cap = rules.stroke_cap
        if one.player not in players:
            raise SeasonError("unknown-player", set=one.key, player=one.player)
        if len(one.strokes) != rules.boards_per_set:
            raise SeasonError("boards", set=one.key, boards=rules.boards_per_set, given=len(one.strokes))
        if min(one.strokes) < 1:
            raise SeasonError("no-strokes", set=one.key)
        if cap is not None and max(one.strokes) > cap:
            raise SeasonError("above-the-cap", set=one.key, cap=cap)
        try:
            self.terms.day_of(one.handed_in)
            date.fromisoformat(one.day)
        except ValueError:
            raise SeasonError("times", set=one.key) from None

    def _check_decision(self, decision: Decision, sets: set[str], players: set[str]) -> None:
        if isinstance(decision, AcceptLate | RefuseSet) and decision.set not in sets:
            raise SeasonError("decision-set", set=decision.set)
        named = decision.order if isinstance(decision, DrawnLots) else (getattr(decision, "player", ""),)
        for key in named:
            if key and key not in players:
                raise SeasonError("decision-player", player=key)
        if isinstance(decision, PlaceIn) and self.terms.division(decision.division) is None:
            raise SeasonError("decision-division", division=decision.division)

    def sets_of(self, player: str) -> tuple[SetResult, ...]:
        """The sets of a player in the order of play; the order in which they stand means nothing."""
        return tuple(sorted((one for one in self.sets if one.player == player), key=in_order))


def in_order(one: SetResult) -> tuple[object, ...]:
    """Sorts sets as they were played and handed in; of what is the same in all that counts any order will do."""
    return (one.day, one.handed_in, one.strokes, one.key)


def corrected(one: SetResult, *, strokes: tuple[int, ...], day: str = "", at: str, by: str, why: str = "") -> SetResult:
    """The set with other strokes (and another day), its trail holding what it said before."""
    before = Correction(strokes=one.strokes, day=one.day, at=at, by=by, why=why)
    return replace(one, strokes=strokes, day=day or one.day, trail=(*one.trail, before))


def write(season: Season) -> dict[str, object]:
    """The season as plain JSON."""
    plain: dict[str, object] = serialization.to_plain(season, brief=True)
    return plain


def read(data: object) -> Season:
    """The season that plain JSON tells.

    Raises:
        UnreadableSeasonError: what is wrong and where.
    """
    try:
        season = serialization.from_plain(Season, data)
    except serialization.BadJsonError as error:
        raise UnreadableSeasonError("data", cause=error) from None
    if season.version != FORMAT_VERSION:
        raise UnreadableSeasonError("version", version=season.version, supported=FORMAT_VERSION)
    return season

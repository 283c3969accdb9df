"""The acts of organisers in a championship, and its state after all that hold.

Decimal numbers are texts, as entered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Literal

from carrom.messages import gettext_noop as _
from carrom.settings import refusals, setting
from carrom.tournament.championship import ChampionshipError, Terms
from carrom_web.competitions.repository import Close, CompetitionFold

OWN = "own"
TEAM = "team-"  # the beginning of a team's key; all other keys are of players
MOST_PLACES = 100_000  # of an event
POINTS: Mapping[str, Any] = {"longest": 10, "pattern": r"\d{1,6}([.,]\d{1,2})?", "example": "12.5"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """How it is counted: one of SoL's tables or own points, what is dropped, what is added.

    `won` and `slam` are added for each match that was won and each slam. `pairs`: a pair is one line, or each of the
    two has the whole points of the pair's place.
    """

    table: str = setting(
        "fixed",
        label=_("Points for places"),
        choices={
            "asis": _("The points of the events' own standings"),
            "fixed": _("18, 16, 14, 13, 12 … down to 16th place"),
            "fixed40": _("1000, 900, 800, 750 … down to 40th place"),
            "millesimal": _("1000 for the winner, evenly down to the last"),
            "centesimal": _("100 for the winner, 1 for the last, evenly between"),
            OWN: _("Custom points, place by place"),
        },
        group="table",
    )
    own: tuple[str, ...] = ()
    drop_worst: int = setting(0, least=0, most=50, label=_("Worst events that are dropped"), group="terms")
    shared: Literal["mean", "best"] = setting(
        "mean",
        label=_("Players who share a place get"),
        choices={
            "mean": _("the average points of the shared places"),
            "best": _("the points of the best shared place"),
        },
        group="terms",
    )
    pairs: Literal["together", "each"] = setting(
        "together",
        label=_("A pair is"),
        choices={"together": _("one line of the table"), "each": _("two lines, each with the pair's points")},
        group="terms",
    )
    attendance: str = setting("0", label=_("Points for taking part"), group="terms", **POINTS)
    won: str = setting("0", label=_("Points for each match won"), group="terms", **POINTS)
    slam: str = setting("0", label=_("Points for each slam"), group="terms", **POINTS)

    @property
    def terms(self) -> Terms:
        """The terms as the library counts them. Raises ChampionshipError."""
        return Terms(
            table=tuple(decimal(text) for text in self.own) if self.table == OWN else self.table,
            drop_worst=self.drop_worst,
            shared=self.shared,
            attendance=decimal(self.attendance),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A place that was brought along, with the points of the event's standings or those that were given for it."""

    person: str
    place: int
    points: str = ""
    awarded: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryResult:
    """An entry of an event: the keys of its players or of its team, its place, its points in the standings."""

    people: tuple[str, ...]
    team: str = ""  # its name
    place: int
    points: str = "0"
    won: int = 0
    slams: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """It is called so and counted so, from now on."""

    kind: ClassVar[str] = "announce"
    title: str
    counting: Counting


@dataclass(frozen=True, slots=True, kw_only=True)
class PutLeg:
    """An event of the series, new or in place of the one of the same key.

    Its places are those of a category on this site, of a league or season (`source`, as the hooks name it), those that
    it had on another site (`results`), or were brought along with their prizes (`placed`); with none of these it is yet
    to come. `table` names the standings it counts for, where a championship has several.
    """

    kind: ClassVar[str] = "leg"
    key: str
    title: str
    day: date
    table: str = ""
    weight: str = "1"
    category: int | None = None
    source: str = ""
    entrants: int = 0  # foreseen
    placed: tuple[Placed, ...] = ()
    results: tuple[EntryResult, ...] = ()
    is_over: bool = True  # when the results were taken


@dataclass(frozen=True, slots=True, kw_only=True)
class DropLeg:
    """An event no longer counts."""

    kind: ClassVar[str] = "drop-leg"
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """Points given by hand in an event, for a reason that everybody reads."""

    kind: ClassVar[str] = "give"
    leg: str
    person: str
    points: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Two names of one team. Players are merged in the club, not here."""

    kind: ClassVar[str] = "join"
    team: str
    into: str


Act = Announce | PutLeg | DropLeg | Give | Join | Close


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipState:
    """How a championship stands: terms, events in the order of their days, points given, who is one.

    What is not in the log (`same`) is filled in by `repository.state`.
    """

    title: str = ""
    counting: Counting = field(default_factory=Counting)
    legs: Mapping[str, PutLeg] = field(default_factory=dict)
    given: tuple[Give, ...] = ()
    joined: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)  # keys of one player or team, by the one that counts
    closed: bool = False

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of its standings, in the order of their first events."""
        return tuple(dict.fromkeys(leg.table for leg in self.in_order)) or ("",)

    @property
    def in_order(self) -> tuple[PutLeg, ...]:
        """Its events by their days."""
        return tuple(sorted(self.legs.values(), key=lambda leg: (leg.day, leg.key)))

    def who(self, key: str) -> str:
        """Return the key that counts: of a player after merges, of a pair by its two, of a team by its names."""
        seen: set[str] = set()
        key = self.same.get(key, key)
        while key in self.joined and key not in seen:
            seen.add(key)
            key = self.joined[key]
        return "+".join(sorted(self.same.get(part, part) for part in key.split("+")))


def after(book: ChampionshipState, act: Act) -> ChampionshipState:
    """How it stands after one more act. Acts about what is gone change nothing."""
    match act:
        case Announce():
            return replace(book, title=act.title, counting=act.counting)
        case PutLeg():
            return replace(book, legs={**book.legs, act.key: act})
        case DropLeg():
            return replace(book, legs={key: leg for key, leg in book.legs.items() if key != act.key})
        case Give():
            return replace(book, given=(*book.given, act))
        case Join():
            in_circle = book.who(act.into) == act.team
            return book if in_circle else replace(book, joined={**book.joined, act.team: act.into})
        case Close():
            return replace(book, closed=True)


class ChampionshipChangeError(ChampionshipError):
    """A change that a championship cannot take now."""


def check(book: ChampionshipState, act: Act) -> None:
    """Pass if an act can be done now.

    Raises:
        ChampionshipChangeError: what is in the way, and what to do.
    """
    if book.closed:
        raise ChampionshipChangeError("closed")
    check_values(act)
    match act:
        case PutLeg() if act.category is not None:
            if any(leg.category == act.category and leg.key != act.key for leg in book.legs.values()):
                raise ChampionshipChangeError("counts-already")
        case PutLeg() if act.source:
            if any(leg.source == act.source and leg.key != act.key for leg in book.legs.values()):
                raise ChampionshipChangeError("counts-already")
        case DropLeg(key=key) | Give(leg=key) if key not in book.legs:
            raise ChampionshipChangeError("no-event")
        case Join():
            if book.who(act.into) == book.who(act.team):
                raise ChampionshipChangeError("same-team")


def check_values(act: Act) -> None:
    """Pass if an act says something that can be counted, in whichever championship.

    Raises:
        ChampionshipError, SettingError: what is wrong, and what to do.
    """
    match act:
        case Announce():
            if not act.title.strip():
                raise ChampionshipChangeError("no-title")
            check_counting(act.counting)
        case PutLeg():
            if not act.title.strip():
                raise ChampionshipChangeError("no-event-title")
            if decimal(act.weight) <= 0:
                raise ChampionshipChangeError("weight")
            for one in act.placed:
                decimal(one.points or "0")
                decimal(one.awarded or "0")
            for entry in act.results:
                exact(entry.points)
            places = [one.place for one in act.placed] + [one.place for one in act.results]
            if any(not 0 < place <= MOST_PLACES for place in places):
                raise ChampionshipChangeError("place", most=MOST_PLACES)
        case Give():
            if not decimal(act.points):
                raise ChampionshipChangeError("no-points")
            if not act.why.strip():
                raise ChampionshipChangeError("no-reason")
        case Join():
            if not (act.team.startswith(TEAM) and act.into.startswith(TEAM)):
                raise ChampionshipChangeError("not-teams")


@dataclass(frozen=True)
class ChampionshipFold(CompetitionFold[ChampionshipState, Act]):
    """How a championship follows from acts."""

    def start(self) -> ChampionshipState:
        """Nothing is announced."""
        return ChampionshipState()

    def apply(self, state: ChampionshipState, act: Act) -> ChampionshipState:
        """How it stands after an act."""
        return after(state, act)

    def check(self, state: ChampionshipState, act: Act, *, at: str) -> None:
        """Pass if an act can be done now."""
        check(state, act)


def check_counting(counting: Counting) -> None:
    """Pass if it can be counted so. Raises ChampionshipError, SettingError."""
    if counting.table == OWN and not counting.own:
        raise ChampionshipChangeError("no-points-table")
    for refusal in refusals(counting).values():
        raise refusal
    counting.terms  # noqa: B018  # the library refuses what it cannot count


def decimal(text: str) -> Decimal:
    """A number as entered: up to 6 digits before and 2 after the point. Raises ChampionshipError."""
    number = exact(text)
    if number != round(number, 2):
        raise ChampionshipChangeError("not-points", text=text)
    return number


def exact(text: str) -> Decimal:
    """A number of up to 6 digits before the point. Raises ChampionshipError."""
    try:
        number = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        raise ChampionshipChangeError("not-points", text=text) from None
    if not number.is_finite() or abs(number) >= 1_000_000:
        raise ChampionshipChangeError("not-points", text=text)
    return number

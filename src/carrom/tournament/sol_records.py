"""The records of a `.sol` file, as SoL writes them: who and what, then event by event its competitors and matches.

SoL is the programme of the European carrom clubs. Field names are its own; a number that points to another record
counts from 1, as in the file. What a record of a newer SoL has beside the fields known here is preserved in `other` and
written again. Dates and times are ISO texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Literal


class Kind(Enum):
    """The type of a field."""

    TEXT = "a text"
    WHOLE = "a whole number"
    YES = "yes or no"
    DAY = "a date"
    MOMENT = "a date and time"
    NUMBER = "a number"  # written as a text
    NUMBERS = "a list of numbers"
    MERGED = "a list of texts or of lists of texts"
    RECORDS = "a list of records"


def sol_field(
    kind: Kind,
    *,
    of: str = "",
    least: int | None = None,
    one_of: tuple[str, ...] = (),
    record: type | None = None,
    null: bool = False,
) -> Any:
    """A field that every record has. `of` names the list that the number points into; `null` allows nobody."""
    return field(metadata=_metadata(kind, of, least, one_of, record, needed=True, null=null))


def maybe(
    kind: Kind, *, of: str = "", least: int | None = None, one_of: tuple[str, ...] = (), record: type | None = None
) -> Any:
    """A field that a record may lack; None then."""
    return field(default=None, metadata=_metadata(kind, of, least, one_of, record, needed=False, null=False))


def _metadata(
    kind: Kind, of: str, least: int | None, one_of: tuple[str, ...], record: type | None, *, needed: bool, null: bool
) -> dict[str, Any]:
    return {"kind": kind, "of": of, "least": least, "one_of": one_of, "record": record, "needed": needed, "null": null}


COUPLINGS = ("serial", "dazed", "staggered", "all", "seeds", "circle", "knockout", "roundrobin", "extremes")


@dataclass(frozen=True, slots=True, kw_only=True)
class SolUser:
    """The user of SoL who owns the content of the file."""

    email: str = sol_field(Kind.TEXT)
    firstname: str | None = maybe(Kind.TEXT)
    lastname: str | None = maybe(Kind.TEXT)
    created: str | None = maybe(Kind.MOMENT)
    language: str | None = maybe(Kind.TEXT)
    lastlogin: str | None = maybe(Kind.MOMENT)
    maxratinglevel: str | None = maybe(Kind.TEXT)
    nationalliable: str | None = maybe(Kind.TEXT)
    ownersadmin: bool | None = maybe(Kind.YES)
    playersmanager: bool | None = maybe(Kind.YES)
    state: str | None = maybe(Kind.TEXT)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolPlayer:
    """A person."""

    firstname: str = sol_field(Kind.TEXT)
    lastname: str = sol_field(Kind.TEXT)
    guid: str | None = maybe(Kind.TEXT)
    modified: str | None = maybe(Kind.MOMENT)
    nickname: str | None = maybe(Kind.TEXT)
    sex: str | None = maybe(Kind.TEXT)
    nationality: str | None = maybe(Kind.TEXT)
    language: str | None = maybe(Kind.TEXT)
    citizenship: bool | None = maybe(Kind.YES)
    agreedprivacy: str | None = maybe(Kind.TEXT)
    portrait: str | None = maybe(Kind.TEXT)
    email: str | None = maybe(Kind.TEXT)
    phone: str | None = maybe(Kind.TEXT)
    birthdate: str | None = maybe(Kind.DAY)
    club: int | None = maybe(Kind.WHOLE, of="clubs")
    federation: int | None = maybe(Kind.WHOLE, of="clubs")
    owner: int | None = maybe(Kind.WHOLE, of="users")
    merged: tuple[str | tuple[str | None, ...], ...] | None = maybe(Kind.MERGED)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolClub:
    """A club or federation."""

    description: str = sol_field(Kind.TEXT)
    guid: str | None = maybe(Kind.TEXT)
    modified: str | None = maybe(Kind.MOMENT)
    prizes: str | None = maybe(Kind.TEXT)
    couplings: str | None = maybe(Kind.TEXT)
    rating: int | None = maybe(Kind.WHOLE, of="ratings")
    owner: int | None = maybe(Kind.WHOLE, of="users")
    emblem: str | None = maybe(Kind.TEXT)
    nationality: str | None = maybe(Kind.TEXT)
    siteurl: str | None = maybe(Kind.TEXT)
    email: str | None = maybe(Kind.TEXT)
    isfederation: bool | None = maybe(Kind.YES)
    users: tuple[int, ...] | None = maybe(Kind.NUMBERS, of="users")
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolChampionship:
    """A series of events of one club."""

    description: str = sol_field(Kind.TEXT)
    club: int = sol_field(Kind.WHOLE, of="clubs")
    guid: str | None = maybe(Kind.TEXT)
    modified: str | None = maybe(Kind.MOMENT)
    prizes: str | None = maybe(Kind.TEXT)
    couplings: str | None = maybe(Kind.TEXT)
    skipworstprizes: int | None = maybe(Kind.WHOLE, least=0)
    playersperteam: int | None = maybe(Kind.WHOLE, least=1)
    rating: int | None = maybe(Kind.WHOLE, of="ratings")
    owner: int | None = maybe(Kind.WHOLE, of="users")
    closed: bool | None = maybe(Kind.YES)
    previous: int | None = maybe(Kind.WHOLE, of="championships")
    trainingboards: int | None = maybe(Kind.WHOLE, least=0)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolRating:
    """A list of Glicko ratings."""

    description: str = sol_field(Kind.TEXT)
    guid: str | None = maybe(Kind.TEXT)
    modified: str | None = maybe(Kind.MOMENT)
    level: str | None = maybe(Kind.TEXT)
    inherit: bool | None = maybe(Kind.YES)
    tau: str | None = maybe(Kind.NUMBER)
    default_rate: int | None = maybe(Kind.WHOLE)
    default_deviation: int | None = maybe(Kind.WHOLE)
    default_volatility: str | None = maybe(Kind.NUMBER)
    lower_rate: int | None = maybe(Kind.WHOLE)
    higher_rate: int | None = maybe(Kind.WHOLE)
    outcomes: str | None = maybe(Kind.TEXT)
    owner: int | None = maybe(Kind.WHOLE, of="users")
    club: int | None = maybe(Kind.WHOLE, of="clubs")
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolRate:
    """A player's rating on a day."""

    rating: int = sol_field(Kind.WHOLE, of="ratings")
    player: int = sol_field(Kind.WHOLE, of="players")
    date: str = sol_field(Kind.DAY)
    rate: int = sol_field(Kind.WHOLE)
    deviation: int = sol_field(Kind.WHOLE)
    volatility: str = sol_field(Kind.NUMBER)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolCompetitor:
    """A competitor in an event: a player, a pair, a team; with the sums that SoL had reckoned."""

    players: tuple[int, ...] = sol_field(Kind.NUMBERS, of="players")
    points: int | None = maybe(Kind.WHOLE)
    bucholz: int | None = maybe(Kind.WHOLE)
    netscore: int | None = maybe(Kind.WHOLE)
    totscore: int | None = maybe(Kind.WHOLE)
    prize: str | None = maybe(Kind.NUMBER)
    retired: bool | None = maybe(Kind.YES)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolBoard:
    """A board of a match: the opponent's coins left, for its winner; in a solitary event everyone's misses."""

    number: int = sol_field(Kind.WHOLE, least=1)
    coins1: int | None = maybe(Kind.WHOLE, least=0)
    coins2: int | None = maybe(Kind.WHOLE, least=0)
    queen: Literal["1", "2"] | None = maybe(Kind.TEXT, one_of=("1", "2"))
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolMatch:
    """Two competitors in a round, or one and the phantom (no second)."""

    competitor1: int = sol_field(Kind.WHOLE, of="competitors")
    competitor2: int | None = sol_field(Kind.WHOLE, of="competitors", null=True)
    turn: int = sol_field(Kind.WHOLE, least=1)
    board: int = sol_field(Kind.WHOLE, least=0)
    score1: int = sol_field(Kind.WHOLE, least=0)
    score2: int = sol_field(Kind.WHOLE, least=0)
    score1_2: int | None = maybe(Kind.WHOLE, least=0)
    score2_2: int | None = maybe(Kind.WHOLE, least=0)
    score1_3: int | None = maybe(Kind.WHOLE, least=0)
    score2_3: int | None = maybe(Kind.WHOLE, least=0)
    breaker: Literal["1", "2"] | None = maybe(Kind.TEXT, one_of=("1", "2"))
    final: bool | None = maybe(Kind.YES)
    boards: tuple[SolBoard, ...] | None = maybe(Kind.RECORDS, record=SolBoard)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolTourney:
    """An event: its settings, who plays, all matches."""

    description: str = sol_field(Kind.TEXT)
    date: str = sol_field(Kind.DAY)
    championship: int = sol_field(Kind.WHOLE, of="championships")
    competitors: tuple[SolCompetitor, ...] = sol_field(Kind.RECORDS, record=SolCompetitor)
    matches: tuple[SolMatch, ...] = sol_field(Kind.RECORDS, record=SolMatch)
    currentturn: int = sol_field(Kind.WHOLE, least=0)
    rankedturn: int = sol_field(Kind.WHOLE, least=0)
    guid: str | None = maybe(Kind.TEXT)
    modified: str | None = maybe(Kind.MOMENT)
    prized: bool | None = maybe(Kind.YES)
    system: str | None = maybe(Kind.TEXT, one_of=("swiss", "knockout", "roundrobin"))
    couplings: str | None = maybe(Kind.TEXT, one_of=COUPLINGS)
    delaytoppairing: int | None = maybe(Kind.WHOLE, least=0)
    delaycompatriotpairing: int | bool | None = maybe(Kind.WHOLE, least=0)
    duration: int | None = maybe(Kind.WHOLE, least=0)
    prealarm: int | None = maybe(Kind.WHOLE, least=0)
    phantomscore: int | None = maybe(Kind.WHOLE, least=0)
    retirements: str | None = maybe(Kind.TEXT, one_of=("none", "trend", "trend70"))
    finalkind: str | None = maybe(Kind.TEXT, one_of=("simple", "bestof3"))
    matcheskind: str | None = maybe(Kind.TEXT, one_of=("simple", "bestof3"))
    hosting_club: int | None = maybe(Kind.WHOLE, of="clubs")
    rating: int | None = maybe(Kind.WHOLE, of="ratings")
    owner: int | None = maybe(Kind.WHOLE, of="users")
    location: str | None = maybe(Kind.TEXT)
    socialurl: str | None = maybe(Kind.TEXT)
    finals: int | None = maybe(Kind.WHOLE, least=0)
    finalturns: bool | None = maybe(Kind.YES)
    other: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolBook:
    """A whole file."""

    users: tuple[SolUser, ...] | None = maybe(Kind.RECORDS, record=SolUser)  # files before SoL 4 have none
    players: tuple[SolPlayer, ...] = ()
    clubs: tuple[SolClub, ...] = ()
    championships: tuple[SolChampionship, ...] = ()
    ratings: tuple[SolRating, ...] = ()
    rates: tuple[SolRate, ...] = ()
    tourneys: tuple[SolTourney, ...] = ()


LISTS: Mapping[str, type] = MappingProxyType(
    {
        "users": SolUser,
        "players": SolPlayer,
        "clubs": SolClub,
        "championships": SolChampionship,
        "ratings": SolRating,
        "rates": SolRate,
    }
)
"""The lists of the first document and what is in them."""

"""The acts in the log of a season of solo sets, from which `solo_state` folds the season.

Players, sets and requests are keys; a witness's name, the address of a film and a reason are keys too, of texts that
are stored elsewhere and can be erased there. Days and moments are ISO texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from carrom.league.solo_season import DrawnLots
from carrom.league.solo_terms import Origin, SeasonTerms

Equipment = tuple[tuple[str, str | bool | int | float | tuple[float, ...]], ...]
"""A player's declaration by the names in `carrom.equipment.conformity`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """A season is drafted."""

    kind: ClassVar[str] = "announce"
    terms: SeasonTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Other terms."""

    kind: ClassVar[str] = "change"
    terms: SeasonTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeWeeks:
    """Other weeks; excuses move to the weeks in which their old weeks lie now."""

    kind: ClassVar[str] = "change-weeks"
    terms: SeasonTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Everybody sees the season; people join, sets come in."""

    kind: ClassVar[str] = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """The standings are final. Sets that are being played are taken out."""

    kind: ClassVar[str] = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """The season was read from a file: it is a draft here, and the matches of sets being played are elsewhere."""

    kind: ClassVar[str] = "import"


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Somebody new plays, or waits for a place."""

    kind: ClassVar[str] = "join"
    player: str
    division: str
    day: str
    waits: bool = False
    equipment: Equipment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """A player of last season, with the division that they have in this one."""

    player: str
    division: str
    day: str
    equipment: Equipment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """The players of last season have places, and are asked whether they play."""

    kind: ClassVar[str] = "invite"
    players: tuple[Invited, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptPlace:
    """Somebody who was invited plays."""

    kind: ClassVar[str] = "accept-place"
    player: str
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """A player's statement on their board, coins, striker and powder."""

    kind: ClassVar[str] = "declare"
    player: str
    equipment: Equipment


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUp:
    """A waiting player gets a place."""

    kind: ClassVar[str] = "move-up"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """A player's season ends; sets that they are playing are taken out, what was handed in stays."""

    kind: ClassVar[str] = "withdraw"
    player: str
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Players play in these divisions: pairs of a player and a division."""

    kind: ClassVar[str] = "place"
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNext:
    """The divisions of players next season: pairs of a player and a division, empty for what the table says."""

    kind: ClassVar[str] = "place-next"
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLots:
    """Lots for groups of players who are level."""

    kind: ClassVar[str] = "draw-lots"
    lots: tuple[DrawnLots, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSet:
    """A set is being played; `source` names its record."""

    kind: ClassVar[str] = "start-set"
    set: str
    player: str
    day: str
    origin: Origin
    source: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSet:
    """A set comes in as numbers. `on_word`: the organiser vouches for it."""

    kind: ClassVar[str] = "report-set"
    set: str
    player: str
    day: str
    strokes: tuple[int, ...]
    at: str
    few_confirmed: bool = False
    witness: str = ""
    film: str = ""
    on_word: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRecord:
    """A set is as its record says: handed in when its match ends, corrected when the record is."""

    kind: ClassVar[str] = "take-record"
    set: str
    strokes: tuple[int, ...]
    at: str
    witness: str = ""
    film: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeSet:
    """The end of a set was undone on its record: it is being played again."""

    kind: ClassVar[str] = "resume-set"
    set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpSet:
    """A set that was being played is over without a result."""

    kind: ClassVar[str] = "give-up-set"
    set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSet:
    """A set has other numbers. `is_seen_anew`: what a witness and the organiser said was said of the old ones."""

    kind: ClassVar[str] = "correct-set"
    set: str
    strokes: tuple[int, ...]
    day: str
    few_confirmed: bool = False
    is_seen_anew: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCorrection:
    """The organiser is asked for other numbers; an older request for this set is withdrawn."""

    kind: ClassVar[str] = "request-correction"
    request: str
    set: str
    strokes: tuple[int, ...]
    day: str
    few_confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRequest:
    """Nothing is asked any more."""

    kind: ClassVar[str] = "withdraw-request"
    set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideRequest:
    """The organiser accepts the correction that is asked for, or does not."""

    kind: ClassVar[str] = "decide-request"
    set: str
    accepts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskWitness:
    """Somebody is asked whether they saw the set; `witness` is the key of their name."""

    kind: ClassVar[str] = "ask-witness"
    set: str
    witness: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Testify:
    """A witness saw the set, or refuses it."""

    kind: ClassVar[str] = "testify"
    set: str
    witness: str
    at: str
    saw: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFilm:
    """There is a film of a set; `film` is the key of its address."""

    kind: ClassVar[str] = "add-film"
    set: str
    film: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWord:
    """The organiser vouches for a set."""

    kind: ClassVar[str] = "give-word"
    set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseSet:
    """The organiser does not accept a set."""

    kind: ClassVar[str] = "refuse-set"
    set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeSet:
    """The organiser takes a set out."""

    kind: ClassVar[str] = "strike-set"
    set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeLate:
    """A late set is accepted or not; None: as the terms say."""

    kind: ClassVar[str] = "judge-late"
    set: str
    accepted: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """A player owes no set of a week; `reason` is the key of a text."""

    kind: ClassVar[str] = "excuse"
    player: str
    week: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawExcuse:
    """A player owes a set of a week after all."""

    kind: ClassVar[str] = "withdraw-excuse"
    player: str
    week: int


OfSeason = Announce | Change | ChangeWeeks | Open | Close | Import | DrawLots
OfPlayer = Join | Invite | AcceptPlace | Declare | MoveUp | Withdraw | Place | PlaceNext | Excuse | WithdrawExcuse
OfSet = (
    StartSet | ReportSet | TakeRecord | ResumeSet | GiveUpSet | CorrectSet | RequestCorrection | WithdrawRequest
    | DecideRequest | AskWitness | Testify | AddFilm | GiveWord | RefuseSet | StrikeSet | JudgeLate
)  # fmt: skip
Act = OfSeason | OfPlayer | OfSet


def changed_by(act: Act) -> frozenset[tuple[str, ...]]:
    """Return the things that an act decides, as paths: an act is not reverted while a later one decides the same."""
    return frozenset(_paths(act))


def _paths(act: Act) -> Iterator[tuple[str, ...]]:
    match act:
        case Announce() | Change() | ChangeWeeks():
            yield ("terms",)
        case Open() | Close() | Import():
            yield ("state",)
        case DrawLots():
            yield ("lots",)
        case Join() | AcceptPlace() | MoveUp() | Withdraw():
            yield ("player", act.player, "status")
        case Invite():
            yield from (("player", one.player, "status") for one in act.players)
        case Declare():
            yield ("player", act.player, "equipment")
        case Place() | PlaceNext():
            yield from (("player", player, act.kind) for player, _division in act.players)
        case Excuse() | WithdrawExcuse():
            yield ("player", act.player, "week", str(act.week))
        case _:
            yield from (("set", act.set, part) for part in _parts(act))


def _parts(act: OfSet) -> tuple[str, ...]:
    match act:
        case TakeRecord():
            return ("stage", "strokes")
        case CorrectSet():
            return ("strokes",)
        case RequestCorrection() | WithdrawRequest():
            return ("request",)
        case DecideRequest():
            return ("request", "strokes") if act.accepts else ("request",)
        case AskWitness():
            return ("witness",)
        case Testify():
            return ("witness",) if act.saw else ("witness", "stage")
        case AddFilm():
            return ("film",)
        case JudgeLate():
            return ("late",)
        case _:
            return ("stage",)

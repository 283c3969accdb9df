"""An arena as it follows from its log: who plays, who met whom, how it ended, and the table of that.

A win counts two points, after two wins in a row four; a level match counts one and ends the streak, as a loss does. A
win against a computer counts one point and leaves the streak as it is, and so does each win where one plays everybody
at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from carrom_web.competitions.arenas.errors import ArenaChangeError
from carrom_web.competitions.arenas.terms import ArenaTerms
from carrom_web.competitions.repository import Close, CompetitionFold

WIN, STREAK_WIN, LEVEL, PLAIN_WIN = 2, 4, 1, 1
STREAK = 2  # wins in a row, after which a win counts twice


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """Title and terms; the first act."""

    kind: ClassVar[str] = "announce"
    title: str
    terms: ArenaTerms
    host: str = ""  # the player who plays everybody at once
    own_laws: str = ""  # a club's own, a ruleset as TOML, in the place of the terms' ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Somebody comes, or comes back."""

    kind: ClassVar[str] = "join"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Somebody is paired no more; a match that they play goes on."""

    kind: ClassVar[str] = "leave"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two meet in a match, the first of them breaks. Without a second one it is against a computer."""

    kind: ClassVar[str] = "pair"
    match: str
    a: str
    b: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A match is over; without a winner it ended level."""

    kind: ClassVar[str] = "result"
    match: str
    winner: Literal["a", "b", ""]
    points_a: int = 0
    points_b: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LetGo:
    """A match counts nowhere here: nobody played on in it, or it was not over in time."""

    kind: ClassVar[str] = "let-go"
    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOut:
    """An organiser lets a result not count; undone, it counts again."""

    kind: ClassVar[str] = "leave-out"
    match: str
    why: str = ""


Act = Announce | Join | Leave | Pair | Result | LetGo | LeaveOut | Close


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet in a match, and how it ended."""

    a: str
    b: str
    result: Result | None = None
    is_let_go: bool = False
    is_left_out: bool = False

    @property
    def is_running(self) -> bool:
        """Whether its result is still awaited."""
        return self.result is None and not self.is_let_go


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who joined: whether they are in, which match they play now, whom they met last, how often they broke."""

    is_in: bool = True
    match: str | None = None
    last: str = ""  # empty: nobody yet, or a computer
    broke: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's line of the table."""

    key: str
    place: int = 0
    score: int = 0
    played: int = 0
    won: int = 0
    streak: int = 0  # wins in a row by now
    longest: int = 0
    difference: int = 0

    @property
    def is_on_streak(self) -> bool:
        """Whether the next win counts twice."""
        return self.streak >= STREAK


@dataclass(frozen=True, slots=True)
class ArenaState:
    """How an arena stands; `players` has everybody who ever joined."""

    title: str = ""
    terms: ArenaTerms = field(default_factory=ArenaTerms)
    closed: bool = False
    host: str = ""
    own_laws: str = ""
    players: Mapping[str, Player] = field(default_factory=dict)
    pairings: Mapping[str, Pairing] = field(default_factory=dict)
    results: tuple[str, ...] = ()  # matches in the order in which they ended

    def boards_of_host(self) -> list[str]:
        """The matches that the one plays who plays everybody at once."""
        return [key for key, one in self.pairings.items() if one.is_running and self.host and one.b == self.host]

    def table(self) -> tuple[Row, ...]:
        """Everybody's line, the leader first; who is level in points and difference shares a place."""
        rows = {key: Row(key) for key in self.players}
        for match in self.results:
            one = self.pairings[match]
            if one.result is None or one.is_left_out:
                continue
            for key, side in ((one.a, "a"), (one.b, "b")):
                if key:
                    plain = not one.b or self.terms.is_simultaneous
                    rows[key] = _after(rows[key], one.result, side, is_plain=plain)
        ordered = sorted(rows.values(), key=lambda row: (-row.score, -row.difference))
        placed: list[Row] = []
        for number, row in enumerate(ordered, 1):
            before = placed[-1] if placed else None
            level = before and (before.score, before.difference) == (row.score, row.difference)
            placed.append(replace(row, place=before.place if before and level else number))
        return tuple(placed)


def _after(row: Row, result: Result, side: str, *, is_plain: bool) -> Row:
    gained = result.points_a - result.points_b
    row = replace(row, played=row.played + 1, difference=row.difference + (gained if side == "a" else -gained))
    if result.winner == side:
        points = PLAIN_WIN if is_plain else STREAK_WIN if row.is_on_streak else WIN
        streak = row.streak if is_plain else row.streak + 1
        return replace(row, score=row.score + points, won=row.won + 1, streak=streak, longest=max(row.longest, streak))
    if is_plain and result.winner:
        return row
    return replace(row, score=row.score + (LEVEL if not result.winner else 0), streak=row.streak if is_plain else 0)


class ArenaFold(CompetitionFold[ArenaState, Act]):
    """How an arena follows from its acts."""

    def start(self) -> ArenaState:
        """Nobody is there."""
        return ArenaState()

    def apply(self, state: ArenaState, act: Act) -> ArenaState:
        """The arena after an act. Raises ArenaChangeError: it does not fit."""
        if state.closed:
            raise ArenaChangeError("arena-over")
        match act:
            case Announce():
                return replace(state, title=act.title, terms=act.terms, host=act.host, own_laws=act.own_laws)
            case Join():
                known = state.players.get(act.player, Player())
                return _with_players(state, {act.player: replace(known, is_in=True)})
            case Leave():
                _check(act.player in state.players)
                return _with_players(state, {act.player: replace(state.players[act.player], is_in=False)})
            case Pair():
                return _paired(state, act)
            case Result() | LetGo():
                running = _pairing(state, act.match)
                _check(running.is_running)
                free = {key: replace(state.players[key], match=None) for key in (running.a, running.b) if key}
                state = _with_players(state, free)
                if isinstance(act, LetGo):
                    return _with(state, act.match, replace(running, is_let_go=True))
                ended = _with(state, act.match, replace(running, result=act))
                return replace(ended, results=(*state.results, act.match))
            case LeaveOut():
                over = _pairing(state, act.match)
                _check(over.result is not None and not over.is_left_out)
                return _with(state, act.match, replace(over, is_left_out=True))
            case Close():
                return replace(state, closed=True)

    def check_revert(self, entries: object, number: int) -> None:
        """Pass for a result that was left out: all else happened, and stays. Raises ArenaChangeError."""
        found = next((one for one in entries if one.number == number), None)  # type: ignore[attr-defined]
        if found is None or not isinstance(found.act, LeaveOut):
            raise ArenaChangeError("arena-happened")


def _paired(state: ArenaState, act: Pair) -> ArenaState:
    sides = [key for key in (act.a, act.b) if key]
    _check(act.match not in state.pairings and act.a != act.b)
    _check(all(key in state.players and state.players[key].match is None for key in sides))
    first = state.players[act.a]
    changed = {act.a: replace(first, match=act.match, last=act.b, broke=first.broke + bool(act.b))}
    if act.b and act.b != state.host:  # who plays everybody at once is never busy
        changed[act.b] = replace(state.players[act.b], match=act.match, last=act.a)
    return _with(_with_players(state, changed), act.match, Pairing(act.a, act.b))


def _with_players(state: ArenaState, changed: Mapping[str, Player]) -> ArenaState:
    return replace(state, players={**state.players, **changed})


def _with(state: ArenaState, match: str, pairing: Pairing) -> ArenaState:
    return replace(state, pairings={**state.pairings, match: pairing})


def _pairing(state: ArenaState, match: str) -> Pairing:
    found = state.pairings.get(match)
    if found is None:
        raise ArenaChangeError("unknown-request")
    return found


def _check(fits: bool) -> None:
    if not fits:
        raise ArenaChangeError("unknown-request")

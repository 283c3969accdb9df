"""Clocks: how long the awaited decision may take, and what is said when that time is over.

Reads no time itself: the site's sweeper does, and answers as author "clock". Beside them the intervals between boards.
Law: ICF 50, 81, 88; common L-043, L-078.
"""

from dataclasses import dataclass
from typing import Literal

from carrom.laws.ruleset import Ruleset, effect_of
from carrom.match import ceremony, entries, requests
from carrom.match.awaiting import Decision
from carrom.match.state import MatchState
from carrom.play import places
from carrom.play.state import PlayState

INTERVAL_AFTER = 2  # the game after which players rest, where a third one follows
TIME_EXCEEDED = "time_exceeded"


def seconds(state: PlayState) -> float | None:
    """How many seconds the awaited decision may take; None: no clock runs."""
    kind, clocks = state.match.awaiting.kind, state.match.head.clocks
    if kind is Decision.STROKE:
        return clocks.stroke
    return clocks.placing if kind is Decision.PLACING else None


def interval(followed: entries.Effects, ruleset: Ruleset) -> int | None:
    """Seconds that the players have after an entry before they go on; None: the next board follows at once.

    Law: ICF 61 (sides change), 138 (between the second and the third game).
    """
    if followed.match_result is not None or not (followed.game_results or followed.board_results):
        return None
    if any(game.game == INTERVAL_AFTER for game in followed.game_results) and ruleset.interval_seconds is not None:
        return ruleset.interval_seconds
    return ruleset.side_change_seconds if followed.sides_changed else None


@dataclass(frozen=True, slots=True)
class Wait:
    """A wait with its length in seconds and its beginning (ISO text)."""

    kind: Literal["report", "interval", "sides", "time_out"]
    seconds: float
    since: str


def wait(match: MatchState) -> Wait | None:
    """The reporting time, the interval or the time-out that runs where an umpire leads; None: none does.

    Law: ICF 61, 138, 143.
    """
    ruleset, standing = match.ruleset, match.standing
    if not standing.waits_since or standing.awaiting.kind is not Decision.READY:
        return None
    if ceremony.is_step(standing.awaiting, ceremony.REPORT):
        return Wait("report", 60.0 * (ruleset.reporting_minutes or 0), standing.waits_since)
    if ceremony.is_step(standing.awaiting, ceremony.TIME_OUT):
        return Wait("time_out", ruleset.time_out_seconds, standing.waits_since)
    between_games = standing.board_number == 1 and standing.game == INTERVAL_AFTER + 1
    if between_games and ruleset.interval_seconds is not None:
        return Wait("interval", ruleset.interval_seconds, standing.waits_since)
    if ruleset.side_change_seconds is None:
        return None
    return Wait("sides", ruleset.side_change_seconds, standing.waits_since)


@dataclass(frozen=True, slots=True)
class Span:
    """A clock of a match on a real board: for what, how long, and what the umpire may tell when it has run out."""

    kind: Literal["placing", "break", "stroke"]
    seconds: float
    lapse: requests.Request | None


def spans(match: MatchState, *, placing: bool = False) -> tuple[Span, ...]:
    """The clocks that run one after another before the next stroke on a real board; `placing`: coins came back.

    Law: ICF 46, 50, 88, 124.
    """
    ruleset, board = match.ruleset, match.board
    if match.awaiting.kind is not Decision.STROKE or board is None or match.head.positions:
        return ()
    found = []
    if placing and ruleset.placing_seconds is not None:
        found.append(Span("placing", ruleset.placing_seconds, requests.Forgo()))
    if ruleset.stroke_seconds is not None:
        known = effect_of(ruleset, TIME_EXCEEDED) is not None
        over = requests.Declare((TIME_EXCEEDED,), board.to_play, made=False) if known else None
        found.append(Span("stroke" if board.broken else "break", ruleset.stroke_seconds, over))
    return tuple(found)


def lapsed(state: PlayState) -> requests.Request | None:
    """Return the clock's report when the time is over: the fact for a stroke, the claim given up for a placing.

    A due that cannot be given up is set where the laws suggest. None: no clock runs.
    """
    match = state.match
    if seconds(state) is None or match.board is None:
        return None
    if match.awaiting.kind is Decision.STROKE:
        return requests.Declare((TIME_EXCEEDED,), match.board.to_play, made=False)
    if match.awaiting.may_forgo:
        return requests.Forgo()
    due = match.awaiting.dues[0]
    if state.position is None or due.number is None:
        return None
    place = places.suggested(state.position, due, match.ruleset)
    return None if place is None else requests.Place(due.number, *place)

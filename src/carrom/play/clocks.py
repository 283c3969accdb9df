"""Clocks: how long the awaited decision may take, and what is said when that time is over.

Reads no time itself: the site's sweeper does, and answers as author "clock". Beside them the intervals between boards.
Law: ICF 50, 81, 88; common L-043, L-078.
"""

from carrom.laws.ruleset import Ruleset
from carrom.match import entries
from carrom.match.awaiting import Decision
from carrom.play import places
from carrom.play.state import PlayState

INTERVAL_AFTER = 2  # the game after which players rest, where a third one follows


def seconds(state: PlayState) -> float | None:
    """How many seconds the awaited decision may take; None: no clock runs."""
    kind, clocks = state.match.awaiting.kind, state.match.head.clocks
    if kind is Decision.STROKE:
        return clocks.stroke
    return clocks.placing if kind is Decision.PLACING else None


def interval(followed: entries.Followed, ruleset: Ruleset) -> int | None:
    """Seconds that the players have after an entry before they go on; None: the next board follows at once.

    Law: ICF 61 (sides change), 138 (between the second and the third game).
    """
    if followed.match_result is not None or not (followed.game_results or followed.board_results):
        return None
    if any(game.game == INTERVAL_AFTER for game in followed.game_results) and ruleset.interval_seconds is not None:
        return ruleset.interval_seconds
    return ruleset.side_change_seconds if followed.sides_changed else None


def lapsed(state: PlayState) -> entries.Request | None:
    """What the clock says when the time is over: the fact for a stroke, the claim given up for a placing.

    A due that cannot be given up is set where the laws suggest. None: no clock runs.
    """
    match = state.match
    if seconds(state) is None or match.board is None:
        return None
    if match.awaiting.kind is Decision.STROKE:
        return entries.Declare(("time_exceeded",), match.board.to_play, made=False)
    if match.awaiting.may_forgo:
        return entries.Forgo()
    due = match.awaiting.dues[0]
    if state.position is None or due.number is None:
        return None
    place = places.suggested(state.position, due, match.ruleset)
    return None if place is None else entries.Place(due.number, *place)

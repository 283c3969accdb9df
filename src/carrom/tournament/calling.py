"""Calling matches to free boards on the day, and who does not come when called."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from carrom.terms import Side
from carrom.tournament.day import DayTerms, ToPlay, read_time
from carrom.tournament.resolving import Meeting
from carrom.tournament.results import Result
from carrom.tournament.scoring import not_played


@dataclass(frozen=True, slots=True)
class Called:
    """A match that was called to a board; whoever has not reported by `report_by` may be refused."""

    key: str
    board: int
    at: str
    report_by: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a match that could be played is not called: its key, and whom or what it waits for."""

    key: str
    why: Literal["board", "player", "rest", "not-before"]
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Matches to be called now, and those that wait."""

    calls: tuple[Called, ...] = ()
    waiting: tuple[Waiting, ...] = ()


def next_calls(
    ready: Iterable[ToPlay],
    terms: DayTerms,
    *,
    now: str,
    at_boards: Mapping[int, ToPlay],
    ended: Mapping[str, str],
    order: Sequence[str] = (),
    reporting_minutes: int = 15,
) -> Calls:
    """Which matches to call to the boards that are free.

    The first in `order` (the plan) come first, then by rank; a match whose player is at a board or rests lets the next
    one pass. `ready` are matches whose two sides are known, `at_boards` those called or being played, `ended` when each
    person's last match ended.

    Raises:
        DayError: a time that cannot be read.
    """
    place = {key: number for number, key in enumerate(order)}
    free = [board for board in range(1, terms.boards + 1) if board not in at_boards]
    busy = {person for match in at_boards.values() for person in match.persons}
    moment = read_time(now)
    rest = timedelta(minutes=terms.rest_minutes)
    report_by = (moment + timedelta(minutes=reporting_minutes)).isoformat()
    calls: list[Called] = []
    waiting: list[Waiting] = []
    there = {match.key for match in at_boards.values()}
    for match in sorted(ready, key=lambda one: (place.get(one.key, len(place)), one.rank, one.key)):
        if match.key in there:
            continue
        at_play = sorted(match.persons & busy)
        resting = sorted(one for one in match.persons if one in ended and read_time(ended[one]) + rest > moment)
        if match.not_before is not None and read_time(match.not_before) > moment:
            waiting.append(Waiting(match.key, "not-before", match.not_before))
        elif at_play:
            waiting.append(Waiting(match.key, "player", at_play[0]))
        elif resting:
            waiting.append(Waiting(match.key, "rest", resting[0]))
        elif not free:
            waiting.append(Waiting(match.key, "board"))
        else:
            calls.append(Called(match.key, free.pop(0), now, report_by))
            busy |= match.persons
    return Calls(calls=tuple(calls), waiting=tuple(waiting))


def is_late(called: Called, now: str) -> bool:
    """Whether the reporting time is over. Raises DayError: a time that cannot be read."""
    return read_time(now) > read_time(called.report_by)


def no_show(meeting: Meeting, called: Called, *, there: frozenset[Side], now: str) -> Result | None:
    """The result when reporting time is over: who is not there loses, both if neither is; None: all are, or it is not.

    Raises:
        ResultError: the sides are not known. DayError: a time that cannot be read.
    """
    if not is_late(called, now) or len(there) == 2:
        return None
    reason = f"called {called.at}, not there by {called.report_by}"
    return not_played(meeting, loser=next(iter(there)).other if there else None, how="no-show", reason=reason)

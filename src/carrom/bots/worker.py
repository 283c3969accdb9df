"""The work of a process in which computers think: it takes jobs and returns requests, or the coach's advice.

Knows no queue, pipe or database; the caller provides them. States and entries are plain values that
can be pickled; everything random comes from the job's seed, so a job that is done twice gives the same request.
"""

import logging
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from carrom.bots.protocol import BOT_ERROR
from carrom.bots.registry import find
from carrom.errors import CarromError
from carrom.match.entries import Entry
from carrom.match.requests import Request
from carrom.play.state import PlayState, follow
from carrom.terms import Seat, Stroke

if TYPE_CHECKING:
    from carrom.bots.coach import Advice

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One decision to be taken. `key` comes back with the answer: a match and its version."""

    key: str
    state: PlayState
    level: str
    seed: int | str
    budget: int | None = None
    seat: Seat | None = None


HANDS = {"unsteady": 2.5, "steady": 1.0, "very-steady": 0.4}  # for which a coach speaks, with their magnitudes
FEWEST_STROKES = 60  # before a player's own hand is estimated


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachJob:
    """One stroke to be spoken of by the coach. `key` comes back with the advice."""

    key: str
    state: PlayState
    magnitude: float  # of the hand that the advice is for
    made: Stroke | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A job's answer; neither `request` nor `advice` when none could be given, and `code` says why."""

    key: str
    request: Request | None = None
    advice: "Advice | None" = None
    code: str = ""


def think(
    record_or_state: PlayState | Sequence[Entry],
    level: str,
    seed: int | str,
    *,
    seat: Seat | None = None,
    budget: int | None = None,
) -> Request:
    """Return the request of the computer of this level, from a state or from the entries that lead to it.

    Raises:
        UnknownBotError, NothingToAnswerError, BrokenRecordError.
    """
    state = record_or_state if isinstance(record_or_state, PlayState) else _folded(record_or_state)
    return find(level).answer(state, random.Random(seed), seat=seat, budget=budget)


def work(jobs: Iterable[Job | CoachJob]) -> Iterator[Done]:
    """Return the answer of each job in turn. A job that cannot be answered harms no other."""
    for job in jobs:
        yield _done(job)


def _done(job: Job | CoachJob) -> Done:
    try:
        if isinstance(job, CoachJob):
            return Done(key=job.key, advice=_advised(job))
        return Done(key=job.key, request=think(job.state, job.level, job.seed, seat=job.seat, budget=job.budget))
    except CarromError as error:
        return Done(key=job.key, code=error.code)
    except Exception:
        _log.exception("computer %s failed at %s", job.level if isinstance(job, Job) else "coach", job.key)
        return Done(key=job.key, code=BOT_ERROR)


def _advised(job: CoachJob) -> "Advice":
    from carrom.bots.coach import advise  # here: a process that only sends jobs loads no physics
    from carrom.bots.noise import Noise

    return advise(job.state, Noise(job.magnitude), random.Random(job.key), job.made)


def _folded(entries: Sequence[Entry]) -> PlayState:
    state = reduce(follow, entries, None)
    if state is None:
        raise ValueError("a record has at least its head")
    return state

"""A rating list as its file has it: complete on its own, without the events, leagues and matches that it rates."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from carrom.log import Revert
from carrom.rating.families import GROUPS
from carrom.terms import Side
from carrom_web.competitions.competition_file import Portable, participants_of
from carrom_web.competitions.ratings import rating_sources
from carrom_web.competitions.ratings.models import Participant, RatingList, Result
from carrom_web.competitions.ratings.repository import STORE
from carrom_web.competitions.ratings.services import recalculation
from carrom_web.competitions.ratings.state import (
    FROM_FILE,
    Act,
    Bring,
    LeaveOut,
    Mark,
    RatingListChangeError,
    SourceResult,
    Unmark,
)
from carrom_web.core.files import parse_moment

LATEST = timedelta(days=366)  # after today; every period until the last result is worked out
EARLIEST = 1950


def portable(rating_list: RatingList) -> Portable[Act]:
    """Return what the file has in place of sources: the results of each that counts now. Others keep their titles."""
    log = STORE.log(rating_list)
    acts = [entry.act for entry in log.entries if isinstance(entry.act, Mark | Unmark | LeaveOut)]
    sources = sorted({act.source for act in acts})  # results of one day are rated in the order of their sources
    names = {source: f"{FROM_FILE}{number:04d}" for number, source in enumerate(sources, 1)}
    known = {act.source: act.title for act in acts if isinstance(act, Mark) and act.title}
    titles = rating_sources.titles_of(rating_list.club, sources, known)
    results: dict[str, list[SourceResult]] = {}
    for row in Result.objects.filter(rating_list=rating_list).order_by("day", "key"):
        results.setdefault(row.source, []).append(
            SourceResult(
                key=row.key,
                day=row.day,
                group=row.group,
                a=tuple(row.a),
                b=tuple(row.b),
                winner=Side(row.winner) if row.winner else None,
                points_a=row.points_a,
                points_b=row.points_b,
                about=row.about,
            )
        )

    def written(act: Act) -> Act:
        if isinstance(act, Mark):
            found = tuple(results.get(act.source, act.results))
            return Mark(source=names[act.source], title=titles[act.source][:80], results=found)
        return replace(act, source=names[act.source]) if isinstance(act, Unmark | LeaveOut) else act

    people = participants_of(Participant, rating_list)
    return Portable(people=people, act=written, more={"taken_at": rating_list.taken_at})


def complete(rating_list: RatingList, more: Mapping[str, Any], now: datetime) -> None:
    """Work out the ratings of a list that a file has brought: as of now, or of the day on which it was closed.

    Raises:
        RatingListChangeError, RatingError: something in the file cannot be rated.
        LookupError, TypeError, ValueError: it is not written as such a file.
    """
    for entry in STORE.log(rating_list).entries:
        if not isinstance(entry.act, Revert):
            _check(entry.act, now)
    taken_at = parse_moment(more["taken_at"]) if more["taken_at"] else now
    closed = rating_list.state == RatingList.State.CLOSED
    recalculation.take(rating_list, now=min(taken_at, now) if closed else now)


def _check(act: Act, now: datetime) -> None:
    days = [one.day for one in act.starts] if isinstance(act, Bring) else []
    if isinstance(act, Mark | Unmark | LeaveOut) and not act.source.startswith(FROM_FILE):
        raise RatingListChangeError("unknown-source")
    if isinstance(act, Bring) and act.group not in GROUPS:
        raise RatingListChangeError("no-ratings")
    if isinstance(act, Mark):
        for one in act.results:
            same_size = 0 < len(one.a) == len(one.b)
            if one.group not in GROUPS or not same_size or min(one.points_a, one.points_b) < 0:
                raise RatingListChangeError("not-a-result", key=one.key)
            days.append(one.day)
    if any(day.year < EARLIEST or day > (now + LATEST).date() for day in days):
        raise RatingListChangeError("day", earliest=EARLIEST)

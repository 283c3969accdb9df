"""The log of a rating list, read and added to; its periods as values."""

import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.log import Log, Revert
from carrom.rating import history
from carrom.rating.glicko import Rating
from carrom_web.audit.log_store import LogStore
from carrom_web.competitions.ratings.models import Period, RatingList, Source
from carrom_web.competitions.ratings.state import Act, RatingListFold, RatingListState
from carrom_web.core import serialization


class StaleRatingListError(NotAllowedError):
    """Somebody else has changed the list meanwhile."""

    code = "stale-rating-list"


STORE: LogStore[RatingList, RatingListState, Act] = LogStore(
    fold=lambda row: RatingListFold(),
    to_json=serialization.plain,
    from_json=lambda data: serialization.read_plain(Act | Revert, data),  # type: ignore[arg-type]  # a union
    stale=lambda: StaleRatingListError("changed"),
    columns=lambda state: {"title": state.title, "closed": state.closed},
)


def log_of(rating_list: RatingList) -> Log[RatingListState, Act]:
    """All that was done, with how it stands."""
    return STORE.read(rating_list).log


def state(rating_list: RatingList) -> RatingListState:
    """How it stands."""
    return log_of(rating_list).state


def add(rating_list: RatingList, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the list was read.

    Raises:
        RatingListChangeError: one of them cannot be done.
        StaleRatingListError: somebody was first; nothing was stored.
    """
    with transaction.atomic():
        log = STORE.append(rating_list, acts, acts[0].kind, at=now, guest_id=guest_id)
        _store_sources(rating_list, log.state)


def revert(rating_list: RatingList, guest_id: UUID | None, numbers: Sequence[int], *, now: datetime) -> None:
    """Undo entries. Raises RatingListChangeError, LogError, StaleRatingListError."""
    with transaction.atomic():
        log = STORE.revert(rating_list, numbers, at=now, guest_id=guest_id)
        _store_sources(rating_list, log.state)


def _store_sources(rating_list: RatingList, stands: RatingListState) -> None:
    Source.objects.filter(rating_list=rating_list).exclude(name__in=stands.sources).delete()
    known = set(Source.objects.filter(rating_list=rating_list).values_list("name", flat=True))
    for name in stands.sources:
        if name not in known:
            prefix, _colon, own = name.partition(":")
            Source.objects.create(
                rating_list=rating_list,
                name=name,
                category_id=int(own) if prefix == "category" else None,
                match_id=UUID(own) if prefix == "match" else None,
            )


def periods_of(rating_list: RatingList, group: str) -> tuple[history.Period, ...]:
    """Everyone's rating period by period."""
    rows = Period.objects.filter(rating_list=rating_list, group=group).order_by("first_day")
    return tuple(read_period(row) for row in rows)


def read_period(row: Period) -> history.Period:
    """A period as a value."""
    told = json.loads(row.standings)
    return history.Period(
        row.first_day,
        {person: history.RatingRow(Rating(*numbers[:3]), numbers[3]) for person, numbers in told.items()},
    )


def written(period: history.Period) -> str:
    """A period as text; its numbers read back as the same ones."""
    plain = {
        person: [one.rating.value, one.rating.deviation, one.rating.volatility, one.results]
        for person, one in period.standings.items()
    }
    return json.dumps(plain, separators=(",", ":"))

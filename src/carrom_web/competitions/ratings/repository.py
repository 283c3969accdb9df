"""The acts of a rating list, read and added to; its periods as values."""

import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.rating import history
from carrom.rating.glicko import Rating
from carrom_web.clubs import command_log
from carrom_web.competitions.ratings.models import Period, RatingList, Source
from carrom_web.competitions.ratings.state import Act, Line, RatingListState, check, state_of


class StaleRatingListError(NotAllowedError):
    """Somebody else has changed the list meanwhile."""

    code = "stale-rating-list"


def entries_of(rating_list: RatingList) -> tuple[Line, ...]:
    """All acts in their order."""
    return command_log.entries_of(rating_list.deeds, Act)


def state(rating_list: RatingList) -> RatingListState:
    """How it stands."""
    return state_of(entries_of(rating_list))


def add(rating_list: RatingList, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the list was read.

    Raises:
        RatingListChangeError: one of them cannot be done.
        StaleRatingListError: somebody was first; nothing was stored.
    """
    with transaction.atomic():
        stands = command_log.add(
            entries_of(rating_list),
            acts,
            check=check,
            book_of=state_of,
            rows=RatingList.objects.filter(pk=rating_list.pk, version=rating_list.version),
            deeds=rating_list.deeds,
            guest_id=guest_id,
            now=now,
            stale=StaleRatingListError("changed"),
        )
        _keep_sources(rating_list, stands)
    rating_list.refresh_from_db()


def _keep_sources(rating_list: RatingList, stands: RatingListState) -> None:
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

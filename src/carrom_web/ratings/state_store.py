"""The acts of a rating list, read and added to; its periods as values."""

import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.rating import history
from carrom.rating.glicko import Rating
from carrom_web.accounts.models import Guest
from carrom_web.common import typed_json
from carrom_web.ratings.book import Act, Book, Line, book_of, check
from carrom_web.ratings.models import Deed, Period, RatingList, Source


class StaleRatingListError(NotAllowedError):
    """Somebody else has changed the list meanwhile."""

    code = "stale-rating-list"


def lines_of(rating_list: RatingList) -> tuple[Line, ...]:
    """All acts in their order."""
    rows = Deed.objects.filter(rating_list=rating_list).order_by("number").values_list("number", "act")
    return tuple(Line(number, typed_json.read(Act, act)) for number, act in rows)  # type: ignore[arg-type]


def book(rating_list: RatingList) -> Book:
    """How it stands."""
    return book_of(lines_of(rating_list))


def add(rating_list: RatingList, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the list was read.

    Raises:
        RatingListChangeError: one of them cannot be done.
        StaleRatingListError: somebody was first; nothing was stored.
    """
    lines = list(lines_of(rating_list))
    name = Guest.objects.filter(pk=guest_id).values_list("name", flat=True).first() if guest_id else ""
    with transaction.atomic():
        for act in acts:
            check(lines, act)
            lines.append(Line(len(lines) + 1, act))
        stands, rows = book_of(lines), RatingList.objects.filter(pk=rating_list.pk, version=rating_list.version)
        if not rows.update(version=len(lines), title=stands.title, closed=stands.closed, changed_at=now):
            raise StaleRatingListError("Somebody else has changed this list. You see it as it is now; try again.")
        for line in lines[-len(acts) :]:
            Deed.objects.create(
                rating_list=rating_list,
                number=line.number,
                at=now,
                by=name or "",
                guest_id=guest_id,
                act=typed_json.write(line.act),
            )
        _keep_sources(rating_list, stands)
    rating_list.refresh_from_db()


def _keep_sources(rating_list: RatingList, stands: Book) -> None:
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
        {person: history.Standing(Rating(*numbers[:3]), numbers[3]) for person, numbers in told.items()},
    )


def written(period: history.Period) -> str:
    """A period as text; its numbers read back as the same ones."""
    plain = {
        person: [one.rating.value, one.rating.deviation, one.rating.volatility, one.results]
        for person, one in period.standings.items()
    }
    return json.dumps(plain, separators=(",", ":"))

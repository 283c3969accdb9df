"""The log of a rating list, read and added to; its periods as values."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction

from carrom.log import Log
from carrom.rating import history
from carrom.rating.glicko import Rating
from carrom_web.competitions.ratings.models import Participant, Period, RatingList, Source
from carrom_web.competitions.ratings.state import Act, RatingListFold, RatingListState
from carrom_web.competitions.repository import CompetitionStore, titled


class RatingStore(CompetitionStore[RatingList, RatingListState, Act]):
    """The rating lists, whose sources are rows as their logs say."""

    def write(
        self, row: RatingList, before: Log[RatingListState, Act], after: Log[RatingListState, Act], **more: Any
    ) -> None:
        """Store a log, and the sources with it."""
        with transaction.atomic():
            super().write(row, before, after, **more)
            _store_sources(row, after.state)


STORE = RatingStore(RatingList, Act, fold=lambda row: RatingListFold(), columns=titled)


def state(rating_list: RatingList) -> RatingListState:
    """How it stands, with whom the club merged by now."""
    return replace(STORE.state(rating_list), same=_same(rating_list))


def _same(rating_list: RatingList) -> dict[str, str]:
    """The keys of those who are rated under another one, with that one: they are merged, or came with a file."""
    rows = Participant.objects.filter(competition=rating_list).order_by("pk")
    rows_of: dict[UUID, list[tuple[str, bool]]] = {}
    for key, person, root in rows.values_list("key", "person_id", "person__root_id"):
        rows_of.setdefault(root, []).append((key, person == root))
    same: dict[str, str] = {}
    for people in rows_of.values():
        own = next((key for key, is_root in people if is_root), people[0][0])
        same |= {key: own for key, _is_root in people if key != own}
    return same


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
    standings = json.loads(row.standings)
    return history.Period(
        row.first_day,
        {person: history.RatingRow(Rating(*numbers[:3]), numbers[3]) for person, numbers in standings.items()},
    )


def written(period: history.Period) -> str:
    """A period as text; its numbers read back as the same ones."""
    plain = {
        person: [one.rating.value, one.rating.deviation, one.rating.volatility, one.results]
        for person, one in period.standings.items()
    }
    return json.dumps(plain, separators=(",", ":"))

"""A rating list as plain values, for files and other programs."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.presenters import list_rows
from carrom_web.competitions.ratings.state import RatingListState

Json = dict[str, Any]


def group_values(rating_list: RatingList, book: RatingListState, group: str) -> Json:
    """The newest ratings of one group, of those who may be named."""
    newest, _before = selectors.last_two(rating_list, group)
    standings = {} if newest is None else newest.standings
    rows, _period = list_rows(rating_list, book, group) if standings else ([], "")
    ratings = [
        {
            "place": row["place"],
            "name": row["name"],
            "rating": standings[row["key"]].rating.value,
            "deviation": standings[row["key"]].rating.deviation,
            "volatility": standings[row["key"]].rating.volatility,
            "results": row["results"],
            "provisional": row["is_provisional"],
        }
        for row in rows
    ]
    period = newest.first_day.isoformat() if newest is not None else None
    return {"title": book.title, "group": group, "period": period, "ratings": ratings}


def published(rating_list: RatingList, now: datetime) -> Json:
    """All its groups as everybody sees them."""
    book = repository.state(rating_list)
    groups = [group_values(rating_list, book, group) for group in selectors.groups_of(rating_list)]
    return {"title": book.title, "groups": groups}


def standings_in(values: Mapping[str, Any]) -> list[Json]:
    """The ratings of every group."""
    return [{"title": one["group"], "rows": one["ratings"]} for one in values["groups"]]

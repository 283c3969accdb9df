"""The standings of a championship as plain values, for files and other programs."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.presenters import order_sentences, standing_rows
from carrom_web.competitions.championships.state import ChampionshipState

Json = dict[str, Any]


def table_values(championship: Championship, book: ChampionshipState, table: str) -> Json:
    """One of the standings: each line with its results, and what decided between equals."""
    legs = event_results.leg_results(championship, book)
    names = event_results.names_in(legs)
    counted, lines = event_results.table_of(book, legs, table)
    titles = [one.leg.title for one in counted]
    standings = [
        {
            "place": line.place,
            "name": row["name"],
            "total": str(line.total),
            "events": line.events,
            "results": [
                {"event": title, "points": None if one is None else str(one), "dropped": index in line.dropped}
                for index, (title, one) in enumerate(zip(titles, line.results, strict=True))
            ],
        }
        for line, row in zip(lines, standing_rows(lines, names, counted, 0), strict=True)
    ]
    return {"title": book.title, "table": table, "standings": standings, "why": order_sentences(lines, names)}


def published(championship: Championship, now: datetime) -> Json:
    """All its standings as everybody sees them."""
    book = repository.state(championship)
    return {"title": book.title, "tables": [table_values(championship, book, table) for table in book.tables]}


def standings_in(values: Mapping[str, Any]) -> list[Json]:
    """The rows of every table."""
    return [{"title": one["table"], "rows": one["standings"]} for one in values["tables"]]

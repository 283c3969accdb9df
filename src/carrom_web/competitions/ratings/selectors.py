"""Queries about rating lists. Reads, never writes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Concat
from django.urls import reverse

from carrom.errors import UnreadableError
from carrom.rating.families import GROUPS
from carrom.rating.history import Change, Period, RatedResult, RatingRow, changes, period_of, with_starts
from carrom_web.competitions.ratings import models, repository
from carrom_web.competitions.ratings.models import Participant, RatingList, Result
from carrom_web.competitions.ratings.state import RatingListState
from carrom_web.people.selectors import claimed_rows


class UnknownRatedPlayerError(UnreadableError):
    """Nobody of that key is in a list."""

    code = "unknown-rated-player"


@dataclass(frozen=True, slots=True)
class Step:
    """The effect of one period on somebody: their standing before and after it, and each result with its part."""

    first_day: date
    before: RatingRow | None
    after: RatingRow
    changes: tuple[Change, ...]


def groups_of(rating_list: RatingList) -> list[str]:
    """Return the groups in which somebody is rated, in the usual order."""
    found = set(models.Period.objects.filter(rating_list=rating_list).values_list("group", flat=True))
    return [group for group in GROUPS if group in found]


def last_two(rating_list: RatingList, group: str) -> tuple[Period | None, Period | None]:
    """Return the newest period of a group, and the one before it."""
    rows = models.Period.objects.filter(rating_list=rating_list, group=group).order_by("-first_day")[:2]
    found: list[Period | None] = [repository.read_period(row) for row in rows]
    newest, before = (*found, None, None)[:2]
    return newest, before


def names_of(rating_list: RatingList, book: RatingListState) -> dict[str, str]:
    """Return everybody's name by the key under which they are rated; hidden and deleted players are left out."""
    names: dict[str, str] = {}
    rows = Participant.objects.filter(competition=rating_list, person__erased_at=None).order_by("pk")
    for own, name in rows.values_list("key", "name"):
        key = book.who(own)
        if name and (key not in names or own == key):
            names[key] = name
    hidden = {book.who(one) for one in book.hidden}
    return {key: name for key, name in names.items() if key not in hidden}


def is_oneself(rating_list: RatingList, book: RatingListState, key: str, guest_id: UUID | None) -> bool:
    """Whether the reader is this player."""
    if guest_id is None:
        return False
    return key in {book.who(one.key) for one in rows_of(guest_id).filter(competition=rating_list)}


def rows_of(guest_id: UUID) -> "QuerySet[Participant]":
    """Return the rows under which somebody is rated, in all lists: of the players whom they claimed."""
    return Participant.objects.filter(claimed_rows(guest_id))


def club_player_url(rating_list: RatingList, key: str) -> str:
    """Return the address of the page of a rated person in the club; empty for who is not named there."""
    row = Participant.objects.filter(competition=rating_list, key=key).first()
    if row is None or not row.shows_name:
        return ""
    return reverse("club-player", args=[rating_list.club.slug, row.person.root_id])


def steps_of(
    rating_list: RatingList, book: RatingListState, group: str, person: str, results: Sequence[RatedResult]
) -> list[Step]:
    """Return what each period did to somebody, from their first."""
    starts = book.starts(group)
    by_period: dict[date, list[RatedResult]] = {}
    for one in results:
        by_period.setdefault(period_of(one.day, book.terms.period), []).append(one)
    steps = []
    standings: Mapping[str, RatingRow] = {}
    for period in repository.periods_of(rating_list, group):
        if person in period.standings:
            arriving = [one for one in starts if period_of(one.day, book.terms.period) == period.first_day]
            beginning = with_starts(book.terms, standings, arriving)
            here = by_period.get(period.first_day, ())
            steps.append(
                Step(
                    period.first_day,
                    beginning.get(person),
                    period.standings[person],
                    changes(book.terms, beginning, here, person),
                )
            )
        standings = period.standings
    return steps


def rows_by_key(rating_list: RatingList, group: str, keys: Iterable[str]) -> dict[str, Result]:
    """Return the stored results of a group under these keys, which are those of `recalculation.results_of`."""
    name = Concat("source", Value(" "), "key", output_field=CharField())
    rows = Result.objects.filter(rating_list=rating_list, group=group).annotate(name=name).filter(name__in=list(keys))
    return {f"{row.source} {row.key}": row for row in rows}

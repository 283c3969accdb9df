"""Takes results from the marked sources, and folds ratings from the first changed period on."""

import hashlib
import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import chain
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from carrom import serialization
from carrom.errors import CarromError, NotAllowedError
from carrom.rating.families import GROUPS
from carrom.rating.history import RatedResult, carried_over, history, score_of
from carrom.terms import Side
from carrom_web.competitions.events.selectors import named
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.competitions.ratings import rating_sources, repository
from carrom_web.competitions.ratings.models import Participant, Period, RatingList, Result, Source
from carrom_web.competitions.ratings.state import RatingListState, SourceResult
from carrom_web.core.hooks import MatchPlayer, PlayedMatch
from carrom_web.people.services import player_of_guest


class CalculatingError(NotAllowedError):
    """Another process works the list out at this moment."""

    code = "rating-list-calculating"


Fields = Iterator[tuple[str, str, dict[str, Any]]]  # source, key there, columns of a result

_log = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(hours=1)  # what no version tells: a name that was taken back, a new period


def person_key(rating_list: RatingList, player_id: UUID) -> str:
    """The key of a player: the same from all sources of a list, and it tells nothing about them."""
    return hashlib.sha256(f"{rating_list.pk} {player_id}".encode()).hexdigest()[:12]


def take_due(*, now: datetime) -> int:
    """Take what has changed since it was looked at, in all lists; return how many lists were worked out."""
    changed = Q(sources__category__contest__version__gt=F("sources__seen_version"))
    changed |= Q(sources__match__version__gt=F("sources__seen_version"), sources__match__phase="over")
    others = [row.pk for row in Source.objects.filter(category=None, match=None) if _version(row) != row.seen_version]
    changed |= Q(sources__pk__in=others)
    old = Q(taken_at=None) | Q(taken_at__lt=now - LOOK_AGAIN)
    count = 0
    for rating_list in RatingList.objects.filter(changed | old, state=RatingList.State.OPEN).distinct():
        try:
            take(rating_list, now=now)
            count += 1
        except CarromError as error:  # one list that cannot be read does not stop the others
            _log.warning("the ratings of %s could not be worked out: %s", rating_list, error)
    return count


def take(rating_list: RatingList, *, now: datetime) -> None:
    """Take what the marked sources say now and fold on; twice the same changes nothing.

    Raises:
        CalculatingError: another process has just done it.
    """
    book = repository.state(rating_list)
    versions = {row.name: _version(row) for row in rating_list.sources.select_related("category__contest", "match")}
    played = [(source, one) for source in book.sources for one in rating_sources.results_of(rating_list.club, source)]
    with transaction.atomic():
        rows = RatingList.objects.filter(pk=rating_list.pk, taken=rating_list.taken, version=rating_list.version)
        if not rows.update(taken=rating_list.taken + 1, taken_at=now):
            raise CalculatingError()
        changed = _store(rating_list, book, played)
        book = repository.state(rating_list)  # with the participants stored just now
        as_now = _fingerprint(book)
        RatingList.objects.filter(pk=rating_list.pk).update(folded_as=as_now)
        _fold(rating_list, book, None if rating_list.folded_as != as_now else changed, now.date())
        for name, version in versions.items():
            Source.objects.filter(rating_list=rating_list, name=name).update(seen_version=version)
    rating_list.refresh_from_db()


def _version(row: Source) -> int:
    if row.category is not None:
        return row.category.contest.version if hasattr(row.category, "contest") else 0
    if row.match is not None:
        return row.match.version
    return rating_sources.version_of(row.name)


def _store(
    rating_list: RatingList, book: RatingListState, played: Iterable[tuple[str, PlayedMatch]]
) -> dict[str, date]:
    """Make the rows what the sources say; return the first day of each group on which a result is not what it was."""
    participants = {row.key: row for row in Participant.objects.filter(competition=rating_list)}
    before = {(row.source, row.key): row for row in Result.objects.filter(rating_list=rating_list)}
    changed: dict[str, date] = {}

    def touch(group: str, day: date) -> None:
        changed[group] = min(day, changed.get(group, day))

    found = chain(_fields_of(rating_list, participants, played), _fields_from_files(book, participants))
    for source, key, fields in found:
        if len({*fields["a"], *fields["b"]}) != len(fields["a"]) + len(fields["b"]):
            continue  # somebody against themselves, under two names
        group, day = fields["group"], fields["day"]
        row = before.pop((source, key), None)
        if row is None:
            Result.objects.create(rating_list=rating_list, source=source, key=key, **fields)
            touch(group, day)
        elif any(getattr(row, name) != value for name, value in fields.items()):
            touch(row.group, row.day)
            touch(group, day)
            Result.objects.filter(pk=row.pk).update(**fields)
    for row in before.values():
        touch(row.group, row.day)
        row.delete()
    return changed


def _fields_of(
    rating_list: RatingList, participants: dict[str, Participant], played: Iterable[tuple[str, PlayedMatch]]
) -> Fields:
    """The matches of sources as columns; their players are stored."""
    guests: dict[UUID, UUID] = {}
    for source, one in played:
        a, b = ([_participant(rating_list, participants, guests, who) for who in side] for side in (one.a, one.b))
        yield source, one.key, _columns(one, a, b) | {"url": one.url[:200]}


def _fields_from_files(book: RatingListState, participants: Mapping[str, Participant]) -> Fields:
    """The matches that files brought along as columns; their players are named as they have agreed by now."""
    for source in book.sources:
        for one in book.from_files[source].results if source in book.from_files else ():
            for key in (*one.a, *one.b):
                if key in participants:
                    _name_as_agreed(participants[key])
            yield source, one.key, _columns(one, list(one.a), list(one.b)) | {"url": ""}


def _columns(one: PlayedMatch | SourceResult, a: list[str], b: list[str]) -> dict[str, Any]:
    return {
        "day": one.day,
        "group": one.group,
        "a": a,
        "b": b,
        "winner": {Side.A: "a", Side.B: "b", None: ""}[one.winner],
        "points_a": one.points_a,
        "points_b": one.points_b,
        "about": one.about[:160],
    }


def _name_as_agreed(row: Participant) -> None:
    """Show somebody by their whole name only while they agree; elsewhere their sources do that."""
    whole = row.person.root.name
    if row.name and whole:
        short = named(whole, whole=False)
        name = (whole if row.name == short else row.name) if row.shows_name else named(row.name, whole=False)
        if name != row.name:
            row.name = name
            row.save(update_fields=["name"])


def _participant(
    rating_list: RatingList, participants: dict[str, Participant], guests: dict[UUID, UUID], who: MatchPlayer
) -> str:
    """The key of a person, who is stored with the name that may be shown now."""
    player_id = who.player
    if player_id is None and who.guest is not None:
        player_id = guests.get(who.guest) or player_of_guest(rating_list.club_id, who.guest, name=who.name).pk
        guests[who.guest] = player_id
    assert player_id is not None  # noqa: S101  # a person is a player or a guest
    key = person_key(rating_list, player_id)
    row, name = participants.get(key), who.name[:NAME_LENGTH]
    if row is None:
        participants[key] = Participant.objects.create(competition=rating_list, key=key, name=name, person_id=player_id)
    elif not row.forgotten and row.name != name:
        row.name = name
        row.save(update_fields=["name"])
    return key


def _fold(rating_list: RatingList, book: RatingListState, changed: dict[str, date] | None, today: date) -> None:
    """Work periods out again: all where the terms changed (None), else from the first day of each group that did."""
    for group in GROUPS:
        periods = repository.periods_of(rating_list, group)
        unchanged = periods
        if changed is None:
            unchanged = ()
        elif group in changed:
            unchanged = carried_over(book.terms, periods, changed[group])
        results = results_of(rating_list, book, group)
        until = max([today, *(one.day for one in results)])  # an event's results may be reported before its day
        now = history(book.terms, results, book.starts(group), until=until, earlier=unchanged)
        if now[: len(unchanged)] != unchanged:
            unchanged = ()
        rows = Period.objects.filter(rating_list=rating_list, group=group)
        if unchanged:
            rows = rows.filter(first_day__gt=unchanged[-1].first_day)
        rows.delete()
        Period.objects.bulk_create(
            Period(rating_list=rating_list, group=group, first_day=one.first_day, standings=repository.written(one))
            for one in now[len(unchanged) :]
        )


def results_of(rating_list: RatingList, book: RatingListState, group: str) -> list[RatedResult]:
    """The results of a group that count, with participants who are one under one key."""
    found = []  # in a fixed order: a sum of floats depends on it
    rows = Result.objects.filter(rating_list=rating_list, group=group).values_list(
        "day", "source", "key", "a", "b", "winner", "points_a", "points_b"
    )
    for day, source, key, side_a, side_b, won, points_a, points_b in sorted(rows, key=itemgetter(0, 1, 2)):
        a, b = tuple(map(book.who, side_a)), tuple(map(book.who, side_b))
        if (source, key) in book.left_out or len({*a, *b}) != len(a) + len(b):
            continue
        winner = {"a": Side.A, "b": Side.B, "": None}[won]
        score = score_of(book.terms.scoring, winner, points_a, points_b)
        found.append(RatedResult(key=f"{source} {key}", day=day, a=a, b=b, score=score))
    return found


def _fingerprint(book: RatingListState) -> str:
    """Return a digest of everything besides results on which periods depend."""
    parts = (
        serialization.to_plain(book.terms),
        [serialization.to_plain(one) for one in book.brought],
        sorted(book.same.items()),
        sorted(book.left_out),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()

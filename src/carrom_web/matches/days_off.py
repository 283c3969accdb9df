"""Days off: while somebody has them, the clocks of matches by correspondence that wait for them stand still.

A clock that stands still has its end moved: `Match.deadline` counts from `Match.rests_until`, the end of the days off,
so that nothing has to happen when they end as planned. Who begins or ends them has every match of theirs moved. Each
such change holds the row of the match, and so does each answer before it reads who has days off: of two at once, the
second sees what the first did.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone, translation

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.matches import announcements, correspondence, models, selectors, wire
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.presence import PRESENCE

A_YEAR = timedelta(days=30)
LONGEST = 2 * A_YEAR  # across a new year
ONE_DAY = timedelta(days=1)


class DaysOffError(NotAllowedError):
    """Days off that cannot begin.

    Reasons: running (they have some already), past (an end that is not to come), many (more than the year has left).
    """

    code = "days-off"


def ends_of(guests: Iterable[UUID | None], now: datetime) -> dict[UUID, datetime]:
    """Return who of these has days off now, each with their end."""
    rows = models.DaysOff.objects.filter(guest__in=[one for one in guests if one], begins_at__lte=now, ends_at__gt=now)
    return dict(rows.values_list("guest_id", "ends_at"))


def end_of(guest_id: UUID | None, now: datetime) -> datetime | None:
    """When somebody's days off end; None: they have none now."""
    return ends_of([guest_id], now).get(guest_id) if guest_id else None


def left_in(guest_id: UUID, year: int) -> timedelta:
    """Return how much of a year's days off somebody has left, the planned ones taken off."""
    begin, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    rows = models.DaysOff.objects.filter(guest=guest_id, begins_at__lt=end, ends_at__gt=begin)
    return A_YEAR - sum((min(one.ends_at, end) - max(one.begins_at, begin) for one in rows), timedelta())


def last_day(guest_id: UUID, now: datetime) -> date | None:
    """Return the last day until which somebody may have days off from now on; None: not even until tomorrow."""
    years = {year: left_in(guest_id, year) for year in (now.year, (now + LONGEST + ONE_DAY).year)}
    days = [(now + timedelta(days=n)).date() for n in range(LONGEST.days + 1)]
    return next((day for day in reversed(days) if _fit(now, _end_of_day(day), years)), None)


def begin(guest_id: UUID, until: date, now: datetime) -> datetime:
    """Let the clocks that wait for somebody stand still until the end of a day (UTC), and return when that is.

    A clock that has run out already stays as it is.

    Raises:
        DaysOffError: nothing was stored.
    """
    with transaction.atomic():
        Guest.objects.select_for_update().get(pk=guest_id)  # two at once must not both fit into the year
        if end_of(guest_id, now) is not None:
            raise DaysOffError("running")
        if not now.date() <= until <= (now + LONGEST).date():
            raise DaysOffError("past" if until < now.date() else "many")
        end = _end_of_day(until)
        if not _fit(now, end, {year: left_in(guest_id, year) for year in (now.year, end.year)}):
            raise DaysOffError("many")
        models.DaysOff.objects.create(guest_id=guest_id, begins_at=now, ends_at=end)
        moved = _move_all(guest_id, now)
    _announce(moved)
    return end


def end(guest_id: UUID, now: datetime, *, apart_from: UUID | None = None) -> None:
    """End somebody's days off early: their clocks run on, and what they have not used is left to them.

    `apart_from`: a match that the caller announces.
    """
    with transaction.atomic():
        if not models.DaysOff.objects.filter(guest=guest_id, begins_at__lte=now, ends_at__gt=now).update(ends_at=now):
            return
        moved = _move_all(guest_id, now)
    _announce(one for one in moved if one != apart_from)


def after_answer(loaded: Loaded, by: UUID | None) -> Loaded:
    """End the days off of who has answered a match just now, and return the match with its clock as stored."""
    if by is not None:
        end(by, timezone.now(), apart_from=loaded.match_id)
    row = models.Match.objects.only("deadline", "rests_until").get(pk=loaded.match_id)
    return replace(loaded, deadline=row.deadline, rests_until=row.rests_until)


def follow(match_id: UUID, now: datetime | None = None) -> bool:
    """Move the clock of a match as the days off of those awaited have it. In a transaction; False: nothing changed."""
    now = now or timezone.now()
    row = models.Match.objects.select_for_update().get(pk=match_id)
    if row.days is None or row.deadline is None or row.deadline <= now:
        return False
    loaded = selectors.load(match_id)
    rests_until = _rests_until(loaded, now)
    if rests_until == row.rests_until:
        return False
    left = row.deadline - max(now, row.rests_until or now)
    loaded = replace(loaded, deadline=max(now, rests_until or now) + left, rests_until=rests_until)
    notice = correspondence.same_notice(loaded, row.notice, now)
    models.Match.objects.filter(pk=match_id).update(
        deadline=loaded.deadline, rests_until=rests_until, notice=notice.what, notice_at=notice.at
    )
    return True


def _rests_until(loaded: Loaded, now: datetime) -> datetime | None:
    """Until when everybody who could play the awaited answer has days off; None: somebody has none."""
    asked = correspondence.may_answer(loaded)
    ends = ends_of(asked, now)
    return min(ends.values()) if ends.keys() == asked and ends else None


def _move_all(guest_id: UUID, now: datetime) -> list[UUID]:
    """Move the clocks of somebody's matches, and return of which."""
    rows = models.Match.objects.filter(seats__guest_id=guest_id, days__isnull=False).exclude(phase="over")
    return [pk for pk in list(rows.order_by("pk").values_list("pk", flat=True).distinct()) if follow(pk, now)]


def _announce(match_ids: Iterable[UUID]) -> None:
    """Tell all who have one of these matches open how its clock stands."""
    for match_id in match_ids:
        async_to_sync(_announce_one)(match_id, selectors.load(match_id))


async def _announce_one(match_id: UUID, loaded: Loaded) -> None:
    for language in sorted(await PRESENCE.languages(match_id)):
        with translation.override(language):
            text = wire.encode(wire.snapshot(loaded))
        await announcements.send(announcements.group_of(match_id, language), text)


def _fit(begin: datetime, end: datetime, left: dict[int, timedelta]) -> bool:
    """Whether a time fits into what its years have left."""
    if begin.year == end.year:
        return end - begin <= left[begin.year]
    new_year = datetime(end.year, 1, 1, tzinfo=UTC)
    return new_year - begin <= left[begin.year] and end - new_year <= left[end.year]


def _end_of_day(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + ONE_DAY

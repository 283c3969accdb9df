"""The daily rack: nineteen coins that lie the same for everybody, one attempt each, and a board of results.

The date is the seed of the rack; engine and laws decide all else. The attempt is an ordinary match for one player under
the 19-coin laws, without taking back. Nobody needs an account; who has no name is counted, but not listed.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom.match.entries import Head, Player
from carrom.match.state import MatchState
from carrom.play.game import new_head
from carrom.play.handlers import start
from carrom.play.rng import SeededRng
from carrom.play.state import PlayState
from carrom.play.state import follow as folded
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.matches import repository
from carrom_web.matches.loaded import Player as Seated
from carrom_web.matches.models import DailyAttempt
from carrom_web.matches.phrases import visitor_name

RULESET = "baca19"
FIRST = date(2026, 11, 1)
MOST = 100  # that a board of results lists


class DailyError(NotAllowedError):
    """An attempt that cannot begin. Reasons: day (it is not today's), played (there was one)."""

    code = "daily"

    def __init__(self, reason: str = "", /, match_id: UUID | None = None) -> None:
        super().__init__(reason)
        self.match_id = match_id


@dataclass(frozen=True, slots=True)
class Streak:
    """Somebody's days in a row, up to today or yesterday."""

    name: str
    days: int


def today() -> date:
    """The day whose rack is played now; it begins at midnight UTC."""
    return datetime.now(UTC).date()


def head_of(name: str) -> Head:
    """The head of an attempt."""
    return new_head(
        RULESET, players=(Player(side=Side.A, name=name),), length="board", breaks=Side.A, take_back="never"
    )


def rack(day: date) -> PlayState:
    """The board of a day, as it is laid for everybody."""
    return folded(None, start(head_of(visitor_name()), SeededRng(day.toordinal())))


def begin(guest: Guest, day: date) -> UUID:
    """Begin the guest's one attempt at today's rack and give the match's id.

    Raises:
        DailyError: it is another day, or there was an attempt: then with its match.
    """
    if day != today():
        raise DailyError("day")
    match_id = uuid4()
    entry = start(
        head_of(guest.name or visitor_name()),
        SeededRng(day.toordinal()),
        request_id=f"head-{match_id}",
        time=timezone.now().isoformat(timespec="milliseconds"),
    )
    try:
        with transaction.atomic():
            repository.write_new(match_id, entry, [Seated("a", 0, guest.pk, "")])
            DailyAttempt.objects.create(day=day, guest=guest, match_id=match_id)
    except IntegrityError:
        found = attempt(guest.pk, day)
        raise DailyError("played", match_id=found.match_id if found else None) from None
    return match_id


def attempt(guest_id: UUID | None, day: date) -> DailyAttempt | None:
    """The attempt of a guest at a day's rack."""
    return DailyAttempt.objects.filter(guest_id=guest_id, day=day).first() if guest_id else None


def follow(match_id: UUID, match: MatchState) -> None:
    """Write the strokes of an attempt that is over. Call in the transaction that stored its last entry."""
    if match.head.men != 1:
        return
    played_out = match.result is not None and bool(match.boards) and match.boards[-1].how == "played"
    strokes = match.boards[-1].points if played_out else None
    DailyAttempt.objects.filter(match_id=match_id).update(strokes=strokes)


def results(day: date) -> QuerySet[DailyAttempt]:
    """Return the attempts that cleared a day's rack, with fewest strokes first; of the same number who was first."""
    rows = DailyAttempt.objects.filter(day=day, strokes__isnull=False).exclude(guest__name="")
    return rows.select_related("guest").order_by("strokes", "match__changed_at")


def finished(day: date) -> int:
    """How many cleared a day's rack, with or without a name."""
    return DailyAttempt.objects.filter(day=day, strokes__isnull=False).count()


def best() -> list[dict[str, object]]:
    """The fewest strokes of all days, one row a player."""
    rows = DailyAttempt.objects.filter(strokes__isnull=False).exclude(guest__name="")
    found = rows.values("guest__name", "guest").annotate(strokes_best=Min("strokes"), days=Count("pk"))
    return [
        {"name": row["guest__name"], "strokes": row["strokes_best"], "days": row["days"]}
        for row in found.order_by("strokes_best", "-days", "guest")[:MOST]
    ]


def streaks() -> list[Streak]:
    """Return the longest series of cleared racks that go on: the last one was today's or yesterday's."""
    now = today()
    rows = DailyAttempt.objects.filter(strokes__isnull=False, day__gte=now - timedelta(days=400))
    days: dict[UUID, set[date]] = {}
    names: dict[UUID, str] = {}
    for guest_id, name, day in rows.exclude(guest__name="").values_list("guest", "guest__name", "day"):
        days.setdefault(guest_id, set()).add(day)
        names[guest_id] = name
    found = [Streak(names[guest_id], run_of(own, now)) for guest_id, own in days.items()]
    return sorted((one for one in found if one.days > 1), key=lambda one: (-one.days, one.name))[:MOST]


def run_of(days: set[date], now: date) -> int:
    """How many days in a row end today, or yesterday."""
    day = now if now in days else now - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def median(day: date) -> int | None:
    """The strokes that half of the players of a day needed at most; None: nobody finished it."""
    counts = list(
        DailyAttempt.objects.filter(day=day, strokes__isnull=False)
        .order_by("strokes")
        .values_list("strokes", flat=True)
    )
    return counts[(len(counts) - 1) // 2] if counts else None


def is_played_today(match_id: UUID) -> bool:
    """Whether a match is an attempt at today's rack, which others may still play."""
    return DailyAttempt.objects.filter(match_id=match_id, day=today()).exists()


def is_attempt(match_id: UUID) -> bool:
    """Whether a match is an attempt at a day's rack: nobody is helped with it."""
    return DailyAttempt.objects.filter(match_id=match_id).exists()

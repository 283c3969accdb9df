"""The next puzzle, the day's, and how somebody stands."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from uuid import UUID

from carrom.puzzles.collection import shipped
from carrom.puzzles.puzzle import Puzzle, Theme
from carrom.rating.glicko import Rating
from carrom.rating.history import Terms
from carrom_web.puzzles.models import DailySolved, PuzzleRating, PuzzleTry, Solver

TERMS = Terms(newcomer=Rating(1200.0, 350.0))  # below the reference hand, which is at 1500: most people begin there
NEAREST = 10  # of the puzzles that fit best, one is drawn
LONGEST = 400  # days that are looked at for a streak


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How somebody stands."""

    rating: Rating
    tries: int = 0
    solved: int = 0
    run: int = 0
    best_run: int = 0
    days: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether too few tries stand behind the rating."""
        return TERMS.is_provisional(self.rating)


def today() -> date:
    """The day whose puzzle is solved now; it begins at midnight UTC."""
    return datetime.now(UTC).date()


@cache
def _order() -> tuple[str, ...]:
    """All puzzles in the order of their days, which shows nothing of their file's."""
    return tuple(sorted(shipped(), key=lambda key: hashlib.sha256(f"day {key}".encode()).digest()))


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody; none comes again before all others have."""
    return shipped()[_order()[day.toordinal() % len(_order())]]


def standing(guest_id: UUID | None) -> Standing:
    """How somebody stands now; who has tried nothing as a newcomer."""
    row = Solver.objects.filter(guest_id=guest_id).first() if guest_id else None
    if row is None:
        return Standing(rating=TERMS.newcomer, days=streak(guest_id))
    return Standing(
        rating=rating_of(row),
        tries=row.tries,
        solved=row.solved,
        run=row.run,
        best_run=row.best_run,
        days=streak(guest_id),
    )


def streak(guest_id: UUID | None) -> int:
    """On how many days in a row, up to today or yesterday, somebody has solved the day's puzzle."""
    if guest_id is None:
        return 0
    now = today()
    rows = DailySolved.objects.filter(guest_id=guest_id, day__gte=now - timedelta(days=LONGEST))
    days = set(rows.values_list("day", flat=True))
    day = now if now in days else now - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def has_solved_daily(guest_id: UUID | None) -> bool:
    """Whether somebody has solved today's puzzle."""
    return guest_id is not None and DailySolved.objects.filter(guest_id=guest_id, day=today()).exists()


def try_of(guest_id: UUID | None, key: str) -> PuzzleTry | None:
    """The tries of somebody at a puzzle."""
    return PuzzleTry.objects.filter(guest_id=guest_id, key=key).first() if guest_id else None


def rating_of(row: PuzzleRating | Solver) -> Rating:
    """The rating in a row."""
    return Rating(row.value, row.deviation, row.volatility)


def ratings() -> Mapping[str, float]:
    """How hard each puzzle is: as it has proved, else as its chance says."""
    found = {key: puzzle.rating.value for key, puzzle in shipped().items()}
    return found | dict(PuzzleRating.objects.filter(key__in=found).values_list("key", "value"))


def themes(guest_id: UUID | None) -> list[tuple[Theme, int, int]]:
    """The themes that there are, with how many puzzles have each, and how many of these somebody has solved."""
    solved = set(_tried(guest_id, solved=True))
    counts = {theme: [0, 0] for theme in Theme}
    for key, puzzle in shipped().items():
        for theme in puzzle.themes:
            counts[theme][0] += 1
            counts[theme][1] += key in solved
    return [(theme, all_of, done) for theme, (all_of, done) in counts.items() if all_of]


def fitting(guest_id: UUID | None, theme: Theme | None, but: str = "") -> list[str]:
    """The puzzles that somebody may try next: new ones of about their rating; else those not solved; else any.

    Never today's: it has a place of its own.
    """
    target = standing(guest_id).rating.value
    day = daily(today()).id
    keys = [
        key for key, puzzle in shipped().items() if (theme is None or theme in puzzle.themes) and key not in (but, day)
    ]
    tried, solved = set(_tried(guest_id)), set(_tried(guest_id, solved=True))
    left = [key for key in keys if key not in tried] or [key for key in keys if key not in solved] or keys
    hard = ratings()
    return sorted(left, key=lambda key: (abs(hard[key] - target), key))[:NEAREST]


def _tried(guest_id: UUID | None, **only: bool) -> list[str]:
    if guest_id is None:
        return []
    return list(PuzzleTry.objects.filter(guest_id=guest_id, **only).values_list("key", flat=True))

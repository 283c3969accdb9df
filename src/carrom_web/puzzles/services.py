"""Storing tries at puzzles: the first one moves two ratings, by Glicko-2, and the solver's streaks."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F

from carrom.puzzles.puzzle import Puzzle
from carrom.rating.glicko import Met, Rating, after_period
from carrom_web.accounts.models import Guest
from carrom_web.puzzles import selectors
from carrom_web.puzzles.models import DailySolved, PuzzleRating, PuzzleTry, Solver
from carrom_web.puzzles.selectors import TERMS, rating_of


@dataclass(frozen=True, slots=True)
class Counted:
    """Whether a try was the first one, and by how much it moved the solver's rating."""

    is_first: bool
    gain: float = 0.0


def note_try(guest: Guest, puzzle: Puzzle, *, reached: bool) -> Counted:
    """Store a try that the server has judged. A solution that was looked at is a try that did not reach the goal."""
    with transaction.atomic():
        if reached and puzzle.id == selectors.daily(selectors.today()).id:
            DailySolved.objects.get_or_create(guest=guest, day=selectors.today())
        earlier = PuzzleTry.objects.filter(guest=guest, key=puzzle.id)
        if earlier.exists():
            earlier.update(tries=F("tries") + 1)
            if reached:
                earlier.update(solved=True)
            return Counted(is_first=False)
        return _first(guest, puzzle, reached=reached)


def _first(guest: Guest, puzzle: Puzzle, *, reached: bool) -> Counted:
    new, hard = TERMS.newcomer, puzzle.rating
    solver, _ = Solver.objects.select_for_update().get_or_create(guest=guest, defaults=_stored(new))
    rated, _ = PuzzleRating.objects.select_for_update().get_or_create(key=puzzle.id, defaults=_stored(hard))
    before, met = rating_of(solver), rating_of(rated)
    score = float(reached)
    after = _after(before, met, score)
    try:
        with transaction.atomic():
            PuzzleTry.objects.create(
                guest=guest, key=puzzle.id, solved_first=reached, solved=reached, gain=after.value - before.value
            )
    except IntegrityError:  # the same try came twice at once
        return Counted(is_first=False)
    run = solver.run + 1 if reached else 0
    Solver.objects.filter(pk=solver.pk).update(
        **_stored(after),
        tries=solver.tries + 1,
        solved=solver.solved + reached,
        run=run,
        best_run=max(solver.best_run, run),
    )
    PuzzleRating.objects.filter(pk=rated.pk).update(
        **_stored(_after(met, before, 1.0 - score)), tries=rated.tries + 1, solved=rated.solved + reached
    )
    return Counted(is_first=True, gain=after.value - before.value)


def _after(rating: Rating, met: Rating, score: float) -> Rating:
    return after_period(rating, [Met(met, score)], tau=TERMS.tau, most_deviation=TERMS.newcomer.deviation)


def _stored(rating: Rating) -> dict[str, float]:
    return {"value": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}

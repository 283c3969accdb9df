"""Tries at puzzles, ratings of solvers and puzzles, and days whose puzzle was solved.

A puzzle itself comes with the library (`carrom.puzzles`); a row names it by its id.
"""

from django.db import models

from carrom_web.accounts.models import Guest

KEY_LENGTH = 16


class PuzzleRating(models.Model):
    """How hard a puzzle has proved to be; one that nobody has tried has no row."""

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    value = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    tries = models.PositiveIntegerField(default=0)  # the first ones of each solver
    solved = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key} {self.value:.0f}"


class Solver(models.Model):
    """How somebody stands: their rating, and how many puzzles in a row they have solved at the first try."""

    guest = models.OneToOneField(Guest, on_delete=models.CASCADE, related_name="puzzle_solver")
    value = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0)
    best_run = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.guest_id} {self.value:.0f}"


class PuzzleTry(models.Model):
    """The tries of somebody at a puzzle: the first try counts, later ones only say whether they found it."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="puzzle_tries")
    key = models.CharField(max_length=KEY_LENGTH)
    solved_first = models.BooleanField()
    solved = models.BooleanField()
    tries = models.PositiveIntegerField(default=1)
    gain = models.FloatField()  # points of the solver's rating
    first_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["guest", "key"], name="one_first_try_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.key}"


class DailySolved(models.Model):
    """A day whose puzzle somebody solved on that day, at any try."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="daily_puzzles")
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["guest", "day"], name="one_daily_puzzle_a_day")]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.day}"

"""Rating lists as rows: what organisers did (a log), the results taken so far, and everyone's rating period by period.

Results and periods are worked out from the log and from what the sources say; they can be made again at any time.
"""

from typing import ClassVar

from django.db import models

from carrom_web.competitions.events.models import Category
from carrom_web.competitions.models import Competition
from carrom_web.competitions.models import Participant as BaseParticipant
from carrom_web.matches.models import Match


class RatingList(Competition):
    """One list of a club. `taken` counts the times that it was worked out."""

    taken = models.PositiveIntegerField(default=0)
    folded_as = models.CharField(max_length=64, blank=True)  # of terms, starts and joined participants last folded
    taken_at = models.DateTimeField(null=True)


class Source(models.Model):
    """A rated source, as the log says, with the version up to which its results were taken."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="sources")
    name = models.CharField(max_length=80)
    category = models.ForeignKey(Category, on_delete=models.CASCADE, null=True, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="+")
    seen_version = models.BigIntegerField(default=-1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating_list", "name"], name="one_source_a_name")]

    def __str__(self) -> str:
        return f"{self.rating_list_id} {self.name}"


class Participant(BaseParticipant):
    """A player as they are rated, with the name that may be shown. Acts and results hold the key alone.

    Those whose players are merged are one, under the key of `state.who`.
    """

    IS_DERIVED: ClassVar[bool] = True

    competition = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="participants")
    forgotten = models.BooleanField(default=False)  # they asked for it: no source names them again

    class Meta(BaseParticipant.Meta):
        constraints = [models.UniqueConstraint(fields=["competition", "key"], name="one_participant_a_list")]


class Result(models.Model):
    """A result that was taken from a source, with the participants' keys as the source has them."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="results")
    source = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    day = models.DateField()
    group = models.CharField(max_length=32)
    a = models.JSONField()
    b = models.JSONField()
    winner = models.CharField(max_length=1, blank=True)  # a, b; empty: tied
    points_a = models.PositiveIntegerField(default=0)
    points_b = models.PositiveIntegerField(default=0)
    about = models.CharField(max_length=160, blank=True)
    url = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating_list", "source", "key"], name="one_rated_result")]
        indexes = [models.Index(fields=["rating_list", "group", "day"], name="rated_by_day")]

    def __str__(self) -> str:
        return f"{self.source} {self.key}"


class Period(models.Model):
    """Everyone's rating after a period: {person: [value, deviation, volatility, results]}."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="periods")
    group = models.CharField(max_length=32)
    first_day = models.DateField()
    standings = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating_list", "group", "first_day"], name="one_rating_period")]

    def __str__(self) -> str:
        return f"{self.rating_list_id} {self.group} {self.first_day}"

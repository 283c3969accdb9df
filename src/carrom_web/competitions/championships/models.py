"""Championships as rows: each is folded from its log of organisers' acts (`state`).

Places are never stored twice: they are read from the events' own contests, or stand in an act that brought them along.
"""

from django.db import models

from carrom_web.competitions.models import NAME_LENGTH, Competition
from carrom_web.people.models import Player


class Championship(Competition):
    """One series of a club."""


class Participant(models.Model):
    """A player who came along from elsewhere with places; acts hold the key alone, so that they can be forgotten."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="participants")
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="placed_as")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["championship", "key"], name="one_participant_a_championship")]

    def __str__(self) -> str:
        return self.key

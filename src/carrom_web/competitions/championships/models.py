"""Championships as rows: each is folded from its log of organisers' acts (`state`).

Places are never stored twice: they are read from the events' own contests, or stand in an act that brought them along.
"""

from django.db import models

from carrom_web.competitions.models import Competition
from carrom_web.competitions.models import Participant as BaseParticipant


class Championship(Competition):
    """One series of a club."""


class Participant(BaseParticipant):
    """A player who came along from elsewhere with places; acts hold the key alone, so that they can be forgotten."""

    competition = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="participants")

    class Meta(BaseParticipant.Meta):
        constraints = [models.UniqueConstraint(fields=["competition", "key"], name="one_participant_a_championship")]

"""Knock-out evenings as rows; everything that happens is in their logs."""

from django.db import models

from carrom_web.competitions.models import Competition, Participant


class Evening(Competition):
    """One evening of a club."""


class EveningPlayer(Participant):
    """A player of the evening."""

    competition = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="players")

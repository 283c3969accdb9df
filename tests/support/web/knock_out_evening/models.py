"""Knock-out evenings as rows: all that happens on one is in its log."""

from django.db import models

from carrom_web.competitions.models import Competition, Participant


class Evening(Competition):
    """One evening of a club."""


class EveningPlayer(Participant):
    """Somebody who plays on it."""

    competition = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="players")

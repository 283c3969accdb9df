"""Who keeps a match on a real board. The match itself is a record like every other (`matches.models`)."""

from django.db import models

from carrom_web.accounts.models import Guest
from carrom_web.matches.models import Match


class Sheet(models.Model):
    """A match whose facts one guest tells; all others watch."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="sheet")
    keeper = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="sheets")

    def __str__(self) -> str:
        return str(self.match_id)

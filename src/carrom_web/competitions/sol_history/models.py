"""Histories that clubs brought along from SoL: uploads that wait for a yes, imports, and who is what under which guid.

Until it is confirmed, an import holds what was uploaded. Afterwards it holds the club's whole history as SoL had it, so
that an export says again what has no place here; addresses, birthdays and logins are left out.
"""

from django.db import models
from django.db.models import Q

from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.people.models import Player

GUID_LENGTH = 80


class SolImport(models.Model):
    """One import of files."""

    class State(models.TextChoices):
        STAGED = "staged"
        DONE = "done"
        REVERTED = "reverted"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sol_imports")
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.STAGED)
    at = models.DateTimeField()
    files = models.JSONField(default=list)  # their names
    content = models.BinaryField(null=True)  # a gzipped `.sol` file
    counts = models.JSONField(default=dict)
    made = models.JSONField(default=dict)  # what an undo takes away, with how much was done with it by then

    class Meta:
        indexes = [models.Index(fields=["at"], condition=Q(state="staged"), name="sol_import_staged")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.at} {self.state}"


class SolLink(models.Model):
    """Something of a club that has a guid in SoL. It goes with what it names."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(SolImport, on_delete=models.CASCADE, related_name="links")
    guid = models.CharField(max_length=GUID_LENGTH)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="+")
    contest_version = models.PositiveIntegerField(default=0)  # of the event as it came
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, null=True, related_name="+")
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "guid"], condition=Q((f"{kind}__isnull", False)), name=f"one_sol_{kind}_a_guid"
            )
            for kind in ("player", "event", "championship", "rating_list")
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.pk}"

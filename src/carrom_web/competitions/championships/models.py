"""Championships as rows: each is folded from the log of what its organisers did (`state`).

Places are never stored twice: they are read from the events' own contests, or stand in an act that brought them along.
"""

from django.db import models

from carrom_web.audit.models import LoggedModel
from carrom_web.clubs.models import Club

NAME_LENGTH = 80


class Championship(LoggedModel):
    """One series of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="championships")
    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=NAME_LENGTH)  # as the log says; for lists
    closed = models.BooleanField(default=False)  # as the log says; for lists
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug


class Person(models.Model):
    """Somebody who came along from elsewhere with his places; acts hold his key alone, so that he can be forgotten."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="persons")
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["championship", "key"], name="one_person_a_championship")]

    def __str__(self) -> str:
        return self.key

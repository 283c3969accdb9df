"""Championships as rows: each is the record of what its organisers did; its state is folded from that (`book`).

Places are never stored twice: they are read from the events' own contests, or stand in an act that brought them along.
"""

from django.db import models

from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club

NAME_LENGTH = 80


class Championship(models.Model):
    """One series of a club. `version` is the number of its last deed; who writes compares it first."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="championships")
    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=NAME_LENGTH)  # as the deeds say; for lists
    closed = models.BooleanField(default=False)  # as the deeds say; for lists
    version = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.slug


class AuditEntry(models.Model):
    """One act of an organiser; it is never changed, a later one undoes it."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="deeds")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="championship_deeds")
    act = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["championship", "number"], name="one_championship_deed")]

    def __str__(self) -> str:
        return f"{self.championship_id} {self.number}"


class Person(models.Model):
    """Somebody who came along from elsewhere with his places; acts hold his key alone, so that he can be forgotten."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="persons")
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["championship", "key"], name="one_person_a_championship")]

    def __str__(self) -> str:
        return self.key

"""Scorers of matches on real boards, and their rights. The match itself is an ordinary record (`matches.models`)."""

from django.db import models

from carrom_web.accounts.models import NAME_LENGTH, Guest
from carrom_web.clubs.models import Equipment
from carrom_web.core.links import TimedLink
from carrom_web.matches.models import Match
from carrom_web.umpire.rights import Role

_ROLES = [(role.value, role.value) for role in Role]


class Sheet(models.Model):
    """A match whose facts one guest tells, the one who holds the scorer lock; all others watch.

    `lock_count` counts how often it went to somebody else; who takes it compares the count first.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="sheet")
    owner = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="started_sheets")
    scorer = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="sheets")
    scoring_since = models.DateTimeField()
    device = models.CharField(max_length=16, blank=True)  # of a signed-in scorer; empty: any of theirs
    lock_count = models.PositiveIntegerField(default=0)
    board = models.ForeignKey(Equipment, on_delete=models.SET_NULL, null=True, blank=True, related_name="sheets")
    is_on_board = models.BooleanField(default=False)  # its label leads here; at the next match's begin no more
    is_solo = models.BooleanField(default=False)  # a set that its owner plays alone

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["board"], condition=models.Q(is_on_board=True), name="one_sheet_on_a_board"
            ),
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class Link(TimedLink):
    """An address that gives a role at a sheet for some hours, until it is revoked."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=16, choices=_ROLES)
    made_by = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="sheet_links")
    meant_for = models.CharField(max_length=NAME_LENGTH, blank=True)  # a name, for the list

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.role}"


class Appointment(models.Model):
    """A role at a sheet. One that a link gave holds as long as the link."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="appointments")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="appointments")
    role = models.CharField(max_length=16, choices=_ROLES)
    link = models.ForeignKey(Link, on_delete=models.CASCADE, null=True, related_name="appointments")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "guest", "role"], name="one_appointment_a_role"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.guest_id} {self.role}"

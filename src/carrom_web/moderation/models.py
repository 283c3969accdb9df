"""Restrictions that operators put on people and clubs, and reports of clubs.

Reports of players are in `matches.models.Report`, beside the match that they are about.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from carrom_web.accounts.models import NAME_LENGTH, Guest
from carrom_web.audit.models import AuditedModel
from carrom_web.clubs.models import Club

TEXT_LENGTH = 500
APPEAL_LENGTH = 1000


class ReportReason(models.TextChoices):
    """Reasons to report a club, or something that it shows."""

    WORDS = "words", _("Insults or threats")
    FRAUD = "fraud", _("Asks for money for something that does not exist")
    PRIVATE = "private", _("Shows private data of people")
    OTHER = "other", _("Something else that does not belong here")


class AuditKind(models.TextChoices):
    """Events in the life of a restriction."""

    MADE = "restriction-made", _("decided")
    LIFTED = "restriction-lifted", _("taken back")
    APPEALED = "restriction-appealed", _("appeal")
    ANSWERED = "appeal-answered", _("appeal answered")


class ClubReport(models.Model):
    """Somebody reports a club: its name, or something that it shows. Operators alone see it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="club_reports")
    reason = models.CharField(max_length=12, choices=ReportReason)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "reporter"], name="one_report_of_a_club_each")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.reason}"


class Restriction(AuditedModel):
    """A limit of what somebody may do, or a club that nobody else sees, until a moment or until it is lifted."""

    class Kind(models.TextChoices):
        """Kinds of restriction."""

        NAME = "name", _("Name taken away")
        WORDS = "words", _("May not write to other players")
        BAN = "ban", _("Banned")
        HIDDEN = "hidden", _("Club hidden")

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, null=True, related_name="restrictions")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="restrictions")
    kind = models.CharField(max_length=8, choices=Kind)
    why = models.CharField(max_length=TEXT_LENGTH)  # what those concerned read
    note = models.CharField(max_length=TEXT_LENGTH, blank=True)  # for operators
    name = models.CharField(max_length=NAME_LENGTH, blank=True)  # the one that was taken away
    likeness = models.CharField(max_length=NAME_LENGTH, blank=True, db_index=True)
    new_name = models.CharField(max_length=NAME_LENGTH, blank=True)  # the one that stands in its place
    made_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)  # none: until it is lifted
    lifted_at = models.DateTimeField(null=True, blank=True)
    appeal = models.CharField(max_length=APPEAL_LENGTH, blank=True)
    appealed_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=TEXT_LENGTH, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(guest__isnull=False) | Q(club__isnull=False), name="restricts_somebody")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.guest_id or self.club_id}"

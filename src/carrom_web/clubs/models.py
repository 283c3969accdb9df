"""Clubs as rows: members with their roles, invitations, and boards."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditedModel
from carrom_web.clubs.rights import Role
from carrom_web.core.links import LinkState, TimedLink

NAME_LENGTH = 80
SLUG_LENGTH = 40
CODE_LENGTH = 7


class Club(AuditedModel):
    """A club. Its owner is the member with that role."""

    name = models.CharField(max_length=NAME_LENGTH)
    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    for_evenings = models.BooleanField(default=False)  # holds the evenings of one person; nobody else finds it
    asks_protection = models.BooleanField(default=False)  # also where no letters arrive (`selectors.asks_protection`)
    is_hidden = models.BooleanField(default=False)  # by an operator: its members alone see it
    retention = models.JSONField(default=dict)  # how long it stores which data, where not as usual (`people.retention`)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Invitation(TimedLink):
    """A link by which somebody joins a club in a role, until it is used, expires or is taken back.

    It is for one person. A link for players, who see nobody's data, may be made for several.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=32, choices=[(role.value, role.value) for role in Role])
    made_by = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="club_invitations")
    places = models.PositiveSmallIntegerField(default=1)  # how many people may join by it
    used = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(used__lte=models.F("places")), name="invitation_not_overused"),
        ]

    def state(self, now: datetime) -> LinkState:
        """How the link stands at a moment."""
        state = super().state(now)
        return LinkState.USED if state is LinkState.OPEN and self.used >= self.places else state

    def __str__(self) -> str:
        return f"{self.club_id} {self.role}"


class Member(models.Model):
    """One role of one person in a club. It stays when the invitation that gave it has expired."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=32, choices=[(role.value, role.value) for role in Role])
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "guest", "role"], name="one_row_a_role"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="one_owner_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.guest_id} {self.role}"


class Equipment(models.Model):
    """A board of wood with its label. The code on the label stays for good: what is stuck on must not lie."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="equipment")
    name = models.CharField(max_length=NAME_LENGTH)
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    ruleset = models.CharField(max_length=32, blank=True)  # the laws to which it conforms, if known
    retired_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], condition=Q(retired_at=None), name="one_name_a_board"),
        ]

    def __str__(self) -> str:
        return self.name


class AuditKind(models.TextChoices):
    """The kinds of entries. `detail` has the role, and of the member and the invitation the primary keys, no names."""

    INVITED = "invited", _("Link created")
    UNINVITED = "uninvited", _("Link cancelled")
    JOINED = "joined", _("Joined with a link")
    GIVEN = "given", _("Role given")
    TAKEN = "taken", _("Role ended")
    LEFT = "left", _("Role given up")
    OWNER = "owner", _("Club handed over")
    WAIVED = "waived", _("Protected accounts not required")
    ASKED = "asked", _("Protected accounts required")

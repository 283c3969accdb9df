"""The people of a club as rows.

Whatever somebody enters or plays in a club points to their `Player`, and keeps pointing to the same row: two players
who are merged have one `root`, whose email address, date of birth and consent count for both. Taking a merge back
changes the root again and nothing else.
"""

import uuid
from datetime import date
from typing import Any, ClassVar, TypeVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club

NAME_LENGTH = 80
EMAIL_LENGTH = 254


class AuditKind(models.TextChoices):
    """The kinds of entries about players in a club's audit log. `detail` has primary keys, no names."""

    MERGED = "players-merged", _("Players merged")
    UNMERGED = "players-unmerged", _("Merge undone")
    DISTINCT = "players-distinct", _("Players are different people")


class RetentionKind(models.TextChoices):
    """The kinds of entries about how long a club stores data; `detail` has numbers alone."""

    EXPIRED = "data-expired", _("Data deleted because their time was over")
    SET = "retention-set", _("Periods of storage changed")


def name_key(name: str) -> str:
    """Return the key of a name: its words, whatever case, spaces and order."""
    return " ".join(sorted(name.casefold().split()))


class Player(models.Model):
    """One human in one club. Email address, date of birth and consent are those of the `root`: ask it for them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    name_key = models.CharField(max_length=NAME_LENGTH, blank=True)
    aliases = models.JSONField(default=list)  # other names under which they entered
    email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    born = models.DateField(null=True)
    consent = models.BooleanField(null=True)  # their word on being named in public; none: not asked under this row
    consent_at = models.DateTimeField(null=True)
    shows_name = models.BooleanField(default=False)  # of a root: the last word given under any row of it
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="players")  # who claimed them
    root = models.ForeignKey("self", on_delete=models.CASCADE, related_name="branch")  # oneself unless merged
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="merged")
    merged_at = models.DateTimeField(null=True)
    gave = models.JSONField(default=list)  # fields that `merged_into` took over, empty before: it gives them back
    erased_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "name_key"], name="player_by_name"),
            models.Index(fields=["club", "email"], name="player_by_email"),
        ]

    def __str__(self) -> str:
        return str(self.pk)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store; a new player is their own root, and the name can be found."""
        if self._state.adding:
            self.root = self
        self.name_key = name_key(self.name)[:NAME_LENGTH]
        super().save(*args, **kwargs)


Row = TypeVar("Row", bound=models.Model)


class PlayerRowManager(models.Manager[Row]):
    """Reads rows together with their player and its root, which nearly every page asks for."""

    def get_queryset(self) -> models.QuerySet[Row]:
        """All rows."""
        return super().get_queryset().select_related("person__root")


class PlayerRow(models.Model):
    """A row of an entry or a player: it points to their player, who alone has address, birth date and consent."""

    IS_DERIVED: ClassVar[bool] = False  # made from rows of other competitions; alone it keeps no player

    person = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="%(app_label)s_%(class)s_rows")

    objects = PlayerRowManager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    @property
    def email(self) -> str:
        """The address of the player; empty if they gave none."""
        return self.person.root.email

    @property
    def born(self) -> date | None:
        """The player's date of birth, if it was asked."""
        return self.person.root.born

    @property
    def shows_name(self) -> bool:
        """Whether the player agreed to be named in public."""
        return self.person.root.shows_name


class Listener(models.Model):
    """A guest who gets notifications about a player: they have opened the player's own link and asked for them."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="listeners")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="listens_to")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "guest"], name="listens_once")]

    def __str__(self) -> str:
        return f"{self.guest_id} for {self.player_id}"


class DistinctPlayers(models.Model):
    """An organiser said that these two are different people, so nobody is asked again."""

    a = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")  # the smaller key
    b = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["a", "b"], name="distinct_once")]

    def __str__(self) -> str:
        return f"{self.a_id} {self.b_id}"

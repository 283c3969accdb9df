"""Every competition as a row: of a club, at an address, folded from a log; and its participants."""

import re
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext as _

from carrom_web.accounts.models import Guest
from carrom_web.audit.models import LoggedModel
from carrom_web.clubs.models import Club
from carrom_web.people.models import PlayerRow, PlayerRowManager

NAME_LENGTH = 80
SLUG_LENGTH = 60
NOT_A_SLUG = frozenset({"new", "own", "witness"})  # pages beside those of the competitions of a kind


def new_key() -> str:
    """A key under which somebody or something stands in a log: no name can be read from it."""
    return secrets.token_hex(5)


class Follow(models.Model):
    """Somebody with an account follows somebody in a competition, on all their devices; `key` is theirs there."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="follows")
    subject_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, related_name="+")
    subject_id = models.PositiveBigIntegerField()
    subject = GenericForeignKey("subject_type", "subject_id")
    key = models.CharField(max_length=40)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["guest", "subject_type", "subject_id", "key"], name="followed_once")
        ]
        indexes = [models.Index(fields=["subject_type", "subject_id"], name="follow_by_subject")]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.subject_type_id} {self.subject_id} {self.key}"


class SentReminder(models.Model):
    """An email that a competition sent by itself, so that it sends it once; `key` is who got it there."""

    subject_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, related_name="+")
    subject_id = models.PositiveBigIntegerField()
    subject = GenericForeignKey("subject_type", "subject_id")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=40)
    about = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject_type", "subject_id", "kind", "key", "about"], name="reminded_once")
        ]

    def __str__(self) -> str:
        return f"{self.subject_type_id} {self.subject_id} {self.kind} {self.key}"


class RenewedLink(models.Model):
    """A link of somebody in a competition that has ended, which opens again until then; `key` is a digest of it."""

    key = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.until:%Y-%m-%d}"


class GetsLetters(models.Model):
    """Somebody in a competition whom it reminds and reports to; each says no to either on their own page."""

    wants_reminders = models.BooleanField(default=True)
    wants_reports = models.BooleanField(default=True)

    class Meta:
        abstract = True

    def choose_letters(self, sent: Mapping[str, str]) -> None:
        """Store what they ticked in `competitions/letters.html`."""
        self.wants_reminders, self.wants_reports = "wants_reminders" in sent, "wants_reports" in sent
        self.save(update_fields=["wants_reminders", "wants_reports"])


class Competition(LoggedModel):
    """A competition of a club. `title` and `state` are as its log says, for lists and to be found by the database."""

    class State(models.TextChoices):
        DRAFT = "draft"  # its organisers alone see it
        OPEN = "open"
        CLOSED = "closed"  # over, in the archive
        CANCELLED = "cancelled"

    club_id: int
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="%(app_label)s")
    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    title = models.CharField(max_length=NAME_LENGTH)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    made_at = models.DateTimeField(auto_now_add=True)
    follows = GenericRelation(Follow, object_id_field="subject_id", content_type_field="subject_type")
    reminders = GenericRelation(SentReminder, object_id_field="subject_id", content_type_field="subject_type")

    READ_WITH: ClassVar[tuple[str, ...]] = ("club",)  # what each page needs of it, read by the same query

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.slug


class Participant(PlayerRow):
    """Somebody in a competition, as who they entered. A model of this kind adds the foreign key `competition`."""

    key = models.CharField(max_length=40, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)

    objects: ClassVar[PlayerRowManager[Any]] = PlayerRowManager()

    class Meta(PlayerRow.Meta):
        abstract = True

    def __str__(self) -> str:
        return self.key

    @property
    def shown_name(self) -> str:
        """The name in public: whole where they agreed, else its first letters."""
        if not self.name:
            return _("(deleted)")
        return self.name if self.shows_name else " ".join(f"{word[0].upper()}." for word in self.name.split())


def names_of(model: type[Participant], row: Competition) -> dict[str, str]:
    """Return the public names of participants, by their keys, in the order in which they came."""
    return {one.key: one.shown_name for one in model.objects.filter(competition=row).order_by("pk")}


def free_slug(model: type[Competition], title: str, *, otherwise: str, year: str = "", was: str = "") -> str:
    """An address that no other competition of this kind has: its title, with the year where it does not say it.

    Args:
        otherwise: for a title without a letter that an address can have.
        was: an address that is taken if it is free.
    """
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", was[: SLUG_LENGTH + 1]) and len(was) <= SLUG_LENGTH:
        if was not in NOT_A_SLUG and not model._default_manager.filter(slug=was).exists():
            return was
    plain = slugify(title)[:48].strip("-") or otherwise
    plain = plain if year in plain else f"{plain}-{year}"
    taken = set(model._default_manager.filter(slug__startswith=plain).values_list("slug", flat=True)) | NOT_A_SLUG
    tries = (plain, *(f"{plain}-{number}" for number in range(2, 1000)))
    return next((slug for slug in tries if slug not in taken), f"{plain[:30]}-{secrets.token_hex(6)}")

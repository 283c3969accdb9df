"""The audit log and the acts of logs as rows: added to, never changed.

Both belong to a subject, the row of a club or of something that it holds, and go with it. The subject's model has
`AuditedModel` or `LoggedModel` as a base.
"""

import uuid

from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models

from carrom_web.accounts.models import Guest

NAME_LENGTH = 80


class AuditEntry(models.Model):
    """A change of a subject: author, time, reason. `kind` is one of the choices that the subject's app declares."""

    class Role(models.TextChoices):
        ORGANISER = "organiser"
        PLAYER = "player"
        WITNESS = "witness"
        SITE = "site"  # nobody: a match that ended, a deadline that passed

    subject_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, related_name="+")
    subject_id = models.PositiveBigIntegerField()
    subject = GenericForeignKey("subject_type", "subject_id")
    at = models.DateTimeField()
    by = models.CharField(max_length=NAME_LENGTH, blank=True)  # the name at that moment; empty once it is erased
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="audit_entries")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.ORGANISER)
    kind = models.CharField(max_length=60)
    reason = models.CharField(max_length=200, blank=True)
    detail = models.JSONField(default=dict)
    undoes = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="reverted_by")

    class Meta:
        indexes = [models.Index(fields=["subject_type", "subject_id", "id"], name="audit_by_subject")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"


class LogEntry(models.Model):
    """One act or revert of the log from which a subject is folded (`carrom.log`). Acts hold keys, never names.

    The primary key is unlike any other's that was ever made, also of rows that a transaction took back, so that it
    tells whether an entry in memory is the stored one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    subject_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, related_name="+")
    subject_id = models.PositiveBigIntegerField()
    subject = GenericForeignKey("subject_type", "subject_id")
    number = models.PositiveIntegerField()
    act = models.JSONField()
    at = models.CharField(max_length=40, blank=True)  # ISO 8601, as the log compares it
    audit = models.ForeignKey(AuditEntry, on_delete=models.SET_NULL, null=True, related_name="log_entries")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject_type", "subject_id", "number"], name="one_log_entry_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.subject_type_id} {self.subject_id} {self.number}"


class AuditedModel(models.Model):
    """A model with an audit log."""

    audit_entries = GenericRelation(AuditEntry, object_id_field="subject_id", content_type_field="subject_type")

    class Meta:
        abstract = True


class LoggedModel(AuditedModel):
    """A model that is folded from a log. `version` is raised by every change; who writes compares it first."""

    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    log_entries = GenericRelation(LogEntry, object_id_field="subject_id", content_type_field="subject_type")

    class Meta:
        abstract = True

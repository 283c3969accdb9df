"""What is written into the audit log of a rating list."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditKind(models.TextChoices):
    """The kinds of entries: those of the acts (`state`), and undoing."""

    ANNOUNCE = "announce", _("Title and terms")
    MARK = "mark", _("Rated")
    UNMARK = "unmark", _("Rated no more")
    BRING = "bring", _("Ratings brought along")
    JOIN = "join", _("Two names of one person")
    HIDE = "hide", _("Hidden")
    LEAVE_OUT = "leave-out", _("Result left out")
    CLOSE = "close", _("Closed")
    REVERT = "revert", _("Undone")

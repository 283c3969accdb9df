"""What is written into the audit log of a championship."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditKind(models.TextChoices):
    """The kinds of entries: those of the acts (`state`), and undoing."""

    ANNOUNCE = "announce", _("Title and terms")
    LEG = "leg", _("Event")
    DROP_LEG = "drop-leg", _("Event taken out")
    GIVE = "give", _("Points by hand")
    JOIN = "join", _("Two names of one person")
    CLOSE = "close", _("Closed")
    REVERT = "revert", _("Undone")

"""What is written into the audit log of a club: who gave or took which role, and to whom."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditKind(models.TextChoices):
    """The kinds of entries. `detail` has the role, and of the member and the invitation the primary keys, no names."""

    INVITED = "invited", _("Link made")
    UNINVITED = "uninvited", _("Link taken back")
    JOINED = "joined", _("Joined by a link")
    GIVEN = "given", _("Role given")
    TAKEN = "taken", _("Role ended")
    LEFT = "left", _("Role given up")
    OWNER = "owner", _("Club handed over")

"""The kinds of entries in the audit log of a match league. Their details hold keys of teams and fixtures, no names."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditKind(models.TextChoices):
    """The kinds of changes in a league."""

    STARTED = "started", _("League started")
    IMPORTED = "imported", _("Imported from a file")
    TERMS_CHANGED = "terms-changed", _("Terms changed")
    ANNOUNCED = "announced", _("Announced")
    ARCHIVED = "archived", _("Moved to the archive")
    CANCELLED = "cancelled", _("Cancelled")
    ENTERED = "entered", _("Entered")
    ROSTER_CHANGED = "roster-changed", _("Roster changed")
    TAKEN_OUT = "taken-out", _("Removed")
    FIXTURES_MADE = "fixtures-made", _("Fixtures created")
    DAY_SET = "day-set", _("Day set")
    DAY_PROPOSED = "day-proposed", _("Another day proposed")
    PROPOSAL_WITHDRAWN = "proposal-withdrawn", _("Proposed day withdrawn")
    DAY_AGREED = "day-agreed", _("Day agreed")
    DAY_REFUSED = "day-refused", _("Day declined")
    LINE_UP_DEADLINE = "line-up-deadline", _("Line-up deadline")
    LINE_UP_SUBMITTED = "line-up-submitted", _("Line-up handed in")
    LINE_UP_SUBMITTED_FOR = "line-up-submitted-for", _("Line-up handed in for the captain")
    LINE_UPS_REVERTED = "line-ups-reverted", _("Line-ups withdrawn")
    LINE_UPS_NAMED = "line-ups-named", _("Line-ups named")
    SHEET_STARTED = "sheet-started", _("Score sheet started")
    ONLINE_STARTED = "online-started", _("Matches started online")
    SHEET_RESULT = "sheet-result", _("Result of the score sheet")
    RESULT_REPORTED = "result-reported", _("Result reported by one side")
    RESULT_CONFIRMED = "result-confirmed", _("Result confirmed")
    RESULT_DISPUTED = "result-disputed", _("Result disputed")
    RESULT_RECORDED = "result-recorded", _("Result entered")
    NOT_PLAYED = "not-played", _("Not played")
    RESULT_CLEARED = "result-cleared", _("Result withdrawn")
    TIE_DECIDED = "tie-decided", _("Level tie decided")
    POINTS_DEDUCTED = "points-deducted", _("Points deducted")
    LOTS_DRAWN = "lots-drawn", _("Lots drawn")
    PLAYOFFS_MADE = "playoffs-made", _("Play-offs created")
    REVERTED = "reverted", _("Undone")
    RESTORED = "restored", _("Draw restored")

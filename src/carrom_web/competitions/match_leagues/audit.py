"""The kinds of entries in the audit log of a match league. Their details hold keys of teams and fixtures, no names."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditKind(models.TextChoices):
    """What was done in a league."""

    STARTED = "started", _("league started")
    IMPORTED = "imported", _("read from a file")
    TERMS_CHANGED = "terms-changed", _("terms changed")
    ANNOUNCED = "announced", _("announced")
    ARCHIVED = "archived", _("moved to the archive")
    CANCELLED = "cancelled", _("cancelled")
    ENTERED = "entered", _("entered")
    ROSTER_CHANGED = "roster-changed", _("roster changed")
    TAKEN_OUT = "taken-out", _("taken out")
    FIXTURES_MADE = "fixtures-made", _("fixtures made")
    DAY_SET = "day-set", _("day set")
    DAY_PROPOSED = "day-proposed", _("another day proposed")
    PROPOSAL_WITHDRAWN = "proposal-withdrawn", _("proposal of a day withdrawn")
    DAY_AGREED = "day-agreed", _("day agreed")
    DAY_REFUSED = "day-refused", _("day refused")
    LINE_UP_DEADLINE = "line-up-deadline", _("deadline of line-ups")
    LINE_UP_SUBMITTED = "line-up-submitted", _("line-up handed in")
    LINE_UP_SUBMITTED_FOR = "line-up-submitted-for", _("line-up handed in for the captain")
    LINE_UPS_REVERTED = "line-ups-reverted", _("line-ups taken back")
    SHEET_STARTED = "sheet-started", _("score sheet started")
    SHEET_RESULT = "sheet-result", _("result of the score sheet")
    RESULT_REPORTED = "result-reported", _("result reported by one side")
    RESULT_CONFIRMED = "result-confirmed", _("result confirmed")
    RESULT_DISPUTED = "result-disputed", _("result disputed")
    RESULT_RECORDED = "result-recorded", _("result entered")
    NOT_PLAYED = "not-played", _("not played")
    RESULT_CLEARED = "result-cleared", _("result taken back")
    TIE_DECIDED = "tie-decided", _("level tie decided")
    POINTS_DEDUCTED = "points-deducted", _("points deducted")
    LOTS_DRAWN = "lots-drawn", _("lots drawn")
    PLAYOFFS_MADE = "playoffs-made", _("play-offs made")
    REVERTED = "reverted", _("undone")
    RESTORED = "restored", _("brought back")

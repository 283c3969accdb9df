"""What is written into the audit log of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class EventAction(models.TextChoices):
    """The kinds of entries."""

    CREATED = "created", _("Event created")
    CHANGED = "changed", _("Announcement changed")
    PUBLISHED = "published", _("Published")
    UNPUBLISHED = "unpublished", _("Made a draft again")
    EXTENDED = "extended", _("Deadline moved")
    ANNOUNCED = "announced", _("Notice posted")
    NOTICE_CORRECTED = "notice-corrected", _("Notice corrected")
    NOTICE_WITHDRAWN = "notice-withdrawn", _("Notice withdrawn")
    NOTICE_RESTORED = "notice-restored", _("Change of a notice undone")
    CATEGORY_CANCELLED = "category-cancelled", _("Category cancelled")
    CATEGORY_HELD = "category-held", _("Category held after all")
    CATEGORY_MERGED = "category-merged", _("Category merged into another")
    CATEGORY_SEPARATED = "category-separated", _("Category held by itself after all")
    EVENT_CANCELLED = "event-cancelled", _("Event cancelled")
    EVENT_HELD = "event-held", _("Event held after all")
    DRAWN = "drawn", _("Drawn")
    DRAWN_AGAIN = "drawn-again", _("Drawn again")
    REVERTED = "reverted", _("Undone")
    RESTORED = "restored", _("Brought back")
    RESULT = "result", _("Result entered")
    RESULT_CLEARED = "result-cleared", _("Result taken back")
    RESULT_OF_SHEET = "result-of-sheet", _("Result taken from the sheet")
    EDITED = "edited", _("Draw edited by hand")
    LEFT = "left", _("Taken out of the draw")
    LATE_ENTRIES = "late-entries", _("Late entries taken into the draw")
    TIE_DECIDED = "tie-decided", _("Level tie decided")
    LINE_UP = "line-up", _("Line-up handed in")
    LINE_UP_BY_DESK = "line-up-by-desk", _("Line-up handed in for the captain")
    LINE_UPS_CLEARED = "line-ups-cleared", _("Line-ups taken back")
    LINE_UP_DEADLINE = "line-up-deadline", _("Deadline of line-ups")
    LADDER_OPENED = "ladder-opened", _("Ladder opened")
    CHALLENGE = "challenge", _("Challenge")
    CHALLENGE_BY_DESK = "challenge-by-desk", _("Challenge entered at the desk")
    CHALLENGE_RESULT = "challenge-result", _("Result of a challenge")
    CALLED = "called", _("Called to a board")
    CALL_CLEARED = "call-cleared", _("Call taken back")
    PAYMENT = "payment", _("Payment recorded")
    PAYMENT_CLEARED = "payment-cleared", _("Payment taken back")
    REFUND = "refund", _("Money given back")
    REFUND_CLEARED = "refund-cleared", _("Refund taken back")
    CHECKED_IN = "checked-in", _("Checked in")
    CHECK_IN_CLEARED = "check-in-cleared", _("Check-in taken back")
    WITHDRAWN = "withdrawn", _("Withdrawn at the desk")
    REGISTRATION_CHANGED = "registration-changed", _("Registration changed")
    MEMBER_ADDED = "member-added", _("Member added")
    MEMBER_REMOVED = "member-removed", _("Member taken out")
    TEAM_RENAMED = "team-renamed", _("Team renamed")
    CAPTAIN_PLAYS = "captain-plays", _("Captain plays")
    CAPTAIN_LEADS = "captain-leads", _("Captain only leads")
    WALK_IN = "walk-in", _("Walk-in admitted")
    READMITTED = "readmitted", _("Let back in")
    LIST_IMPORTED = "list-imported", _("List of entries taken")
    IMPORTED = "imported", _("Taken over from a file")
    IMPORTED_FROM_SOL = "imported-from-sol", _("Taken over from SoL")


# the page on which what was done can be undone or corrected
PAGES = {
    "event-edit": (
        EventAction.CREATED,
        EventAction.CHANGED,
    ),
    "event-organise": (
        EventAction.PUBLISHED,
        EventAction.UNPUBLISHED,
        EventAction.EXTENDED,
        EventAction.ANNOUNCED,
        EventAction.NOTICE_CORRECTED,
        EventAction.NOTICE_WITHDRAWN,
        EventAction.NOTICE_RESTORED,
        EventAction.CATEGORY_CANCELLED,
        EventAction.CATEGORY_HELD,
        EventAction.CATEGORY_MERGED,
        EventAction.CATEGORY_SEPARATED,
        EventAction.EVENT_CANCELLED,
        EventAction.EVENT_HELD,
    ),
    "event-draw": (
        EventAction.DRAWN,
        EventAction.DRAWN_AGAIN,
        EventAction.REVERTED,
        EventAction.RESTORED,
        EventAction.RESULT,
        EventAction.RESULT_CLEARED,
        EventAction.RESULT_OF_SHEET,
        EventAction.EDITED,
        EventAction.LEFT,
        EventAction.LATE_ENTRIES,
        EventAction.TIE_DECIDED,
        EventAction.LINE_UP,
        EventAction.LINE_UP_BY_DESK,
        EventAction.LINE_UPS_CLEARED,
        EventAction.LINE_UP_DEADLINE,
        EventAction.LADDER_OPENED,
        EventAction.CHALLENGE,
        EventAction.CHALLENGE_BY_DESK,
        EventAction.CHALLENGE_RESULT,
        EventAction.CALLED,
        EventAction.CALL_CLEARED,
    ),
    "event-desk": (
        EventAction.PAYMENT,
        EventAction.PAYMENT_CLEARED,
        EventAction.REFUND,
        EventAction.REFUND_CLEARED,
        EventAction.CHECKED_IN,
        EventAction.CHECK_IN_CLEARED,
        EventAction.WITHDRAWN,
        EventAction.REGISTRATION_CHANGED,
        EventAction.MEMBER_ADDED,
        EventAction.MEMBER_REMOVED,
        EventAction.TEAM_RENAMED,
        EventAction.CAPTAIN_PLAYS,
        EventAction.CAPTAIN_LEADS,
        EventAction.WALK_IN,
        EventAction.READMITTED,
        EventAction.LIST_IMPORTED,
    ),
}
PAGE_OF = {kind: page for page, kinds in PAGES.items() for kind in kinds}

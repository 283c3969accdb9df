"""Writing to the audit log of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditKind(models.TextChoices):
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
    CATEGORY_HELD = "category-held", _("Category reinstated")
    CATEGORY_MERGED = "category-merged", _("Category merged into another")
    CATEGORY_SEPARATED = "category-separated", _("Category separated again")
    EVENT_CANCELLED = "event-cancelled", _("Event cancelled")
    EVENT_HELD = "event-held", _("Event reinstated")
    DRAWN = "drawn", _("Drawn")
    DRAWN_AGAIN = "drawn-again", _("Drawn again")
    REVERTED = "reverted", _("Undone")
    RESTORED = "restored", _("Draw restored")
    RESULT = "result", _("Result entered")
    RESULT_CONFIRMED = "result-confirmed", _("Result entered by the players")
    RESULT_CLEARED = "result-cleared", _("Result withdrawn")
    RESULT_OF_SHEET = "result-of-sheet", _("Result taken from the sheet")
    EDITED = "edited", _("Draw edited by hand")
    LEFT = "left", _("Removed from the draw")
    LATE_ENTRIES = "late-entries", _("Late entries added to the draw")
    LATE_PLAYER = "late-player", _("Late player added")
    STOPPED = "stopped", _("Draws ended")
    CALLED_LATER = "called-later", _("Postponed")
    CLAIMED = "claimed", _("Scored by the club")
    TIE_DECIDED = "tie-decided", _("Level tie decided")
    LINE_UP = "line-up", _("Line-up handed in")
    LINE_UP_BY_DESK = "line-up-by-desk", _("Line-up handed in for the captain")
    LINE_UPS_CLEARED = "line-ups-cleared", _("Line-ups withdrawn")
    LINE_UP_DEADLINE = "line-up-deadline", _("Line-up deadline")
    LADDER_OPENED = "ladder-opened", _("Ladder opened")
    CHALLENGE = "challenge", _("Challenge")
    CHALLENGE_BY_DESK = "challenge-by-desk", _("Challenge entered at the desk")
    CHALLENGE_RESULT = "challenge-result", _("Result of a challenge")
    CALLED = "called", _("Called to a board")
    CALL_CLEARED = "call-cleared", _("Call cancelled")
    PAYMENT = "payment", _("Payment recorded")
    PAYMENT_CLEARED = "payment-cleared", _("Payment cancelled")
    REFUND = "refund", _("Refund recorded")
    REFUND_CLEARED = "refund-cleared", _("Refund cancelled")
    PRIZE_PAID = "prize-paid", _("Prize money paid out")
    PRIZE_CLEARED = "prize-cleared", _("Payout of prize money cancelled")
    CHECKED_IN = "checked-in", _("Checked in")
    CHECK_IN_CLEARED = "check-in-cleared", _("Check-in taken back")
    WITHDRAWN = "withdrawn", _("Withdrawn at the desk")
    REGISTRATION_CHANGED = "registration-changed", _("Registration changed")
    MEMBER_ADDED = "member-added", _("Member added")
    MEMBER_REMOVED = "member-removed", _("Member removed")
    TEAM_RENAMED = "team-renamed", _("Team renamed")
    CAPTAIN_PLAYS = "captain-plays", _("Captain plays")
    CAPTAIN_LEADS = "captain-leads", _("Captain only leads")
    WALK_IN = "walk-in", _("Walk-in accepted")
    HANDED_OVER = "handed-over", _("Registration handed over")
    GROUP_PAID = "group-paid", _("Payment of a club recorded")
    READMITTED = "readmitted", _("Entry restored")
    LIST_IMPORTED = "list-imported", _("List of entries imported")
    LOGO_STORED = "logo-stored", _("Logo of a sponsor stored")
    LOGO_REMOVED = "logo-removed", _("Logo of a sponsor removed")
    PHOTO_STORED = "photo-stored", _("Photo of winners stored")
    PHOTO_REMOVED = "photo-removed", _("Photo of winners removed")
    PHOTO_CONSENT_BY_DESK = "photo-consent-by-desk", _("Consent to photos recorded")
    IMPORTED = "imported", _("Imported from a file")
    IMPORTED_FROM_SOL = "imported-from-sol", _("Imported from SoL")


# the page on which what was done can be undone or corrected
PAGES = {
    "event-edit": (
        AuditKind.CREATED,
        AuditKind.CHANGED,
    ),
    "event-organise": (
        AuditKind.PUBLISHED,
        AuditKind.UNPUBLISHED,
        AuditKind.EXTENDED,
        AuditKind.ANNOUNCED,
        AuditKind.NOTICE_CORRECTED,
        AuditKind.NOTICE_WITHDRAWN,
        AuditKind.NOTICE_RESTORED,
        AuditKind.CATEGORY_CANCELLED,
        AuditKind.CATEGORY_HELD,
        AuditKind.CATEGORY_MERGED,
        AuditKind.CATEGORY_SEPARATED,
        AuditKind.EVENT_CANCELLED,
        AuditKind.EVENT_HELD,
    ),
    "event-photos": (
        AuditKind.PHOTO_STORED,
        AuditKind.PHOTO_REMOVED,
        AuditKind.PHOTO_CONSENT_BY_DESK,
    ),
    "event-sponsors": (
        AuditKind.LOGO_STORED,
        AuditKind.LOGO_REMOVED,
    ),
    "event-draw": (
        AuditKind.DRAWN,
        AuditKind.DRAWN_AGAIN,
        AuditKind.REVERTED,
        AuditKind.RESTORED,
        AuditKind.RESULT,
        AuditKind.RESULT_CONFIRMED,
        AuditKind.RESULT_CLEARED,
        AuditKind.RESULT_OF_SHEET,
        AuditKind.EDITED,
        AuditKind.LEFT,
        AuditKind.LATE_ENTRIES,
        AuditKind.LATE_PLAYER,
        AuditKind.STOPPED,
        AuditKind.CALLED_LATER,
        AuditKind.TIE_DECIDED,
        AuditKind.LINE_UP,
        AuditKind.LINE_UP_BY_DESK,
        AuditKind.LINE_UPS_CLEARED,
        AuditKind.LINE_UP_DEADLINE,
        AuditKind.LADDER_OPENED,
        AuditKind.CHALLENGE,
        AuditKind.CHALLENGE_BY_DESK,
        AuditKind.CHALLENGE_RESULT,
        AuditKind.CALLED,
        AuditKind.CALL_CLEARED,
    ),
    "event-desk": (
        AuditKind.PAYMENT,
        AuditKind.PAYMENT_CLEARED,
        AuditKind.REFUND,
        AuditKind.REFUND_CLEARED,
        AuditKind.CHECKED_IN,
        AuditKind.CHECK_IN_CLEARED,
        AuditKind.WITHDRAWN,
        AuditKind.REGISTRATION_CHANGED,
        AuditKind.MEMBER_ADDED,
        AuditKind.MEMBER_REMOVED,
        AuditKind.TEAM_RENAMED,
        AuditKind.CAPTAIN_PLAYS,
        AuditKind.CAPTAIN_LEADS,
        AuditKind.WALK_IN,
        AuditKind.HANDED_OVER,
        AuditKind.GROUP_PAID,
        AuditKind.READMITTED,
        AuditKind.LIST_IMPORTED,
    ),
    "event-prize-money": (AuditKind.PRIZE_PAID, AuditKind.PRIZE_CLEARED),
}
PAGE_OF = {kind: page for page, kinds in PAGES.items() for kind in kinds}

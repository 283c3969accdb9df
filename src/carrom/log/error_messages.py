"""Sentences of the errors of logs."""

from carrom.messages import Message
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    "not-reverted.edited-after": _("A later edit does not fit without it: %(cause)s"),
    "not-reverted.needed": _("Entry %(number)s depends on it. Undo that entry first. %(cause)s"),
    "not-reverted.no-longer-fits": _("It does not fit any more: %(cause)s"),
    "not-reverted.no-such-entry": _("Entry %(number)s cannot be undone: it is already undone, or does not exist."),
    "not-reverted.nothing-reverted": _("This entry has not been undone."),
}

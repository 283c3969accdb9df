"""Sentences of the errors of logs."""

from carrom.messages import Message
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    "not-reverted.edited-after": _("What was edited later does not fit without it: %(cause)s"),
    "not-reverted.needed": _("Entry %(number)s needs it. Undo that first. %(cause)s"),
    "not-reverted.no-longer-fits": _("It does not fit any more: %(cause)s"),
    "not-reverted.no-such-entry": _("Entry %(number)s cannot be undone: it is undone already, or was never there."),
    "not-reverted.nothing-reverted": _("Nothing has been undone."),
}

"""Sentences of the errors of carrom.printing; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "too-many-labels": _("At most %(most)d labels can be printed at once."),
}

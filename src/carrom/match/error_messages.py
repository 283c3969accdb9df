"""Sentences of the errors of carrom.match; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "broken-record": _("A record begins with its head, entry 0."),
    "broken-record.first-entry": _("A record begins with its head, entry 0, not with entry %(number)d."),
    "broken-record.gap": _("Entry %(number)d cannot follow entry %(previous)d."),
}

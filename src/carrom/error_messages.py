"""Sentences of errors that no one package owns."""

from carrom.messages import Message
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    "bad-setting.choices": _("%(setting)s must be one of %(choices)s, not %(value)s."),
    "bad-setting.least": _("%(setting)s must be at least %(least)s, not %(value)s."),
    "bad-setting.longest": _("%(setting)s must have at most %(longest)s characters: %(value)s"),
    "bad-setting.most": _("%(setting)s must be at most %(most)s, not %(value)s."),
    "bad-setting.not-a-number": _("%(setting)s must be a number, not %(value)s."),
    "bad-setting.not-a-word": _("%(setting)s must be a word, not %(value)s."),
    "bad-setting.not-whole": _("%(setting)s must be a whole number, not %(value)s."),
    "bad-setting.not-yes-or-no": _("%(setting)s must be yes or no, not %(value)s."),
    "bad-setting.pattern": _("%(setting)s must look like %(example)s, not %(value)s."),
    "bad-setting.unknown": _("There is no setting %(setting)r. There are: %(settings)s."),
}

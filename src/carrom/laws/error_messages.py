"""What the errors of carrom.laws say; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "ruleset-value.not-possible": _("%(name)s cannot be %(given)s. It can be: %(choices)s."),
    "ruleset-value.unknown": _("A ruleset has no value %(name)r."),
}

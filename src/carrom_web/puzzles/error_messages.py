"""Sentences of the errors of puzzles; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "bad-puzzle-try": _("This try cannot be read. Reload the page."),
    "too-many-tries": _("That was very quick. Wait a moment, then try again."),
}

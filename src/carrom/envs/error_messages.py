"""Sentences of the errors of carrom.envs; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "no-such-board.other-players": _("The situation has another number of players than this environment."),
    "no-such-board.other-ruleset": _("This environment begins between two strokes of a board under %(ruleset)s."),
}

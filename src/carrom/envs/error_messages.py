"""Sentences of the errors of carrom.envs; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "no-such-board.other-players": _("The situation has another number of players than this environment."),
    "no-such-board.other-ruleset": _("This environment begins between two strokes of a board under %(ruleset)s."),
    "no-such-game.noise": _("The noise must be 0 or more, not %(value)s."),
    "no-such-game.observer": _("Observers of this game take no parameters: leave out %(names)s."),
    "no-such-game.solo": _("This game is for two sides; %(ruleset)s is played alone."),
    "no-such-game.too-few": _("%(name)s must be at least 1, not %(value)s."),
}

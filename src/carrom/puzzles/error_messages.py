"""Sentences of the errors of carrom.puzzles; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "bad-puzzle-file.line": _("Line %(line)d is not a puzzle. Make the file again with `carrom puzzles`."),
    "bad-puzzle-file.other": _("This is not a file of puzzles. Make one with `carrom puzzles`."),
    "no-puzzles.no-positions": _("This match was played on a real board: its record has no positions."),
}

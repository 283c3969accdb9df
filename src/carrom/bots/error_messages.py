"""What the errors of carrom.bots say; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "arena-file.other": _(
        "%(path)s holds boards of other players, seeds or laws. Name another file, or the same arena as before."
    ),
    "arena-file.unreadable": _("%(path)s is not a file of an arena, or is damaged. Name another file."),
    "bot-failed.fault": _("%(bot)s: %(fault)s"),
    "bot-failed.no-end": _("The match has not ended after %(answers)d answers."),
    "bot-not-portable": _(
        "A computer player cannot be sent to another process (%(error)s). Define its class in a module, or "
        "use one process."
    ),
    "nothing-to-answer.decision": _("This decision is not made by a player (%(decision)s)."),
    "nothing-to-answer.no-board": _("There is no board with pieces on it."),
    "nothing-to-answer.players": _("The match is not waiting for a player (%(decision)s)."),
    "nothing-to-answer.seat": _("The match is not waiting for %(seat)s."),
    "process-ended": _(
        "A process in which boards were played has ended. A computer player ended it, or memory ran out."
    ),
    "unknown-bot": _(
        "There is no computer player %(name)r. Choose one of: %(known)s. An error from 0 to 10 may follow: strong@1.5."
    ),
}

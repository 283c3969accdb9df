"""Sentences of the errors of carrom.bots; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "arena-file.other": _(
        "%(path)s holds boards of other players, seeds or laws. Name another file, or the same arena as before."
    ),
    "arena-file.unreadable": _("%(path)s is not a file of an arena, or is damaged. Name another file."),
    "bot-failed.fault": _("%(bot)s: %(fault)s"),
    "bot-failed.no-end": _("The match has not ended after %(answers)d answers."),
    "bot-program.another": _("%(name)s was asked for a stroke and answered with another request (%(kind)s)."),
    "bot-program.ended": _("%(name)s has ended. Run the command by itself to see why."),
    "bot-program.hello": _("%(name)s did not greet in version %(version)d of the protocol (docs/bots/protocol.md)."),
    "bot-program.id": _("%(name)s answered another question than the last one: its id differs."),
    "bot-program.late": _("%(name)s did not answer in %(seconds)d seconds."),
    "bot-program.line": _("%(name)s wrote a line that is not a JSON object: %(why)s"),
    "bot-program.request": _("%(name)s answered with a request that does not exist: %(why)s"),
    "bot-program.start": _("%(name)s could not be started: %(why)s"),
    "bot-program.stroke": _("%(name)s made a stroke outside the places and speeds that it was given."),
    "nothing-to-answer.decision": _("This decision is not made by a player (%(decision)s)."),
    "nothing-to-answer.no-board": _("There is no board with pieces on it."),
    "nothing-to-answer.players": _("The match is not waiting for a player (%(decision)s)."),
    "nothing-to-answer.seat": _("The match is not waiting for %(seat)s."),
    "unknown-bot": _(
        "There is no computer player %(name)r. Choose one of: %(known)s. An error from 0 to 10 may follow: strong@1.5."
    ),
}

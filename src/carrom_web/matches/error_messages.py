"""Sentences of this package's errors."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "absence.back": _("Only the player who left can take this seat again."),
    "absence.early": _("Wait %(seconds)d more seconds. They may still come back."),
    "absence.event": _("This match is part of an event or a league. Its organisers decide what happens now."),
    "absence.here": _("The other side is here, or the match is not waiting for them."),
    "absence.own": _("You play both sides. Concede for the side that has left."),
    "another-tab": _("You are playing in another tab."),
    "challenge-gone": _("Somebody else has taken this challenge, or its player has left. Choose another."),
    "internal": _("The server could not store this. Nothing was changed; try again."),
    "invitation-taken": _("Somebody else has already taken this seat. Ask for another link."),
    "message-too-large": _("A message has at most %(most)d bytes."),
    "no-rematch": _("This match has no rematch: it is not over, or an event says what is played next."),
    "not-seated": _("You are watching this match. Only its players can do this."),
    "nothing-to-answer.no-answer": _("The computer found no answer (%(reason)s)."),
    "out-of-turn.not-umpire": _("Only the person who plays for both sides can decide as the umpire."),
    "own-challenge": _("This challenge is your own. Wait for somebody else to accept it."),
    "stale": _("This came too late: the board has moved on. You see the newest position."),
    "stale-proposal": _("This board is out of date. Load the page again for a new one."),
    "too-many-matches": _("You started many matches in a short time. Wait a minute, then try again."),
    "too-many-messages.messages": _("Messages come too fast. Nothing was changed."),
    "too-many-messages.requests": _("Too many requests at once. Nothing was changed."),
    "unknown-kind": _("There is no message of the kind %(kind)r."),
    "unknown-match": _("There is no match at this address. Check the link."),
    "unknown-request": _("This request was not stored."),
    "unreadable-message.below-zero": _("%(name)r must be 0 or more."),
    "unreadable-message.json": "%(cause)s",
    "unreadable-message.long-text": _("%(name)r must have at most %(most)d characters."),
    "unreadable-message.not-a-uuid": _("%(name)r must be a UUID."),
    "unreadable-message.not-an-object": _("A message is one JSON object."),
}

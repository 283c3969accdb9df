"""The sentences of the errors of arenas."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "arena.full": plural("This arena has its %(most)d player.", "This arena has its %(most)d players.", by="most"),
    "arena.not-in": _("You do not take part in this arena. Join it first."),
    "arena.open": plural(
        "You have %(most)d arena open. Wait until it is over, or end it.",
        "You have %(most)d arenas open. Wait until one is over, or end it.",
        by="most",
    ),
    "arena.over": _("This arena is over. Look for the next one in the lobby."),
    "bad-change.arena-happened": _("This has happened and stays. A result that is left out can count again."),
    "bad-change.arena-over": _("This arena is over. Its table stays as it is."),
    "bad-change.unknown-request": _("This page does not know that action. Load it again."),
    "too-many-arenas": _("You have opened several arenas in a short time. Wait half an hour, then try again."),
}

"""The sentences of the errors of people."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # ClaimError
    "player-not-claimed.address": _(
        "Sign in with an account that has confirmed the email address with which this player entered."
    ),
    # MergeError
    "players-not-merged.cannot-undo": _("This merge was already undone, or the player no longer exists."),
    "players-not-merged.merged-further": _(
        "The remaining player has been merged again since. Undo that merge first, then this one."
    ),
    "players-not-merged.met": _("These two have played against each other, so they are different people."),
    "players-not-merged.same": _("These two are already the same player."),
    "players-not-merged.two-accounts": _(
        "The two belong to different accounts. Ask them to delete one of the accounts."
    ),
    # UnknownPlayerError
    "unknown-club-player": _("There is no such player in this club, or they do not want to be shown. Check the link."),
}

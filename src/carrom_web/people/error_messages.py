"""The sentences of the errors of people."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # ClaimError
    "player-not-claimed.address": _(
        "Sign in with an account that has confirmed the e-mail address under which this player entered."
    ),
    # MergeError
    "players-not-merged.cannot-undo": _("This merge was already taken back, or the player is gone."),
    "players-not-merged.merged-further": _(
        "Who was kept then was merged again since. Take that merge back first, then this one."
    ),
    "players-not-merged.met": _("These two have played against each other, so they are different people."),
    "players-not-merged.same": _("These two are the same player already."),
    "players-not-merged.two-accounts": _(
        "Both belong to an account, and not to the same one. Ask them: one of the two accounts can be deleted."
    ),
    # UnknownPlayerError
    "unknown-club-player": _("There is no such player in this club, or they do not want to be shown. Check the link."),
}

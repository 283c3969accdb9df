"""Sentences of the errors of carrom.equipment; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "in-pocket": _("Piece %(number)s is so far over a pocket that it would fall in."),
    "in-pocket.at": _(
        "Piece %(number)s at (%(x)s, %(y)s) would fall into a pocket. Leave it out if it has been pocketed."
    ),
    "not-a-place.not-finite": _("Piece %(number)s is at (%(x)s, %(y)s). Give two finite numbers, in metres."),
    "off-surface": _("Piece %(number)s is not wholly on the surface."),
    "off-surface.at": _(
        "Piece %(number)s at (%(x)s, %(y)s) is not wholly on the surface. Its centre must be within "
        "%(limit).4f m of the middle in both directions."
    ),
    "piece-twice": _("Piece %(number)s is in two places. Name it once."),
    "pieces-out-of-order": _("Pieces must be in the order of their numbers: the queen, white 2 to 10, black 11 to 19."),
    "pieces-overlap": _("Pieces %(number)s and %(other)s overlap."),
    "pieces-overlap.by": _("Pieces %(number)s and %(other)s overlap by %(millimetres).3f mm."),
    "unknown-piece": _(
        "There is no piece with the number %(number)s. The queen is 1, the white coins are 2 to 10, the "
        "black coins 11 to 19."
    ),
    "unknown-piece.striker": _(
        "The striker (0) cannot be part of a position: it is on the board only during a stroke."
    ),
    "unreadable-measurements.approved-powders": _("approved_powders must be a list of words."),
    "unreadable-measurements.no-values": _(
        "%(key)s has an empty list. Give at least one measurement, or leave it out."
    ),
    "unreadable-measurements.not-a-number": _("%(key)s is %(value)r. Enter a number from 0, or a list of them."),
    "unreadable-measurements.not-a-truth-value": _("%(key)s is %(value)r. Enter true or false."),
    "unreadable-measurements.not-a-word": _("%(key)s is %(value)r. Enter a word."),
    "unreadable-measurements.unknown": _("There is no measurement %(name)r. Known are: %(known)s."),
}

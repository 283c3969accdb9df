"""The sentences of the errors that every competition has."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "bad-change.first-entry": _("The start cannot be undone. Change the terms instead."),
    "bad-change.unknown-request": _("This page does not know that action. Load it again."),
    "competition-file.damaged": _("This file cannot be read as a competition: %(detail)s"),
    "competition-file.incomplete": _("The end of this file is missing. Download it again."),
    "competition-file.key-twice": _("Two participants in this file have the key %(key)s."),
    "competition-file.other-kind": _("This is not a file of this kind of competition."),
    "competition-file.too-large": _("The file is too large. The limit is %(most)d kB."),
    "not-allowed-in-club.competition": _("Only officials of the club can do this. Ask an organiser."),
    "stale-competition": _("Somebody else has changed this in the meantime. You see the current version; try again."),
    "too-many-competitions": plural(
        "A club can have at most %(most)d of these here.", "A club can have at most %(most)d of these here.", by="most"
    ),
    "too-many-report-pictures": _("This address has asked for many pictures in a short time."),
    "unknown-competition": _("There is nothing at this address. Check the link."),
}

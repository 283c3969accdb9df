"""The sentences of the errors of rating lists."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "bad-rating-change.closed": _("This list is closed. Undo the closing first."),
    "bad-rating-change.counts-already": _("These results already count."),
    "bad-rating-change.day": _("A day in this file is before %(earliest)d or more than a year from now."),
    "bad-rating-change.left-out-already": _("This result is already excluded."),
    "bad-rating-change.match-not-eligible": _(
        "Only a finished match can count, between members of this club and without computers."
    ),
    "bad-rating-change.no-ratings": _("This list has no ratings."),
    "bad-rating-change.no-reason": _("Say why this result does not count: everybody can read it."),
    "bad-rating-change.no-title": _("Enter a title for the list."),
    "bad-rating-change.not-a-result": _("The result %(key)s in this file cannot be rated."),
    "bad-rating-change.not-a-match-address": _(
        "This is not the address of a match on this site. It looks like /matches/..."
    ),
    "bad-rating-change.not-counting": _("These results do not count at present."),
    "bad-rating-change.not-yours": _("Only you, signed in, or an organiser of the club can do this."),
    "bad-rating-change.unknown-source": _("Choose from the list what should count."),
    "not-allowed-in-club.change": _("Only an organiser of the club can change its rating lists."),
    "rating-list-calculating": _("These ratings are being calculated right now. Look again in a moment."),
    "unknown-rated-player": _("Nobody is listed at this address."),
}
